#include "cli/load.h"

#include "base/err.h"
#include "cli/command.h"
#include "record/record_any.h"
#include "rules/position.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *load_file(const char *name, size_t most, size_t *len)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    char *text = NULL;
    struct stat about;
    if (file == NULL && errno == ENOENT) {
        fprintf(stderr, "hoshi: %s: there is neither such a game nor such a file\n", name);
        return NULL;
    }
    if (file == NULL) {
        fprintf(stderr, "hoshi: %s cannot be read: %s\n", name, strerror(errno));
        return NULL;
    }
    if (!standard && fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode)) {
        fprintf(stderr, "hoshi: %s is a folder, not a record; name a file in it\n", name);
        fclose(file);
        return NULL;
    }
    size_t cap = 64 * 1024;
    *len = 0;
    for (;;) {
        char *more = realloc(text, cap);
        if (more == NULL)
            break;
        text = more;
        *len += fread(text + *len, 1, cap - *len, file);
        if (*len < cap || cap > most)
            break;
        cap *= 2;
    }
    bool failed = ferror(file) != 0 || text == NULL;
    if (!standard)
        fclose(file);
    if (failed) {
        fprintf(stderr, "hoshi: %s: reading failed\n", name);
        free(text);
        return NULL;
    }
    return text;
}

void load_print_error(const char *name, const struct record_error *error)
{
    if (error->line > 0)
        fprintf(stderr, "hoshi: %s:%d:%d: %s\n", name, error->line, error->column, error->text);
    else
        fprintf(stderr, "hoshi: %s: %s\n", name, error->text);
}

int load_record(const char *name, int index, struct record *out)
{
    struct record_error error;
    size_t len;
    char *text = load_file(name, RECORD_INPUT_BYTES, &len);
    if (text == NULL)
        return EXIT_NO;
    int err = record_any_read(&memory_heap, text, len, index - 1, out, &error);
    free(text);
    if (err < 0) {
        load_print_error(strcmp(name, "-") == 0 ? "standard input" : name, &error);
        return EXIT_NO;
    }
    return EXIT_OK;
}

/* A record of moves named on the command line; the rules say whose each is. */
static int make(const char *command, const struct load_options *options, const char *const *words,
                int words_n, struct record *out)
{
    struct setup s;
    if (setup_from_words(command, words[0], options->size, options->players, options->opts, &s) < 0)
        return EXIT_USAGE;
    struct position p;
    if (position_start(&p, &s) < 0 || record_init(out, &memory_heap, &s) < 0) {
        fputs("hoshi: out of memory\n", stderr);
        return EXIT_NO;
    }
    struct record_node *n = out->root;
    for (int i = 1; i < words_n; i++) {
        move_t m;
        int err = move_parse(words[i], s.width, s.height, &m);
        if (err < 0) {
            usage_error(command,
                        err == ERR_RANGE ? "\"%s\" is not a point of this board"
                                         : "\"%s\" is not a move",
                        words[i]);
            record_free(out);
            return EXIT_USAGE;
        }
        int side = p.side;
        n = record_add_move(out, n, m, side);
        if (n == NULL) {
            fputs("hoshi: out of memory\n", stderr);
            record_free(out);
            return EXIT_NO;
        }
        if (position_play(&p, m) != VERDICT_OK)
            break; /* judged again, and explained, by record_position */
    }
    record_take_result(out, &p);
    return EXIT_OK;
}

int load_source(const char *command, const struct load_options *options, const char *const *words,
                int words_n, struct record *out)
{
    if (game_find(words[0]) != NULL)
        return make(command, options, words, words_n, out);
    if (words_n > 1)
        return usage_error(command, "\"%s\" is no game, and a file takes no moves", words[0]);
    return load_record(words[0], options->index, out);
}

int load_position(const char *name, const struct record *r, int ply,
                  const struct record_node **node, struct position *out)
{
    struct record_error error;
    *node = ply < 0 ? record_main_end(r) : record_main_ply(r, ply);
    if (*node == NULL) {
        fprintf(stderr, "hoshi: %s: the main line has only %d moves\n", name,
                record_node_ply(record_main_end(r)));
        return EXIT_NO;
    }
    if (record_position(r, *node, out, &error) < 0) {
        load_print_error(name, &error);
        return EXIT_NO;
    }
    return EXIT_OK;
}

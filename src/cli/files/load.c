#include "cli/files/load.h"

#include "base/err.h"
#include "base/prefix.h"
#include "cli/command.h"
#include "cli/files/own.h"
#include "cli/terminal.h"
#include "record/plain.h"
#include "record/record_any.h"
#include "rules/position.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* load_file, with what is told when there is no such file. */
static char *load_or_tell(const char *name, size_t most, const char *missing, size_t *len)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    char *text = NULL;
    struct stat about;
    char shown[TERMINAL_NAME_BYTES];
    name = terminal_name(name, shown);
    if (file == NULL && errno == ENOENT) {
        fprintf(stderr, "hoshi: %s: %s\n", name, missing);
        return NULL;
    }
    if (file == NULL) {
        fprintf(stderr, "hoshi: %s cannot be read: %s\n", name, strerror(errno));
        return NULL;
    }
    if (!standard && fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode)) {
        fprintf(stderr, "hoshi: %s is a folder; name a file in it\n", name);
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

char *load_file(const char *name, size_t most, size_t *len)
{
    return load_or_tell(name, most, "there is no file of that name", len);
}

void load_print_error(const char *name, const struct record_error *error)
{
    char shown[TERMINAL_NAME_BYTES];
    name = terminal_name(name, shown);
    if (error->line > 0)
        fprintf(stderr, "hoshi: %s:%d:%d: %s\n", name, error->line, error->column, error->text);
    else
        fprintf(stderr, "hoshi: %s: %s\n", name, error->text);
}

/* What was mended or left out in a record that was read. */
static void print_warnings(const char *name, const struct record *r)
{
    uint32_t n = 0;
    char shown[TERMINAL_NAME_BYTES];
    name = terminal_name(name, shown);
    for (const struct record_warning *w = r->warnings; w != NULL; w = w->next, n++) {
        if (w->line > 0)
            fprintf(stderr, "hoshi: %s:%d:%d: warning: %s\n", name, w->line, w->column, w->text);
        else
            fprintf(stderr, "hoshi: %s: warning: %s\n", name, w->text);
    }
    if (r->warnings_n > n)
        fprintf(stderr, "hoshi: %s: %u more warnings\n", name, (unsigned)(r->warnings_n - n));
}

/* Returns ERR_*, after a message, or 0. */
static int read_record(const char *name, int index, const struct setup *as, struct record *out)
{
    struct record_error error;
    size_t len;
    const char *missing = "there is no game and no file of that name";
    char *text = load_or_tell(name, RECORD_INPUT_BYTES, missing, &len);
    if (text == NULL)
        return ERR_IO;
    enum own_kind own = own_kind_of(text, len);
    int err = own != OWN_NONE
                  ? own_read(own, text, len, index, out, &error)
                  : record_any_read_as(&memory_heap, text, len, index - 1, as, out, &error);
    free(text);
    if (err == 0)
        record_judge_variations(out);
    const char *shown = strcmp(name, "-") == 0 ? "standard input" : name;
    if (err < 0)
        load_print_error(shown, &error);
    else
        print_warnings(shown, out);
    return err;
}

int load_record(const char *name, int index, struct record *out)
{
    return read_record(name, index, NULL, out) < 0 ? EXIT_NO : EXIT_OK;
}

/* The stones of a position as what a record begins with. False: no memory. */
static bool take_start(struct record *r, const struct position *p)
{
    struct cell *cells = record_start_cells(r);
    for (point_t at = 0; cells != NULL && at < p->setup.width * p->setup.height; at++)
        cells[at] = position_cell(p, at);
    r->start_side = p->side;
    return cells != NULL;
}

/* The board of a drawing: as many rows as it has lines, as many columns as its first line has
 * squares. */
static void drawing_size(const char *drawing, struct setup *s)
{
    bool parted = games[s->game]->has_heights; /* squares of two and more characters */
    int columns = 0;
    int lines = 0;
    bool in_square = false;
    for (const char *c = drawing; *c != '\0'; c++) {
        bool blank = strchr(" \t\r\n", *c) != NULL;
        columns += lines == 0 && !blank && (!parted || !in_square);
        in_square = !blank;
        lines += *c == '\n' && (c == drawing || c[-1] != '\n');
    }
    s->width = (uint8_t)(columns <= SIDE_MAX ? columns : 0);
    s->height = (uint8_t)(lines <= SIDE_MAX ? lines : 0);
}

/* Takes empty lines and "turn 2" out of a drawing. Returns the side to move, 0: a mistake. */
static int drawing_clean(char *text)
{
    int turn = 1;
    char *to = text;
    char *next;
    for (char *line = text; line != NULL; line = next) {
        size_t n = strcspn(line, "\n");
        /* Looked at now: the end of a last line without one is written over below. */
        next = line[n] == '\n' ? line + n + 1 : NULL;
        size_t indent = strspn(line, " \t\r");
        if (strncmp(line, "turn ", 5) == 0) {
            turn = line[5] - '0';
            if (turn < 1 || turn > PLAYERS_MAX || strspn(line + 6, " \r") + 6 != n)
                return 0;
        } else if (indent < n) {
            memmove(to, line, n);
            to += n;
            *to++ = '\n';
        }
    }
    *to = '\0';
    return turn;
}

static int take_drawing(const char *name, char *text, struct record *out)
{
    struct cell cells[POINTS_MAX];
    struct setup s = out->setup;
    struct record_error error;
    struct position p;
    int turn = drawing_clean(text);
    drawing_size(text, &s);
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (turn == 0) {
        fprintf(stderr, "hoshi: %s: `turn` takes the side to move, 1 to %d\n", name, s.players);
        return EXIT_NO;
    }
    if (setup_check(&s, &why) < 0) {
        fprintf(stderr, "hoshi: %s: the drawn board has %d columns and %d rows: %s\n", name,
                s.width, s.height, why_buf);
        return EXIT_NO;
    }
    if (diagram_parse(&s, text, cells, NULL) < 0) {
        fprintf(
            stderr,
            "hoshi: %s: this is not a board of %s; `hoshi show %s --format diagram` prints one\n",
            name, games[s.game]->title, games[s.game]->name);
        return EXIT_NO;
    }
    out->setup = s;
    struct cell *start = record_start_cells(out);
    if (start == NULL) {
        fputs("hoshi: out of memory\n", stderr);
        return EXIT_NO;
    }
    memcpy(start, cells, (size_t)(s.width * s.height) * sizeof *start);
    out->start_side = (uint8_t)turn;
    if (record_start_position(out, &p, &error) == 0)
        return EXIT_OK;
    load_print_error(name, &error);
    return EXIT_NO;
}

/* --setup: the last position of a record, or a drawn board, as what the record begins with. */
static int take_setup(const struct load_options *options, struct record *out)
{
    size_t len;
    char *bytes = load_file(options->setup, RECORD_INPUT_BYTES, &len);
    /* A drawing is read as lines of a text: room for the end of the last line, and of the text. */
    char *text = bytes != NULL ? realloc(bytes, len + 2) : NULL;
    if (text == NULL) {
        free(bytes);
        return EXIT_NO;
    }
    text[len] = '\0';
    memset(text, ' ', prefix_bom(text)); /* some editors begin a file so */
    size_t first = strspn(text, " \t\r\n");
    int status = EXIT_NO;
    if (text[first] != '(' && text[first] != '{') {
        status = take_drawing(options->setup, text, out);
        free(text);
        return status;
    }
    struct record from;
    struct record_error error;
    struct position p;
    const struct setup as = out->setup;
    int err = record_any_read_as(&memory_heap, text, len, options->index - 1, &as, &from, &error);
    free(text);
    if (err == 0) {
        print_warnings(options->setup, &from);
        err = record_position(&from, record_main_end(&from), &p, &error);
        record_free(&from);
    }
    if (err < 0) {
        load_print_error(options->setup, &error);
        return EXIT_NO;
    }
    out->setup = p.setup;
    return take_start(out, &p) ? EXIT_OK : EXIT_NO;
}

/* A record of moves named on the command line; the rules say whose each is. */
static int make(const char *command, const struct load_options *options, const char *const *words,
                int words_n, struct record *out)
{
    struct setup s;
    struct position p;
    struct record_error error;
    if (setup_from_words(command, words[0], options->size, options->players, options->opts, &s) < 0)
        return EXIT_USAGE;
    if (record_init(out, &memory_heap, &s) < 0) {
        fputs("hoshi: out of memory\n", stderr);
        return EXIT_NO;
    }
    int status = options->setup != NULL ? take_setup(options, out) : EXIT_OK;
    if (status == EXIT_OK && record_start_position(out, &p, &error) < 0) {
        load_print_error(options->setup != NULL ? options->setup : words[0], &error);
        status = EXIT_NO;
    }
    struct record_node *n = out->root;
    for (int i = 1; i < words_n && status == EXIT_OK; i++) {
        move_t m;
        int err = move_parse(words[i], out->setup.width, out->setup.height, &m);
        if (err < 0) {
            status = usage_error(command,
                                 err == ERR_RANGE ? "\"%s\" is not a point of this board"
                                                  : "\"%s\" is not a move",
                                 words[i]);
            break;
        }
        int side = p.side;
        n = record_add_move(out, n, m, side);
        if (n == NULL) {
            fputs("hoshi: out of memory\n", stderr);
            status = EXIT_NO;
        } else if (position_play(&p, m) != VERDICT_OK) {
            break; /* judged again, and explained, by record_position */
        }
    }
    if (status != EXIT_OK)
        record_free(out);
    else
        record_take_result(out, &p);
    return status;
}

int load_source(const char *command, const struct load_options *options, const char *const *words,
                int words_n, struct record *out)
{
    const struct game *game = options->game != NULL ? game_find(options->game) : NULL;
    if (options->game != NULL && game == NULL)
        return usage_not_game(command, options->game);
    if (game_find(words[0]) != NULL) {
        if (options->game != NULL)
            return usage_error(command, "--game names the game of a file; \"%s\" is a game",
                               words[0]);
        return make(command, options, words, words_n, out);
    }
    if (words_n > 1)
        return usage_error(command, "\"%s\" is not a game, and a file takes no moves", words[0]);
    if (options->size != NULL || options->opts[0] != NULL || options->players > 0)
        return usage_error(
            command, "--size, --players and --opt go with a game, and \"%s\" is a file", words[0]);
    if (options->setup != NULL)
        return usage_error(command, "--setup goes with a game, and \"%s\" is a file", words[0]);
    const struct setup as = game != NULL ? setup_default(game->id) : (struct setup){0};
    char names[GAME_NAMES_BYTES];
    int err = read_record(words[0], options->index, game != NULL ? &as : NULL, out);
    if (err == ERR_UNKNOWN && game == NULL)
        fprintf(stderr, "Name it: --game %s.\n", game_names("or", names));
    return err < 0 ? EXIT_NO : EXIT_OK;
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

#include "cli/load.h"

#include "cli/command.h"
#include "record/record_any.h"
#include <stdlib.h>
#include <string.h>

char *load_file(const char *name, size_t most, size_t *len)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    char *text = NULL;
    if (file == NULL) {
        fprintf(stderr, "hoshi: %s: there is neither such a game nor such a file\n", name);
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

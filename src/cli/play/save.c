#include "cli/play/save.h"

#include "base/err.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include <string.h>

int save_text(const char *name, const struct sink *text)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdout : fopen(name, "wb");
    if (standard)
        terminal_file(true);
    bool done = file != NULL && !text->failed && fwrite(text->buf, 1, text->len, file) == text->len;
    if (standard)
        terminal_file(false);
    else if (file != NULL)
        done = fclose(file) == 0 && done;
    if (!done)
        fprintf(stderr, "hoshi: %s: writing failed\n", name);
    return done ? EXIT_OK : EXIT_NO;
}

int save_record(const char *name, const struct record *r, bool as_json)
{
    struct sink text;
    sink_init(&text, &memory_heap);
    int err = as_json ? record_json_write(r, &text) : sgf_write(r, &text);
    int status = EXIT_NO;
    if (err == 0)
        status = save_text(name, &text);
    else
        fprintf(stderr, "hoshi: %s\n",
                err == ERR_UNSUPPORTED ? "SGF holds matches of two players only; JSON holds all"
                                       : err_text(err));
    sink_done(&text);
    return status;
}

/* records.c - records.wasm: the page's reader and writer of records (web/src/analysis/records.ts),
 * which it loads when somebody opens or saves one.
 *
 * A text of n bytes is UTF-8 at an address of malloc's. Each call returns the bytes of its answer,
 * which lies at records_answer until the next call. */
#include "base/err.h"
#include "record/record_any.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include "wasm/api.h"

static struct sink answer;

static void begin(void)
{
    if (answer.memory == NULL)
        sink_init(&answer, &memory_heap);
    sink_done(&answer);
}

static int done(void)
{
    return answer.failed ? 0 : (int)answer.len;
}

const char *EXPORT(records_answer)(void)
{
    return answer.buf;
}

static void put_place(const char *before, int line, int column)
{
    sink_put(&answer, "%s{\"line\": %d, \"column\": %d}", before, line, column);
}

static void put_error(int err, const struct record_error *e, bool unnamed)
{
    sink_put(&answer, "{\"error\": \"%s\", \"unnamed\": %s", err_name(err),
             unnamed ? "true" : "false");
    put_place(", \"at\": ", e->line, e->column);
    sink_char(&answer, '}');
}

/* Whether a file says nothing of its game: then it can be read as any. */
static bool is_unnamed(const char *text, size_t n, int index)
{
    const struct setup any = setup_default(0);
    struct record r;
    struct record_error error;
    int err = record_any_read_as(&memory_heap, text, n, index, &any, &r, &error);
    if (err == 0)
        record_free(&r);
    return err != ERR_UNKNOWN;
}

/* Game number `index` of the text as {"record", "warnings"}, or an {"error"}. A file that
 * names no game is read as `game`; -1: not at all. */
int EXPORT(records_read)(const char *text, size_t n, int index, int game)
{
    struct record r;
    struct record_error error;
    begin();
    int err = record_any_read(&memory_heap, text, n, index, &r, &error);
    bool unnamed = err == ERR_UNKNOWN && is_unnamed(text, n, index);
    if (unnamed && game >= 0 && game < GAME_N) {
        const struct setup as = setup_default((enum game_id)game);
        unnamed = false;
        err = record_any_read_as(&memory_heap, text, n, index, &as, &r, &error);
    }
    if (err < 0) {
        put_error(err, &error, unnamed);
        return done();
    }
    sink_str(&answer, "{\"warnings\": [");
    for (const struct record_warning *w = r.warnings; w != NULL; w = w->next)
        put_place(w == r.warnings ? "" : ", ", w->line, w->column);
    sink_str(&answer, "], \"record\": ");
    answer.failed |= record_json_write(&r, &answer) < 0;
    sink_char(&answer, '}');
    record_free(&r);
    return done();
}

/* A JSON record as SGF or as JSON in its usual form. */
int EXPORT(records_write)(const char *json, size_t n, bool as_sgf)
{
    struct record r;
    struct record_error error = {0};
    begin();
    int err = record_json_read(&memory_heap, json, n, &r, &error);
    if (err == 0) {
        err = as_sgf ? sgf_write(&r, &answer) : record_json_write(&r, &answer);
        record_free(&r);
    }
    if (err < 0) {
        begin();
        put_error(err, &error, false);
    }
    return err < 0 ? -done() : done();
}

/* The games of a collection, as sgf_titles. */
int EXPORT(records_titles)(const char *text, size_t n)
{
    begin();
    sgf_titles(&memory_heap, text, n, &answer);
    return done();
}

/* match_record.c - GET /api/matches/N/record and /api/collection/N/record: a match, or a game of
 * the engine, as a file. */
#include "http/wire/http_int.h"

#include "base/err.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include "record/svg.h"
#include "record/textboard.h"
#include "service/analysis/collection.h"
#include "service/matches/archive.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_A_LINE = 10 };

static int write_sgf(const struct record *r, const struct position *last, struct sink *out)
{
    (void)last;
    return sgf_write(r, out);
}

static int write_json(const struct record *r, const struct position *last, struct sink *out)
{
    (void)last;
    return record_json_write(r, out);
}

/* The board at the end, whose turn it is or how it ended, and the moves. */
static int write_text(const struct record *r, const struct position *last, struct sink *out)
{
    const struct textboard_style style = {TEXTBOARD_LAST | TEXTBOARD_LEGEND | TEXTBOARD_STATUS,
                                          NULL};
    struct text t;
    char *board = malloc(TEXTBOARD_BYTES);
    if (board == NULL)
        return ERR_NO_MEMORY;
    text_init(&t, board, TEXTBOARD_BYTES);
    textboard_print(last, &style, &t);
    sink_str(out, board);
    free(board);
    int ply = 0;
    for (const struct record_node *n = r->root->first_child; n != NULL; n = n->first_child) {
        char word[MOVE_TEXT_BYTES];
        sink_char(out, ply % MOVES_A_LINE == 0 ? '\n' : ' ');
        sink_int(out, ++ply);
        sink_str(out, ". ");
        sink_str(out, move_print(n->move, r->setup.width, word));
    }
    sink_char(out, '\n');
    return 0;
}

static int write_svg(const struct record *r, const struct position *last, struct sink *out)
{
    const struct svg_style style = {.theme = SVG_LIGHT, .flags = SVG_LAST | SVG_LABELS | SVG_OWNED};
    (void)r;
    svg_print(last, &style, out);
    return 0;
}

static const struct format {
    const char *name, *mime, *suffix;
    int (*write)(const struct record *r, const struct position *last, struct sink *out);
} formats[] = {
    {"sgf", "application/x-go-sgf", "sgf", write_sgf},
    {"json", "application/json", "json", write_json},
    {"text", "text/plain; charset=utf-8", "txt", write_text},
    {"svg", "image/svg+xml", "svg", write_svg},
};

static const struct format *format_of(struct request *r)
{
    const char *name = request_argument(r, "format");
    for (size_t i = 0; name != NULL && i < ARRAY_LEN(formats); i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    answer_error(r, 400, "format must be sgf, json, text or svg.");
    return NULL;
}

static void answer_record(struct request *r, const struct format *f, const struct record *record,
                          const struct sink *file)
{
    char name[96];
    answer_text(r, 200, f->mime, file->buf, file->len);
    snprintf(name, sizeof name, "attachment; filename=\"%s-%lld.%s\"",
             games[record->setup.game]->name, (long long)r->id, f->suffix);
    answer_header(r, "Content-Disposition", name);
    answer_header(r, "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
}

/* Answers with the record that was made with that result, and frees it. */
static void answer_made(struct request *r, const struct format *f, int err, struct record *record,
                        const struct position *last)
{
    struct sink file;
    if (err < 0) {
        answer_error(r, err == ERR_NOT_FOUND ? 404 : 503, "%s",
                     err == ERR_NOT_FOUND ? "There is no such match."
                                          : "The record cannot be read now.");
        return;
    }
    sink_init(&file, &memory_heap);
    err = f->write(record, last, &file);
    if (err == ERR_UNSUPPORTED)
        answer_error(r, 400, "SGF is for two players; ask for json.");
    else if (err < 0 || file.failed)
        answer_error(r, 503, "The server is out of memory; try again later.");
    else
        answer_record(r, f, record, &file);
    sink_done(&file);
    record_free(record);
}

void match_record_handle(struct request *r)
{
    const struct format *f = format_of(r);
    struct record record;
    struct position last;
    if (f == NULL)
        return;
    int err = archive_record(r->reader, r->id, r->asker.id, request_argument(r, "invite"), &record,
                             &last);
    answer_made(r, f, err, &record, &last);
}

void match_record_of_engine(struct request *r)
{
    const struct format *f = format_of(r);
    struct record record;
    struct position last;
    if (f == NULL)
        return;
    int err = collection_record(r->reader, r->id, &record, &last);
    answer_made(r, f, err, &record, &last);
}

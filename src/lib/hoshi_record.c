/* hoshi_record.c - libhoshi's records (include/hoshi.h): read, made, appended to, written. */
#include "base/err.h"
#include "lib/hoshi_int.h"
#include "record/record_any.h"
#include "record/record_json.h"
#include "record/sgf.h"
#include <stdlib.h>
#include <string.h>

enum { RESULT_BYTES = 64 };

struct hoshi_record {
    struct record r;
    struct position end; /* after the main line, if it is known */
    bool end_known;
};

/* An object with a record in it, which it owns from now on; NULL when there is no memory. */
static struct hoshi_record *wrap(const struct record *r)
{
    struct hoshi_record *made = malloc(sizeof *made);
    if (made != NULL) {
        made->r = *r;
        made->end_known = false;
    }
    return made;
}

static int hand_out(struct record *r, struct hoshi_record **out, struct hoshi_why *why)
{
    struct hoshi_record *made = wrap(r);
    if (made == NULL) {
        record_free(r);
        return hoshi_tell(why, ERR_NO_MEMORY, "", NULL);
    }
    *out = made;
    return hoshi_tell(why, 0, "", NULL);
}

int hoshi_record_read(const char *bytes, size_t size, struct hoshi_record **out,
                      struct hoshi_why *why)
{
    struct record r;
    struct record_error error = {0};
    int err = record_any_read(&memory_heap, bytes, size, 0, &r, &error);
    return err < 0 ? hoshi_tell_record(why, err, &error) : hand_out(&r, out, why);
}

int hoshi_record_new(const struct hoshi_setup *setup, struct hoshi_record **out,
                     struct hoshi_why *why)
{
    struct setup s;
    struct record r;
    int err = hoshi_setup_read(setup, &s, why);
    if (err < 0)
        return err;
    if (record_init(&r, &memory_heap, &s) < 0) {
        record_free(&r);
        return hoshi_tell(why, ERR_NO_MEMORY, "", NULL);
    }
    return hand_out(&r, out, why);
}

static bool is_empty_board(const struct position *p)
{
    for (int at = 0; at < p->setup.width * p->setup.height; at++)
        if (position_cell(p, (point_t)at).owner != OWNER_NONE)
            return false;
    return p->side == 1 && p->ply == 0;
}

int hoshi_record_new_from(const struct hoshi_position *start, struct hoshi_record **out,
                          struct hoshi_why *why)
{
    const struct position *p = &start->p;
    struct record r;
    int err = record_init(&r, &memory_heap, &p->setup);
    if (err == 0 && !is_empty_board(p)) {
        struct cell *cells = record_start_cells(&r);
        for (int at = 0; cells != NULL && at < p->setup.width * p->setup.height; at++)
            cells[at] = position_cell(p, (point_t)at);
        r.start_side = p->side;
        err = cells != NULL ? 0 : ERR_NO_MEMORY;
    }
    struct position again;
    struct record_error error = {0};
    if (err == 0)
        err = record_start_position(&r, &again, &error);
    if (err == 0)
        return hand_out(&r, out, why);
    record_free(&r);
    return hoshi_tell_record(why, err, &error);
}

void hoshi_record_free(struct hoshi_record *r)
{
    if (r == NULL)
        return;
    record_free(&r->r);
    free(r);
}

/* ---- the main line ---- */

int hoshi_record_plies(const struct hoshi_record *r)
{
    return record_node_ply(record_main_end(&r->r));
}

static struct record_node *node_at(const struct hoshi_record *r, int ply)
{
    return ply >= 0 ? record_main_ply(&r->r, ply) : NULL;
}

int hoshi_record_move(const struct hoshi_record *r, int ply, char word[HOSHI_WORD_BYTES])
{
    const struct record_node *node = ply > 0 ? node_at(r, ply) : NULL;
    if (node == NULL)
        return HOSHI_ERR_NOT_FOUND;
    move_print(node->move, r->r.setup.width, word);
    return 0;
}

int hoshi_record_position(const struct hoshi_record *r, int ply, struct hoshi_position **out,
                          struct hoshi_why *why)
{
    struct record_error error = {0};
    const struct record_node *node = node_at(r, ply);
    if (node == NULL)
        return hoshi_tell(why, HOSHI_ERR_NOT_FOUND, "", "The record has not so many plies.");
    struct hoshi_position *p = malloc(sizeof *p);
    int err = p != NULL ? record_position(&r->r, node, &p->p, &error) : ERR_NO_MEMORY;
    if (err < 0) {
        free(p);
        return hoshi_tell_record(why, err, &error);
    }
    *out = p;
    return hoshi_tell(why, 0, "", NULL);
}

int hoshi_record_append(struct hoshi_record *r, const char *move, struct hoshi_why *why)
{
    struct record_node *last = record_main_end(&r->r);
    if (!r->end_known) {
        struct record_error error = {0};
        int err = record_position(&r->r, last, &r->end, &error);
        if (err < 0)
            return hoshi_tell_record(why, err, &error);
        r->end_known = true;
    }
    struct hoshi_position next;
    position_copy(&next.p, &r->end);
    int err = hoshi_position_play(&next, move, why);
    if (err < 0)
        return err;
    if (record_add_move(&r->r, last, next.p.last, r->end.side) == NULL)
        return hoshi_tell(why, ERR_NO_MEMORY, "", NULL);
    position_copy(&r->end, &next.p);
    record_take_result(&r->r, &r->end);
    return 0;
}

/* ---- what is said about it ---- */

const char *hoshi_record_comment(const struct hoshi_record *r, int ply)
{
    const struct record_node *node = node_at(r, ply);
    return node != NULL ? node->comment : NULL;
}

/* A copy inside the record, as its readers clean texts; NULL and an error otherwise. */
static const char *keep(struct hoshi_record *r, const char *text, bool multi_line, int *err)
{
    size_t len = strlen(text);
    if (len > RECORD_INPUT_BYTES || sgf_utf8_span(text, len) < len) {
        *err = len > RECORD_INPUT_BYTES ? HOSHI_ERR_TOO_BIG : HOSHI_ERR_SYNTAX;
        return NULL;
    }
    char *clean = malloc(len + 1);
    const char *kept = NULL;
    if (clean != NULL) {
        memcpy(clean, text, len + 1);
        record_clean_text(clean, multi_line);
        kept = record_text(&r->r, clean);
    }
    free(clean);
    *err = kept != NULL ? 0 : HOSHI_ERR_NO_MEMORY;
    return kept;
}

int hoshi_record_set_comment(struct hoshi_record *r, int ply, const char *text)
{
    struct record_node *node = node_at(r, ply);
    if (node == NULL)
        return HOSHI_ERR_NOT_FOUND;
    int err;
    const char *kept = keep(r, text, true, &err);
    if (kept != NULL)
        node->comment = kept;
    return err;
}

const char *hoshi_record_player(const struct hoshi_record *r, int seat)
{
    return seat >= 1 && seat <= r->r.setup.players ? r->r.players[seat - 1] : NULL;
}

int hoshi_record_set_player(struct hoshi_record *r, int seat, const char *name)
{
    if (seat < 1 || seat > r->r.setup.players)
        return HOSHI_ERR_RANGE;
    int err;
    const char *kept = keep(r, name, false, &err);
    if (kept != NULL)
        r->r.players[seat - 1] = kept;
    return err;
}

int hoshi_record_result(const struct hoshi_record *r, char *text, size_t bytes)
{
    char words[RESULT_BYTES] = "";
    struct text t;
    text_init(&t, words, sizeof words);
    sgf_print_result(&r->r.result, &t);
    if (t.len >= bytes)
        return HOSHI_ERR_FULL;
    memcpy(text, words, t.len + 1);
    return 0;
}

int hoshi_record_set_result(struct hoshi_record *r, const char *text)
{
    struct record_result result = sgf_parse_result(text, r->r.setup.players);
    if (result.reason == REASON_NONE && text[0] != '\0')
        return HOSHI_ERR_SYNTAX;
    result.text = "";
    r->r.result = result;
    return 0;
}

int hoshi_record_write(const struct hoshi_record *r, const char *format, char **out)
{
    struct sink s;
    sink_init(&s, &memory_heap);
    int err = strcmp(format, "json") == 0  ? record_json_write(&r->r, &s)
              : strcmp(format, "sgf") == 0 ? sgf_write(&r->r, &s)
                                           : ERR_UNKNOWN;
    char *text = NULL;
    if (err == 0 && (s.failed || (text = malloc(s.len + 1)) == NULL))
        err = ERR_NO_MEMORY;
    if (err == 0) {
        memcpy(text, s.buf, s.len + 1);
        *out = text;
    }
    sink_done(&s);
    return err;
}

#include "service/matches/archive.h"

#include "base/err.h"
#include "record/record_any.h"
#include "service/core/view.h"
#include "service/matches/audience.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const enum record_reason reasons[END_REASON_N] = {
    [END_NONE] = REASON_NONE,    [END_RULES] = REASON_RULES, [END_RESIGN] = REASON_RESIGN,
    [END_DRAW] = REASON_DRAW,    [END_ABORT] = REASON_ABORT, [END_TIME] = REASON_TIME,
    [END_LEFT] = REASON_FORFEIT,
};

struct adding {
    struct record *record;
    struct position *p;
    struct record_node *at;
    int until; /* ply */
    int err;
};

static void take_times(struct record_node *node, const struct store_move *row)
{
    node->at_ms = row->at;
    if (row->left_ms >= 0)
        node->left_ms[row->side - 1] = row->left_ms;
}

/* The clock's rule in SGF's words: TM the main time in seconds, OT the rest. */
static int add_clock(struct record *r, const struct store_match *m)
{
    struct clock_rule rule;
    char main_s[32];
    int err = 0;
    if (m->clock[0] == '\0' || clock_parse(m->clock, &rule) < 0)
        return 0;
    snprintf(main_s, sizeof main_s, "%lld", (long long)(rule.main_ms / 1000));
    if (rule.main_ms > 0)
        err = record_add_value(r, r->root, "TM", 2, main_s, strlen(main_s));
    if (err == 0)
        err = record_add_value(r, r->root, "OT", 2, m->clock, strlen(m->clock));
    return err;
}

static void on_move(void *context, const struct store_move *row)
{
    struct adding *a = context;
    move_t move;
    if (a->err < 0 || row->ply > a->until)
        return;
    if (move_parse(row->move, a->p->setup.width, a->p->setup.height, &move) < 0 ||
        position_play(a->p, move) != VERDICT_OK) {
        a->err = ERR_ILLEGAL;
        return;
    }
    a->at = record_add_move(a->record, a->at, move, row->side);
    if (a->at == NULL)
        a->err = ERR_NO_MEMORY;
    else
        take_times(a->at, row);
}

/* Names, date, result: everything in the record except the moves. */
static int add_frame(struct record *r, const struct store_match *m, const struct position *last)
{
    char date[16];
    time_t at = (time_t)(m->created_at / 1000);
    struct tm day;
    for (int i = 0; i < m->seats_n; i++) {
        r->players[i] = record_text(r, m->seats[i].player.name);
        if (r->players[i] == NULL)
            return ERR_NO_MEMORY;
    }
    if (gmtime_r(&at, &day) == NULL || strftime(date, sizeof date, "%Y-%m-%d", &day) == 0)
        date[0] = '\0';
    r->date = record_text(r, date);
    r->result.reason = reasons[m->reason];
    r->result.winner = (uint8_t)m->winner_side;
    r->result.margin = -1;
    /* The margin, when the board alone decided. */
    if (m->reason == END_RULES && last->over && last->winner == m->winner_side)
        record_take_result(r, last);
    return r->date != NULL ? 0 : ERR_NO_MEMORY;
}

static int fill(struct store *store, const struct store_match *m, struct record *r,
                struct position *last)
{
    struct setup setup;
    int err = match_setup(m, &setup);
    if (err == 0)
        err = position_start(last, &setup);
    if (err < 0)
        return ERR_ILLEGAL;
    err = record_init(r, &memory_heap, &setup);
    if (err == 0) {
        struct adding a = {r, last, r->root, m->ply, 0};
        err = store_moves(store, m->id, on_move, &a);
        if (err == 0)
            err = a.err;
    }
    if (err == 0)
        err = add_frame(r, m, last);
    if (err == 0)
        err = add_clock(r, m);
    if (err < 0)
        record_free(r);
    return err;
}

int archive_record(struct reader *r, int64_t match, int64_t asker, const char *invite,
                   struct record *out, struct position *last)
{
    struct store *store = reader_store(r);
    struct store_match m;
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = store_match_get(store, match, &m);
    if (err == 0 && !audience_view(&m, asker, invite))
        err = ERR_NOT_FOUND;
    if (err == 0)
        err = fill(store, &m, out, last);
    store_end(store);
    return err;
}

/* The moves from the root to a node, in order. */
static int take_moves(const struct record_node *node, move_t **moves, int *n)
{
    int ply = record_node_ply(node);
    move_t *out = ply > 0 ? calloc((size_t)ply, sizeof *out) : NULL;
    if (ply > 0 && out == NULL)
        return ERR_NO_MEMORY;
    *moves = out;
    *n = ply;
    for (; node != NULL && ply > 0; node = node->parent)
        if (node->move != MOVE_NONE)
            out[--ply] = node->move;
    return 0;
}

static json_t *list_warnings(const struct record *r)
{
    json_t *list = json_array();
    for (const struct record_warning *w = r->warnings; w != NULL; w = w->next)
        json_array_append_new(
            list, json_pack("{si si ss}", "line", w->line, "column", w->column, "text", w->text));
    return list;
}

int archive_start(const char *text, int ply, const struct setup *as, struct setup *setup,
                  move_t **moves, int *n, json_t **warnings, struct record_error *error)
{
    struct record r;
    struct position last;
    int err = record_any_read_as(&memory_heap, text, strlen(text), 0, as, &r, error);
    if (err < 0)
        return err;
    const struct record_node *node = ply >= 0 ? record_main_ply(&r, ply) : record_main_end(&r);
    if (node == NULL) {
        snprintf(error->text, sizeof error->text, "The record has fewer than %d moves.", ply);
        err = ERR_RANGE;
    } else if (r.start != NULL) {
        snprintf(error->text, sizeof error->text,
                 "The record starts with stones on the board; a match can only start with moves.");
        err = ERR_UNSUPPORTED;
    } else {
        err = record_position(&r, node, &last, error);
    }
    if (err == 0)
        err = take_moves(node, moves, n);
    if (err == 0) {
        *setup = r.setup;
        *warnings = list_warnings(&r);
    }
    record_free(&r);
    return err;
}

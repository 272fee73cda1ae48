#include "cli/solving/exact.h"

#include "cli/analysis/winner.h"
#include "cli/solving/tables.h"
#include "search/proof/pns.h"
#include <stdlib.h>
#include <string.h>

enum { PRINTED_MAX = 12 };

static int sign(int margin)
{
    return (margin > 0) - (margin < 0);
}

/* ---- from a table ---- */

static struct tablebase_value value_of(const struct exact_move *m)
{
    return (struct tablebase_value){.margin = m->margin, .plies = m->plies};
}

/* For qsort: best first, unknown last. */
static int by_value(const void *a, const void *b)
{
    const struct exact_move *x = a;
    const struct exact_move *y = b;
    if (x->known != y->known)
        return x->known ? -1 : 1;
    if (tablebase_better(value_of(x), value_of(y)))
        return -1;
    if (tablebase_better(value_of(y), value_of(x)))
        return 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

static bool table_moves(const struct tablebase *t, const struct position *p, struct exact *out)
{
    move_t legal[MOVES_MAX];
    out->moves_n = position_legal(p, legal);
    for (int i = 0; i < out->moves_n; i++) {
        struct position q;
        struct tablebase_value v;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (!tablebase_get(t, &q, &v))
            return false;
        v = tablebase_before(v);
        out->moves[i] = (struct exact_move){.move = legal[i],
                                            .reply = MOVE_NONE,
                                            .known = true,
                                            .margin = v.margin,
                                            .plies = v.plies};
    }
    qsort(out->moves, (size_t)out->moves_n, sizeof out->moves[0], by_value);
    return out->moves_n > 0;
}

static bool from_table(const struct tablebase *t, const struct position *p, struct exact *out)
{
    static struct exact ahead; /* large */
    struct tablebase_value v;
    struct position q;
    if (!tablebase_get(t, p, &v) || !table_moves(t, p, out))
        return false;
    out->from = EXACT_TABLE;
    out->margin = v.margin;
    out->plies = v.plies;
    position_copy(&q, p);
    while (!q.over && out->line_n < EXACT_LINE_MAX && table_moves(t, &q, &ahead)) {
        out->line[out->line_n++] = ahead.moves[0].move;
        position_play_legal(&q, ahead.moves[0].move);
    }
    return true;
}

/* ---- by a proof ---- */

struct proving {
    const struct exact_options *options;
    struct pns *pns;
    int64_t elapsed_ms;
};

static bool on_progress(void *context, const struct pns_report *so_far)
{
    const struct proving *s = context;
    int64_t ms = s->elapsed_ms + so_far->elapsed_ms;
    return (s->options->think_ms == 0 || ms < s->options->think_ms) &&
           (s->options->stopped == NULL || !s->options->stopped());
}

static int ask(struct proving *s, const struct position *p, int goal)
{
    int64_t left = s->options->nodes_cap - pns_nodes(s->pns);
    struct pns_report r = {.value = 0};
    if (left <= 0 || pns_solve(s->pns, p, goal, left, on_progress, s, &r) < 0)
        return 0;
    s->elapsed_ms += r.elapsed_ms;
    return r.value;
}

static void prove_line(struct proving *s, const struct position *p, int goal, struct exact *out)
{
    struct position q;
    position_copy(&q, p);
    while (!q.over && out->line_n < EXACT_LINE_MAX && ask(s, &q, goal) != 0) {
        move_t m = pns_move(s->pns, &q, goal);
        if (m == MOVE_NONE)
            return;
        out->line[out->line_n++] = m;
        position_play_legal(&q, m);
        goal = pns_goal_other(goal);
    }
}

/* Finds for each move whether it reaches the goal, and if not, its refutation. */
static void prove_moves(struct proving *s, const struct position *p, int goal, struct exact *out)
{
    move_t legal[MOVES_MAX];
    int other = pns_goal_other(goal);
    out->moves_n = position_legal(p, legal);
    for (int i = 0; i < out->moves_n; i++) {
        struct exact_move *m = &out->moves[i];
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        /* In a lost position every move is refuted, so asking again is cheap. In a won one, show
         * only the values that the search has learned by the way. */
        int value = out->margin < 0 ? ask(s, &q, other) : pns_value(s->pns, &q, other, NULL);
        bool at_most_draw = value > 0 && other == 0 && games[p->setup.game]->has_draws;
        *m = (struct exact_move){.move = legal[i],
                                 .reply = MOVE_NONE,
                                 .known = value != 0 && !at_most_draw,
                                 .margin = (int8_t)(value > 0   ? -1
                                                    : value < 0 ? goal
                                                                : 0)};
        if (value > 0 && !q.over)
            m->reply = pns_move(s->pns, &q, other);
    }
    qsort(out->moves, (size_t)out->moves_n, sizeof out->moves[0], by_value);
}

static void from_proof(struct proving *s, const struct position *p, struct exact *out)
{
    int value = ask(s, p, 1);
    int goal = 1;
    if (value < 0 && games[p->setup.game]->has_draws) {
        goal = 0;
        value = ask(s, p, 0);
        if (value != 0)
            value = value > 0 ? 0 : -1; /* a draw is reached, or not */
        else
            goal = -1;
    }
    if (goal < 0 || (value == 0 && goal == 1))
        return;
    out->from = EXACT_PROOF;
    out->margin = value;
    prove_line(s, p, goal, out);
    prove_moves(s, p, goal, out);
}

/* ---- both ---- */

void exact_find(const struct position *p, const struct exact_options *options, struct exact *out)
{
    *out = (struct exact){.from = EXACT_NOTHING};
    if (p->over || p->setup.players != 2)
        return;
    struct tables_file f;
    if (options->tables != NULL && tables_find(options->tables, &p->setup, &f)) {
        bool found = from_table(&f.table, p, out);
        tables_close(&f);
        out->by_points = found && games[p->setup.game]->has_score;
        if (found)
            return;
        *out = (struct exact){.from = EXACT_NOTHING};
    }
    if (options->nodes_cap <= 0)
        return;
    const struct pns_options pns_options = {.memory_bytes = options->memory_bytes};
    struct proving s = {.options = options, .pns = pns_new(&p->setup, &pns_options)};
    if (s.pns == NULL)
        return;
    from_proof(&s, p, out);
    out->nodes_n = pns_nodes(s.pns);
    pns_free(s.pns);
}

void exact_report(const struct exact *e, struct search_report *out)
{
    *out = (struct search_report){.winrate = 0.5F + 0.5F * (float)sign(e->margin),
                                  .proven = (int8_t)sign(e->margin),
                                  .exact = true,
                                  .low = (int16_t)e->margin,
                                  .high = (int16_t)e->margin};
    for (int i = 0; i < e->moves_n && i < CANDIDATES_MAX; i++) {
        const struct exact_move *m = &e->moves[i];
        out->candidates[out->candidates_n++] =
            (struct candidate){.move = m->move,
                               .winrate = 0.5F + 0.5F * (float)sign(m->margin),
                               .proven = (int8_t)sign(m->margin),
                               .exact = true,
                               .low = m->margin,
                               .high = m->margin,
                               .score = m->margin,
                               .pv = {m->move},
                               .pv_n = 1};
    }
}

/* ---- words ---- */

static const char *verb(int margin)
{
    return margin > 0 ? "wins" : margin < 0 ? "loses" : "draws";
}

static const char *printed(const struct position *p, move_t m, char word[MOVE_TEXT_BYTES])
{
    return move_print(m, p->setup.width, word);
}

/* "White wins by 3 in 12 plies (table)" */
static void print_head(const struct position *p, const struct exact *e, FILE *out)
{
    char who[160];
    struct text t;
    text_init(&t, who, sizeof who);
    if (e->margin == 0)
        text_str(&t, "a draw");
    else
        winner_print(p, p->side, e->margin > 0 && e->line_n > 0 ? e->line[0] : MOVE_NONE,
                     verb(e->margin), &t);
    fprintf(out, "%s: %s", e->from == EXACT_TABLE ? "table" : "proved", who);
    if (e->by_points && e->margin != 0)
        fprintf(out, " by %d", abs(e->margin));
    if (e->plies > 0)
        fprintf(out, " in %d %s", e->plies, e->plies == 1 ? "ply" : "plies");
    if (e->from == EXACT_PROOF)
        fprintf(out, " (%lld positions)", (long long)e->nodes_n);
    fputc('\n', out);
}

static bool keeps(const struct exact *e, const struct exact_move *m)
{
    return m->known && (e->by_points ? m->margin == e->margin : sign(m->margin) == sign(e->margin));
}

static void print_move(const struct position *p, const struct exact *e, const struct exact_move *m,
                       FILE *out)
{
    char word[MOVE_TEXT_BYTES];
    fprintf(out, " %s", printed(p, m->move, word));
    if (e->margin < 0 && m->reply != MOVE_NONE)
        fprintf(out, " %s", printed(p, m->reply, word));
    if (e->from == EXACT_TABLE)
        fprintf(out, " (%d)", m->plies);
}

void exact_print(const struct position *p, const struct exact *e, FILE *out)
{
    char word[MOVE_TEXT_BYTES];
    if (e->from == EXACT_NOTHING)
        return;
    print_head(p, e, out);
    fputs("  line:", out);
    for (int i = 0; i < e->line_n; i++)
        fprintf(out, " %s", printed(p, e->line[i], word));
    fputs(e->margin < 0 ? "\n  every reply loses:" : "\n  moves that keep it:", out);
    int n = 0;
    int shown = 0;
    for (int i = 0; i < e->moves_n; i++) {
        if (!keeps(e, &e->moves[i]))
            continue;
        if (++n > PRINTED_MAX)
            continue;
        if (shown++ > 0)
            fputc(',', out);
        print_move(p, e, &e->moves[i], out);
    }
    if (n > shown)
        fprintf(out, " and %d more", n - shown);
    if (e->from == EXACT_PROOF && e->margin >= 0)
        fputs("; others may, too", out);
    fputc('\n', out);
}

/* ---- JSON ---- */

static json_t *move_json(const struct position *p, move_t m)
{
    char word[MOVE_TEXT_BYTES];
    return m == MOVE_NONE ? json_null() : json_string(printed(p, m, word));
}

static json_t *value_json(bool known, int margin)
{
    if (!known)
        return json_null();
    return json_string(margin > 0 ? "win" : margin < 0 ? "loss" : "draw");
}

static json_t *plies_json(int plies)
{
    return plies > 0 ? json_integer(plies) : json_null();
}

static json_t *margin_json(const struct exact *e, int margin)
{
    return e->by_points ? json_integer(margin) : NULL;
}

json_t *exact_json(const struct position *p, const struct exact *e)
{
    if (e->from == EXACT_NOTHING)
        return json_null();
    json_t *moves = json_array();
    json_t *line = json_array();
    for (int i = 0; i < e->moves_n; i++) {
        const struct exact_move *m = &e->moves[i];
        json_array_append_new(
            moves, json_pack("{s:o, s:o, s:o*, s:o, s:o}", "move", move_json(p, m->move), "value",
                             value_json(m->known, m->margin), "margin", margin_json(e, m->margin),
                             "plies", plies_json(m->plies), "reply", move_json(p, m->reply)));
    }
    for (int i = 0; i < e->line_n; i++)
        json_array_append_new(line, move_json(p, e->line[i]));
    return json_pack("{s:s, s:o, s:o*, s:o, s:I, s:o, s:o}", "source",
                     e->from == EXACT_TABLE ? "table" : "proof", "value",
                     value_json(true, e->margin), "margin", margin_json(e, e->margin), "plies",
                     plies_json(e->plies), "nodes", (json_int_t)e->nodes_n, "moves", moves, "line",
                     line);
}

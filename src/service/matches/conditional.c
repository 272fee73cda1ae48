#include "service/matches/conditional.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "store/people/mailbox.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line, taken apart. */
struct line {
    int64_t id;
    int from, n; /* ply of the first move; moves */
    char move[CONDITIONAL_MOVES_MAX][8];
    bool mine[CONDITIONAL_MOVES_MAX]; /* known for lines that could be replayed */
};

struct tree {
    struct line *lines; /* [CONDITIONAL_LINES_MAX] */
    int n;
};

/* Splits a text into words; false if there are too many, or one is too long. */
static bool split(const char *text, struct line *out)
{
    out->n = 0;
    for (;;) {
        text += strspn(text, " ");
        size_t len = strcspn(text, " ");
        if (len == 0)
            return true;
        if (out->n == CONDITIONAL_MOVES_MAX || len >= sizeof out->move[0])
            return false;
        snprintf(out->move[out->n++], sizeof out->move[0], "%.*s", (int)len, text);
        text += len;
    }
}

static void on_line(void *context, int64_t id, int ply, const char *moves)
{
    struct tree *t = context;
    if (t->n < CONDITIONAL_LINES_MAX && split(moves, &t->lines[t->n])) {
        t->lines[t->n].id = id;
        t->lines[t->n++].from = ply;
    }
}

static int load(struct store *s, int64_t match, int64_t player, struct tree *t)
{
    t->n = 0;
    t->lines = calloc(CONDITIONAL_LINES_MAX, sizeof *t->lines);
    if (t->lines == NULL)
        return ERR_NO_MEMORY;
    return mailbox_lines(s, match, player, on_line, t);
}

/* How many of the line's moves the match has made: negative when it took another way. */
static int follow(struct store *s, const struct store_match *m, const struct line *l, int *err)
{
    int played = m->ply - l->from + 1;
    if (played <= 0)
        return 0;
    for (int i = 0; i < played && i < l->n; i++) {
        struct store_move row;
        *err = store_move_get(s, m->id, l->from + i, &row);
        if (*err < 0 || strcmp(row.move, l->move[i]) != 0)
            return -1;
    }
    return played < l->n ? played : -1; /* a line that is used up is deleted */
}

int conditional_next(struct work *w, char move[16])
{
    struct store_match *m = &w->m;
    struct store *s = w->s->store;
    int64_t player = m->seats[m->turn_seat - 1].player.id;
    struct tree t;
    int left = 0;
    move[0] = '\0';
    int err = load(s, m->id, player, &t);
    for (int i = 0; err == 0 && i < t.n; i++) {
        const struct line *l = &t.lines[i];
        int at = follow(s, m, l, &err);
        if (err == 0 && at < 0) {
            err = mailbox_line_forget(s, l->id);
            continue;
        }
        left++;
        /* A line that begins later waits for its player's present move. */
        if (err == 0 && l->from <= m->ply && move[0] == '\0')
            snprintf(move, 16, "%s", l->move[at]);
    }
    free(t.lines);
    if (err == 0 && left == 0)
        m->conditional &= ~(1u << (m->turn_seat - 1));
    return err < 0 ? err : move[0] != '\0';
}

int conditional_drop(struct work *w)
{
    struct store_match *m = &w->m;
    m->conditional &= ~(1u << (m->turn_seat - 1));
    return mailbox_lines_forget(w->s->store, m->id, m->seats[m->turn_seat - 1].player.id);
}

int conditional_forget(struct work *w)
{
    if (w->m.conditional == 0)
        return 0;
    w->m.conditional = 0;
    return mailbox_lines_forget(w->s->store, w->m.id, 0);
}

/* --- what a player enters --- */

/* The ply with which the player's lines begin now: on their own turn they wait for the move after
 * it. */
static int first_ply(const struct store_match *m, int64_t player)
{
    bool mine = m->turn_seat != 0 && m->seats[m->turn_seat - 1].player.id == player;
    return m->ply + (mine ? 2 : 1);
}

/* Plays a line from the present position. Every move must be legal, the first one another player's,
 * and the last one the player's own. */
static int play_through(struct work *w, struct line *l, int number)
{
    struct position p = {.ply = 0};
    const struct store_match *m = &w->m;
    int err = positions_get(w->s->positions, w->s->store, m, &p);
    for (int i = 0; err == 0 && i < l->n; i++) {
        move_t move;
        struct explanation why;
        if (p.over)
            return work_refuse(w, OUTCOME_RANGE, "Line %d: the game is over after %d moves.",
                               number, i);
        if (move_parse(l->move[i], m->width, m->height, &move) < 0)
            return work_refuse(w, OUTCOME_RANGE, "Line %d: %s is not a move on this board.", number,
                               l->move[i]);
        if (position_judge(&p, move) != VERDICT_OK) {
            position_explain(&p, move, &why);
            w->order->out.rule = verdict_rule(why.verdict);
            return work_refuse(w, OUTCOME_ILLEGAL, "Line %d, %s: %s", number, l->move[i], why.text);
        }
        const struct store_seat *seat = &m->seats[position_seat(&p, p.side) - 1];
        l->mine[i] = seat->player.id == w->order->asker.id;
        move_print(move, m->width, l->move[i]);
        position_play_legal(&p, move);
    }
    if (err == 0 && (l->mine[0] || !l->mine[l->n - 1]))
        return work_refuse(w, OUTCOME_RANGE,
                           "Line %d must begin with an opponent's move and end with your own.",
                           number);
    return err;
}

/* A line that begins after an unknown move: only its form can be checked. */
static int read_only(struct work *w, struct line *l, int number)
{
    const struct store_match *m = &w->m;
    for (int i = 0; i < l->n; i++) {
        move_t move;
        if (move_parse(l->move[i], m->width, m->height, &move) < 0)
            return work_refuse(w, OUTCOME_RANGE, "Line %d: %s is not a move on this board.", number,
                               l->move[i]);
        move_print(move, m->width, l->move[i]);
        l->mine[i] = m->seats_n == 2 && i % 2 == 1;
    }
    if (m->seats_n == 2 && l->n % 2 != 0)
        return work_refuse(w, OUTCOME_RANGE,
                           "Line %d must begin with an opponent's move and end with your own.",
                           number);
    return 0;
}

/* Whether two lines answer the same moves differently. */
static bool contradict(const struct line *a, const struct line *b)
{
    for (int i = 0; i < a->n && i < b->n; i++)
        if (strcmp(a->move[i], b->move[i]) != 0)
            return a->mine[i] && b->mine[i];
    return false;
}

static int read_lines(struct work *w, const char *text, struct tree *t, int known)
{
    bool waits = first_ply(&w->m, w->order->asker.id) > w->m.ply + 1;
    for (int number = 1; *text != '\0'; number++) {
        char one[MAILBOX_MOVES_BYTES];
        size_t n = strcspn(text, "\n");
        struct line *l = &t->lines[t->n];
        if (t->n == CONDITIONAL_LINES_MAX)
            return work_refuse(w, OUTCOME_RANGE, "You may have at most %d lines.",
                               CONDITIONAL_LINES_MAX);
        snprintf(one, sizeof one, "%.*s", (int)(n < sizeof one ? n : sizeof one - 1), text);
        if (n >= sizeof one || !split(one, l) || l->n < 2)
            return work_refuse(w, OUTCOME_RANGE, "Line %d must have 2 to %d moves.", number,
                               CONDITIONAL_MOVES_MAX);
        l->from = first_ply(&w->m, w->order->asker.id);
        int err = waits ? read_only(w, l, number) : play_through(w, l, number);
        if (err < 0)
            return err;
        t->n++;
        text += n + (text[n] == '\n');
        for (int i = 0; i < t->n - 1; i++)
            if (t->lines[i].from == l->from && contradict(&t->lines[i], l))
                return work_refuse(
                    w, OUTCOME_RANGE, "Line %d gives a different answer to the same moves as %s.",
                    number, i < known ? "a line that you already have" : "another line");
    }
    return 0;
}

static int keep(struct work *w, const struct line *l)
{
    char text[MAILBOX_MOVES_BYTES] = "";
    size_t len = 0;
    for (int i = 0; i < l->n; i++)
        len +=
            (size_t)snprintf(text + len, sizeof text - len, "%s%s", i > 0 ? " " : "", l->move[i]);
    return mailbox_line_add(w->s->store, w->m.id, w->order->asker.id, l->from, text);
}

int conditional_apply(struct work *w)
{
    struct store_match *m = &w->m;
    const int64_t player = w->order->asker.id;
    struct tree t = {NULL, 0};
    unsigned bits = 0;
    bool others = false;
    for (int i = 0; i < m->seats_n; i++) {
        if (m->seats[i].player.id == player)
            bits |= 1u << i;
        else
            others = true;
    }
    if (bits == 0)
        return work_refuse(w, OUTCOME_DENIED, "You are not playing in this match.");
    if (m->state != MATCH_RUNNING)
        return work_refuse(w, OUTCOME_CONFLICT, "The match is not running.");
    if (!others)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "You play all seats of this match; conditional moves need an opponent.");
    if (w->order->u.conditional.ply != first_ply(m, player)) {
        w->order->out.ply = m->ply;
        return work_refuse(w, OUTCOME_CONFLICT, "The lines must begin with move number %d.",
                           first_ply(m, player));
    }
    int err = load(w->s->store, m->id, player, &t);
    if (!w->order->u.conditional.add)
        t.n = 0;
    for (int i = 0; i < t.n; i++) /* only lines that begin at the same ply are compared */
        for (int j = 0; j < t.lines[i].n; j++)
            t.lines[i].mine[j] = m->seats_n == 2 && j % 2 == 1;
    int known = t.n;
    if (err == 0)
        err = read_lines(w, w->order->u.conditional.text, &t, known);
    if (err == 0 && !w->order->u.conditional.add)
        err = mailbox_lines_forget(w->s->store, m->id, player);
    for (int i = known; err == 0 && i < t.n; i++)
        err = keep(w, &t.lines[i]);
    if (err == 0) {
        m->conditional = t.n > 0 ? m->conditional | bits : m->conditional & ~bits;
        err = store_match_update(w->s->store, m);
    }
    free(t.lines);
    return err;
}

/* --- reading --- */

static json_t *view_lines(struct store *s, const struct store_match *m, const struct tree *t,
                          int first, int *err)
{
    json_t *lines = json_array();
    for (int i = 0; *err == 0 && i < t->n; i++) {
        const struct line *l = &t->lines[i];
        int at = follow(s, m, l, err);
        if (at < 0 || l->from + at != first)
            continue;
        json_t *moves = json_array();
        for (; at < l->n; at++)
            json_array_append_new(moves, json_string(l->move[at]));
        json_array_append_new(lines, moves);
    }
    return lines;
}

json_t *reader_conditional(struct reader *r, int64_t match, int64_t asker, int *err)
{
    struct store *s = reader_store(r);
    struct store_match m;
    struct tree t = {NULL, 0};
    json_t *out = NULL;
    bool sits = false;
    *err = store_begin(s);
    if (*err < 0)
        return NULL;
    *err = store_match_get(s, match, &m);
    for (int i = 0; *err == 0 && i < m.seats_n; i++)
        sits = sits || m.seats[i].player.id == asker;
    if (*err == 0 && !sits)
        *err = m.is_private ? ERR_NOT_FOUND : ERR_DENIED;
    if (*err == 0)
        *err = load(s, match, asker, &t);
    if (*err == 0) {
        int first = first_ply(&m, asker);
        json_t *lines = view_lines(s, &m, &t, first, err);
        out = JSON_OBJECT({"ply", json_integer(first)}, {"lines", lines});
    }
    store_end(s);
    free(t.lines);
    if (*err < 0) {
        json_decref(out);
        return NULL;
    }
    return out;
}

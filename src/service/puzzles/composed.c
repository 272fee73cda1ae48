#include "service/puzzles/composed.h"

#include "base/err.h"
#include "platform/json.h"
#include "rules/placed.h"
#include "service/core/batch.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/start_json.h"
#include "store/community/social.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVES_LEAST = 2,                       /* legal moves: with fewer there is nothing to find */
    PLIES_MOST = COMPOSED_MOVES_BYTES / 3, /* a move has two letters at least, and a blank */
    MATCH_PLIES_LEAST = 4,                 /* as in the analysis board of the page */
    MATCHES_AT_ONCE = 20,
    NEAR_POINTS = 2, /* that differ: a start is then nearly the position of a match */
};

static int setup_of(const struct composed *c, struct setup *out)
{
    const struct game *g = game_find(c->game);
    if (g == NULL)
        return ERR_NOT_FOUND;
    *out = (struct setup){.game = (uint8_t)g->id,
                          .width = (uint8_t)c->width,
                          .height = (uint8_t)c->height,
                          .players = 2,
                          .options = (uint8_t)c->options};
    return setup_check(out, NULL) < 0 ? ERR_RANGE : 0;
}

struct puzzle_row composed_row(const struct composed *c)
{
    struct puzzle_row row = {.id = c->puzzle,
                             .goal = 1,
                             .plies = (int16_t)c->plies,
                             .rating = (int16_t)c->rating,
                             .themes = c->themes,
                             .solution = c->solution,
                             .moves = c->moves,
                             .start = c->start,
                             .author = c->by.name};
    int err = setup_of(c, &row.setup);
    ASSERT(err == 0); /* it was checked when it was made */
    return row;
}

int composed_find(struct store *s, const char *puzzle, struct puzzle_found *out)
{
    const struct puzzle_row *row = puzzle_shelf_find(puzzle);
    out->composed.id = 0;
    if (row != NULL) {
        out->row = *row;
        return 0;
    }
    int err = composed_named(s, puzzle, &out->composed);
    if (err == 0 && out->composed.state != COMPOSED_PUBLISHED)
        err = ERR_NOT_FOUND;
    if (err == 0)
        out->row = composed_row(&out->composed);
    return err;
}

/* --- a member's --- */

/* The positions through which a puzzle's moves lead. */
struct passed {
    struct setup setup;
    bool is_set;                   /* they begin from a position that was set up */
    struct position start;         /* that position */
    uint64_t keys[PLIES_MOST + 1]; /* [ply] equal up to symmetry */
    int last;                      /* ply */
};

/* Whether two positions differ in NEAR_POINTS at most, seen through any symmetry. */
static bool is_near(const struct position *p, const struct position *q)
{
    int w = p->setup.width;
    int h = p->setup.height;
    unsigned symmetries = position_symmetries(p);
    for (int s = 0; s < SYMMETRIES_MAX; s++) {
        int differ = (symmetries >> s & 1u) != 0 ? 0 : NEAR_POINTS + 1;
        for (point_t at = 0; at < w * h && differ <= NEAR_POINTS; at++) {
            struct cell a = position_cell(p, symmetry_point(s, w, h, at));
            struct cell b = position_cell(q, at);
            differ += a.owner != b.owner || a.height != b.height;
        }
        if (differ <= NEAR_POINTS)
            return true;
    }
    return false;
}

/* Whether a start is nearly the position of a match, or one move after it. A start needs this wider
 * comparison because its moves need not lead through the match. */
static bool starts_near(const struct position *match, const struct position *start)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(match, legal);
    bool near = is_near(match, start);
    for (int i = 0; i < n && !near; i++) {
        struct position q;
        position_copy(&q, match);
        position_play_legal(&q, legal[i]);
        near = is_near(&q, start);
    }
    return near;
}

/* A puzzle that a member sends is checked on a reader, because this may take long. */
struct checking {
    struct store *store;
    struct outcome *out; /* why it is refused */
    int64_t asker;
    struct passed passed;
    struct store_match list[MATCHES_AT_ONCE];
};

static int PRINTF_LIKE(3, 4)
    refuse(struct checking *k, enum outcome_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    k->out->kind = kind;
    vsnprintf(k->out->detail, sizeof k->out->detail, format, args);
    va_end(args);
    return ERR_DENIED;
}

/* Whether a match stands at a position that the moves pass through. A match that has hardly begun
 * does not count, since it would forbid every puzzle on its board. */
static int stands_at(struct checking *k, const struct store_match *m)
{
    const struct passed *l = &k->passed;
    struct setup setup;
    struct position p;
    if (m->ply < MATCH_PLIES_LEAST || (!l->is_set && m->ply > l->last) ||
        match_setup(m, &setup) < 0 || memcmp(&setup, &l->setup, sizeof setup) != 0)
        return 0;
    int err = batch_replay(k->store, m, &p);
    if (err < 0)
        return err == ERR_ILLEGAL ? 0 : err;
    if (l->is_set && starts_near(&p, &l->start))
        return 1;
    uint64_t key = position_hash_canonical(&p);
    for (int ply = l->is_set ? 0 : MATCH_PLIES_LEAST; ply <= l->last; ply++)
        if (l->keys[ply] == key)
            return 1;
    return 0;
}

/* Members must not get proofs about their own running matches: such a position cannot be a puzzle
 * yet. */
static int check_matches(struct checking *k)
{
    struct store_filter f = {.state = MATCH_RUNNING,
                             .game = games[k->passed.setup.game]->name,
                             .mine = k->asker,
                             .viewer = k->asker,
                             .limit = MATCHES_AT_ONCE};
    int all = 0;
    int n;
    do {
        n = store_match_list(k->store, &f, k->list);
        for (int i = 0; i < n; i++) {
            int at = stands_at(k, &k->list[i]);
            if (at < 0)
                return at;
            if (at > 0)
                return refuse(k, OUTCOME_CONFLICT,
                              "This is a position of match %lld, which you are playing. "
                              "Make a puzzle of it when the match is over.",
                              (long long)k->list[i].id);
            f.before = k->list[i].id;
        }
        all += n;
    } while (n == MATCHES_AT_ONCE && all < COMPOSED_MATCHES_MAX);
    if (n == MATCHES_AT_ONCE)
        return refuse(k, OUTCOME_FULL,
                      "You are playing more than %d matches of this game, too many to compare the "
                      "position with them. Make the puzzle when some are over.",
                      COMPOSED_MATCHES_MAX);
    return n < 0 ? n : 0;
}

/* The words of a->start. */
static int read_start(const struct composed_act *a, const struct setup *setup, struct composed *c,
                      struct text *why)
{
    struct text words;
    text_init(&words, c->start, sizeof c->start);
    return a->start == NULL ? 0
                            : start_json_read(a->start, setup, COMPOSED_STONES_MAX, &words, why);
}

/* Plays the moves, and keeps the positions on the way. */
static int play_moves(struct checking *k, const struct composed *c, struct position *p)
{
    for (const char *at = c->moves + strspn(c->moves, " "); *at != '\0'; at += strspn(at, " ")) {
        char word[MOVE_TEXT_BYTES] = "";
        size_t n = strcspn(at, " ");
        move_t m;
        if (n < sizeof word)
            memcpy(word, at, n);
        at += n;
        if (move_parse(word, c->width, c->height, &m) < 0 || position_play(p, m) != VERDICT_OK)
            return refuse(k, OUTCOME_RANGE, "Move %d of moves is not legal.", p->ply + 1);
        k->passed.keys[p->ply] = position_hash_canonical(p);
    }
    k->passed.last = p->ply;
    return 0;
}

static int check_position(struct checking *k, const struct composed_act *a, struct composed *c)
{
    struct position p;
    struct passed *passed = &k->passed;
    move_t legal[MOVES_MAX];
    char why_bytes[160];
    struct text why;
    text_init(&why, why_bytes, sizeof why_bytes);
    if (setup_of(c, &passed->setup) < 0)
        return refuse(k, OUTCOME_RANGE, "%s has no such board for two players.", c->game);
    if (read_start(a, &passed->setup, c, &why) < 0)
        return refuse(k, OUTCOME_RANGE, "%s", why_bytes);
    int err = placed_start(c->start, &passed->setup, &p);
    if (err == ERR_ILLEGAL)
        return refuse(k, OUTCOME_RANGE, "start: no play leads to these stones.");
    if (err < 0)
        return refuse(k, OUTCOME_RANGE, "start: %s has no such stones.", c->game);
    passed->is_set = c->start[0] != '\0';
    passed->keys[0] = position_hash_canonical(&p);
    position_copy(&passed->start, &p);
    err = play_moves(k, c, &p);
    if (err < 0)
        return err;
    if (p.over)
        return refuse(k, OUTCOME_RANGE, "The game is over in this position.");
    if (position_legal(&p, legal) < MOVES_LEAST)
        return refuse(k, OUTCOME_RANGE, "There is only one legal move in this position.");
    return check_matches(k);
}

static struct composed made_of(const struct composed_act *a, int64_t player, int64_t at)
{
    struct composed c = {.player = player,
                         .width = a->width,
                         .height = a->height,
                         .options = a->options,
                         .at = at,
                         .claim_until = at - 1, /* its turn comes after all who wait */
                         .state = COMPOSED_WAITING};
    snprintf(c.game, sizeof c.game, "%s", a->game);
    snprintf(c.moves, sizeof c.moves, "%s", a->moves);
    return c;
}

int reader_composed_check(struct reader *r, const struct composed_act *a, int64_t asker,
                          struct outcome *out)
{
    struct checking *k = calloc(1, sizeof *k);
    struct composed c = made_of(a, asker, 0);
    if (k == NULL)
        return ERR_NO_MEMORY;
    k->store = reader_store(r);
    k->out = out;
    k->asker = asker;
    int err = store_begin(k->store);
    if (err == 0) {
        err = check_position(k, a, &c);
        store_end(k->store);
    }
    free(k);
    return err;
}

/* When the queue is full, the one who has most in it loses his newest (reviews.h). */
static int make_room(struct work *w)
{
    struct reviews_greed g;
    struct composed c;
    int err = composed_greediest(w->s->store, w->order->asker.id, &g);
    if (err == 0 && !reviews_gives_way(&g))
        return work_refuse(w, OUTCOME_BUSY,
                           "%d puzzles wait for their proof, as many of your network as of any "
                           "other. Try again later.",
                           COMPOSED_ALL_MAX);
    if (err == 0)
        err = composed_get(w->s->store, g.id, &c);
    if (err == 0)
        err = quota_give(w, QUOTA_COMPOSE, "%lld", (long long)c.player);
    if (err < 0)
        return err;
    c.state = COMPOSED_DROPPED;
    return composed_put(w->s->store, &c);
}

static int check_room(struct work *w)
{
    int64_t mine = 0;
    int64_t all = 0;
    int err = composed_waiting_of(w->s->store, w->order->asker.id, &mine);
    if (err == 0)
        err = composed_waiting(w->s->store, &all);
    if (err < 0)
        return err;
    if (mine >= COMPOSED_MINE_MAX)
        return work_refuse(w, OUTCOME_FULL,
                           "%d of your puzzles already wait for a proof, which is the limit.",
                           COMPOSED_MINE_MAX);
    return all >= COMPOSED_ALL_MAX ? make_room(w) : 0;
}

int composed_make(struct work *w, void *context)
{
    const struct composed_act *a = context;
    struct composed c = made_of(a, w->order->asker.id, w->now);
    struct setup setup;
    struct text why;
    char why_bytes[160];
    text_init(&why, why_bytes, sizeof why_bytes);
    if (setup_of(&c, &setup) < 0 || read_start(a, &setup, &c, &why) < 0)
        return work_refuse(w, OUTCOME_RANGE, "There is no such position.");
    int err = check_room(w);
    if (err == 0)
        err = quota_take_of_day(w, QUOTA_COMPOSE, "made", "puzzles", "The next");
    if (err == 0)
        err = composed_add(w->s->store, &c);
    w->order->out.id = c.id;
    return err < 0 ? err
                   : work_tell(w, EVENT_REVIEW, JSON_OBJECT({"did", json_string("composed")}), 0,
                               w->s->engine.id, NULL);
}

/* --- the engine's --- */

int composed_claim(struct work *w, void *context)
{
    struct composed c;
    int64_t id = 0;
    (void)context;
    int err = composed_next(w->s->store, w->now, &id);
    if (err == ERR_NOT_FOUND)
        return 0; /* out.id stays 0 */
    if (err == 0)
        err = composed_get(w->s->store, id, &c);
    if (err < 0)
        return err;
    c.claim_until = w->now + COMPOSED_CLAIM_MS;
    w->order->out.id = id;
    err = composed_put(w->s->store, &c);
    return err < 0 ? err : composed_served(w->s->store, c.player, w->now);
}

/* The results that the engine may report. */
static bool is_result(const char *name, enum composed_state *out)
{
    static const enum composed_state results[] = {COMPOSED_UNIQUE, COMPOSED_MANY, COMPOSED_LOST,
                                                  COMPOSED_UNDECIDED};
    for (size_t i = 0; i < ARRAY_LEN(results); i++)
        if (strcmp(name, composed_state_name[results[i]]) == 0) {
            *out = results[i];
            return true;
        }
    return false;
}

int composed_hand_in(struct work *w, void *context)
{
    const struct composed_act *a = context;
    struct composed c;
    struct composed same;
    enum composed_state state;
    if (!is_result(a->state, &state))
        return work_refuse(w, OUTCOME_RANGE, "state must be unique, many, lost or undecided.");
    int err = composed_get(w->s->store, a->id, &c);
    if (err == ERR_NOT_FOUND || (err == 0 && c.state != COMPOSED_WAITING))
        return work_refuse(w, OUTCOME_CONFLICT, "This puzzle is not waiting for a proof.");
    if (err < 0)
        return err;
    c.state = state;
    c.plies = a->plies;
    c.rating = a->rating;
    snprintf(c.puzzle, sizeof c.puzzle, "%s", a->puzzle);
    snprintf(c.solution, sizeof c.solution, "%s", a->solution);
    snprintf(c.others, sizeof c.others, "%s", a->others);
    snprintf(c.themes, sizeof c.themes, "%s", a->themes);
    if (state == COMPOSED_UNIQUE) {
        err =
            puzzle_shelf_find(c.puzzle) != NULL ? 0 : composed_named(w->s->store, c.puzzle, &same);
        if (err == 0)
            c.state = COMPOSED_KNOWN;
        else if (err != ERR_NOT_FOUND)
            return err;
    }
    return composed_put(w->s->store, &c);
}

/* --- moderators' --- */

int composed_decide(struct work *w, void *context)
{
    const struct composed_act *a = context;
    struct composed c;
    int chars = text_characters(a->reason);
    if (chars > COMPOSED_REASON_CHARS || (chars < 1 && !a->publish))
        return work_refuse(w, OUTCOME_RANGE,
                           "reason must have 1 to %d characters; it may be empty for a puzzle that "
                           "is published.",
                           COMPOSED_REASON_CHARS);
    int err = composed_get(w->s->store, a->id, &c);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such puzzle.");
    if (err == 0 && c.state != COMPOSED_UNIQUE)
        return work_refuse(w, OUTCOME_CONFLICT, "This puzzle is not waiting for moderators.");
    if (err < 0)
        return err;
    c.state = a->publish ? COMPOSED_PUBLISHED : COMPOSED_REFUSED;
    c.decided_at = w->now;
    snprintf(c.reason, sizeof c.reason, "%s", a->reason);
    err = composed_put(w->s->store, &c);
    if (err == 0)
        err = work_tell(w, EVENT_PUZZLE,
                        JSON_OBJECT({"puzzle", json_string(c.puzzle)},
                                    {"did", json_string(composed_state_name[c.state])},
                                    {"reason", json_string(c.reason)}),
                        0, c.player, NULL);
    return err < 0 ? err
                   : social_audit_add(w->s->store, w->order->asker.id,
                                      a->publish ? "publish puzzle" : "refuse puzzle", c.player,
                                      c.puzzle, w->now);
}

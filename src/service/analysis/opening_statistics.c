#include "service/analysis/opening_statistics.h"

#include "base/err.h"
#include "base/rng.h"
#include "rules/position.h"
#include "service/analysis/explored.h"
#include "service/core/view.h"
#include <stdlib.h>
#include <string.h>

int64_t opening_statistics_key(const struct position *p)
{
    const struct setup *s = &p->setup;
    uint64_t board = (uint64_t)s->game | (uint64_t)s->width << 8 | (uint64_t)s->height << 16 |
                     (uint64_t)s->players << 24 | (uint64_t)s->options << 32 |
                     (uint64_t)p->ply << 40;
    return (int64_t)rng_mix(position_hash_canonical(p) ^ rng_mix(board));
}

bool opening_statistics_position(const struct setup *s, const char *moves, int most,
                                 struct position *out, struct text *why)
{
    struct position p = {.ply = 0};
    if (position_start(&p, s) < 0) {
        text_str(why, "There is no such board.");
        return false;
    }
    while (*moves != '\0') {
        char word[8] = "";
        size_t n = strcspn(moves, ",");
        move_t move;
        if (p.ply == most) {
            text_str(why, "An opening has at most ");
            text_int(why, most);
            text_str(why, " moves.");
            return false;
        }
        if (n < sizeof word)
            memcpy(word, moves, n);
        if (move_parse(word, s->width, s->height, &move) < 0 ||
            position_judge(&p, move) != VERDICT_OK || p.over) {
            text_str(why, "Move ");
            text_int(why, p.ply + 1);
            text_str(why, " of the opening cannot be played.");
            return false;
        }
        position_play_legal(&p, move);
        moves += n + (moves[n] == ',');
    }
    *out = p;
    return true;
}

bool opening_statistics_read(const struct setup *s, const char *moves, int64_t *key,
                             struct text *why)
{
    struct position p;
    if (!opening_statistics_position(s, moves, OPENING_STATISTICS_PLIES, &p, why))
        return false;
    if (p.ply == 0)
        text_str(why, "An opening has at least one move.");
    *key = opening_statistics_key(&p);
    return p.ply > 0;
}

/* Matches as they are entered. */
struct entry {
    int64_t match;
    struct position p;
    int64_t key; /* of p */
    struct explored_match explored;
    int err; /* ERR_ILLEGAL: from here on it cannot be replayed */
};

struct entries {
    struct store *s;
    struct entry list[OPENING_STATISTICS_AT_ONCE];
    int n, at; /* at: the entry whose moves are being read */
};

static void on_first(void *context, int64_t match, int ply, const char *word)
{
    struct entries *e = context;
    move_t move;
    while (e->at < e->n && e->list[e->at].match != match)
        e->at++;
    struct entry *m = e->at < e->n ? &e->list[e->at] : NULL;
    if (m == NULL || m->err != 0)
        return;
    if (ply != m->p.ply + 1 || move_parse(word, m->p.setup.width, m->p.setup.height, &move) < 0 ||
        position_play(&m->p, move) != VERDICT_OK) {
        m->err = ERR_ILLEGAL;
        return;
    }
    int64_t before = m->key;
    m->key = opening_statistics_key(&m->p);
    if (ply <= OPENING_STATISTICS_PLIES)
        m->err = store_opening_add(e->s, m->key, match);
    if (m->err == 0 && m->explored.counts)
        m->err = explored_enter(e->s, &m->explored, before, m->key);
}

static int begin(struct store *s, struct entry *e)
{
    struct store_match m;
    struct setup setup;
    int err = store_match_get(s, e->match, &m);
    if (err == 0)
        err = match_setup(&m, &setup);
    if (err == 0)
        err = position_start(&e->p, &setup);
    if (err == 0)
        e->key = opening_statistics_key(&e->p);
    return err == 0 ? explored_begin(s, &m, &e->explored) : err;
}

static int enter(struct entries *e)
{
    int64_t ids[OPENING_STATISTICS_AT_ONCE];
    e->n = store_openings_waiting(e->s, OPENING_STATISTICS_AT_ONCE, ids);
    for (int i = 0; i < e->n; i++) {
        e->list[i].match = ids[i];
        e->list[i].err = begin(e->s, &e->list[i]);
    }
    int err = e->n > 0 ? store_openings_moves(e->s, OPENING_STATISTICS_AT_ONCE, EXPLORED_PLIES,
                                              on_first, e)
                       : e->n;
    for (int i = 0; err == 0 && i < e->n; i++) {
        err = e->list[i].err;
        if (err == ERR_ILLEGAL || err == ERR_NOT_FOUND)
            err = 0; /* a match that cannot be replayed is not indexed by its moves */
        if (err == 0)
            err = store_opening_done(e->s, e->list[i].match);
    }
    return err < 0 ? err : e->n == OPENING_STATISTICS_AT_ONCE;
}

int opening_statistics_enter(struct store *s)
{
    struct entries *e = calloc(1, sizeof *e);
    if (e == NULL)
        return ERR_NO_MEMORY;
    e->s = s;
    int more = enter(e);
    free(e);
    return more;
}

static void on_annulled_move(void *context, const struct store_move *m)
{
    struct entries *e = context;
    struct entry *match = &e->list[0];
    move_t move;
    if (match->err != 0 || m->ply > EXPLORED_PLIES)
        return;
    if (move_parse(m->move, match->p.setup.width, match->p.setup.height, &move) < 0 ||
        position_play(&match->p, move) != VERDICT_OK) {
        match->err = ERR_ILLEGAL;
        return;
    }
    int64_t before = match->key;
    match->key = opening_statistics_key(&match->p);
    match->err = explored_leave(e->s, &match->explored, before, match->key);
}

int opening_statistics_annul(struct store *s, int64_t match)
{
    int waits = store_opening_waits(s, match);
    if (waits != 0)
        return waits < 0 ? waits : 0; /* it will not count when its turn comes */
    struct entries *e = calloc(1, sizeof *e);
    if (e == NULL)
        return ERR_NO_MEMORY;
    e->s = s;
    e->list[0].match = match;
    int err = begin(s, &e->list[0]);
    if (err == 0 && e->list[0].explored.counts)
        err = store_moves(s, match, on_annulled_move, e);
    if (err >= 0)
        err = e->list[0].err == ERR_ILLEGAL ? 0 : e->list[0].err; /* entered as far as this, too */
    free(e);
    return err;
}

#include "service/firsts.h"

#include "base/err.h"
#include "base/rng.h"
#include "rules/position.h"
#include <stdlib.h>
#include <string.h>

int64_t firsts_key(const struct position *p)
{
    const struct setup *s = &p->setup;
    uint64_t board = (uint64_t)s->game | (uint64_t)s->width << 8 | (uint64_t)s->height << 16 |
                     (uint64_t)s->players << 24 | (uint64_t)s->options << 32 |
                     (uint64_t)p->ply << 40;
    return (int64_t)rng_mix(position_hash_canonical(p) ^ rng_mix(board));
}

bool firsts_read(const struct setup *s, const char *moves, int64_t *key, struct text *why)
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
        if (p.ply == FIRSTS_PLIES) {
            text_str(why, "An opening has at most ");
            text_int(why, FIRSTS_PLIES);
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
    if (p.ply == 0)
        text_str(why, "An opening has at least one move.");
    *key = firsts_key(&p);
    return p.ply > 0;
}

/* One match as it is entered. */
struct entry {
    struct store *s;
    struct position p;
    int64_t match;
    int err;
};

static void on_move(void *context, const struct store_move *row)
{
    struct entry *e = context;
    move_t move;
    if (e->err != 0 || row->ply > FIRSTS_PLIES)
        return;
    if (move_parse(row->move, e->p.setup.width, e->p.setup.height, &move) < 0 ||
        position_play(&e->p, move) != VERDICT_OK)
        e->err = ERR_ILLEGAL;
    else
        e->err = store_opening_add(e->s, firsts_key(&e->p), e->match);
}

static int enter(struct store *s, int64_t match)
{
    struct store_match m;
    struct setup setup;
    struct entry e = {.s = s, .match = match};
    int err = store_match_get(s, match, &m);
    if (err == 0)
        err = match_setup(&m, &setup);
    if (err == 0)
        err = position_start(&e.p, &setup);
    if (err == 0)
        err = store_first_moves(s, match, FIRSTS_PLIES, on_move, &e);
    if (err == 0)
        err = e.err;
    if (err == ERR_ILLEGAL || err == ERR_NOT_FOUND)
        err = 0; /* what cannot be replayed is not found by its moves */
    return err < 0 ? err : store_opening_done(s, match);
}

int firsts_enter(struct store *s)
{
    int64_t *ids = calloc(FIRSTS_AT_ONCE, sizeof *ids);
    int err = ids != NULL ? 0 : ERR_NO_MEMORY;
    int n = err == 0 ? store_openings_waiting(s, FIRSTS_AT_ONCE, ids) : 0;
    for (int i = 0; err == 0 && i < n; i++)
        err = enter(s, ids[i]);
    free(ids);
    return err < 0 ? err : n < 0 ? n : n == FIRSTS_AT_ONCE;
}

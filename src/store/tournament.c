#include "store/tournament.h"

#include "base/err.h"
#include "store/tournament_sql.h"
#include <stdio.h>
#include <string.h>

const char *const tournament_kind_name[TOURNAMENT_KIND_N] = {"roundrobin", "swiss", "ladder"};

static int name_index(const char *const *names, int n, const char *text)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return 0;
}

int tournament_add(struct store *s, struct tournament *t)
{
    const struct store_match *m = &t->like;
    return store_some(store_query(
        s, TOURNAMENT_ADD, store_on_int, &t->id, "itttttiiiitiiiiiiiii", t->creator.id,
        tournament_kind_name[t->kind], match_state_name[t->state], t->name, t->text, m->game,
        (int64_t)m->width, (int64_t)m->height, (int64_t)m->swap, (int64_t)m->jacked, m->clock,
        (int64_t)m->rated, (int64_t)t->rounds, (int64_t)t->players_min, (int64_t)t->players_max,
        (int64_t)t->steps, t->created_at, t->starts_at, t->ends_at, t->wake_at));
}

struct each {
    union {
        tournament_on *one;
        tournament_on_player *player;
        tournament_on_pairing *pairing;
    } on;
    void *context;
};

static void read_tournament(const struct store *s, void *row, struct tournament *t)
{
    memset(t, 0, sizeof *t);
    t->id = store_row_int(s, row, 0);
    t->kind = (enum tournament_kind)name_index(tournament_kind_name, TOURNAMENT_KIND_N,
                                               store_row_text(s, row, 1));
    t->state =
        (enum match_state)name_index(match_state_name, MATCH_STATE_N, store_row_text(s, row, 2));
    snprintf(t->name, sizeof t->name, "%s", store_row_text(s, row, 3));
    snprintf(t->text, sizeof t->text, "%s", store_row_text(s, row, 4));
    snprintf(t->like.game, sizeof t->like.game, "%s", store_row_text(s, row, 5));
    t->like.width = (int)store_row_int(s, row, 6);
    t->like.height = (int)store_row_int(s, row, 7);
    t->like.seats_n = 2;
    t->like.swap = store_row_int(s, row, 8) != 0;
    t->like.jacked = store_row_int(s, row, 9) != 0;
    snprintf(t->like.clock, sizeof t->like.clock, "%s", store_row_text(s, row, 10));
    t->like.rated = store_row_int(s, row, 11) != 0;
    t->rounds = (int)store_row_int(s, row, 12);
    t->round = (int)store_row_int(s, row, 13);
    t->players_min = (int)store_row_int(s, row, 14);
    t->players_max = (int)store_row_int(s, row, 15);
    t->steps = (int)store_row_int(s, row, 16);
    t->created_at = store_row_int(s, row, 17);
    t->starts_at = store_row_int(s, row, 18);
    t->started_at = store_row_int(s, row, 19);
    t->ends_at = store_row_int(s, row, 20);
    t->finished_at = store_row_int(s, row, 21);
    t->wake_at = store_row_int(s, row, 22);
    store_row_player(s, row, 23, &t->creator);
    t->players_n = (int)store_row_int(s, row, 26);
}

static void on_one(void *context, const struct store *s, void *row)
{
    read_tournament(s, row, context);
}

int tournament_get(struct store *s, int64_t id, struct tournament *out)
{
    return store_some(store_query(s, TOURNAMENT_GET, on_one, out, "i", id));
}

int tournament_update(struct store *s, const struct tournament *t)
{
    return store_done(store_query(s, TOURNAMENT_UPDATE, NULL, NULL, "tiiiiii",
                                  match_state_name[t->state], (int64_t)t->rounds, (int64_t)t->round,
                                  t->started_at, t->finished_at, t->wake_at, t->id));
}

static void on_each(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct tournament t;
    read_tournament(s, row, &t);
    e->on.one(e->context, &t);
}

int tournament_list(struct store *s, const struct tournament_filter *f, tournament_on *on,
                    void *context)
{
    struct each e = {.on.one = on, .context = context};
    return store_query(s, TOURNAMENT_LIST, on_each, &e, "itti", f->before,
                       f->state >= 0 ? match_state_name[f->state] : "", f->game, (int64_t)f->limit);
}

int tournament_due(struct store *s, int64_t now, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, TOURNAMENT_DUE, store_on_id, &list, "ii", now, (int64_t)limit);
    return err < 0 ? err : list.n;
}

int tournament_wake(struct store *s, int64_t *at)
{
    return store_some(store_query(s, TOURNAMENT_WAKE, store_on_int, at, ""));
}

int tournament_open(struct store *s, int64_t creator, int64_t *n)
{
    return store_some(store_query(s, TOURNAMENT_OPEN, store_on_int, n, "i", creator));
}

int tournament_join(struct store *s, int64_t tournament, int64_t player, int place, int64_t at)
{
    return store_done(store_query(s, TOURNAMENT_JOIN, NULL, NULL, "iiii", tournament, player,
                                  (int64_t)place, at));
}

int tournament_leave(struct store *s, int64_t tournament, int64_t player)
{
    return store_done(store_query(s, TOURNAMENT_LEAVE, NULL, NULL, "ii", tournament, player));
}

int tournament_player_update(struct store *s, int64_t tournament, const struct tournament_player *p)
{
    return store_done(store_query(s, TOURNAMENT_PLAYER_UPDATE, NULL, NULL, "iiii",
                                  (int64_t)p->place, (int64_t)p->withdrawn, tournament,
                                  p->player.id));
}

static void on_player(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct tournament_player p = {.place = (int)store_row_int(s, row, 0),
                                  .withdrawn = store_row_int(s, row, 1) != 0};
    store_row_player(s, row, 2, &p.player);
    e->on.player(e->context, &p);
}

int tournament_players(struct store *s, int64_t tournament, tournament_on_player *on, void *context)
{
    struct each e = {.on.player = on, .context = context};
    return store_done(store_query(s, TOURNAMENT_PLAYERS, on_player, &e, "i", tournament));
}

int tournament_pairing_add(struct store *s, int64_t tournament, const struct tournament_pairing *g)
{
    return store_done(store_query(s, TOURNAMENT_PAIRING_ADD, NULL, NULL, "iiiiiii", tournament,
                                  (int64_t)g->round, (int64_t)g->board, g->match, g->a, g->b,
                                  (int64_t)g->result));
}

int tournament_pairing_result(struct store *s, int64_t tournament, int64_t match, int result)
{
    return store_done(store_query(s, TOURNAMENT_PAIRING_RESULT, NULL, NULL, "iii", (int64_t)result,
                                  tournament, match));
}

static void on_pairing(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct tournament_pairing g = {
        .round = (int)store_row_int(s, row, 0),
        .board = (int)store_row_int(s, row, 1),
        .match = store_row_int(s, row, 2),
        .a = store_row_int(s, row, 3),
        .b = store_row_int(s, row, 4),
        .result = (int)store_row_int(s, row, 5),
    };
    e->on.pairing(e->context, &g);
}

int tournament_pairings(struct store *s, int64_t tournament, tournament_on_pairing *on,
                        void *context)
{
    struct each e = {.on.pairing = on, .context = context};
    return store_done(store_query(s, TOURNAMENT_PAIRINGS, on_pairing, &e, "i", tournament));
}

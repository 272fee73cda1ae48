#include "service/tournaments/arenas.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/core/arrivals.h"
#include "service/core/service_int.h"
#include "service/matches/challenges.h"
#include "service/matches/match_steps.h"
#include "service/matches/seats.h"
#include "service/ratings/glicko.h"
#include "store/ratings/rating.h"
#include <stdlib.h>

int64_t arenas_end(const struct tournament *t)
{
    int64_t from = t->started_at != 0 ? t->started_at : t->starts_at;
    return from + t->minutes * MINUTE_MS;
}

/* --- rows --- */

static void on_player(void *context, const struct arena_player *p)
{
    struct arenas_roster *r = context;
    if (r->n < ARENA_RULES_PLAYERS_MAX)
        r->players[r->n++] = *p;
}

int arenas_load(struct store *s, int64_t arena, struct arenas_roster *out)
{
    out->n = 0;
    out->players = calloc(ARENA_RULES_PLAYERS_MAX, sizeof *out->players);
    return out->players == NULL ? ERR_NO_MEMORY : arena_players(s, arena, on_player, out);
}

void arenas_free(struct arenas_roster *r)
{
    free(r->players);
    *r = (struct arenas_roster){.players = NULL};
}

/* The present rating of a player who becomes free. */
static int take_rating(const struct work *w, const struct tournament *t, struct arena_player *p)
{
    enum { POINT = 1000 };
    struct rating r = {.rating = (int64_t)GLICKO_RATING * POINT};
    int err = rating_get(w->s->store, p->player.id, t->like.game, 0, &r);
    p->rating = r.rating / POINT;
    return err == ERR_NOT_FOUND ? 0 : err;
}

/* --- telling --- */

static int write(struct work *w, const struct tournament *t)
{
    service_wake_at(w->s, t->wake_at);
    return tournament_update(w->s->store, t);
}

static json_t *news(const struct tournament *t)
{
    return JSON_OBJECT({"tournament", json_integer(t->id)},
                       {"state", json_string(match_state_name[t->state])},
                       {"round", json_integer(0)});
}

/* Its state has changed: for the lobby and all players. */
static int tell_all(struct work *w, const struct tournament *t, const struct arenas_roster *all)
{
    int64_t players[ARENA_RULES_PLAYERS_MAX];
    for (int i = 0; i < all->n; i++)
        players[i] = all->players[i].player.id;
    return work_tell_many(w, EVENT_TOURNAMENT, news(t), players, all->n);
}

/* Its list of players has changed: for the lobby. */
static int tell_lobby(struct work *w, const struct tournament *t)
{
    return work_tell_many(w, EVENT_TOURNAMENT, news(t), NULL, 0);
}

static void sooner(int64_t *at, int64_t ms)
{
    if (*at == 0 || ms < *at)
        *at = ms;
}

/* A player has become free: looks at the arena soon. */
static int look_soon(struct work *w, struct tournament *t)
{
    int64_t soon = w->now + ARENAS_PAIR_MS;
    if (t->wake_at != 0 && t->wake_at <= soon)
        return 0;
    t->wake_at = soon;
    return write(w, t);
}

/* --- pairing --- */

/* One of the two players of a new match, w->m. */
static int seat(struct work *w, const struct tournament *t, struct arena_player *p,
                const struct arena_player *other, bool first)
{
    p->match = w->m.id;
    p->opponent = other->player.id;
    p->moved_first = first;
    p->balance += first ? 1 : -1;
    return arena_player_update(w->s->store, t->id, p);
}

static int begin_match(struct work *w, struct tournament *t, struct arena_player *a,
                       struct arena_player *b)
{
    struct store_match like = t->like;
    like.creator = t->creator.id;
    like.tournament = t->id;
    int err = challenges_between(w, &like, &a->player, &b->player);
    t->round++;
    if (err == 0)
        err = seat(w, t, a, b, true);
    return err < 0 ? err : seat(w, t, b, a, false);
}

/* Pairs those who wait. *next: when to look again, if there is a reason. */
static int pair_waiting(struct work *w, struct tournament *t, struct arenas_roster *all,
                        int64_t *next)
{
    struct arena_waiting waiting[ARENA_RULES_PLAYERS_MAX];
    struct arena_pair pairs[ARENA_RULES_PLAYERS_MAX / 2];
    int waiting_n = 0;
    int here = 0;
    for (int i = 0; i < all->n; i++) {
        const struct arena_player *p = &all->players[i];
        here += !p->paused || p->match != 0;
        if (p->paused || p->match != 0)
            continue;
        waiting[waiting_n++] = (struct arena_waiting){.who = i,
                                                      .player = p->player.id,
                                                      .opponent = p->opponent,
                                                      .points = p->points,
                                                      .rating = p->rating,
                                                      .free_at = p->free_at,
                                                      .balance = p->balance,
                                                      .moved_first = p->moved_first};
    }
    int64_t patient = here <= 2 ? INT64_MAX : w->now - ARENAS_REPEAT_MS;
    int n = arena_rules_pair(waiting, waiting_n, patient, pairs);
    int err = 0;
    for (int i = 0; err == 0 && i < n && i < ARENAS_PAIRS; i++)
        err = begin_match(w, t, &all->players[waiting[pairs[i].a].who],
                          &all->players[waiting[pairs[i].b].who]);
    if (n > 0)
        sooner(next, w->now + ARENAS_FIRST_MS + 1);
    if (waiting_n - 2 * n >= 2) /* they met last, and wait for others or until they may meet
                      * again */
        sooner(next, w->now + ARENAS_PAIR_MS);
    if (n > ARENAS_PAIRS)
        sooner(next, w->now + 1);
    return err;
}

/* --- players who do not come --- */

/* The first move of this match is overdue. */
static int end_unmoved(struct work *w, const struct arena_unmoved *u, int64_t *next)
{
    int err = arrivals_first(w->s->arrivals, u->match) != 0;
    if (err == 0)
        err = arrivals_elsewhere(w->s, u->match, w->now - u->clock_at - ARENAS_FIRST_MS);
    if (err > 0) { /* a move is on its way */
        sooner(next, w->now + SECOND_MS);
        return 0;
    }
    if (err == 0)
        err = store_match_get(w->s->store, u->match, &w->m);
    if (err < 0 || w->m.state != MATCH_RUNNING)
        return err;
    return match_steps_leave(w, w->m.turn_seat, END_TIME);
}

/* Ends the matches whose player to move has not appeared. *next: when to look again. */
static int end_all_unmoved(struct work *w, const struct tournament *t, int64_t *next)
{
    struct arena_unmoved list[ARENAS_ABSENT + 1];
    int err = 0;
    int n = arena_unmoved(w->s->store, t->id, ARENAS_ABSENT + 1, list);
    for (int i = 0; err == 0 && i < n; i++) {
        int64_t due = list[i].clock_at + ARENAS_FIRST_MS + 1;
        if (due > w->now || i == ARENAS_ABSENT) {
            sooner(next, due > w->now ? due : w->now + 1);
            break;
        }
        err = end_unmoved(w, &list[i], next);
    }
    return n < 0 ? n : err;
}

/* --- its course --- */

static int finish(struct work *w, struct tournament *t, const struct arenas_roster *all,
                  enum match_state state)
{
    t->state = state;
    t->finished_at = w->now;
    t->wake_at = 0;
    int err = write(w, t);
    return err < 0 ? err : tell_all(w, t, all);
}

/* Looks at a running arena: ends matches, pairs, or closes it. */
static int look(struct work *w, struct tournament *t)
{
    struct arenas_roster all = {.players = NULL};
    int64_t end = arenas_end(t);
    int64_t next = 0;
    int playing = 0;
    int err = end_all_unmoved(w, t, &next);
    if (err == 0)
        err = arenas_load(w->s->store, t->id, &all);
    if (err == 0 && w->now < end)
        err = pair_waiting(w, t, &all, &next);
    for (int i = 0; err == 0 && i < all.n; i++)
        playing += all.players[i].match != 0;
    bool over = w->now >= end && (playing == 0 || w->now >= end + ARENAS_GRACE_MS);
    if (err == 0 && over) {
        err = finish(w, t, &all, t->round > 0 ? MATCH_FINISHED : MATCH_ABORTED);
    } else if (err == 0) {
        sooner(&next, w->now < end ? end : end + ARENAS_GRACE_MS);
        t->wake_at = next;
        err = write(w, t);
    }
    arenas_free(&all);
    return err;
}

static int start(struct work *w, struct tournament *t)
{
    struct arenas_roster all = {.players = NULL};
    t->state = MATCH_RUNNING;
    t->started_at = w->now;
    int err = arena_pause_busy(w->s->store, t->id, w->now);
    if (err == 0)
        err = arenas_load(w->s->store, t->id, &all);
    if (err == 0)
        err = tell_all(w, t, &all);
    arenas_free(&all);
    return err < 0 ? err : look(w, t);
}

/* --- results --- */

/* The row of a seat's player, once its match is over. */
static int free_player(struct work *w, const struct tournament *t, const struct store_match *m,
                       int at, int64_t rating)
{
    struct arena_player p;
    int err = arena_player_get(w->s->store, t->id, m->seats[at].player.id, &p);
    if (err < 0 || p.match != m->id)
        return err;
    if (m->state == MATCH_FINISHED) {
        struct arena_score s = {p.points, p.streak, p.won, p.lost, p.drawn, p.performance};
        arena_rules_count(&s, m->winner_seat == 0 ? 1 : m->winner_seat == at + 1 ? 2 : 0, rating);
        bool berserk = (m->berserk & seats_bit(at + 1)) != 0;
        p.berserk += berserk;
        /* Not for an opponent who never came. */
        bool earned = berserk && m->winner_seat == at + 1 && m->ply >= m->start_ply + 2;
        p.points = s.points + (earned ? ARENA_RULES_BERSERK : 0);
        p.streak = s.streak;
        p.won = s.won;
        p.lost = s.lost;
        p.drawn = s.drawn;
        p.performance = s.performance;
    }
    bool moved = m->ply >= m->start_ply + 2 || m->reason != END_TIME;
    p.paused = p.paused || (!moved && m->winner_seat != at + 1);
    p.match = 0;
    p.free_at = w->now;
    err = take_rating(w, t, &p);
    return err < 0 ? err : arena_player_update(w->s->store, t->id, &p);
}

int arenas_match_over(struct work *w, struct tournament *t)
{
    const struct store_match played = w->m;
    struct arena_player first;
    struct arena_player second;
    if (t->state != MATCH_RUNNING) /* after the grace */
        return 0;
    int err = arena_player_get(w->s->store, t->id, played.seats[0].player.id, &first);
    if (err == 0)
        err = arena_player_get(w->s->store, t->id, played.seats[1].player.id, &second);
    if (err == 0)
        err = free_player(w, t, &played, 0, second.rating);
    if (err == 0)
        err = free_player(w, t, &played, 1, first.rating);
    return err < 0 ? err : look_soon(w, t);
}

/* --- orders --- */

/* Refuses a player who takes part in another arena that runs, once this one does. */
static int must_be_free(struct work *w, const struct tournament *t)
{
    struct tournament other;
    int64_t id = 0;
    if (t->state != MATCH_RUNNING)
        return 0;
    int err = arena_elsewhere(w->s->store, t->id, w->order->asker.id, w->now, &id);
    if (err == 0)
        err = tournament_get(w->s->store, id, &other);
    if (err == 0)
        return work_refuse(
            w, OUTCOME_CONFLICT,
            "You take part in the arena \"%s\" (%lld), which is running. Pause there "
            "and finish your match first.",
            other.name, (long long)id);
    return err == ERR_NOT_FOUND ? 0 : err;
}

static int come_back(struct work *w, struct tournament *t, struct arena_player *p)
{
    if (!p->paused)
        return 0; /* the same sent twice */
    int err = must_be_free(w, t);
    if (err < 0)
        return err;
    p->paused = false;
    if (p->match == 0)
        p->free_at = w->now;
    err = arena_player_update(w->s->store, t->id, p);
    return err < 0 || t->state != MATCH_RUNNING ? err : look_soon(w, t);
}

static int enter(struct work *w, struct tournament *t)
{
    struct arena_player p;
    if (t->players_n >= t->players_max)
        return work_refuse(w, OUTCOME_CONFLICT, "All %d places are taken.", t->players_max);
    int err = must_be_free(w, t);
    if (err == 0)
        err = tournament_join(w->s->store, t->id, w->order->asker.id, t->players_n + 1, w->now);
    if (err == 0)
        err = arena_player_get(w->s->store, t->id, w->order->asker.id, &p);
    if (err == 0)
        err = take_rating(w, t, &p);
    p.free_at = w->now;
    if (err == 0)
        err = arena_player_update(w->s->store, t->id, &p);
    if (err == 0 && t->state == MATCH_RUNNING)
        err = look_soon(w, t);
    return err < 0 ? err : tell_lobby(w, t);
}

static int join(struct work *w, struct tournament *t)
{
    struct arena_player p;
    if (w->order->asker.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED,
                           "Only members can take part in tournaments; sign up first.");
    bool time = t->state == MATCH_OPEN || (t->state == MATCH_RUNNING && w->now < arenas_end(t));
    if (!time)
        return work_refuse(w, OUTCOME_CONFLICT, "The arena is over.");
    int err = arena_player_get(w->s->store, t->id, w->order->asker.id, &p);
    if (err == ERR_NOT_FOUND)
        return enter(w, t);
    return err < 0 ? err : come_back(w, t, &p);
}

static int leave(struct work *w, struct tournament *t)
{
    struct arena_player p;
    int err = arena_player_get(w->s->store, t->id, w->order->asker.id, &p);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_CONFLICT, "You do not take part in this tournament.");
    if (err < 0)
        return err;
    if (t->state == MATCH_OPEN) {
        err = tournament_leave(w->s->store, t->id, w->order->asker.id);
        return err < 0 ? err : tell_lobby(w, t);
    }
    if (t->state != MATCH_RUNNING)
        return work_refuse(w, OUTCOME_CONFLICT, "The arena is over.");
    p.paused = true;
    return arena_player_update(w->s->store, t->id, &p);
}

static int start_now(struct work *w, struct tournament *t)
{
    if (t->creator.id != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "Only its creator can start the tournament.");
    if (t->state != MATCH_OPEN)
        return work_refuse(w, OUTCOME_CONFLICT, "The tournament has already begun.");
    if (t->players_n < t->players_min)
        return work_refuse(w, OUTCOME_CONFLICT, "The tournament needs %d players to start.",
                           t->players_min);
    return start(w, t);
}

static int end_now(struct work *w, struct tournament *t)
{
    struct arenas_roster all = {.players = NULL};
    if (t->creator.id != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "Only its creator can end the tournament.");
    if (t->state != MATCH_OPEN)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "An arena that has begun ends when its time is over.");
    int err = arenas_load(w->s->store, t->id, &all);
    if (err == 0)
        err = finish(w, t, &all, MATCH_ABORTED);
    arenas_free(&all);
    return err;
}

int arenas_act(struct work *w, struct tournament *t)
{
    switch (w->order->u.tournament.act) {
    case TOURNAMENT_JOIN:
        return join(w, t);
    case TOURNAMENT_LEAVE:
        return leave(w, t);
    case TOURNAMENT_START:
        return start_now(w, t);
    case TOURNAMENT_END:
        return end_now(w, t);
    case TOURNAMENT_CHALLENGE:
        return work_refuse(w, OUTCOME_CONFLICT, "This tournament is not a running ladder.");
    default:
        break;
    }
    if (t->wake_at == 0 || t->wake_at > w->now) /* another server was faster */
        return 0;
    return t->state == MATCH_OPEN ? start(w, t) : look(w, t);
}

#include "service/tournaments/tournaments.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/array.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "service/matches/challenges.h"
#include "service/people/profile.h"
#include "service/ratings/ratings.h"
#include "service/tournaments/arenas.h"
#include "service/tournaments/pairing.h"
#include <stdlib.h>
#include <string.h>

static struct store *store_of(const struct work *w)
{
    return w->s->store;
}

/* --- rows --- */

int tournaments_find(const struct tournament_rows *rows, int64_t player)
{
    for (int i = 0; i < rows->players_n; i++)
        if (rows->players[i].player.id == player)
            return i;
    return -1;
}

static void on_player(void *context, const struct tournament_player *p)
{
    struct tournament_rows *rows = context;
    if (rows->players_n < PAIRING_MAX)
        rows->players[rows->players_n++] = *p;
}

static void on_game(void *context, const struct tournament_pairing *g)
{
    struct tournament_rows *rows = context;
    rows->failed = rows->failed || !ARRAY_ROOM(rows->games, rows->games_n, &rows->games_cap);
    if (!rows->failed)
        rows->games[rows->games_n++] = *g;
}

void tournaments_free(struct tournament_rows *rows)
{
    free(rows->players);
    free(rows->games);
    free(rows->pairs);
    *rows = (struct tournament_rows){.players = NULL};
}

int tournaments_load(struct store *s, int64_t id, struct tournament_rows *out)
{
    int err = tournament_get(s, id, &out->tournament);
    out->players_n = 0;
    out->games_n = 0;
    out->games_cap = 0;
    out->games = NULL;
    out->failed = false;
    out->pairs = NULL;
    out->players = calloc(PAIRING_MAX, sizeof *out->players);
    if (err == 0 && out->players == NULL)
        err = ERR_NO_MEMORY;
    if (err == 0)
        err = tournament_players(s, id, on_player, out);
    if (err == 0)
        err = tournament_pairings(s, id, on_game, out);
    if (err == 0 && out->failed)
        err = ERR_NO_MEMORY;
    if (err == 0 && out->games_n > 0) {
        out->pairs = calloc((size_t)out->games_n, sizeof *out->pairs);
        if (out->pairs == NULL)
            err = ERR_NO_MEMORY;
    }
    for (int i = 0; err == 0 && i < out->games_n; i++) {
        const struct tournament_pairing *g = &out->games[i];
        out->pairs[i] = (struct pairing_game){
            tournaments_find(out, g->a), g->b != 0 ? tournaments_find(out, g->b) : -1, g->result};
    }
    return err;
}

/* --- telling --- */

static int tell(struct work *w, const struct tournament_rows *rows)
{
    int64_t players[PAIRING_MAX];
    int n = 0;
    for (int i = 0; i < rows->players_n; i++)
        if (!rows->players[i].withdrawn)
            players[n++] = rows->players[i].player.id;
    json_t *data = JSON_OBJECT({"tournament", json_integer(rows->tournament.id)},
                               {"state", json_string(match_state_name[rows->tournament.state])},
                               {"round", json_integer(rows->tournament.round)});
    return work_tell_many(w, EVENT_TOURNAMENT, data, players, n);
}

/* Something has changed that its page shows; its players need not hear of it. */
static int tell_lobby(struct work *w, const struct tournament *t)
{
    return work_tell_many(w, EVENT_TOURNAMENT,
                          JSON_OBJECT({"tournament", json_integer(t->id)},
                                      {"state", json_string(match_state_name[t->state])},
                                      {"round", json_integer(t->round)}),
                          NULL, 0);
}

static int write(struct work *w, const struct tournament_rows *rows)
{
    service_wake_at(w->s, rows->tournament.wake_at);
    return tournament_update(store_of(w), &rows->tournament);
}

static int end(struct work *w, struct tournament_rows *rows, enum match_state state)
{
    rows->tournament.state = state;
    rows->tournament.finished_at = w->now;
    rows->tournament.wake_at = 0;
    int err = write(w, rows);
    return err < 0 ? err : tell(w, rows);
}

/* --- rounds --- */

/* Begins a match of the tournament; w->m is it afterwards. */
static int begin_match(struct work *w, const struct tournament *tournament,
                       const struct tournament_player *a, const struct tournament_player *b)
{
    struct store_match like = tournament->like;
    like.creator = tournament->creator.id;
    like.tournament = tournament->id;
    like.round = tournament->round;
    return challenges_between(w, &like, &a->player, &b->player);
}

static int add_game(struct work *w, struct tournament_rows *rows, int board,
                    const struct pairing_game *g, int *playing)
{
    const struct tournament_player *a = &rows->players[g->a];
    const struct tournament_player *b = g->b >= 0 ? &rows->players[g->b] : NULL;
    struct tournament_pairing row = {.round = rows->tournament.round,
                                     .board = board,
                                     .a = a->player.id,
                                     .b = b != NULL ? b->player.id : 0,
                                     .result = g->result};
    if (b != NULL && a->withdrawn && b->withdrawn)
        return 0;
    if (b != NULL && (a->withdrawn || b->withdrawn)) {
        row.result = a->withdrawn ? 0 : 2;
    } else if (b != NULL) {
        int err = begin_match(w, &rows->tournament, a, b);
        if (err < 0)
            return err;
        row.match = w->m.id;
        ++*playing;
    }
    return tournament_pairing_add(store_of(w), rows->tournament.id, &row);
}

static int pair(const struct tournament_rows *rows, struct pairing_game *out)
{
    bool gone[PAIRING_MAX];
    int n = rows->players_n;
    if (rows->tournament.kind == TOURNAMENT_ROBIN) {
        int rounds = pairing_robin_rounds(n);
        int round = rows->tournament.round - 1;
        return pairing_robin(n, round % rounds, round / rounds % 2 == 1, out);
    }
    for (int i = 0; i < n; i++)
        gone[i] = rows->players[i].withdrawn;
    return pairing_swiss(n, gone, rows->pairs, rows->games_n, out);
}

/* Pairs the next round that has something to play; ends the tournament after the last. */
static int next_round(struct work *w, struct tournament_rows *rows)
{
    struct pairing_game paired[PAIRING_MAX];
    int64_t id = rows->tournament.id;
    for (;;) {
        int playing = 0;
        int active = 0;
        for (int i = 0; i < rows->players_n; i++)
            active += !rows->players[i].withdrawn;
        if (rows->tournament.round >= rows->tournament.rounds || active < 2)
            return end(w, rows, MATCH_FINISHED);
        rows->tournament.round++;
        rows->tournament.wake_at = 0;
        int n = pair(rows, paired);
        int err = write(w, rows);
        for (int i = 0; err == 0 && i < n; i++)
            err = add_game(w, rows, i + 1, &paired[i], &playing);
        if (err < 0)
            return err;
        if (playing > 0)
            return tell(w, rows);
        tournaments_free(rows); /* no match was made: this round's byes count for the next */
        err = tournaments_load(store_of(w), id, rows);
        if (err < 0)
            return err;
    }
}

/* The round is over: the next begins now, or after the pause. */
static int round_over(struct work *w, struct tournament_rows *rows)
{
    struct tournament *t = &rows->tournament;
    if (t->pause_ms <= 0 || t->round >= t->rounds)
        return next_round(w, rows);
    t->wake_at = w->now + t->pause_ms;
    int err = write(w, rows);
    return err < 0 ? err : tell_lobby(w, t);
}

/* Seeds by rating; players without one follow in the order of joining. */
static int seed(struct work *w, struct tournament_rows *rows)
{
    int64_t strength[PAIRING_MAX];
    for (int i = 0; i < rows->players_n; i++) {
        struct tournament_player p = rows->players[i];
        struct rating r = {.rating = INT64_MIN};
        int err = rating_get(store_of(w), p.player.id, rows->tournament.like.game, 0, &r);
        if (err < 0 && err != ERR_NOT_FOUND)
            return err;
        int j = i;
        for (; j > 0 && strength[j - 1] < r.rating; j--) {
            rows->players[j] = rows->players[j - 1];
            strength[j] = strength[j - 1];
        }
        rows->players[j] = p;
        strength[j] = r.rating;
    }
    for (int i = 0; i < rows->players_n; i++) {
        rows->players[i].place = i + 1;
        int err = tournament_player_update(store_of(w), rows->tournament.id, &rows->players[i]);
        if (err < 0)
            return err;
    }
    return 0;
}

static int usual_rounds(int n)
{
    int rounds = 1;
    while ((1 << rounds) < n)
        rounds++;
    return rounds;
}

static int start(struct work *w, struct tournament_rows *rows)
{
    struct tournament *t = &rows->tournament;
    int n = rows->players_n;
    t->state = MATCH_RUNNING;
    t->started_at = w->now;
    t->wake_at = t->kind == TOURNAMENT_LADDER ? t->ends_at : 0;
    if (t->kind == TOURNAMENT_LADDER) {
        int err = write(w, rows);
        return err < 0 ? err : tell(w, rows);
    }
    if (t->kind == TOURNAMENT_ROBIN)
        t->rounds = pairing_robin_rounds(n) * (t->rounds == 2 ? 2 : 1);
    if (t->kind == TOURNAMENT_SWISS && t->rounds == 0)
        t->rounds = usual_rounds(n);
    if (t->kind == TOURNAMENT_SWISS && t->rounds > pairing_robin_rounds(n))
        t->rounds = pairing_robin_rounds(n); /* afterwards everybody has met everybody */
    int err = seed(w, rows);
    return err < 0 ? err : next_round(w, rows);
}

/* --- the ladder --- */

/* The lower-ranked player has won: they take the place of the other, and all players between move
 * down by one. */
static int climb(struct work *w, struct tournament_rows *rows, int from, int to)
{
    for (int i = to; i <= from; i++) {
        struct tournament_player p = rows->players[i];
        p.place = i == from ? rows->players[to].place : rows->players[i + 1].place;
        int err = tournament_player_update(store_of(w), rows->tournament.id, &p);
        if (err < 0)
            return err;
    }
    return 0;
}

static bool plays(const struct tournament_rows *rows, int64_t player)
{
    for (int i = 0; i < rows->games_n; i++)
        if (rows->games[i].result < 0 && (rows->games[i].a == player || rows->games[i].b == player))
            return true;
    return false;
}

static int challenge(struct work *w, struct tournament_rows *rows)
{
    struct store_player other;
    int me = tournaments_find(rows, w->order->asker.id);
    if (rows->tournament.kind != TOURNAMENT_LADDER || rows->tournament.state != MATCH_RUNNING)
        return work_refuse(w, OUTCOME_CONFLICT, "This tournament is not a running ladder.");
    if (me < 0 || rows->players[me].withdrawn)
        return work_refuse(w, OUTCOME_DENIED, "You are not on this ladder.");
    int err = store_player_named(store_of(w), w->order->u.tournament.name, &other);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    int you = err == 0 ? tournaments_find(rows, other.id) : -1;
    if (you < 0 || rows->players[you].withdrawn)
        return work_refuse(w, OUTCOME_NOT_FOUND, "%.60s is not on this ladder.",
                           w->order->u.tournament.name);
    if (you >= me || me - you > rows->tournament.steps)
        return work_refuse(w, OUTCOME_CONFLICT,
                           "You can challenge players at most %d rungs above you.",
                           rows->tournament.steps);
    if (plays(rows, w->order->asker.id) || plays(rows, other.id))
        return work_refuse(w, OUTCOME_CONFLICT,
                           "One of you is already playing a match of this ladder.");
    const struct pairing_game g = {me, you, -1};
    int playing = 0;
    err = profile_can_play(w, &other);
    if (err < 0)
        return err;
    rows->tournament.round++; /* numbers the games */
    err = write(w, rows);
    if (err == 0)
        err = add_game(w, rows, 1, &g, &playing);
    w->order->out.match = w->m.id;
    return err < 0 ? err : tell(w, rows);
}

/* --- results --- */

static int take_result(struct work *w, struct tournament_rows *rows, int64_t match, int result)
{
    int pending = 0;
    for (int i = 0; i < rows->games_n; i++) {
        const struct tournament_pairing *g = &rows->games[i];
        int a = rows->pairs[i].a;
        int b = rows->pairs[i].b;
        if (g->match == match) {
            rows->games[i].result = rows->pairs[i].result = result;
            if (rows->tournament.kind == TOURNAMENT_LADDER && result == 2 && a > b)
                return climb(w, rows, a, b);
        }
        pending += rows->games[i].result < 0;
    }
    return rows->tournament.kind == TOURNAMENT_LADDER || pending > 0 ? 0 : round_over(w, rows);
}

static int round_match_over(struct work *w, struct tournament_rows *rows,
                            const struct store_match *played)
{
    int result = played->winner_seat == 1 ? 2 : played->winner_seat == 2 ? 0 : 1;
    int err = tournament_pairing_result(store_of(w), played->tournament, played->id, result);
    if (err == 0)
        err = tournaments_load(store_of(w), played->tournament, rows);
    if (err == 0 && rows->tournament.state == MATCH_RUNNING)
        err = take_result(w, rows, played->id, result);
    return err;
}

int tournaments_match_over(struct work *w)
{
    if (w->m.tournament == 0)
        return 0;
    struct store_match played = w->m;
    struct tournament_rows rows = {.players = NULL};
    int err = tournament_get(store_of(w), played.tournament, &rows.tournament);
    if (err == 0)
        err = rows.tournament.kind == TOURNAMENT_ARENA ? arenas_match_over(w, &rows.tournament)
                                                       : round_match_over(w, &rows, &played);
    tournaments_free(&rows);
    w->m = played;
    return err;
}

/* --- orders --- */

/* Refuses a player who is not in the team of the tournament, if it has one. */
static int for_team(struct work *w, int64_t team)
{
    enum team_role role = TEAM_MEMBER;
    int err = team != 0 ? teams_role(store_of(w), team, w->order->asker.id, &role) : 0;
    if (err == 0 && role < TEAM_MEMBER)
        return work_refuse(w, OUTCOME_DENIED,
                           "This tournament is for members of a team that you are not in.");
    return err;
}

static int make(struct work *w)
{
    struct tournament *t = w->order->u.tournament.make;
    int64_t open = 0;
    if (w->order->asker.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED,
                           "Only members can take part in tournaments; sign up first.");
    if (t->starts_at != 0 && (t->starts_at < w->now || t->starts_at > w->now + 366 * DAY_MS))
        return work_refuse(w, OUTCOME_RANGE, "starts_at must be within a year from now.");
    if (t->kind == TOURNAMENT_ARENA && t->starts_at == 0)
        return work_refuse(w, OUTCOME_RANGE, "An arena needs starts_at.");
    if (t->ends_at != 0 && (t->ends_at < w->now + DAY_MS || t->ends_at <= t->starts_at))
        return work_refuse(w, OUTCOME_RANGE,
                           "ends_at must be a day or more from now, and after starts_at.");
    int err = for_team(w, t->team);
    if (err == 0)
        err = tournament_open(store_of(w), w->order->asker.id, &open);
    if (err == 0 && open >= TOURNAMENTS_OPEN_MAX)
        return work_refuse(w, OUTCOME_FULL, "You have %d tournaments that have not begun.",
                           TOURNAMENTS_OPEN_MAX);
    t->creator = w->order->asker;
    t->state = MATCH_OPEN;
    t->created_at = w->now;
    t->wake_at = t->starts_at;
    if (err == 0)
        err = tournament_add(store_of(w), t);
    service_wake_at(w->s, t->wake_at);
    w->order->out.id = t->id;
    const struct tournament_rows rows = {.tournament = *t};
    return err < 0 ? err : tell(w, &rows);
}

static int join(struct work *w, struct tournament_rows *rows)
{
    struct tournament *t = &rows->tournament;
    int me = tournaments_find(rows, w->order->asker.id);
    bool ladder = t->kind == TOURNAMENT_LADDER && t->state == MATCH_RUNNING;
    if (w->order->asker.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED,
                           "Only members can take part in tournaments; sign up first.");
    if (me >= 0 && !rows->players[me].withdrawn)
        return 0; /* the same entry sent twice */
    if (t->state != MATCH_OPEN && !ladder)
        return work_refuse(w, OUTCOME_CONFLICT, "The tournament has already begun.");
    if (me < 0 && rows->players_n >= t->players_max)
        return work_refuse(w, OUTCOME_CONFLICT, "All %d places are taken.", t->players_max);
    int last = rows->players_n > 0 ? rows->players[rows->players_n - 1].place : 0;
    int err;
    if (me >= 0) { /* back on the ladder, at its foot */
        rows->players[me].withdrawn = false;
        rows->players[me].place = last + 1;
        err = tournament_player_update(store_of(w), t->id, &rows->players[me]);
    } else {
        err = tournament_join(store_of(w), t->id, w->order->asker.id, last + 1, w->now);
    }
    if (err < 0)
        return err;
    tournaments_free(rows);
    err = tournaments_load(store_of(w), w->order->match, rows);
    if (err == 0 && t->state == MATCH_OPEN && t->starts_at == 0 &&
        rows->players_n == t->players_max)
        return start(w, rows);
    if (err < 0)
        return err;
    return work_tell_many(w, EVENT_TOURNAMENT,
                          JSON_OBJECT({"tournament", json_integer(t->id)},
                                      {"state", json_string(match_state_name[t->state])},
                                      {"round", json_integer(t->round)}),
                          &t->creator.id, 1);
}

static int leave(struct work *w, struct tournament_rows *rows)
{
    int me = tournaments_find(rows, w->order->asker.id);
    if (me < 0)
        return work_refuse(w, OUTCOME_CONFLICT, "You do not take part in this tournament.");
    if (rows->tournament.state == MATCH_OPEN)
        return tournament_leave(store_of(w), rows->tournament.id, w->order->asker.id);
    if (rows->tournament.state != MATCH_RUNNING)
        return work_refuse(w, OUTCOME_CONFLICT, "This tournament is over.");
    rows->players[me].withdrawn = true;
    return tournament_player_update(store_of(w), rows->tournament.id, &rows->players[me]);
}

static int start_now(struct work *w, struct tournament_rows *rows)
{
    if (rows->tournament.creator.id != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "Only its creator can start the tournament.");
    if (rows->tournament.state != MATCH_OPEN)
        return work_refuse(w, OUTCOME_CONFLICT, "The tournament has already begun.");
    if (rows->players_n < rows->tournament.players_min)
        return work_refuse(w, OUTCOME_CONFLICT, "The tournament needs %d players to start.",
                           rows->tournament.players_min);
    return start(w, rows);
}

static int end_now(struct work *w, struct tournament_rows *rows)
{
    if (rows->tournament.creator.id != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "Only its creator can end the tournament.");
    if (rows->tournament.state == MATCH_OPEN)
        return end(w, rows, MATCH_ABORTED);
    if (rows->tournament.state == MATCH_RUNNING && rows->tournament.kind == TOURNAMENT_LADDER)
        return end(w, rows, MATCH_FINISHED);
    return work_refuse(w, OUTCOME_CONFLICT,
                       "Only a ladder can be ended; other tournaments end with their last round.");
}

/* Its time has come. */
static int wake(struct work *w, struct tournament_rows *rows)
{
    struct tournament *t = &rows->tournament;
    if (t->wake_at == 0 || t->wake_at > w->now)
        return 0;
    if (t->state == MATCH_OPEN && rows->players_n >= t->players_min)
        return start(w, rows);
    if (t->state == MATCH_OPEN)
        return end(w, rows, MATCH_ABORTED);
    if (t->state == MATCH_RUNNING && t->kind == TOURNAMENT_LADDER)
        return end(w, rows, MATCH_FINISHED);
    if (t->state == MATCH_RUNNING)
        return next_round(w, rows);
    t->wake_at = 0;
    return write(w, rows);
}

static int act(struct work *w, struct tournament_rows *rows)
{
    switch (w->order->u.tournament.act) {
    case TOURNAMENT_JOIN:
        return join(w, rows);
    case TOURNAMENT_LEAVE:
        return leave(w, rows);
    case TOURNAMENT_START:
        return start_now(w, rows);
    case TOURNAMENT_END:
        return end_now(w, rows);
    case TOURNAMENT_CHALLENGE:
        return challenge(w, rows);
    default:
        return wake(w, rows);
    }
}

int tournaments_apply(struct work *w)
{
    struct tournament_rows rows = {.players = NULL};
    if (w->order->u.tournament.act == TOURNAMENT_MAKE)
        return make(w);
    w->order->out.id = w->order->match;
    int err = tournament_get(store_of(w), w->order->match, &rows.tournament);
    if (err == ERR_NOT_FOUND)
        err = work_refuse(w, OUTCOME_NOT_FOUND, "There is no such tournament.");
    if (err == 0 && w->order->u.tournament.act == TOURNAMENT_JOIN)
        err = for_team(w, rows.tournament.team);
    if (err == 0 && rows.tournament.kind == TOURNAMENT_ARENA)
        return arenas_act(w, &rows.tournament);
    if (err == 0)
        err = tournaments_load(store_of(w), w->order->match, &rows);
    if (err == 0)
        err = act(w, &rows);
    tournaments_free(&rows);
    return err;
}

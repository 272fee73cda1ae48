/* lobby.c - the view of the lobby for everybody (lobby.h). */
#include "service/matches/lobby.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "service/community/remote_presence.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/audience.h"
#include "service/matches/quick.h"
#include "service/matches/seats.h"
#include "service/ratings/ratings.h"
#include "store/people/people.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PEOPLE, /* the first part; then one for each game */
    PART_N = 1 + GAME_N,
    LOOKED_AT = 60,       /* running matches among which the best are sought, the newest */
    LOOK_MS = 5 * 1000,   /* how often they are */
    ASKED_MS = 60 * 1000, /* after a request without a stream, the view is updated for this long */
};

struct part {
    json_t *value; /* owned; NULL: nothing yet */
    char event[LOBBY_EVENT_BYTES];
    size_t bytes;
    int64_t version;
};

/* The television of a game; match 0: nothing. */
struct channel {
    int64_t match;
    int64_t updated_at; /* of the match, at the last drawing */
    int ply;            /* then */
    int64_t moved_at;   /* service_now */
    int64_t ended_at;   /* 0: it runs */
};

struct lobby {
    pthread_mutex_t mutex; /* for the parts */
    struct part parts[PART_N];
    int64_t version;
    _Atomic int64_t asked_at; /* clock_ms */
    /* The writer's own. */
    struct channel channels[GAME_N];
    int64_t looked_at;
    int64_t seen; /* the last event that was looked at */
    int64_t here[LOBBY_HERE_MAX];
    int here_n;
    json_t *names; /* of these */
};

struct lobby *lobby_new(void)
{
    struct lobby *l = calloc(1, sizeof *l);
    if (l != NULL)
        (void)pthread_mutex_init(&l->mutex, NULL);
    return l;
}

void lobby_free(struct lobby *l)
{
    if (l == NULL)
        return;
    for (int i = 0; i < PART_N; i++)
        json_decref(l->parts[i].value);
    json_decref(l->names);
    (void)pthread_mutex_destroy(&l->mutex);
    free(l);
}

/* Stores a part, and tells the listeners if it has changed. Steals value. */
static void put(struct service *s, int which, json_t *value)
{
    struct lobby *l = s->lobby;
    struct part *p = &l->parts[which];
    if (value == NULL || json_equal(value, p->value)) {
        json_decref(value);
        return;
    }
    char *text = json_dumps(value, JSON_COMPACT);
    (void)pthread_mutex_lock(&l->mutex);
    json_decref(p->value);
    p->value = value;
    int n = text == NULL ? 0
                         : snprintf(p->event, sizeof p->event, "event: %s\ndata: %s\n\n",
                                    which == PEOPLE ? "lobby" : "tv", text);
    p->bytes = n > 0 && (size_t)n < sizeof p->event ? (size_t)n : 0;
    p->version = ++l->version;
    (void)pthread_mutex_unlock(&l->mutex);
    free(text);
    hub_touch(s->hub, TOPIC_LOBBY);
}

/* --- people --- */

/* Names of members who are online and allow others to see it. */
static json_t *names_of(struct service *s, const int64_t *ids, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        struct store_player p;
        struct people_account a;
        if (store_player_get(s->reads, ids[i], &p) < 0 || p.kind != PLAYER_MEMBER ||
            people_account_get(s->reads, ids[i], &a) < 0 || !a.show_seen)
            continue;
        json_array_append_new(list, json_string(p.name));
    }
    return list;
}

static void look_at_people(struct service *s)
{
    struct lobby *l = s->lobby;
    int64_t here[LOBBY_HERE_MAX];
    int players = 0;
    int n = remote_presence_players(s, TOPIC_LOBBY, here, LOBBY_HERE_MAX, &players);
    if (l->names == NULL || n != l->here_n ||
        memcmp(here, l->here, (size_t)n * sizeof *here) != 0) {
        json_decref(l->names);
        l->names = names_of(s, here, n);
        memcpy(l->here, here, (size_t)n * sizeof *here);
        l->here_n = n;
    }
    put(s, PEOPLE,
        JSON_OBJECT({"players", json_integer(players)}, {"here", json_deep_copy(l->names)},
                    {"waiting", quick_counts(s)}));
}

/* --- television --- */

static int64_t rating_of(struct service *s, const struct store_match *m, int seat)
{
    const struct store_seat *at = &m->seats[seat];
    struct rating r = {0};
    int err = rating_get(s->reads, at->player.id, m->game, at->level, &r);
    return err == 0 || err == ERR_NOT_FOUND ? r.rating : 0;
}

static json_t *tv_seats(struct service *s, const struct store_match *m)
{
    json_t *list = json_array();
    for (int i = 0; i < m->seats_n; i++) {
        const struct store_seat *at = &m->seats[i];
        struct rating r = {0};
        bool known = rating_get(s->reads, at->player.id, m->game, at->level, &r) == 0;
        json_array_append_new(
            list,
            JSON_OBJECT({"name", json_string(at->player.name)},
                        {"level", at->kind == SEAT_BOT ? json_integer(at->level) : json_null()},
                        {"side", json_integer(m->swapped ? 2 - i : i + 1)},
                        {"rating", json_integer(ratings_points(r.rating))},
                        {"provisional", json_boolean(known && ratings_points(r.deviation) >=
                                                                  RATINGS_PROVISIONAL)}));
    }
    return list;
}

static json_t *draw(struct service *s, const struct store_match *m)
{
    struct position p;
    char board[4 * POINTS_MAX];
    char last[MOVE_TEXT_BYTES] = "";
    struct text t;
    if (positions_replay(s->reads, m, &p) < 0)
        return NULL;
    text_init(&t, board, sizeof board);
    diagram_print(&p, &t);
    if (p.last != MOVE_NONE)
        (void)move_print(p.last, m->width, last);
    return JSON_OBJECT({"exhibition", json_boolean(seats_exhibition(m))},
                       {"game", json_string(m->game)}, {"id", json_integer(m->id)},
                       {"width", json_integer(m->width)}, {"height", json_integer(m->height)},
                       {"players", json_integer(m->seats_n)}, {"ply", json_integer(m->ply)},
                       {"swap", json_boolean(m->swap)}, {"jacked", json_boolean(m->jacked)},
                       {"seats", tv_seats(s, m)}, {"board", json_string(board)},
                       {"last", json_string(last)}, {"side", json_integer(p.side)},
                       {"clock", view_clock(m)}, {"state", json_string(match_state_name[m->state])},
                       {"result", view_result(m)});
}

static bool is_shown(const struct store_match *m)
{
    return !m->is_private && m->delay_plies == 0 && m->delay_ms == 0;
}

/* Draws what is on, if it has changed; 0 or what the store returned. */
static int redraw(struct service *s, int game)
{
    struct channel *c = &s->lobby->channels[game];
    struct store_match m;
    int err = store_match_get(s->reads, c->match, &m);
    if (err == ERR_NOT_FOUND) {
        *c = (struct channel){0};
        return 0;
    }
    if (err < 0 || (m.updated_at == c->updated_at && m.ply == c->ply))
        return err;
    c->updated_at = m.updated_at;
    c->ply = m.ply;
    c->moved_at = service_now(s);
    if (m.state != MATCH_RUNNING && c->ended_at == 0)
        c->ended_at = service_now(s);
    put(s, 1 + game, draw(s, &m));
    return 0;
}

/* How interesting a match is: matches that are played now come first, then higher ratings. */
static int64_t worth(struct service *s, const struct store_match *m)
{
    const int64_t played = (int64_t)1 << 40;
    int64_t sum = 0;
    for (int i = 0; i < m->seats_n; i++)
        sum += rating_of(s, m, i);
    bool now = service_now(s) - m->updated_at < LOBBY_STILL_MS;
    return (now ? played : 0) + sum / m->seats_n;
}

/* Guests who have not moved for a while have left. */
static bool is_left(struct service *s, const struct store_match *m)
{
    bool guests = false;
    for (int i = 0; i < m->seats_n; i++)
        guests = guests || m->seats[i].player.kind == PLAYER_GUEST;
    return guests && service_now(s) - m->updated_at >= LOBBY_STILL_MS;
}

static bool may_change(const struct service *s, const struct channel *c)
{
    int64_t now = service_now(s);
    if (c->match == 0)
        return true;
    return c->ended_at != 0 ? now - c->ended_at >= LOBBY_END_MS
                            : now - c->moved_at > LOBBY_STILL_MS;
}

/* Another match for a game whose channel is free. */
static int choose(struct service *s, int game)
{
    struct channel *c = &s->lobby->channels[game];
    struct store_filter f = {.state = MATCH_RUNNING, .game = games[game]->name, .limit = LOOKED_AT};
    struct store_match *list = calloc(LOOKED_AT, sizeof *list);
    if (list == NULL)
        return ERR_NO_MEMORY;
    int n = store_match_list(s->reads, &f, list);
    int64_t best = -1;
    int64_t match = 0;
    for (int i = 0; i < n; i++) {
        int64_t value = is_shown(&list[i]) && !is_left(s, &list[i]) ? worth(s, &list[i]) : -1;
        if (value > best) {
            best = value;
            match = list[i].id;
        }
    }
    free(list);
    if (n < 0)
        return n;
    if (match != 0 && match != c->match)
        *c = (struct channel){.match = match, .moved_at = service_now(s)};
    return 0;
}

static int look_at_matches(struct service *s, bool choose_too)
{
    int err = store_begin(s->reads);
    if (err < 0)
        return err;
    for (int g = 0; err == 0 && g < GAME_N; g++) {
        struct channel *c = &s->lobby->channels[g];
        if (choose_too && may_change(s, c))
            err = choose(s, g);
        if (err == 0 && c->match != 0)
            err = redraw(s, g);
    }
    look_at_people(s);
    store_end(s->reads);
    return err;
}

void lobby_tick(struct service *s)
{
    struct lobby *l = s->lobby;
    int64_t now = clock_ms();
    bool asked = now - atomic_load(&l->asked_at) < ASKED_MS && atomic_load(&l->asked_at) != 0;
    if (hub_count(s->hub, TOPIC_LOBBY, NULL, 0) == 0 && !asked)
        return;
    bool choose_too = l->looked_at == 0 || now - l->looked_at >= LOOK_MS;
    if (choose_too)
        l->looked_at = now;
    (void)look_at_matches(s, choose_too); /* what cannot be read now will be read in a second */
}

/* --- for other threads --- */

bool lobby_take(struct service *s, int64_t *seen, lobby_give *give, void *context)
{
    struct lobby *l = s->lobby;
    bool full = false;
    (void)pthread_mutex_lock(&l->mutex);
    for (int i = 0; i < PART_N && !full; i++) {
        const struct part *p = &l->parts[i];
        if (p->version > *seen && p->bytes > 0)
            full = !give(context, p->event, p->bytes);
    }
    if (!full)
        *seen = l->version;
    (void)pthread_mutex_unlock(&l->mutex);
    return !full;
}

json_t *lobby_view(struct service *s)
{
    struct lobby *l = s->lobby;
    json_t *tv = json_array();
    (void)pthread_mutex_lock(&l->mutex);
    for (int g = 0; g < GAME_N; g++)
        if (l->parts[1 + g].value != NULL)
            json_array_append_new(tv, json_deep_copy(l->parts[1 + g].value));
    json_t *people = l->parts[PEOPLE].value != NULL
                         ? json_deep_copy(l->parts[PEOPLE].value)
                         : json_pack("{si s[] s[]}", "players", 0, "here", "waiting");
    (void)pthread_mutex_unlock(&l->mutex);
    atomic_store(&l->asked_at, clock_ms());
    return JSON_OBJECT({"people", people}, {"tv", tv});
}

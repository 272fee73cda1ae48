/* matches_view.c - what the API says of matches: one, pages of them, vacation, chat. */
#include "service/matches/matches_view.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "service/community/moderation.h"
#include "service/community/remote_presence.h"
#include "service/core/batch.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/core/session_cache.h"
#include "service/core/view.h"
#include "service/matches/audience.h"
#include "service/matches/delay.h"
#include "service/ratings/ratings.h"
#include "store/community/social.h"
#include "store/tournaments/simuls.h"
#include <stdlib.h>

static void add_move(void *context, const struct store_move *m)
{
    json_array_append_new(
        context, JSON_OBJECT({"ply", json_integer(m->ply)}, {"seat", json_integer(m->seat)},
                             {"side", json_integer(m->side)}, {"move", json_string(m->move)},
                             {"at", json_integer(m->at)}));
}

/* The chat of a match without the lines of those whom the reader has blocked. */
struct chat_list {
    json_t *out;
    const struct store_match *m;
    int64_t blocked[STORE_SEATS_MAX + 1];
    int blocked_n;
};

static void note_blocked(void *context, const struct store_player *p)
{
    struct chat_list *l = context;
    bool here = p->id == l->m->creator;
    for (int i = 0; i < l->m->seats_n; i++)
        here = here || p->id == l->m->seats[i].player.id;
    if (here && l->blocked_n < (int)ARRAY_LEN(l->blocked))
        l->blocked[l->blocked_n++] = p->id;
}

/* Moves until a ply. */
struct shown {
    json_t *moves;
    int until;
};

static void add_shown(void *context, const struct store_move *m)
{
    const struct shown *s = context;
    if (m->ply <= s->until)
        add_move(s->moves, m);
}

static void add_chat(void *context, const struct store_chat *line)
{
    const struct chat_list *l = context;
    for (int i = 0; i < l->blocked_n; i++)
        if (l->blocked[i] == line->player.id)
            return;
    json_array_append_new(l->out, view_chat(line));
}

static struct cached_seats seats_of(const struct store_match *m)
{
    struct cached_seats seats = {.match = m->id, .open = m->state == MATCH_OPEN};
    for (int i = 0; i < m->seats_n; i++)
        if (m->seats[i].player.id != 0)
            seats.players[seats.n++] = m->seats[i].player.id;
    return seats;
}

/* Reads a match in a transaction of its own, and remembers who sits in it. */
static int read_match(struct reader *r, int64_t match, struct store_match *m)
{
    struct service *s = batch_reader_service(r);
    uint64_t changes = session_cache_changes(s->session_cache);
    uint32_t events = session_cache_seats_events(s->session_cache, match);
    int err = store_begin(reader_store(r));
    if (err < 0)
        return err;
    err = store_match_get(reader_store(r), match, m);
    store_end(reader_store(r));
    if (err < 0)
        return err;
    struct cached_seats seats = seats_of(m);
    session_cache_seats_put(s->session_cache, changes, events, clock_ms(), &seats);
    return 0;
}

int reader_may_see(struct reader *r, int64_t match, int64_t asker, const char *invite)
{
    struct store_match m;
    int err = read_match(r, match, &m);
    return err < 0 ? err : audience_may_see(&m, asker, invite) ? 0 : ERR_NOT_FOUND;
}

/* How many listen to the match of these seats without sitting in one. */
static int watchers_of(const struct service *s, const struct cached_seats *seats)
{
    return remote_presence_count(s, topic_match(seats->match), seats->players, seats->n);
}

int service_watchers(struct service *s, int64_t match)
{
    struct cached_seats seats;
    if (!session_cache_seats_get(s->session_cache, match, clock_ms(), &seats))
        return ERR_NOT_FOUND;
    return watchers_of(s, &seats);
}

int reader_topic(struct reader *r, int64_t match, int64_t asker, const char *invite,
                 struct topic *out)
{
    struct store_match m;
    int err = read_match(r, match, &m);
    if (err == 0 && !audience_may_see(&m, asker, invite))
        err = ERR_NOT_FOUND;
    if (err < 0)
        return err;
    bool delayed = m.delay_plies != 0 || m.delay_ms != 0;
    *out = delayed && delay_inside(&m, asker) ? topic_inside(match) : topic_match(match);
    return 0;
}

int reader_watchers(struct reader *r, int64_t match)
{
    struct store_match m;
    int n = service_watchers(batch_reader_service(r), match);
    if (n >= 0)
        return n;
    int err = read_match(r, match, &m);
    if (err < 0)
        return err;
    struct cached_seats seats = seats_of(&m);
    return watchers_of(reader_service(r), &seats);
}

/* The simultaneous exhibition of a match; 0: of none. */
static int simul_of(struct store *s, int64_t match, int64_t *simul)
{
    *simul = 0;
    int err = simuls_of_match(s, match, simul);
    return err == ERR_NOT_FOUND ? 0 : err;
}

/* Begins to read a match as it is after *event. */
static int begin_match(struct reader *r, int64_t match, int64_t *event)
{
    const struct topic topics[] = {topic_match(match), topic_inside(match)};
    for (int tries = 1;; tries++) {
        int err = store_begin_settled(reader_store(r), event);
        if (err < 0 || tries == READER_TRIES || !reader_ahead(r, *event, topics, 2))
            return err;
        store_end(reader_store(r));
        reader_wait();
    }
}

json_t *reader_match(struct reader *r, int64_t match, int64_t asker, const char *invite, int *err)
{
    struct store_match m;
    json_t *out = NULL;
    json_t *moves = json_array();
    json_t *chat = json_array();
    struct chat_list lines = {.out = chat, .m = &m};
    int64_t event = 0;
    *err = begin_match(r, match, &event);
    if (*err < 0)
        goto out;
    json_t *ratings = NULL;
    json_t *annulled = NULL;
    int64_t simul = 0;
    *err = store_match_get(reader_store(r), match, &m);
    if (*err == 0 && ratings_count(&m)) {
        ratings = ratings_of_match(reader_store(r), match);
        annulled = json_is_null(ratings) ? moderation_annulled(reader_store(r), match) : NULL;
    }
    if (*err == 0 && !audience_view(&m, asker, invite))
        *err = ERR_NOT_FOUND;
    if (*err == 0)
        *err = simul_of(reader_store(r), match, &simul);
    struct shown shown = {moves, *err == 0 ? m.ply : 0};
    if (*err == 0)
        *err = store_moves(reader_store(r), match, add_shown, &shown);
    if (*err == 0 && asker != 0)
        *err = social_blocked(reader_store(r), asker, note_blocked, &lines);
    if (*err == 0)
        *err = store_chats(reader_store(r), match, add_chat, &lines);
    json_t *stakes = NULL;
    if (*err == 0)
        *err = ratings_stakes(reader_store(r), &m, asker, service_now(reader_service(r)), &stakes);
    if (*err == 0) {
        struct cached_seats seats = seats_of(&m);
        out = view_match(&m, asker, watchers_of(reader_service(r), &seats));
        json_object_set_new(out, "stakes", stakes);
        *err = ratings_show(reader_store(r), &m, out);
    }
    store_end(reader_store(r));
    if (*err < 0) {
        json_decref(ratings);
        json_decref(annulled);
        json_decref(out);
        out = NULL;
        goto out;
    }
    json_object_set(out, "moves", moves);
    json_object_set(out, "chat", chat);
    json_object_set_new(out, "event", json_integer(event));
    json_object_set_new(out, "simul", simul != 0 ? json_integer(simul) : json_null());
    json_object_set_new(out, "now", json_integer(service_now(reader_service(r))));
    if (ratings != NULL)
        json_object_set_new(out, "ratings", ratings);
    if (annulled != NULL)
        json_object_set_new(out, "annulled", annulled);
out:
    json_decref(moves);
    json_decref(chat);
    return out;
}

/* What the asker would win or lose in a free seat. */
static int add_stakes(struct reader *r, const struct store_match *m, int64_t asker, json_t *match)
{
    json_t *stakes = NULL;
    int err = ratings_stakes(reader_store(r), m, asker, service_now(reader_service(r)), &stakes);
    if (err == 0)
        json_object_set_new(match, "stakes", stakes);
    return err;
}

/* A page of matches: at most `limit` of the n that were read. rest: below which others may be; 0:
 * none. Reads the ratings of their seats. */
/* For the engine: who pays for its time. */
static int add_payer(struct store *store, const struct store_match *m, int64_t engine,
                     json_t *match)
{
    int64_t payer = 0;
    int at = 0;
    while (at < m->seats_n - 1 && m->seats[at].player.id == engine)
        at++;
    int err = quota_payer(store, m->seats[at].player.id, &payer);
    json_object_set_new(match, "payer", json_integer(payer));
    return err;
}

/* The position of a match, as far as its row says that it may be seen; null if it cannot be
 * replayed. */
static json_t *view_board(struct store *store, const struct store_match *m, int *err)
{
    struct position p;
    char board[4 * POINTS_MAX];
    char last[MOVE_TEXT_BYTES] = "";
    struct text t;
    int replayed = positions_replay(store, m, &p);
    if (replayed < 0) {
        *err = replayed == ERR_ILLEGAL ? 0 : replayed;
        return json_null();
    }
    text_init(&t, board, sizeof board);
    diagram_print(&p, &t);
    if (p.last != MOVE_NONE)
        (void)move_print(p.last, m->width, last);
    return JSON_OBJECT({"diagram", json_string(board)}, {"side", json_integer(p.side)},
                       {"last", json_string(last)});
}

static json_t *view_page(struct reader *r, struct store_match *list, int n, int limit, int64_t rest,
                         int64_t asker, bool boards, int *err)
{
    json_t *matches = json_array();
    for (int i = 0; *err == 0 && i < n && i < limit; i++) {
        /* The store has already left out private matches of others. */
        if (!audience_view(&list[i], asker, NULL))
            continue;
        struct cached_seats seats = seats_of(&list[i]);
        json_t *match = view_match(&list[i], asker, watchers_of(reader_service(r), &seats));
        *err = ratings_show(reader_store(r), &list[i], match);
        if (*err == 0 && list[i].state == MATCH_OPEN && list[i].rated)
            *err = add_stakes(r, &list[i], asker, match);
        if (*err == 0 && asker != 0 && asker == reader_service(r)->engine.id)
            *err = add_payer(reader_store(r), &list[i], asker, match);
        if (*err == 0 && boards)
            json_object_set_new(match, "board", view_board(reader_store(r), &list[i], err));
        json_array_append_new(matches, match);
    }
    json_t *next = n > limit   ? json_integer(list[limit - 1].id)
                   : rest != 0 ? json_integer(rest)
                               : json_null();
    return JSON_OBJECT({"matches", matches}, {"next", next},
                       {"now", json_integer((json_int_t)service_now(reader_service(r)))});
}

/* A page of a list or of a search (the other is NULL). */
static json_t *read_page(struct reader *r, const struct store_filter *f,
                         const struct store_search *search, int64_t asker, bool boards, int *err)
{
    ASSERT((f == NULL) != (search == NULL));
    int limit = f != NULL ? f->limit : search->limit;
    ASSERT(limit >= 1 && limit <= SERVICE_LIST_MAX);
    struct store_match *list = calloc((size_t)limit + 1, sizeof *list);
    if (list == NULL) {
        *err = ERR_NO_MEMORY;
        return NULL;
    }
    int64_t rest = 0;
    int n = store_begin(reader_store(r));
    bool begun = n == 0;
    if (n == 0 && f != NULL) {
        struct store_filter more = *f;
        more.limit++; /* one more tells whether there is a next page */
        n = store_match_list(reader_store(r), &more, list);
    } else if (n == 0) {
        struct store_search more = *search;
        more.limit++;
        n = store_match_search(reader_store(r), &more, list, &rest);
    }
    *err = n < 0 ? n : 0;
    json_t *out = n >= 0 ? view_page(r, list, n, limit, rest, asker, boards, err) : NULL;
    if (begun)
        store_end(reader_store(r));
    free(list);
    if (*err < 0) {
        json_decref(out);
        out = NULL;
    }
    return out;
}

json_t *reader_matches(struct reader *r, const struct store_filter *f, int64_t asker, bool boards,
                       int *err)
{
    return read_page(r, f, NULL, asker, boards, err);
}

json_t *reader_search(struct reader *r, const struct store_search *f, int64_t asker, bool boards,
                      int *err)
{
    return read_page(r, NULL, f, asker, boards, err);
}

json_t *reader_vacation(struct reader *r, int64_t player, int *err)
{
    struct store_vacation v = {0, 0, 0, 0};
    *err = store_begin(reader_store(r));
    if (*err < 0)
        return NULL;
    *err = store_vacation_get(reader_store(r), player, &v);
    store_end(reader_store(r));
    if (*err < 0)
        return NULL;
    vacation_now(&v, service_now(reader_service(r)));
    return JSON_OBJECT({"until", v.until != 0 ? json_integer(v.until) : json_null()},
                       {"left_days", json_integer(VACATION_DAYS - v.days)},
                       {"year", json_integer(v.year)});
}

json_t *reader_chat_line(struct reader *r, int64_t match, int64_t line, int *err)
{
    struct store_chat found;
    int64_t in = 0;
    *err = store_begin(reader_store(r));
    if (*err < 0)
        return NULL;
    *err = social_chat_get(reader_store(r), line, &in, &found);
    store_end(reader_store(r));
    if (*err == 0 && in != match)
        *err = ERR_NOT_FOUND;
    return *err < 0 ? NULL : view_chat(&found);
}

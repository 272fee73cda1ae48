/* requests_view.c - what waits for the answer of a player: challenges, and offers in running
 * matches (reader_challenges). */
#include "service/matches/matches_view.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/community/invitations.h"
#include "service/core/service_int.h"
#include "service/core/view.h"
#include "service/matches/seats.h"
#include "service/ratings/glicko.h"
#include "service/ratings/ratings.h"
#include <stdlib.h>

/* A player with their rating in the game: {"id", "name", "kind", "rating", "provisional"}; rating
 * is null for guests. */
static int view_rated(struct store *s, int64_t id, const char *game, json_t **out)
{
    struct store_player p;
    struct rating r = {.rating = 0};
    int err = store_player_get(s, id, &p);
    if (err < 0)
        return err;
    err = rating_get(s, id, game, 0, &r);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    json_t *rating = p.kind == PLAYER_GUEST ? json_null()
                     : err == 0             ? json_integer(ratings_points(r.rating))
                                            : json_integer((json_int_t)GLICKO_RATING);
    *out = view_player(&p);
    json_object_set_new(*out, "rating", rating);
    json_object_set_new(
        *out, "provisional",
        json_boolean(err == ERR_NOT_FOUND || ratings_points(r.deviation) >= RATINGS_PROVISIONAL));
    return 0;
}

/* The first seat of another player who has offered something that waits for the player's answer; 0:
 * none. */
static int offered_by(const struct store_match *m, int64_t player)
{
    const struct {
        int seat;
        unsigned yes;
    } offers[] = {{m->draw_seat, m->draw_yes},
                  {m->takeback_seat, m->takeback_yes},
                  {m->pause_seat, m->pause_yes}};
    for (size_t i = 0; i < ARRAY_LEN(offers); i++)
        if (offers[i].seat != 0 && (seats_playing(m, player) & ~offers[i].yes) != 0)
            return offers[i].seat;
    return 0;
}

/* Appends the match with `from`, the player who asks. */
static int add_request(struct store *s, json_t *list, const struct store_match *m, int64_t player,
                       int64_t from)
{
    json_t *who = NULL;
    json_t *stakes = NULL;
    int err = view_rated(s, from, m->game, &who);
    if (err == 0)
        err = ratings_stakes(s, m, player, m->updated_at, &stakes);
    if (err < 0) {
        json_decref(who);
        return err;
    }
    json_t *match = view_match(m, player, 0);
    json_object_set_new(match, "stakes", stakes);
    json_object_set_new(match, "from", who);
    json_array_append_new(list, match);
    return 0;
}

/* All that waits for an answer of the player: challenges, and offers in running matches; and their
 * own challenges. */
static int view_requests(struct store *s, int64_t player, struct store_match *list, json_t *in,
                         json_t *out, json_t *offers)
{
    struct store_filter f = {.mine = player, .viewer = player, .limit = SERVICE_LIST_MAX};
    int n = store_match_asked(s, player, SERVICE_LIST_MAX, list);
    int err = n < 0 ? n : 0;
    for (int i = 0; err == 0 && i < n; i++)
        err = add_request(s, in, &list[i], player, list[i].creator);
    f.state = MATCH_OPEN;
    n = err < 0 ? err : store_match_list(s, &f, list);
    for (int i = 0; i < n; i++)
        if (list[i].creator == player)
            json_array_append_new(out, view_match(&list[i], player, 0));
    f.state = MATCH_RUNNING;
    n = n < 0 ? n : store_match_list(s, &f, list);
    err = n < 0 ? n : 0;
    for (int i = 0; err == 0 && i < n; i++) {
        int seat = offered_by(&list[i], player);
        if (seat != 0)
            err = add_request(s, offers, &list[i], player, list[i].seats[seat - 1].player.id);
    }
    return err;
}

json_t *reader_challenges(struct reader *r, int64_t player, int *err)
{
    struct store_match *list = calloc(SERVICE_LIST_MAX, sizeof *list);
    json_t *in = json_array();
    json_t *out = json_array();
    json_t *offers = json_array();
    json_t *invitations = json_array();
    json_t *invited = json_array();
    json_t *answer = NULL;
    *err = list != NULL ? store_begin(reader_store(r)) : ERR_NO_MEMORY;
    if (*err < 0)
        goto out;
    *err = view_requests(reader_store(r), player, list, in, out, offers);
    if (*err == 0)
        *err = invitations_view(reader_store(r), player, invitations, invited);
    store_end(reader_store(r));
    if (*err == 0)
        answer = JSON_OBJECT(
            {"in", json_incref(in)}, {"out", json_incref(out)}, {"offers", json_incref(offers)},
            {"invitations", json_incref(invitations)}, {"invited", json_incref(invited)},
            {"now", json_integer(service_now(reader_service(r)))});
out:
    json_decref(invited);
    json_decref(invitations);
    json_decref(offers);
    json_decref(in);
    json_decref(out);
    free(list);
    return answer;
}

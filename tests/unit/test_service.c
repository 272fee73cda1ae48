/* test_service.c - the service with a store in memory plays whole matches, offers and refuses. */
#include "service/core/order.h"
#include "service/matches/matches_view.h"
#include "service/run/open.h"
#include "testing.h"

#include "base/err.h"
#include "rules/position.h"
#include "service/core/hub.h"
#include "service/core/service.h"
#include "service/matches/archive.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct world {
    struct service *s;
    struct reader *r;
    struct store_player ann, bob, cleo;
};

static struct store_player add_guest(struct world *w)
{
    char secret[SERVICE_SECRET_BYTES];
    struct store_player p;
    struct order o = {.kind = ORDER_GUEST};
    service_secret(secret, o.u.guest.hash);
    service_run(w->s, &o);
    assert_int_equal(o.out.kind, OUTCOME_DONE);
    assert_int_equal(reader_player(w->r, secret, &p), 0);
    assert_int_equal(p.id, o.out.id);
    return p;
}

static void open_world_by(struct world *w, const char *where,
                          struct service *open(const char *where, struct text *why))
{
    char buf[200];
    struct text why;
    text_init(&why, buf, sizeof buf);
    w->s = open(where, &why);
    assert_non_null(w->s);
    w->r = reader_open(w->s, &why);
    assert_non_null(w->r);
    w->ann = add_guest(w);
    w->bob = add_guest(w);
    w->cleo = add_guest(w);
}

static void open_world_at(struct world *w, const char *where)
{
    open_world_by(w, where, service_open);
}

static void close_world_at(struct world *w)
{
    reader_close(w->r);
    service_close(w->s);
}

static int open_world(void **state)
{
    static struct world w;
    open_world_at(&w, ":memory:");
    *state = &w;
    return 0;
}

static int close_world(void **state)
{
    close_world_at(*state);
    return 0;
}

/* Runs an order and returns how it ended; *out (may be NULL) gets the outcome without its why. */
static enum outcome_kind run(struct world *w, struct order *o, struct outcome *out)
{
    service_run(w->s, o);
    outcome_free(&o->out);
    if (out != NULL)
        *out = o->out;
    return o->out.kind;
}

static int64_t create(struct world *w, const struct setup *setup, const struct wish *wishes,
                      bool is_private)
{
    struct order o = {.kind = ORDER_CREATE, .asker = w->ann};
    o.u.create.setup = *setup;
    memcpy(o.u.create.wishes, wishes, setup->players * sizeof *wishes);
    o.u.create.is_private = is_private;
    assert_int_equal(run(w, &o, NULL), OUTCOME_DONE);
    return o.out.match;
}

static enum outcome_kind join(struct world *w, int64_t match, struct store_player who, int seat,
                              const char *invite)
{
    struct order o = {.kind = ORDER_JOIN, .asker = who, .match = match};
    o.u.join.seat = seat;
    snprintf(o.u.join.invite, sizeof o.u.join.invite, "%s", invite);
    return run(w, &o, NULL);
}

static enum outcome_kind move(struct world *w, int64_t match, struct store_player who, int ply,
                              const char *text, struct outcome *out)
{
    struct order o = {.kind = ORDER_MOVE, .asker = who, .match = match};
    o.u.move.ply = ply;
    snprintf(o.u.move.text, sizeof o.u.move.text, "%s", text);
    return run(w, &o, out);
}

static enum outcome_kind act(struct world *w, enum order_kind kind, int64_t match,
                             struct store_player who, enum offer_act act)
{
    struct order o = {.kind = kind, .asker = who, .match = match};
    o.u.offer = act;
    return run(w, &o, NULL);
}

static struct store_match get(struct world *w, int64_t match)
{
    struct store *store = reader_store(w->r);
    struct store_match m;
    assert_int_equal(store_begin(store), 0);
    assert_int_equal(store_match_get(store, match, &m), 0);
    assert_int_equal(store_commit(store), 0);
    return m;
}

static struct setup board(enum game_id game, int width, int height, int players)
{
    struct setup s = setup_default(game);
    s.width = (uint8_t)width;
    s.height = (uint8_t)height;
    s.players = (uint8_t)players;
    return s;
}

static const struct wish me_open[] = {{.kind = WISH_ME}, {.kind = WISH_OPEN}};

/* A running match of ann (seat 1) and bob (seat 2). */
static int64_t pair(struct world *w, const struct setup *setup)
{
    int64_t match = create(w, setup, me_open, false);
    assert_int_equal(join(w, match, w->bob, 0, ""), OUTCOME_DONE);
    assert_int_equal(get(w, match).state, MATCH_RUNNING);
    return match;
}

/* --- whole matches --- */

/* Random legal moves of ann and bob to the end; the service must follow the rules at each ply. */
static void play_whole(struct world *w, const struct setup *setup, uint64_t seed)
{
    struct rng rng;
    struct position p;
    rng_seed(&rng, seed);
    assert_int_equal(position_start(&p, setup), 0);
    int64_t match = pair(w, setup);
    while (!p.over) {
        move_t legal[MOVES_MAX];
        char text[MOVE_TEXT_BYTES];
        int n = position_legal(&p, legal);
        move_t m = legal[rng_below(&rng, (uint32_t)n)];
        struct store_player who = position_seat(&p, p.side) == 1 ? w->ann : w->bob;
        struct store_player other = who.id == w->ann.id ? w->bob : w->ann;
        move_print(m, setup->width, text);
        assert_int_equal(move(w, match, other, p.ply + 1, text, NULL), OUTCOME_DENIED);
        assert_int_equal(move(w, match, who, p.ply + 1, text, NULL), OUTCOME_DONE);
        position_play_legal(&p, m);
        struct store_match row = get(w, match);
        assert_int_equal(row.ply, p.ply);
        assert_int_equal(row.state, p.over ? MATCH_FINISHED : MATCH_RUNNING);
        if (!p.over)
            assert_int_equal(row.turn_seat, position_seat(&p, p.side));
    }
    struct store_match row = get(w, match);
    int16_t points[PLAYERS_MAX];
    position_score(&p, points);
    assert_int_equal(row.reason, END_RULES);
    assert_int_equal(row.winner_side, p.winner);
    assert_int_equal(row.winner_seat, p.winner != 0 ? position_seat(&p, p.winner) : 0);
    assert_int_equal(row.points[0], points[0]);
    assert_int_equal(row.points[1], points[1]);
    /* Its record replays to the same position. */
    struct record record;
    struct position last;
    assert_int_equal(archive_record(w->r, match, 0, NULL, &record, &last), 0);
    assert_true(position_equal(&last, &p));
    record_free(&record);
}

static void a_whole_match_of_each_game_follows_the_rules(void **state)
{
    struct world *w = *state;
    struct setup setups[] = {board(GAME_PALISADE, 5, 5, 2), board(GAME_REDSTONE, 4, 4, 2),
                             board(GAME_LEVEE, 7, 7, 2), board(GAME_CLAIMS, 4, 3, 2)};
    for (size_t i = 0; i < ARRAY_LEN(setups); i++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            play_whole(w, &setups[i], seed);
}

static void r7_after_a_swap_the_seats_hold_the_other_colours(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_REDSTONE, 5, 5, 2);
    int64_t match = pair(w, &s);
    assert_int_equal(move(w, match, w->ann, 1, "c3", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->bob, 2, "SWAP", NULL), OUTCOME_DONE);
    struct store_match m = get(w, match);
    assert_true(m.swapped);
    assert_int_equal(m.turn_seat, 1);
    assert_int_equal(m.turn_side, 2);
    assert_int_equal(act(w, ORDER_RESIGN, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    m = get(w, match);
    assert_int_equal(m.winner_seat, 2);
    assert_int_equal(m.winner_side, 1);
}

/* --- moves that are refused --- */

static void the_same_move_twice_stands_once(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    struct outcome first, second;
    int64_t match = pair(w, &s);
    assert_int_equal(move(w, match, w->ann, 1, "a1", &first), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->ann, 1, "A1", &second), OUTCOME_DONE);
    assert_int_equal(first.event, second.event);
    assert_int_equal(get(w, match).ply, 1);
    assert_int_equal(move(w, match, w->bob, 2, "b1", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->ann, 1, "a1", &second), OUTCOME_DONE);
    assert_int_equal(first.event, second.event);
    /* The same ply and move by another player is not acknowledged. */
    assert_int_equal(move(w, match, w->bob, 1, "a1", NULL), OUTCOME_CONFLICT);
}

static void a_stale_ply_is_refused_with_the_present_one(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    struct outcome out;
    int64_t match = pair(w, &s);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->ann, 1, "b1", &out), OUTCOME_CONFLICT);
    assert_int_equal(out.ply, 1);
    assert_int_equal(move(w, match, w->bob, 3, "b1", &out), OUTCOME_CONFLICT);
    assert_int_equal(out.ply, 1);
    assert_int_equal(get(w, match).ply, 1);
}

static void l3a_an_illegal_move_is_refused_with_its_rule(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    struct outcome out;
    int64_t match = pair(w, &s);
    assert_int_equal(move(w, match, w->ann, 1, "c3", &out), OUTCOME_ILLEGAL);
    assert_string_equal(out.rule, "L3a");
    assert_int_equal(move(w, match, w->ann, 1, "z9", &out), OUTCOME_ILLEGAL);
    assert_string_equal(out.rule, "G1");
    assert_int_equal(move(w, match, w->ann, 1, "hello", &out), OUTCOME_RANGE);
    assert_int_equal(move(w, match, w->ann, 1, "pass", &out), OUTCOME_ILLEGAL);
    assert_int_equal(get(w, match).ply, 0);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_DONE);
}

static void a_match_that_is_over_takes_no_move(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = pair(w, &s);
    assert_int_equal(act(w, ORDER_RESIGN, match, w->bob, OFFER_ASK), OUTCOME_DONE);
    struct store_match m = get(w, match);
    assert_int_equal(m.state, MATCH_FINISHED);
    assert_int_equal(m.reason, END_RESIGN);
    assert_int_equal(m.winner_seat, 1);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_CONFLICT);
    assert_int_equal(act(w, ORDER_RESIGN, match, w->ann, OFFER_ASK), OUTCOME_CONFLICT);
}

static void a_stranger_may_not_move(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = pair(w, &s);
    assert_int_equal(move(w, match, w->cleo, 1, "a1", NULL), OUTCOME_DENIED);
    assert_int_equal(act(w, ORDER_RESIGN, match, w->cleo, OFFER_ASK), OUTCOME_DENIED);
    assert_int_equal(act(w, ORDER_ABORT, match, w->cleo, OFFER_ASK), OUTCOME_DENIED);
    assert_int_equal(move(w, match + 1000, w->ann, 1, "a1", NULL), OUTCOME_NOT_FOUND);
}

/* --- seats --- */

static void a_seat_is_given_once(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = create(w, &s, me_open, false);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_CONFLICT);
    assert_int_equal(join(w, match, w->bob, 1, ""), OUTCOME_CONFLICT);
    assert_int_equal(join(w, match, w->bob, 3, ""), OUTCOME_RANGE);
    assert_int_equal(join(w, match, w->bob, 2, ""), OUTCOME_DONE);
    assert_int_equal(join(w, match, w->bob, 2, ""), OUTCOME_DONE); /* again: the same answer */
    assert_int_equal(join(w, match, w->cleo, 2, ""), OUTCOME_CONFLICT);
    assert_int_equal(join(w, match, w->ann, 2, ""), OUTCOME_CONFLICT);
}

static void an_invitation_is_needed_where_it_is_asked(void **state)
{
    struct world *w = *state;
    const struct wish wishes[] = {{.kind = WISH_ME}, {.kind = WISH_INVITE}};
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = create(w, &s, wishes, false);
    struct store_match m = get(w, match);
    assert_true(strlen(m.invite) >= 20);
    assert_int_equal(join(w, match, w->cleo, 0, ""), OUTCOME_DENIED);
    assert_int_equal(join(w, match, w->cleo, 2, "wrong"), OUTCOME_DENIED);
    assert_int_equal(join(w, match, w->bob, 0, m.invite), OUTCOME_DONE);
    assert_int_equal(get(w, match).seats[1].player.id, w->bob.id);
}

static void a_private_match_is_not_there_for_others(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = create(w, &s, me_open, true);
    struct store_match m = get(w, match);
    assert_int_equal(reader_may_see(w->r, match, w->cleo.id, NULL), ERR_NOT_FOUND);
    assert_int_equal(reader_may_see(w->r, match, 0, "wrong"), ERR_NOT_FOUND);
    assert_int_equal(reader_may_see(w->r, match, 0, m.invite), 0);
    assert_int_equal(reader_may_see(w->r, match, w->ann.id, NULL), 0);
    assert_int_equal(join(w, match, w->cleo, 2, ""), OUTCOME_NOT_FOUND);
    assert_int_equal(move(w, match, w->cleo, 1, "a1", NULL), OUTCOME_NOT_FOUND);
    assert_int_equal(act(w, ORDER_ABORT, match, w->cleo, OFFER_ASK), OUTCOME_NOT_FOUND);
    assert_int_equal(join(w, match, w->bob, 2, m.invite), OUTCOME_DONE);
    assert_int_equal(reader_may_see(w->r, match, w->bob.id, NULL), 0);
}

static void an_engine_sits_down_at_once(void **state)
{
    struct world *w = *state;
    const struct wish wishes[] = {{.kind = WISH_ME}, {.kind = WISH_BOT, .level = 3}};
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    struct store_match m = get(w, create(w, &s, wishes, false));
    assert_int_equal(m.state, MATCH_RUNNING);
    assert_int_equal(m.seats[1].player.id, service_engine(w->s));
    assert_int_equal(m.seats[1].level, 3);
    assert_int_equal(m.seats[1].player.kind, PLAYER_BOT);
}

static void one_player_plays_both_seats_of_a_hot_seat_match(void **state)
{
    struct world *w = *state;
    const struct wish wishes[] = {{.kind = WISH_ME}, {.kind = WISH_ME}};
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = create(w, &s, wishes, false);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->ann, 2, "b1", NULL), OUTCOME_DONE);
    /* No other player has to agree. */
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    struct store_match m = get(w, match);
    assert_int_equal(m.ply, 1);
    assert_int_equal(m.turn_seat, 2);
    assert_int_equal(act(w, ORDER_RESIGN, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(get(w, match).winner_seat, 1); /* the seat to move resigned */
}

/* --- offers --- */

static void a_take_back_needs_the_others_consent(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = pair(w, &s);
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->ann, OFFER_ASK), OUTCOME_CONFLICT);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->bob, 2, "b1", NULL), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->bob, OFFER_ACCEPT), OUTCOME_CONFLICT);
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(get(w, match).takeback_ply, 1);
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->ann, OFFER_ACCEPT), OUTCOME_DONE);
    assert_int_equal(get(w, match).ply, 2); /* the consent of the player who asked is not enough */
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->bob, OFFER_DECLINE), OUTCOME_DONE);
    assert_int_equal(get(w, match).takeback_seat, 0);
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->bob, OFFER_ACCEPT), OUTCOME_DONE);
    struct store_match m = get(w, match);
    assert_int_equal(m.ply, 0);
    assert_int_equal(m.turn_seat, 1);
    assert_int_equal(m.takeback_seat, 0);
    /* Moves that were taken back may be played again, with the same ply numbers. */
    assert_int_equal(move(w, match, w->ann, 1, "b1", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->bob, 2, "a1", NULL), OUTCOME_DONE);
}

static void a_take_back_over_a_swap_gives_the_colours_back(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_REDSTONE, 5, 5, 2);
    int64_t match = pair(w, &s);
    assert_int_equal(move(w, match, w->ann, 1, "c3", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->bob, 2, "swap", NULL), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->bob, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_TAKEBACK, match, w->ann, OFFER_ACCEPT), OUTCOME_DONE);
    struct store_match m = get(w, match);
    assert_false(m.swapped);
    assert_int_equal(m.turn_seat, 2);
    assert_int_equal(m.turn_side, 2);
}

static void c8_a_draw_is_agreed_in_claims_only(void **state)
{
    struct world *w = *state;
    struct setup claims = board(GAME_CLAIMS, 4, 4, 2);
    struct setup levee = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = pair(w, &claims);
    assert_int_equal(act(w, ORDER_DRAW, match, w->bob, OFFER_ACCEPT), OUTCOME_CONFLICT);
    assert_int_equal(act(w, ORDER_DRAW, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(get(w, match).draw_seat, 1);
    assert_int_equal(act(w, ORDER_DRAW, match, w->bob, OFFER_DECLINE), OUTCOME_DONE);
    assert_int_equal(get(w, match).draw_seat, 0);
    assert_int_equal(act(w, ORDER_DRAW, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->ann, 1, "b2", NULL), OUTCOME_DONE);
    assert_int_equal(get(w, match).draw_seat, 1); /* it waits for the other one */
    assert_int_equal(move(w, match, w->bob, 2, "c3", NULL), OUTCOME_DONE);
    assert_int_equal(get(w, match).draw_seat, 0); /* the player who moved instead */
    assert_int_equal(act(w, ORDER_DRAW, match, w->bob, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_DRAW, match, w->ann, OFFER_ACCEPT), OUTCOME_DONE);
    struct store_match m = get(w, match);
    assert_int_equal(m.state, MATCH_FINISHED);
    assert_int_equal(m.reason, END_DRAW);
    assert_int_equal(m.winner_seat, 0);
    match = pair(w, &levee);
    assert_int_equal(act(w, ORDER_DRAW, match, w->ann, OFFER_ASK), OUTCOME_ILLEGAL);
}

/* --- three players --- */

static int64_t three(struct world *w)
{
    const struct wish wishes[] = {{.kind = WISH_ME}, {.kind = WISH_OPEN}, {.kind = WISH_OPEN}};
    struct setup s = board(GAME_CLAIMS, 5, 5, 3);
    int64_t match = create(w, &s, wishes, false);
    assert_int_equal(join(w, match, w->bob, 2, ""), OUTCOME_DONE);
    assert_int_equal(get(w, match).state, MATCH_OPEN);
    assert_int_equal(join(w, match, w->cleo, 3, ""), OUTCOME_DONE);
    assert_int_equal(get(w, match).state, MATCH_RUNNING);
    return match;
}

static void a_player_of_three_who_resigns_passes_from_then_on(void **state)
{
    struct world *w = *state;
    struct store *store = reader_store(w->r);
    struct store_move row;
    int64_t match = three(w);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_RESIGN, match, w->bob, OFFER_ASK), OUTCOME_DONE);
    struct store_match m = get(w, match);
    assert_int_equal(m.state, MATCH_RUNNING);
    assert_true(m.seats[1].resigned);
    assert_int_equal(m.ply, 2);
    assert_int_equal(m.turn_seat, 3);
    assert_int_equal(store_begin(store), 0);
    assert_int_equal(store_move_get(store, match, 2, &row), 0);
    assert_int_equal(store_commit(store), 0);
    assert_string_equal(row.move, "pass");
    assert_int_equal(row.seat, 2);
    assert_int_equal(move(w, match, w->cleo, 3, "e5", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->ann, 4, "a2", NULL), OUTCOME_DONE);
    m = get(w, match);
    assert_int_equal(m.ply, 5); /* bob has passed again */
    assert_int_equal(m.turn_seat, 3);
    assert_int_equal(move(w, match, w->bob, 6, "c3", NULL), OUTCOME_DENIED);
    assert_int_equal(act(w, ORDER_RESIGN, match, w->bob, OFFER_ASK), OUTCOME_DENIED);
    /* The last remaining player wins. */
    assert_int_equal(act(w, ORDER_RESIGN, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    m = get(w, match);
    assert_int_equal(m.state, MATCH_FINISHED);
    assert_int_equal(m.winner_seat, 3);
    assert_int_equal(m.reason, END_RESIGN);
}

static void a_player_who_resigned_does_not_win_by_points(void **state)
{
    struct world *w = *state;
    int64_t match = three(w);
    /* ann has the only stack, and so all claims; then she resigns and the others pass. */
    assert_int_equal(move(w, match, w->ann, 1, "c3", NULL), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_RESIGN, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(get(w, match).turn_seat, 2);
    assert_int_equal(move(w, match, w->bob, 2, "pass", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->cleo, 3, "pass", NULL), OUTCOME_DONE);
    struct store_match m = get(w, match);
    assert_int_equal(m.state, MATCH_FINISHED);
    assert_int_equal(m.reason, END_RULES);
    assert_true(m.points[0] > m.points[1]);
    assert_int_equal(m.winner_seat, 0); /* bob and cleo have nothing each: a draw */
}

static void three_must_agree_to_a_draw(void **state)
{
    struct world *w = *state;
    int64_t match = three(w);
    assert_int_equal(act(w, ORDER_DRAW, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_DRAW, match, w->bob, OFFER_ACCEPT), OUTCOME_DONE);
    assert_int_equal(get(w, match).state, MATCH_RUNNING);
    assert_int_equal(act(w, ORDER_DRAW, match, w->cleo, OFFER_ACCEPT), OUTCOME_DONE);
    assert_int_equal(get(w, match).state, MATCH_FINISHED);
}

/* --- the rest --- */

static void a_match_is_aborted_before_ply_2_only(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = pair(w, &s);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_ABORT, match, w->bob, OFFER_ASK), OUTCOME_DONE);
    assert_int_equal(get(w, match).state, MATCH_ABORTED);
    match = pair(w, &s);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_DONE);
    assert_int_equal(move(w, match, w->bob, 2, "b1", NULL), OUTCOME_DONE);
    assert_int_equal(act(w, ORDER_ABORT, match, w->bob, OFFER_ASK), OUTCOME_CONFLICT);
}

static enum outcome_kind say(struct world *w, int64_t match, struct store_player who,
                             const char *text)
{
    struct order o = {.kind = ORDER_CHAT, .asker = who, .match = match};
    snprintf(o.u.chat, sizeof o.u.chat, "%s", text);
    return run(w, &o, NULL);
}

static void players_talk_and_spectators_listen(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = pair(w, &s);
    char many[SERVICE_CHAT_CHARS_MAX * 2 + 4] = "";
    int err;
    assert_int_equal(say(w, match, w->ann, "hello"), OUTCOME_DONE);
    assert_int_equal(say(w, match, w->cleo, "I know better"), OUTCOME_DENIED);
    assert_int_equal(say(w, match, w->ann, ""), OUTCOME_RANGE);
    for (int i = 0; i < SERVICE_CHAT_CHARS_MAX; i++)
        strcat(many, "é"); /* characters count, not bytes */
    assert_int_equal(say(w, match, w->bob, many), OUTCOME_DONE);
    strcat(many, "x");
    assert_int_equal(say(w, match, w->bob, many), OUTCOME_RANGE);
    json_t *view = reader_match(w->r, match, 0, NULL, &err);
    assert_int_equal(json_array_size(json_object_get(view, "chat")), 2);
    json_decref(view);
}

static void more_matches_than_the_cache_holds_are_played(void **state)
{
    enum { MATCHES = 1100 }; /* positions.c holds 1,024 */
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 3, 3, 2);
    static int64_t matches[MATCHES];
    for (int i = 0; i < MATCHES; i++) {
        matches[i] = pair(w, &s);
        assert_int_equal(move(w, matches[i], w->ann, 1, "a1", NULL), OUTCOME_DONE);
    }
    for (int i = 0; i < MATCHES; i++) {
        assert_int_equal(move(w, matches[i], w->bob, 2, "a1", NULL), OUTCOME_ILLEGAL);
        assert_int_equal(move(w, matches[i], w->bob, 2, "c3", NULL), OUTCOME_DONE);
    }
}

/* --- events --- */

struct ear {
    struct listener l;
    char seen[256];
    int wakes;
};

static void ear_wake(struct listener *l)
{
    ((struct ear *)(void *)l)->wakes++;
}

static bool ear_event(void *context, const struct store_event *e)
{
    struct ear *ear = context;
    size_t n = strlen(ear->seen);
    snprintf(ear->seen + n, sizeof ear->seen - n, "%s ", e->type);
    return true;
}

static void events_reach_their_listeners(void **state)
{
    struct world *w = *state;
    struct hub *hub = service_hub(w->s);
    struct setup s = board(GAME_LEVEE, 5, 5, 2);
    int64_t match = pair(w, &s);
    static struct ear ear;
    memset(&ear, 0, sizeof ear);
    ear.l = (struct listener){.topics = {topic_match(match), topic_player(w->bob.id)},
                              .topics_n = 2,
                              .wake = ear_wake,
                              .cursor = hub_last(hub)};
    hub_join(hub, &ear.l);
    assert_int_equal(hub_count(hub, topic_match(match), NULL, 0), 1);
    assert_int_equal(hub_count(hub, topic_match(match), &ear.l.player, 1), 0);
    assert_int_equal(hub_take(hub, &ear.l, ear_event, &ear), HUB_WAIT);
    assert_int_equal(move(w, match, w->ann, 1, "a1", NULL), OUTCOME_DONE);
    assert_int_equal(ear.wakes, 1);
    assert_int_equal(hub_take(hub, &ear.l, ear_event, &ear), HUB_TOOK);
    assert_string_equal(ear.seen, "move turn ");
    assert_int_equal(move(w, match, w->ann, 2, "b1", NULL), OUTCOME_DENIED);
    assert_int_equal(hub_take(hub, &ear.l, ear_event, &ear), HUB_WAIT);
    assert_string_equal(ear.seen, "move turn "); /* a refused order makes no event */
    (void)hub_leave(hub, &ear.l);
    assert_int_equal(hub_count(hub, topic_match(match), NULL, 0), 0);
}

static void a_listener_that_is_too_slow_is_told_so(void **state)
{
    struct world *w = *state;
    struct hub *hub = service_hub(w->s);
    struct setup s = board(GAME_LEVEE, 3, 3, 2);
    static struct ear ear;
    memset(&ear, 0, sizeof ear);
    ear.l = (struct listener){
        .topics = {TOPIC_LOBBY}, .topics_n = 1, .wake = ear_wake, .cursor = hub_last(hub)};
    hub_join(hub, &ear.l);
    int64_t from = hub_last(hub);
    while (hub_last(hub) - from <= HUB_RING)
        (void)pair(w, &s);
    assert_int_equal(hub_take(hub, &ear.l, ear_event, &ear), HUB_BEHIND);
    assert_string_equal(ear.seen, "");
    (void)hub_leave(hub, &ear.l);
}

static void nobody_can_fill_the_lobby(void **state)
{
    struct world *w = *state;
    struct setup s = board(GAME_LEVEE, 3, 3, 2);
    static const struct wish alone[] = {{.kind = WISH_ME}, {.kind = WISH_ME}};
    struct order o = {.kind = ORDER_CREATE, .asker = w->ann};
    int64_t match = 0;
    for (int i = 0; i < SERVICE_OPEN_MAX; i++)
        match = create(w, &s, me_open, false);
    o.u.create.setup = s;
    memcpy(o.u.create.wishes, me_open, sizeof me_open);
    assert_int_equal(run(w, &o, NULL), OUTCOME_FULL);
    assert_non_null(strstr(o.out.detail, "You have 50 matches"));
    (void)create(w, &s, alone, false); /* it waits for no other player */
    assert_int_equal(act(w, ORDER_ABORT, match, w->ann, OFFER_ASK), OUTCOME_DONE);
    (void)create(w, &s, me_open, false);
}

static void a_match_that_nobody_joins_for_a_week_is_called_off(void **state)
{
    char folder[] = "/tmp/hoshi-service-XXXXXX";
    char where[64];
    char buf[200];
    struct text why;
    struct world w;
    struct store *store;
    struct store_match m;
    struct setup s = board(GAME_LEVEE, 3, 3, 2);
    (void)state;
    text_init(&why, buf, sizeof buf);
    assert_non_null(mkdtemp(folder));
    snprintf(where, sizeof where, "%s/hoshi.db", folder);
    open_world_at(&w, where);
    int64_t old = create(&w, &s, me_open, false);
    int64_t fresh = create(&w, &s, me_open, false);
    int64_t running = pair(&w, &s);
    close_world_at(&w);

    const int64_t days[] = {8, 6, 8};
    const int64_t matches[] = {old, fresh, running};
    assert_int_equal(store_open(where, &store, &why), 0);
    assert_int_equal(store_begin(store), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(store_match_get(store, matches[i], &m), 0);
        m.updated_at -= days[i] * 24 * 3600 * 1000;
        assert_int_equal(store_match_update(store, &m), 0);
    }
    assert_int_equal(store_commit(store), 0);
    store_close(store);

    /* A service that has not begun applies orders, and does nothing by itself. */
    open_world_by(&w, where, service_prepare);
    assert_int_equal(get(&w, old).state, MATCH_OPEN);
    close_world_at(&w);
    open_world_at(&w, where); /* the writer tidies before it takes the first order */
    assert_int_equal(get(&w, old).state, MATCH_ABORTED);
    assert_int_equal(get(&w, fresh).state, MATCH_OPEN);
    assert_int_equal(get(&w, running).state, MATCH_RUNNING);
    close_world_at(&w);
    (void)remove(where);
    snprintf(where, sizeof where, "%s/hoshi.db-lock", folder);
    (void)remove(where);
    assert_int_equal(remove(folder), 0);
}

static void count_done(struct order *o)
{
    if (o->out.kind == OUTCOME_DONE)
        ++*(int *)o->context;
    outcome_free(&o->out);
}

static int be_slow(struct work *work, void *context)
{
    (void)work;
    (void)context;
    (void)usleep(100 * 1000);
    return 0;
}

enum { MOVES = 200 };

/* Moves of a match, one after the other, all submitted at once. */
static void submit_moves(struct world *w, int64_t match, const struct setup *s,
                         struct order orders[MOVES], int *done)
{
    for (int i = 0; i < MOVES; i++) {
        orders[i] = (struct order){.kind = ORDER_MOVE, .match = match, .done = count_done};
        orders[i].asker = i % 2 == 0 ? w->ann : w->bob;
        orders[i].context = done;
        orders[i].u.move.ply = i + 1;
        assert_int_equal(move_print((move_t)i, s->width, orders[i].u.move.text)[0], 'a' + i % 25);
        service_submit(w->s, &orders[i]);
    }
}

/* Nobody waits for these moves, but they are committed and announced. */
static void queued_orders_are_done_before_the_service_closes(void **state)
{
    static struct order orders[MOVES];
    const struct setup s = board(GAME_LEVEE, 25, 25, 2);
    struct world w;
    int done = 0;
    (void)state;
    open_world_at(&w, ":memory:");
    int64_t match = pair(&w, &s);
    struct order slow = {.kind = ORDER_BATCH, .done = count_done, .context = &done};
    slow.u.batch.apply = be_slow;
    service_submit(w.s, &slow);
    submit_moves(&w, match, &s, orders, &done);
    close_world_at(&w);
    assert_int_equal(done, 1 + MOVES);
}

struct slow {
    struct order order;
    struct world *w;
    atomic_bool *queued; /* all orders are queued: the slow one may end */
    uint64_t moves;      /* the moves done when the slow order was answered, */
    int64_t waiting;     /* and the orders that still waited */
};

static int wait_for_all(struct work *work, void *context)
{
    const struct slow *slow = context;
    while (!atomic_load(slow->queued))
        (void)usleep(1000);
    return be_slow(work, NULL);
}

static void count_moves(struct order *o)
{
    struct slow *slow = o->context;
    struct service_stats stats;
    service_stats(slow->w->s, &stats);
    slow->moves = stats.moves;
    slow->waiting = stats.waiting;
    outcome_free(&o->out);
}

/* While the first slow order is applied, the second and all the moves arrive. */
static void a_slow_order_is_answered_before_those_behind_it_are_done(void **state)
{
    static struct order orders[MOVES];
    const struct setup s = board(GAME_LEVEE, 25, 25, 2);
    struct world w;
    struct slow slow[2];
    atomic_bool queued = false;
    int done = 0;
    (void)state;
    open_world_at(&w, ":memory:");
    int64_t match = pair(&w, &s);
    for (int i = 0; i < 2; i++) {
        slow[i] = (struct slow){.w = &w, .queued = &queued, .moves = MOVES};
        slow[i].order = (struct order){.kind = ORDER_BATCH, .done = count_moves};
        slow[i].order.u.batch.apply = wait_for_all;
        slow[i].order.u.batch.context = &slow[i];
        slow[i].order.context = &slow[i];
        service_submit(w.s, &slow[i].order);
    }
    submit_moves(&w, match, &s, orders, &done);
    atomic_store(&queued, true);
    close_world_at(&w);
    assert_int_equal(slow[0].moves, 0);
    assert_int_equal(slow[0].waiting, 1 + MOVES);
    assert_int_equal(slow[1].moves, 0);
    assert_int_equal(slow[1].waiting, MOVES);
    assert_int_equal(done, MOVES); /* in order: the service refuses a ply that is not the next */
}

#define IN_WORLD(test) cmocka_unit_test_setup_teardown(test, open_world, close_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(a_whole_match_of_each_game_follows_the_rules),
        IN_WORLD(r7_after_a_swap_the_seats_hold_the_other_colours),
        IN_WORLD(the_same_move_twice_stands_once),
        IN_WORLD(a_stale_ply_is_refused_with_the_present_one),
        IN_WORLD(l3a_an_illegal_move_is_refused_with_its_rule),
        IN_WORLD(a_match_that_is_over_takes_no_move),
        IN_WORLD(a_stranger_may_not_move),
        IN_WORLD(a_seat_is_given_once),
        IN_WORLD(an_invitation_is_needed_where_it_is_asked),
        IN_WORLD(a_private_match_is_not_there_for_others),
        IN_WORLD(an_engine_sits_down_at_once),
        IN_WORLD(one_player_plays_both_seats_of_a_hot_seat_match),
        IN_WORLD(a_take_back_needs_the_others_consent),
        IN_WORLD(a_take_back_over_a_swap_gives_the_colours_back),
        IN_WORLD(c8_a_draw_is_agreed_in_claims_only),
        IN_WORLD(a_player_of_three_who_resigns_passes_from_then_on),
        IN_WORLD(a_player_who_resigned_does_not_win_by_points),
        IN_WORLD(three_must_agree_to_a_draw),
        IN_WORLD(a_match_is_aborted_before_ply_2_only),
        IN_WORLD(players_talk_and_spectators_listen),
        IN_WORLD(more_matches_than_the_cache_holds_are_played),
        IN_WORLD(events_reach_their_listeners),
        IN_WORLD(a_listener_that_is_too_slow_is_told_so),
        IN_WORLD(nobody_can_fill_the_lobby),
        cmocka_unit_test(a_match_that_nobody_joins_for_a_week_is_called_off),
        cmocka_unit_test(queued_orders_are_done_before_the_service_closes),
        cmocka_unit_test(a_slow_order_is_answered_before_those_behind_it_are_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_playout.c - rewards (search/tree/playout.h) rank places before points, and the search
 * follows them. */
#include "searching.h"

#include "rules/position.h"
#include "search/tree/playout.h"
#include "search/tree/tree.h"

static void begin(struct position *p, int width, int height, int players)
{
    struct setup s = setup_default(GAME_CLAIMS);
    s.width = (uint8_t)width;
    s.height = (uint8_t)height;
    s.players = (uint8_t)players;
    assert_int_equal(position_start(p, &s), 0);
}

/* Random play on a small board of Claims, with a pass now and then. */
static void wander(struct position *p, int side_length, int players, struct rng *rng)
{
    begin(p, side_length, side_length, players);
    int plies = (int)rng_below(rng, 40) + 1;
    while (plies-- > 0 && !p->over) {
        move_t m = rng_below(rng, 4) == 0 ? MOVE_PASS : position_random(p, rng);
        position_play_legal(p, m);
    }
}

/* The worth of places in 36ths of a win. */
static int place_36(const int16_t *points, int players, int side)
{
    static const int worth_36[PLAYERS_MAX + 1][PLAYERS_MAX] = {
        [2] = {36, 0}, [3] = {36, 12, 0}, [4] = {36, 12, 4, 0}};
    int ahead = 0;
    int level = 0;
    for (int i = 0; i < players; i++) {
        ahead += points[i] > points[side - 1];
        level += points[i] == points[side - 1];
    }
    int sum = 0;
    for (int k = ahead; k < ahead + level; k++)
        sum += worth_36[players][k];
    return sum / level;
}

static void rewards_are_places_then_points(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 1);
    int shared = 0;
    for (int i = 0; i < 20000; i++) {
        int players = 2 + i % 3;
        struct position p;
        struct outcome out;
        int16_t points[PLAYERS_MAX] = {0};
        wander(&p, 4, players, &rng);
        position_score(&p, points);
        playout_score(&p, &out);
        for (int a = 1; a <= players; a++) {
            uint32_t mine = out.reward[a - 1];
            assert_true(mine <= REWARD_ONE);
            int place = place_36(points, players, a);
            assert_in_range(mine + 16, REWARD_ONE / 16 * 15 / 36 * (uint32_t)place,
                            REWARD_ONE / 16 * 15 / 36 * (uint32_t)(place + 1) + REWARD_ONE / 16);
            for (int b = 1; b <= players; b++) {
                /* More points are more, equal ones equal. */
                if (points[a - 1] > points[b - 1])
                    assert_true(mine > out.reward[b - 1]);
                if (points[a - 1] == points[b - 1])
                    assert_int_equal(mine, out.reward[b - 1]);
                shared += a < b && points[a - 1] == points[b - 1];
                /* To share the first place is better than to be second: proofs rely on it. */
                if (out.win[a - 1] > 0 && out.win[b - 1] == 0)
                    assert_true(mine > out.reward[b - 1]);
            }
        }
    }
    assert_true(shared > 1000);
}

/* A reward of points can never outweigh a place: the least that sharing the first place of four is
 * worth is above all that a second can have, and so on down. */
static void no_place_is_given_for_points(void **state)
{
    (void)state;
    uint32_t points = REWARD_ONE / 16;
    uint32_t places[] = {REWARD_ONE, REWARD_ONE / 3, REWARD_ONE / 9, 0};
    for (int i = 0; i < 3; i++)
        assert_true(places[i] / 16 * 15 > places[i + 1] / 16 * 15 + points);
    uint32_t all_share = (places[0] + places[1] + places[2]) / 4;
    assert_true(all_share > places[1]);
}

/* Among three, the first place may be lost for certain; the second is still to be played for. Two
 * who know the result play for points, and stop when they know those. */
static void a_player_who_cannot_win_plays_for_their_place(void **state)
{
    (void)state;
    struct engine *e = searching_engine(2 << 20, 1, 1);
    struct rng rng;
    rng_seed(&rng, 2);
    enum { NODES = 300, FOUND = 10 };
    for (int players = 2; players <= 3; players++) {
        for (int found = 0, tries = 0; found < FOUND; tries++) {
            assert_true(tries < 5000);
            struct position p;
            struct search_report report;
            wander(&p, 3, players, &rng);
            if (p.over)
                continue;
            searching_run(e, &p, NODES, &report);
            if (report.proven != -1)
                continue;
            found++;
            if (players == 2)
                assert_true(report.nodes_n == NODES || report.low == report.high);
            else
                assert_int_equal(report.nodes_n, NODES);
        }
    }
    engine_free(e);
}

/* What a move gains at once is known before the first playout, which goes to where it is most. */
static void the_first_playout_goes_to_the_most_points(void **state)
{
    (void)state;
    struct engine *e = searching_engine(2 << 20, 1, 1);
    struct rng rng;
    rng_seed(&rng, 3);
    for (int found = 0, tries = 0; found < 50; tries++) {
        assert_true(tries < 5000);
        struct position p;
        struct search_report report;
        wander(&p, 5, 2 + tries % 3, &rng);
        if (p.over)
            continue;
        searching_run(e, &p, 1, &report);
        if (report.exact)
            continue;
        found++;
        move_t legal[MOVES_MAX];
        int n = position_legal(&p, legal);
        int most = INT16_MIN;
        int chosen = INT16_MIN;
        for (int i = 0; i < n; i++) {
            struct position q = p;
            position_play_legal(&q, legal[i]);
            int lead = playout_lead(&q, p.side);
            most = lead > most ? lead : most;
            if (legal[i] == report.best)
                chosen = lead;
        }
        assert_int_equal(chosen, most);
    }
    engine_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rewards_are_places_then_points),
        cmocka_unit_test(no_place_is_given_for_points),
        cmocka_unit_test(the_first_playout_goes_to_the_most_points),
        cmocka_unit_test(a_player_who_cannot_win_plays_for_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

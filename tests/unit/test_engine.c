/* test_engine.c - the engine answers within its limits, the same each time, and finds wins. */
#include "small_boards.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "rules/position.h"
#include "search/signature.h"
#include <string.h>
#include <time.h>

/* A position somewhere in a random game, in which players also swap and pass now and then. */
static bool wander(struct position *p, enum game_id game, int size, struct rng *rng)
{
    searching_start(p, game, size, 2);
    int plies = (int)rng_below(rng, (uint32_t)(2 * size * size)) + 1;
    while (plies-- > 0 && !p->over) {
        move_t legal[MOVES_MAX];
        int n = position_legal(p, legal);
        position_play_legal(p, legal[rng_below(rng, (uint32_t)n)]);
    }
    return !p->over;
}

static int winner_seat(const struct position *p)
{
    return p->over && p->winner != 0 ? position_seat(p, p->winner) : 0;
}

static bool wins_at_once(const struct position *p, move_t m)
{
    struct position q = *p;
    position_play_legal(&q, m);
    return winner_seat(&q) == position_seat(p, p->side);
}

static bool can_win_at_once(const struct position *p)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    for (int i = 0; i < n; i++)
        if (wins_at_once(p, legal[i]))
            return true;
    return false;
}

/* After m the mover has lost, or the opponent wins at once. */
static bool loses_at_once(const struct position *p, move_t m)
{
    struct position q = *p;
    position_play_legal(&q, m);
    if (q.over)
        return winner_seat(&q) != 0 && winner_seat(&q) != position_seat(p, p->side);
    return position_seat(&q, q.side) != position_seat(p, p->side) && can_win_at_once(&q);
}

enum { CASES = 12 };

static void a_win_in_one_is_played(void **state)
{
    (void)state;
    struct engine *e = searching_engine(8 << 20, 1, 1);
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct rng rng;
        rng_seed(&rng, 11);
        for (int found = 0, tries = 0; found < CASES; tries++) {
            struct position p;
            assert_true(tries < 100000);
            if (!wander(&p, game, 5, &rng) || !can_win_at_once(&p))
                continue;
            found++;
            struct search_report report;
            searching_run(e, &p, 1000, &report);
            assert_true(wins_at_once(&p, report.best));
            assert_int_equal(report.proven, 1);
            assert_int_equal(report.candidates[0].proven, 1);
            assert_true(report.candidates[0].exact);
        }
    }
    engine_free(e);
}

static void a_loss_in_one_is_avoided(void **state)
{
    (void)state;
    struct engine *e = searching_engine(8 << 20, 1, 2);
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct rng rng;
        rng_seed(&rng, 12);
        for (int found = 0, tries = 0; found < CASES; tries++) {
            struct position p;
            assert_true(tries < 100000);
            if (!wander(&p, game, 5, &rng) || can_win_at_once(&p))
                continue;
            move_t legal[MOVES_MAX];
            int n = position_legal(&p, legal);
            int losing = 0;
            for (int i = 0; i < n; i++)
                losing += loses_at_once(&p, legal[i]);
            if (losing == 0 || losing == n)
                continue;
            found++;
            struct search_report report;
            searching_run(e, &p, 3000, &report);
            /* But where all is lost, and this loses by fewer points. */
            assert_true(!loses_at_once(&p, report.best) ||
                        (report.proven == -1 && games[game]->has_score &&
                         report.candidates[0].low == report.high));
        }
    }
    engine_free(e);
}

static void small_boards_are_proved_right(void **state)
{
    (void)state;
    small_boards_prove(1);
}

/* The number of games in which another seed gives another result. */
static int games_that_use_the_seed(bool no_net)
{
    /* Different memory, so that nothing depends on where the block lies. */
    struct engine *a = searching_engine_of(
        (struct engine_options){.memory_bytes = 16 << 20, .seed = 5, .no_net = no_net});
    struct engine *b = searching_engine_of(
        (struct engine_options){.memory_bytes = 32 << 20, .seed = 5, .no_net = no_net});
    struct engine *c = searching_engine_of(
        (struct engine_options){.memory_bytes = 16 << 20, .seed = 6, .no_net = no_net});
    int differs = 0;
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct position p;
        struct search_report ra;
        struct search_report rb;
        struct search_report rc;
        searching_start(&p, game, 7, 2);
        searching_run(b, &p, 100, &rb); /* what it did before leaves no trace */
        searching_run(a, &p, 2000, &ra);
        searching_run(b, &p, 2000, &rb);
        searching_run(c, &p, 2000, &rc);
        assert_true(signature_report(&ra) == signature_report(&rb));
        differs += signature_report(&ra) != signature_report(&rc);
        assert_int_equal(ra.nodes_n, 2000);
    }
    engine_free(a);
    engine_free(b);
    engine_free(c);
    return differs;
}

static void one_thread_and_one_seed_give_one_result(void **state)
{
    (void)state;
    assert_int_equal(games_that_use_the_seed(true), GAME_N);
    (void)games_that_use_the_seed(false); /* a net may find the same moves with any seed */
}

/* The number itself is compared between compilers and with WebAssembly elsewhere. */
static void the_signature_comes_out_twice(void **state)
{
    (void)state;
    uint64_t sums[2] = {0};
    int64_t nodes = 0;
    for (int i = 0; i < 2; i++) {
        struct engine *e = searching_engine(SIGNATURE_MEMORY_BYTES, 1, 77);
        for (int k = 0; k < SIGNATURE_CASES; k += 3) {
            uint64_t found = signature_case(e, k, &nodes);
            assert_true(found != 0);
            sums[i] = signature_add(sums[i], found);
        }
        engine_free(e);
    }
    assert_true(sums[0] == sums[1]);
}

/* In a megabyte the tree of this search is pruned several times. It is still a good search, and the
 * same one again. */
static void full_memory_is_given_back(void **state)
{
    (void)state;
    struct engine *e = searching_engine(1 << 20, 1, 7);
    struct position p;
    struct search_report report;
    struct search_report again;
    searching_start(&p, GAME_LEVEE, 3, 2);
    searching_run(e, &p, 200000, &report);
    assert_int_equal(report.proven, small_boards_value(&p));
    searching_start(&p, GAME_REDSTONE, 9, 2);
    searching_run(e, &p, 30000, &report);
    assert_true(report.full);
    assert_int_equal(report.nodes_n, 30000);
    assert_true(report.candidates[0].pv_n >= 3);
    searching_run(e, &p, 30000, &again);
    assert_true(signature_report(&report) == signature_report(&again));
    engine_free(e);
}

static void full_memory_stops_the_tree_but_not_the_search(void **state)
{
    (void)state;
    struct engine *e = searching_engine(1 << 20, 1, 7);
    struct position p;
    struct search_report report;
    searching_start(&p, GAME_REDSTONE, 13, 2);
    searching_run(e, &p, 4000, &report);
    assert_true(report.full);
    assert_int_equal(report.nodes_n, 4000);
    assert_int_equal(position_judge(&p, report.best), VERDICT_OK);
    engine_free(e);
    e = searching_engine(64 << 20, 1, 7);
    searching_run(e, &p, 4000, &report);
    assert_false(report.full);
    engine_free(e);
}

static void options_out_of_range_are_refused(void **state)
{
    (void)state;
    assert_null(engine_new(&(struct engine_options){.memory_bytes = (1 << 20) - 1}));
    assert_null(engine_new(&(struct engine_options){.threads = 257}));
    assert_null(engine_new(&(struct engine_options){.threads = -1}));
    assert_null(engine_new(&(struct engine_options){.memory_bytes = 1 << 20, .threads = 64}));
    struct engine *e = searching_engine(1 << 20, 1, 0);
    struct position p;
    struct search_report report;
    searching_start(&p, GAME_LEVEE, 5, 2);
    struct engine_limits limits = {.level = LEVEL_MAX + 1};
    assert_int_equal(engine_search(e, &p, &limits, NULL, NULL, &report), ERR_RANGE);
    limits = (struct engine_limits){.nodes_cap = -1};
    assert_int_equal(engine_search(e, &p, &limits, NULL, NULL, &report), ERR_RANGE);
    engine_free(e);
}

static void the_largest_boards_fit(void **state)
{
    (void)state;
    struct engine *e = searching_engine(2 << 20, 1, 8);
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct position p;
        struct search_report report;
        searching_start(&p, game, 25, games[game]->players_max);
        searching_run(e, &p, 20, &report);
        assert_int_equal(position_judge(&p, report.best), VERDICT_OK);
    }
    engine_free(e);
}

static void a_finished_game_has_no_best_move(void **state)
{
    (void)state;
    struct engine *e = searching_engine(1 << 20, 1, 0);
    struct position p;
    struct search_report report;
    struct rng rng;
    rng_seed(&rng, 1);
    searching_start(&p, GAME_PALISADE, 3, 2);
    position_playout(&p, &rng, NULL);
    searching_run(e, &p, 10, &report);
    assert_int_equal(report.best, MOVE_NONE);
    assert_int_equal(report.candidates_n, 0);
    engine_free(e);
}

struct watch {
    int calls;
    int64_t nodes_n;
};

static bool stop_at_third(void *context, const struct search_report *so_far)
{
    struct watch *w = context;
    assert_true(so_far->nodes_n > w->nodes_n);
    assert_true(so_far->candidates_n > 0);
    w->nodes_n = so_far->nodes_n;
    return ++w->calls < 3;
}

static void progress_is_reported_and_may_end_the_search(void **state)
{
    (void)state;
    struct engine *e = searching_engine(64 << 20, 1, 0);
    struct position p;
    struct search_report report;
    struct watch w = {0};
    struct engine_limits limits = {.think_ms = 60000};
    searching_start(&p, GAME_REDSTONE, 9, 2);
    assert_int_equal(engine_search(e, &p, &limits, stop_at_third, &w, &report), 0);
    assert_int_equal(w.calls, 3);
    assert_true(report.elapsed_ms < 30000);
    engine_free(e);
}

static void thinking_time_is_kept(void **state)
{
    (void)state;
    struct engine *e = searching_engine_of((struct engine_options){
        .memory_bytes = 64 << 20, .threads = 1, .no_net = true}); /* a sanitizer's are slow */
    struct position p;
    struct search_report report;
    struct engine_limits limits = {.think_ms = 100};
    searching_start(&p, GAME_PALISADE, 9, 2);
    assert_int_equal(engine_search(e, &p, &limits, NULL, NULL, &report), 0);
    assert_true(report.elapsed_ms >= 100);
    assert_true(report.elapsed_ms < 5000); /* a loaded machine is forgiven much */
    assert_true(report.nodes_n > 10);
    engine_free(e);
}

/* Where all moves but one lose, a clock need not run on: the others are proved to, which leaves
 * nothing to be compared. */
static void a_paced_search_ends_when_nothing_is_left_to_choose(void **state)
{
    (void)state;
    struct engine *e = searching_engine(16 << 20, 1, 3);
    struct rng rng;
    rng_seed(&rng, 12);
    for (int found = 0, tries = 0; found < 4; tries++) {
        struct position p;
        move_t legal[MOVES_MAX];
        assert_true(tries < 100000);
        if (!wander(&p, GAME_LEVEE, 7, &rng))
            continue;
        int n = position_legal(&p, legal);
        int losing = 0;
        for (int i = 0; i < n; i++)
            losing += loses_at_once(&p, legal[i]);
        if (losing != n - 1 || can_win_at_once(&p))
            continue;
        struct search_report report;
        const struct engine_limits limits = {.think_ms = 3600 * 1000, .usual_ms = 3600 * 1000};
        found++;
        assert_int_equal(engine_search(e, &p, &limits, NULL, NULL, &report), 0);
        assert_false(loses_at_once(&p, report.best));
    }
    const struct engine_limits wrong = {.think_ms = 10, .usual_ms = 11};
    struct position p;
    struct search_report report;
    searching_start(&p, GAME_LEVEE, 5, 2);
    assert_int_equal(engine_search(e, &p, &wrong, NULL, NULL, &report), ERR_RANGE);
    engine_free(e);
}

static bool enough_nodes(void *context, const struct search_report *so_far)
{
    const int64_t *wanted = context;
    return so_far->nodes_n < *wanted;
}

/* Searches without a limit in nodes until that many playouts, as near as the reports come. */
static void search_until(struct engine *e, const struct position *p, int64_t nodes,
                         struct search_report *out)
{
    struct engine_limits limits = {.think_ms = 60000};
    assert_int_equal(engine_search(e, p, &limits, enough_nodes, &nodes, out), 0);
}

/* A few rounds, without a limit in nodes. */
static void search_on(struct engine *e, const struct position *p, struct search_report *out)
{
    struct engine_limits limits = {.think_ms = 1};
    assert_int_equal(engine_search(e, p, &limits, NULL, NULL, out), 0);
}

static int64_t visits_of(const struct search_report *r)
{
    int64_t visits = 0;
    for (int i = 0; i < r->candidates_n; i++)
        visits += r->candidates[i].visits;
    return visits;
}

/* A search by time continues with the tree that the one before has of its position: after the moves
 * of both, a swap too, and for the same position; not after a step back, a game begun anew, or on
 * other boards, and never when its nodes are counted. Without keep_tree nothing is kept. */
static void a_tree_is_kept_for_the_next_position(void **state)
{
    (void)state;
    struct engine_options options = {.memory_bytes = 16 << 20, .keep_tree = true, .no_net = true};
    struct engine *e = engine_new(&options);
    assert_non_null(e);
    for (enum game_id game = 0; game < GAME_N; game++) {
        struct position p;
        struct position next;
        struct search_report report;
        searching_start(&p, game, 7, 2);
        if (game == GAME_REDSTONE) { /* the first stone is sought in a tree of its own */
            position_play_legal(&p, 6);
            position_play_legal(&p, 12);
        }
        search_until(e, &p, 4000, &report);
        next = p;
        for (int i = 0; i < 2; i++)
            position_play_legal(&next, report.candidates[0].pv[i]);
        search_on(e, &next, &report);
        assert_true(visits_of(&report) > report.nodes_n);
        assert_int_equal(position_judge(&next, report.best), VERDICT_OK);
        for (int i = 0; i < report.candidates_n; i++) {
            struct position after = next;
            assert_true(report.candidates[i].winrate >= 0 && report.candidates[i].winrate <= 1);
            for (int k = 0; k < report.candidates[i].pv_n; k++)
                assert_int_equal(position_play(&after, report.candidates[i].pv[k]), VERDICT_OK);
        }
        search_on(e, &next, &report); /* the same once more */
        assert_true(visits_of(&report) > report.nodes_n);
        searching_run(e, &next, 100, &report);
        assert_true(visits_of(&report) <= 100);
        search_on(e, &p, &report); /* taken back */
        assert_true(visits_of(&report) <= report.nodes_n);
        engine_clear(e);
        search_on(e, &p, &report);
        assert_true(visits_of(&report) <= report.nodes_n);
        searching_start(&next, game, 9, 2);
        search_on(e, &next, &report); /* another board */
        assert_true(visits_of(&report) <= report.nodes_n);
    }
    engine_free(e);
}

static void a_tree_is_kept_over_a_swap(void **state)
{
    (void)state;
    struct engine_options options = {.memory_bytes = 16 << 20, .keep_tree = true};
    for (int keep = 0; keep < 2; keep++) {
        struct position p;
        struct search_report report;
        options.keep_tree = keep == 1;
        struct engine *e = engine_new(&options);
        assert_non_null(e);
        searching_start(&p, GAME_REDSTONE, 5, 2);
        position_play_legal(&p, 12);
        search_until(e, &p, 3000, &report);
        assert_int_equal(position_play(&p, MOVE_SWAP), VERDICT_OK);
        search_on(e, &p, &report);
        assert_int_equal(visits_of(&report) > report.nodes_n, keep);
        engine_free(e);
    }
}

static void every_level_plays_and_lower_ones_think_less(void **state)
{
    (void)state;
    struct engine *e = searching_engine(64 << 20, 1, 10);
    struct position p;
    int64_t before = 0;
    searching_start(&p, GAME_LEVEE, 7, 2); /* without a net */
    for (int level = LEVEL_MIN; level <= 5; level++) {
        struct engine_limits limits = {.level = level};
        struct search_report report;
        assert_int_equal(engine_search(e, &p, &limits, NULL, NULL, &report), 0);
        assert_int_equal(position_judge(&p, report.best), VERDICT_OK);
        assert_true(report.nodes_n > before);
        before = report.nodes_n;
    }
    engine_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_in_one_is_played),
        cmocka_unit_test(a_loss_in_one_is_avoided),
        cmocka_unit_test(small_boards_are_proved_right),
        cmocka_unit_test(one_thread_and_one_seed_give_one_result),
        cmocka_unit_test(the_signature_comes_out_twice),
        cmocka_unit_test(full_memory_is_given_back),
        cmocka_unit_test(full_memory_stops_the_tree_but_not_the_search),
        cmocka_unit_test(options_out_of_range_are_refused),
        cmocka_unit_test(the_largest_boards_fit),
        cmocka_unit_test(a_finished_game_has_no_best_move),
        cmocka_unit_test(progress_is_reported_and_may_end_the_search),
        cmocka_unit_test(thinking_time_is_kept),
        cmocka_unit_test(a_paced_search_ends_when_nothing_is_left_to_choose),
        cmocka_unit_test(a_tree_is_kept_for_the_next_position),
        cmocka_unit_test(a_tree_is_kept_over_a_swap),
        cmocka_unit_test(every_level_plays_and_lower_ones_think_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

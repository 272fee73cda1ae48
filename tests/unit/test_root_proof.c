/* test_root_proof.c - wins on small boards that are proved before a timed search begins. */
#include "testing.h"

#include "rules/position.h"
#include "search/engine.h"
#include "search/tree/root_proof.h"

enum { WIN = 1, MEMORY = 16 << 20, DRAWN = 40 };

static const struct board {
    enum game_id game;
    int width, height;
} boards[] = {
    {GAME_PALISADE, 5, 5}, {GAME_REDSTONE, 4, 4}, {GAME_LEVEE, 5, 5}, {GAME_CLAIMS, 4, 3}};

static struct setup setup_of(const struct board *b)
{
    struct setup s = setup_default(b->game);
    s.width = (uint8_t)b->width;
    s.height = (uint8_t)b->height;
    s.options &= (uint8_t) ~(unsigned)OPTION_SWAP;
    return s;
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

/* A position in the second half of a random game, still running. */
static void draw(struct position *p, const struct setup *s, struct rng *r)
{
    move_t moves[1024];
    struct playlog log = {.moves = moves, .cap = 1024};
    struct position end;
    assert_int_equal(position_start(p, s), 0);
    position_copy(&end, p);
    position_playout(&end, r, &log);
    uint32_t n = log.n / 2 + rng_below(r, log.n - log.n / 2);
    for (uint32_t i = 0; i < n; i++)
        position_play_legal(p, moves[i]);
    assert_false(p->over);
}

static bool is_won(struct pns *pns, const struct position *p, int goal)
{
    struct pns_report report;
    assert_int_equal(pns_solve(pns, p, goal, 0, NULL, NULL, &report), 0);
    return report.value > 0;
}

static void a_won_position_has_a_move_that_wins_and_others_have_none(void **state)
{
    (void)state;
    const struct pns_options options = {.memory_bytes = MEMORY, .threads = 1};
    struct root_proof proof = {.pns = NULL};
    for (size_t b = 0; b < ARRAY_LEN(boards); b++) {
        const struct setup s = setup_of(&boards[b]);
        struct pns *pns = pns_new(&s, &options);
        struct rng r;
        int won_n = 0;
        assert_non_null(pns);
        assert_true(root_proof_wants(&s));
        rng_seed(&r, b);
        for (int i = 0; i < DRAWN; i++) {
            struct position p;
            draw(&p, &s, &r);
            bool won = is_won(pns, &p, WIN);
            won_n += won;
            assert_int_equal(root_proof_move(&proof, &p, at_once, NULL), MOVE_NONE);
            move_t m = root_proof_move(&proof, &p, never, NULL);
            assert_int_equal(m != MOVE_NONE, won);
            if (!won)
                continue;
            assert_int_equal(position_judge(&p, m), VERDICT_OK);
            position_play_legal(&p, m);
            assert_false(is_won(pns, &p, pns_goal_other(WIN)));
        }
        assert_in_range(won_n, 1, DRAWN - 1);
        pns_free(pns);
    }
    root_proof_free(&proof);
}

static void large_boards_and_more_players_are_left_to_the_search(void **state)
{
    (void)state;
    struct setup s = setup_default(GAME_PALISADE);
    s.width = s.height = 7;
    assert_false(root_proof_wants(&s));
    s = setup_default(GAME_CLAIMS);
    s.width = s.height = 4;
    assert_true(root_proof_wants(&s));
    s.players = 3;
    assert_false(root_proof_wants(&s));
}

/* The proof leaves the rounds nothing to do; a search with a limit in nodes does without it. */
static void a_timed_search_begins_with_the_proof(void **state)
{
    (void)state;
    const struct setup s = setup_of(&boards[1]);
    const struct engine_options options = {.memory_bytes = MEMORY, .seed = 1};
    const struct pns_options proof = {.memory_bytes = MEMORY, .threads = 1};
    const struct engine_limits timed[] = {{.cpu_ms = 4000}, {.think_ms = 60000}};
    const struct engine_limits counted = {.nodes_cap = 40};
    static struct search_report report;
    struct position p;
    struct pns *pns = pns_new(&s, &proof);
    struct engine *e = engine_new(&options);
    struct rng r;
    assert_true(e != NULL && pns != NULL);
    rng_seed(&r, 3);
    do { /* a position that takes the counted search more than its rounds */
        draw(&p, &s, &r);
        if (is_won(pns, &p, WIN)) {
            assert_int_equal(engine_search(e, &p, &counted, NULL, NULL, &report), 0);
            continue;
        }
        report.exact = true;
    } while (report.exact);
    assert_int_equal(report.nodes_n, 40);
    for (size_t i = 0; i < ARRAY_LEN(timed); i++) {
        engine_clear(e);
        assert_int_equal(engine_search(e, &p, &timed[i], NULL, NULL, &report), 0);
        assert_int_equal(report.nodes_n, 0);
        assert_int_equal(report.proven, 1);
        struct position next;
        position_copy(&next, &p);
        position_play_legal(&next, report.best);
        assert_false(is_won(pns, &next, pns_goal_other(WIN)));
    }
    engine_free(e);
    pns_free(pns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_won_position_has_a_move_that_wins_and_others_have_none),
        cmocka_unit_test(large_boards_and_more_players_are_left_to_the_search),
        cmocka_unit_test(a_timed_search_begins_with_the_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

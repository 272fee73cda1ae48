/* test_lib_engine.c - libhoshi's engine, nets and proofs. */
#include "lib_start.h"

static struct hoshi_engine *engine(void)
{
    const struct hoshi_engine_options options = {
        .size = sizeof options, .memory_bytes = 16U << 20, .threads = 1, .seed = 5};
    struct hoshi_engine *e = NULL;
    assert_int_equal(hoshi_engine_new(&options, &e), 0);
    return e;
}

static struct hoshi_limits nodes_limit(int64_t nodes)
{
    return (struct hoshi_limits){.size = sizeof(struct hoshi_limits), .nodes = nodes};
}

static int stop_at_once(void *context, const struct hoshi_thought *so_far)
{
    *(int64_t *)context = so_far->nodes;
    return 0;
}

static void the_engine_repeats_itself_and_stops_when_told(void **state)
{
    (void)state;
    struct hoshi_position *p = start("redstone", 9);
    struct hoshi_thought a = {.size = sizeof a};
    struct hoshi_thought b = {.size = sizeof b};
    const struct hoshi_limits nodes = nodes_limit(500);
    struct hoshi_engine *e = engine();
    struct hoshi_engine *f = engine();
    assert_int_equal(hoshi_engine_think(e, p, &nodes, NULL, NULL, &a), 0);
    assert_int_equal(hoshi_engine_think(f, p, &nodes, NULL, NULL, &b), 0);
    assert_string_equal(a.move, b.move);
    assert_int_equal(a.nodes, b.nodes);
    const struct hoshi_limits minute = {.size = sizeof minute, .think_ms = 60000};
    int64_t seen = -1;
    assert_int_equal(hoshi_engine_think(e, p, &minute, stop_at_once, &seen, &a), 0);
    assert_true(seen >= 0);
    hoshi_engine_free(e);
    hoshi_engine_free(f);
    hoshi_position_free(p);
}

static void proved_points_are_reported(void **state)
{
    (void)state;
    struct hoshi_position *p = start("palisade", 3);
    struct hoshi_engine *e = engine();
    struct hoshi_thought t = {.size = sizeof t};
    assert_int_equal(
        hoshi_engine_think(e, p,
                           &(struct hoshi_limits){.size = sizeof(struct hoshi_limits), .nodes = 10},
                           NULL, NULL, &t),
        0);
    assert_true(-9 <= t.low && t.low < t.high && t.high <= 9);
    assert_int_equal(hoshi_engine_think(e, p,
                                        &(struct hoshi_limits){.size = sizeof(struct hoshi_limits),
                                                               .nodes = 200000},
                                        NULL, NULL, &t),
                     0);
    assert_int_equal(t.proven, -1);
    assert_int_equal(t.low, -1);
    assert_int_equal(t.high, -1);
    assert_int_equal(t.candidates[0].low, -1);
    assert_int_equal(t.candidates[0].high, -1);
    assert_true(t.candidates[0].score == -1.0);
    hoshi_engine_free(e);
    hoshi_position_free(p);
}

static void nets_judge_unless_they_are_unwanted(void **state)
{
    (void)state;
    static unsigned char file[1 << 20];
    struct hoshi_position *p = start("palisade", 9);
    struct hoshi_engine *e = engine();
    const struct hoshi_limits limits = nodes_limit(50);
    struct hoshi_thought t = {.size = sizeof t};
    FILE *f = fopen(HOSHI_NET, "rb");
    assert_non_null(f);
    size_t n = fread(file, 1, sizeof file, f);
    (void)fclose(f);
    assert_int_equal(hoshi_engine_think(e, p, &limits, NULL, NULL, &t), 0);
    uint32_t own = t.net;
    assert_true(own != 0);
    assert_int_equal(hoshi_engine_net(e, NULL, 0), 0);
    assert_int_equal(hoshi_engine_think(e, p, &limits, NULL, NULL, &t), 0);
    assert_true(t.net == 0);
    assert_true(hoshi_engine_net(e, file, n - 1) < 0); /* truncated: as it was */
    assert_int_equal(hoshi_engine_think(e, p, &limits, NULL, NULL, &t), 0);
    assert_true(t.net == 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hoshi_engine_net(e, file, n), 0);
        assert_int_equal(hoshi_engine_think(e, p, &limits, NULL, NULL, &t), 0);
        assert_true(t.net == own);
    }
    hoshi_engine_free(e);
    hoshi_position_free(p);
}

static int never_stop(void *context, const struct hoshi_thought *so_far)
{
    (void)context;
    return so_far->candidates_n > 0;
}

static void note_end(void *context, const struct hoshi_thought *thought)
{
    *(int64_t *)context = thought->nodes;
}

static void a_search_runs_beside_its_caller(void **state)
{
    (void)state;
    struct hoshi_position *p = start("palisade", 9);
    struct hoshi_engine *e = engine();
    struct hoshi_thought called = {.size = sizeof called};
    struct hoshi_thought started = {.size = sizeof started};
    const struct hoshi_limits nodes = nodes_limit(2000);
    int64_t end = -1;
    assert_int_equal(hoshi_engine_poll(e, &started), 0);
    assert_true(hoshi_engine_wait(e, &started) < 0);
    assert_int_equal(hoshi_engine_think(e, p, &nodes, NULL, NULL, &called), 0);
    assert_int_equal(hoshi_engine_start(e, p, &nodes, never_stop, note_end, &end), 0);
    while (hoshi_engine_poll(e, &started) == 1)
        assert_true(started.nodes <= 2000);
    assert_int_equal(hoshi_engine_wait(e, &started), 0);
    assert_int_equal(end, 2000);
    assert_string_equal(started.move, called.move);
    assert_int_equal(started.candidates_n, HOSHI_CANDIDATES_MAX);
    for (int i = 0; i < started.candidates_n; i++) {
        const struct hoshi_candidate *c = &started.candidates[i];
        assert_string_equal(c->move, called.candidates[i].move);
        assert_int_equal(c->pv[0], c->action);
        assert_int_equal(hoshi_position_action(p, c->move), c->action);
        assert_true(c->pv_n >= 1 && c->visits >= (i == 0) && c->winrate >= 0 && c->winrate <= 1);
        assert_true(i == 0 || c->visits <= c[-1].visits);
        assert_true(c->visits > 0 || c->winrate == 0.5); /* a net need not visit all moves */
    }
    const struct hoshi_limits minute = {.size = sizeof minute, .think_ms = 60000};
    assert_int_equal(hoshi_engine_start(e, p, &minute, NULL, NULL, NULL), 0);
    hoshi_engine_free(e); /* while it runs */
    hoshi_position_free(p);
}

static void questions_are_proved(void **state)
{
    (void)state;
    struct hoshi_position *p = start("palisade", 3);
    struct hoshi_question q = {.size = sizeof q, .goal = -1, .positions = 100000};
    struct hoshi_answer a = {.size = sizeof a};
    assert_int_equal(hoshi_position_prove(p, &q, &a), 0);
    assert_int_equal(a.value, 1); /* White wins by a point: Black reaches -1 */
    q.goal = 1;
    assert_int_equal(hoshi_position_prove(p, &q, &a), 0);
    assert_int_equal(a.value, -1);
    assert_true(a.action >= 0 && a.plies > 0);
    assert_int_equal(hoshi_position_action(p, a.move), a.action);
    a.size = 4;
    assert_int_equal(hoshi_position_prove(p, &q, &a), HOSHI_ERR_RANGE);
    int action = hoshi_position_flat(p, 60, 1);
    assert_true(action >= 0 && hoshi_position_step(p, action) == 0);
    hoshi_position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_repeats_itself_and_stops_when_told),
        cmocka_unit_test(proved_points_are_reported),
        cmocka_unit_test(nets_judge_unless_they_are_unwanted),
        cmocka_unit_test(a_search_runs_beside_its_caller),
        cmocka_unit_test(questions_are_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

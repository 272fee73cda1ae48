/* test_engine_net.c - searches that a net judges. The weights of the net are random: whatever it
 * says, what is proved must be true. */
#include "random_net.h"

#include "rules/position.h"
#include "search/engine.h"
#include "search/signature.h"

static struct net net;

static int open_net(void **state)
{
    const char *why = "";
    (void)state;
    make_file(3, 16, 2, 9);
    return net_open(&net, file, file_n, &why);
}

static struct engine *new_engine(uint64_t mib, int threads, const struct net *with, bool keep)
{
    struct engine *e = engine_new(&(struct engine_options){.memory_bytes = mib << 20,
                                                           .threads = threads,
                                                           .seed = 5,
                                                           .keep_tree = keep,
                                                           .net = with,
                                                           .no_net = with == NULL});
    assert_non_null(e);
    return e;
}

static void start(struct position *p, enum game_id game, int size, int plies, uint64_t seed)
{
    struct setup s = setup_default(game);
    struct rng r;
    s.width = s.height = (uint8_t)size;
    rng_seed(&r, seed);
    assert_int_equal(position_start(p, &s), 0);
    while (plies-- > 0 && !p->over)
        position_play_legal(p, position_random(p, &r));
}

static void search(struct engine *e, const struct position *p, int level, int64_t nodes,
                   struct search_report *out)
{
    const struct engine_limits limits = {.level = level, .nodes_cap = nodes};
    assert_int_equal(engine_search(e, p, &limits, NULL, NULL, out), 0);
}

static void a_search_counts_its_judgements_and_comes_out_again(void **state)
{
    (void)state;
    struct position p;
    struct search_report r;
    start(&p, GAME_PALISADE, 9, 10, 1);
    uint64_t found = 0;
    for (int i = 0; i < 2; i++) {
        struct engine *e = new_engine(16, 1, &net, false);
        for (int k = 0; k < 2; k++) {
            uint64_t visits = 0;
            search(e, &p, 0, 500, &r);
            assert_int_equal(r.net, net.crc);
            assert_int_equal(r.nodes_n, 500);
            assert_int_equal(position_judge(&p, r.best), VERDICT_OK);
            for (int c = 0; c < r.candidates_n; c++)
                visits += r.candidates[c].visits;
            assert_in_range(visits, 200, 500);
            assert_true(found == 0 || signature_report(&r) == found);
            found = signature_report(&r);
        }
        engine_free(e);
    }
}

static void a_net_leaves_other_boards_and_games_alone(void **state)
{
    (void)state;
    static const struct {
        enum game_id game;
        int size;
    } cases[] = {{GAME_PALISADE, 5}, /* smaller than the net's boards */
                 {GAME_LEVEE, 9},
                 {GAME_REDSTONE, 7},
                 {GAME_CLAIMS, 6}};
    struct net larger = net;
    larger.side_min = 7;
    struct engine *with = new_engine(4, 1, &larger, false);
    struct engine *without = new_engine(4, 1, NULL, false);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct position p;
        struct search_report a;
        struct search_report b;
        start(&p, GAME_PALISADE, 9, 6, 2);
        search(with, &p, 0, 50, &a); /* a tree of the net lies there before */
        assert_int_equal(a.net, net.crc);
        start(&p, cases[i].game, cases[i].size, 4, 3);
        search(with, &p, 0, 20000, &a); /* more than the memory holds */
        search(without, &p, 0, 20000, &b);
        assert_int_equal(a.net, 0);
        assert_true(signature_report(&a) == signature_report(&b));
    }
    engine_free(with);
    engine_free(without);
}

static void what_is_proved_is_what_playouts_prove(void **state)
{
    (void)state;
    struct engine *with = new_engine(32, 1, &net, false);
    struct engine *without = new_engine(32, 1, NULL, false);
    int proved = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct position p;
        struct search_report a;
        struct search_report b;
        start(&p, GAME_PALISADE, 5, 10, seed);
        if (p.over)
            continue;
        search(with, &p, 0, 20000, &a);
        search(without, &p, 0, 200000, &b);
        assert_true(b.exact);
        if (!a.exact)
            continue;
        proved++;
        assert_int_equal(a.net, net.crc);
        assert_int_equal(a.proven, b.proven);
        assert_true(a.low <= b.high && b.low <= a.high);
    }
    assert_true(proved >= 8);
    engine_free(with);
    engine_free(without);
}

static void a_full_tree_goes_on(void **state)
{
    (void)state;
    struct position p;
    struct search_report r;
    start(&p, GAME_PALISADE, 9, 4, 4);
    struct engine *e = new_engine(2, 1, &net, false);
    search(e, &p, 0, 3000, &r);
    assert_true(r.full);
    assert_int_equal(r.nodes_n, 3000);
    assert_int_equal(r.net, net.crc);
    engine_free(e);
}

/* Ends a search, which time alone limits, at its first report. */
static bool enough(void *context, const struct search_report *so_far)
{
    (void)context;
    return so_far->nodes_n < 300;
}

static void a_tree_is_kept_for_the_next_move(void **state)
{
    (void)state;
    struct position p;
    struct search_report r;
    const struct engine_limits limits = {.think_ms = 60000};
    start(&p, GAME_PALISADE, 9, 4, 4);
    struct engine *e = new_engine(16, 1, &net, true);
    assert_int_equal(engine_search(e, &p, &limits, enough, NULL, &r), 0);
    assert_true(r.candidates[0].pv_n >= 2);
    position_play_legal(&p, r.candidates[0].pv[0]);
    uint32_t visits = r.candidates[0].visits;
    assert_int_equal(engine_search(e, &p, &limits, enough, NULL, &r), 0);
    uint64_t sum = 0;
    for (int i = 0; i < r.candidates_n; i++)
        sum += r.candidates[i].visits;
    assert_true(sum + 200 >= (uint64_t)visits + 300);
    engine_free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_counts_its_judgements_and_comes_out_again),
        cmocka_unit_test(a_net_leaves_other_boards_and_games_alone),
        cmocka_unit_test(what_is_proved_is_what_playouts_prove),
        cmocka_unit_test(a_full_tree_goes_on),
        cmocka_unit_test(a_tree_is_kept_for_the_next_move),
    };
    return cmocka_run_group_tests(tests, open_net, NULL);
}

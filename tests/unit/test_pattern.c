/* test_pattern.c - patterns (search/tree/pattern.h): positions that differ by a symmetry of the
 * game only have the same features. */
#include "searching.h"
#include "turning.h"

#include "rules/position.h"
#include "search/tree/pattern.h"
#include <stdlib.h>

enum { TRIES = 300 };

/* A position after some random plies, with a last move, on a board of 3 to 13 lines, which Redstone
 * may have in even numbers, and without a swap to come. False if the game was over before. */
static bool somewhere(struct rng *rng, enum game_id game, struct position *out)
{
    struct setup s = setup_default(game);
    s.options = 0;
    s.width = s.height =
        (uint8_t)(3 + rng_below(rng, 12 / games[game]->size_step) * games[game]->size_step);
    assert_int_equal(position_start(out, &s), 0);
    uint32_t plies = 1 + rng_below(rng, (uint32_t)(s.width * s.width));
    for (uint32_t k = 0; k < plies && !out->over; k++)
        position_play_legal(out, position_random(out, rng));
    return !out->over;
}

/* The same with the last move. */
static void turn_with_last(const struct position *p, int symmetry, struct position *out)
{
    int n = p->setup.width;
    turn(p, symmetry, out);
    out->last = symmetry_move(symmetry, n, n, p->last);
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The kinds of the features of a placement, in order. */
static int features(const struct pattern_view *v, move_t m, int out[PATTERN_PARTS_MAX])
{
    int n = pattern_parts(v, m, out);
    assert_in_range(n, 1, PATTERN_PARTS_MAX);
    for (int i = 0; i < n; i++) {
        assert_in_range(out[i], 0, pattern_n(v->p->setup.game) - 1);
        out[i] = pattern_kind(v->p->setup.game, out[i]);
    }
    qsort(out, (size_t)n, sizeof *out, compare);
    return n;
}

/* In Levee both views are as good on the lines through the centre: which is taken may change the
 * shape, which is the least feature. */
static bool has_two_views(const struct position *p, move_t m)
{
    int n = p->setup.width;
    return p->setup.game == GAME_LEVEE &&
           (move_point(m) % n == n / 2 || move_point(m) / n == n / 2);
}

static void are_symmetric(enum game_id game)
{
    struct rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < TRIES; i++) {
        struct position p;
        struct position q;
        static struct pattern_view view;
        static struct pattern_view turned;
        move_t legal[MOVES_MAX];
        if (!somewhere(&rng, game, &p))
            continue;
        int symmetry = (int)rng_below(&rng, SYMMETRIES_MAX);
        int n = position_legal(&p, legal);
        turn_with_last(&p, symmetry, &q);
        pattern_look(&p, &view);
        pattern_look(&q, &turned);
        for (int k = 0; k < n; k++) {
            int here[PATTERN_PARTS_MAX];
            int there[PATTERN_PARTS_MAX];
            move_t m = symmetry_move(symmetry, p.setup.width, p.setup.width, legal[k]);
            int parts_n = features(&view, legal[k], here);
            assert_int_equal(features(&turned, m, there), parts_n);
            if (has_two_views(&p, legal[k])) {
                assert_memory_equal(here + 1, there + 1, (size_t)(parts_n - 1) * sizeof here[0]);
                continue;
            }
            assert_memory_equal(here, there, (size_t)parts_n * sizeof here[0]);
            assert_int_equal(pattern_weight(&view, legal[k]), pattern_weight(&turned, m));
        }
    }
}

static void features_of_palisade_are_symmetric(void **state)
{
    (void)state;
    are_symmetric(GAME_PALISADE);
}

static void features_of_redstone_are_symmetric(void **state)
{
    (void)state;
    are_symmetric(GAME_REDSTONE);
}

static void features_of_levee_are_symmetric(void **state)
{
    (void)state;
    are_symmetric(GAME_LEVEE);
}

/* Colours do not matter in Redstone, only whose stones they are. */
static void features_of_redstone_are_the_movers(void **state)
{
    (void)state;
    static struct pattern_view view;
    static struct pattern_view other;
    struct rng rng;
    rng_seed(&rng, 4);
    for (int i = 0; i < TRIES; i++) {
        struct position p;
        struct position q;
        struct cell cells[POINTS_MAX] = {0};
        move_t legal[MOVES_MAX];
        if (!somewhere(&rng, GAME_REDSTONE, &p))
            continue;
        for (point_t at = 0; at < p.setup.width * p.setup.width; at++) {
            cells[at] = position_cell(&p, at);
            if (cells[at].owner == 1 || cells[at].owner == 2)
                cells[at].owner = (uint8_t)(3 - cells[at].owner);
        }
        assert_int_equal(position_set(&q, &p.setup, cells, 3 - p.side), 0);
        q.last = p.last;
        pattern_look(&p, &view);
        pattern_look(&q, &other);
        int n = position_legal(&p, legal);
        for (int k = 0; k < n; k++) {
            int here[PATTERN_PARTS_MAX];
            int there[PATTERN_PARTS_MAX];
            int parts_n = features(&view, legal[k], here);
            assert_int_equal(features(&other, legal[k], there), parts_n);
            assert_memory_equal(here, there, (size_t)parts_n * sizeof here[0]);
        }
    }
}

/* How many features of a placement are others on the other board. */
static int differing(const struct pattern_view *one, const struct pattern_view *other, move_t m)
{
    int here[PATTERN_PARTS_MAX];
    int there[PATTERN_PARTS_MAX];
    int n = pattern_parts(one, m, here);
    int sum = 0;
    assert_int_equal(pattern_parts(other, m, there), n);
    for (int i = 0; i < n; i++)
        sum += here[i] != there[i];
    return sum;
}

/* Looks at a drawn board of Redstone on which Black is to move. */
static void look_at(const char *board, struct position *p, struct pattern_view *out)
{
    struct setup s = setup_default(GAME_REDSTONE);
    struct cell cells[POINTS_MAX] = {0};
    s.options = 0;
    s.width = s.height = 5;
    assert_int_equal(diagram_parse(&s, board, cells, NULL), 0);
    assert_int_equal(position_set(p, &s, cells, 1), 0);
    pattern_look(p, out);
}

/* Pairs of boards that are the same around c3: a placement there differs in one feature only. */
static void what_lies_farther_off_is_seen(void **state)
{
    (void)state;
    static const struct {
        const char *one, *other;
        move_t move;
    } pairs[] = {
        /* The black stone below the white one that falls is in its last liberty, or is not. */
        {"..... ..... .r.r. .rwr. .rb..", "..... ..... .r.r. .rwr. ..b..", MOVE_RED + 12},
        /* One white stone falls, or two. */
        {"b.... ..... .r.r. .rwr. .rrr.", "b.... ..... .r.r. .rwr. .rwr.", MOVE_RED + 12},
        /* One black stone is joined, or two. */
        {"w.... ..... .r.r. .rbr. .r.r.", "w.... ..... .r.r. .rbr. ..br.", 12},
        /* One white stone is left with one liberty, or two are. */
        {"b.... ..... .r.r. .rwr. .r.r.", "b.... ..... .r.r. .rwr. ..wr.", 12},
    };
    static struct pattern_view one;
    static struct pattern_view other;
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        struct position p;
        struct position q;
        look_at(pairs[i].one, &p, &one);
        look_at(pairs[i].other, &q, &other);
        assert_int_equal(position_judge(&p, pairs[i].move), VERDICT_OK);
        assert_int_equal(position_judge(&q, pairs[i].move), VERDICT_OK);
        assert_int_equal(differing(&one, &other, pairs[i].move), 1);
    }
}

/* On the largest board and the smallest, to the end of games: nothing is out of range, and no sum
 * is larger than the search can add (worker.c multiplies it by less than 20 and keeps 16 bits). */
static void every_placement_has_a_weight(void **state)
{
    (void)state;
    static struct pattern_view view;
    struct rng rng;
    rng_seed(&rng, 3);
    for (int i = 0; i < 6 * GAME_N; i++) {
        enum game_id game = (enum game_id)(i % GAME_N);
        struct setup s = setup_default(game);
        struct position p;
        move_t legal[MOVES_MAX];
        if (pattern_n(game) == 0)
            continue;
        assert_in_range(pattern_n(game), 1, PATTERN_N_MAX);
        s.options = 0;
        s.width = s.height = i / GAME_N % 2 == 0 ? games[game]->size_max : games[game]->size_min;
        assert_int_equal(position_start(&p, &s), 0);
        for (int ply = 0; !p.over; ply++) {
            int n = ply % 8 == 0 || s.width < 5 ? position_legal(&p, legal) : 0;
            if (n > 0)
                pattern_look(&p, &view);
            for (int k = 0; k < n; k++) {
                int parts[PATTERN_PARTS_MAX];
                (void)features(&view, legal[k], parts);
                assert_true(abs(pattern_weight(&view, legal[k])) < INT16_MAX / 20);
            }
            position_play_legal(&p, position_random(&p, &rng));
        }
    }
}

/* R7: the swap is no placement, and one that was made is no place to be near to. */
static void r7_a_swap_has_no_weight(void **state)
{
    (void)state;
    static struct pattern_view view;
    struct setup s = setup_default(GAME_REDSTONE);
    struct position p;
    move_t legal[MOVES_MAX];
    int parts[PATTERN_PARTS_MAX];
    assert_int_equal(position_start(&p, &s), 0);
    position_play_legal(&p, 3);
    pattern_look(&p, &view);
    assert_int_equal(pattern_parts(&view, MOVE_SWAP, parts), 0);
    assert_int_equal(pattern_weight(&view, MOVE_SWAP), 0);
    position_play_legal(&p, MOVE_SWAP);
    pattern_look(&p, &view);
    int n = position_legal(&p, legal);
    for (int i = 0; i < n; i++)
        (void)features(&view, legal[i], parts);
}

/* The first playout of a search goes to the placement of most weight. */
static void looks_there_first(enum game_id game)
{
    static struct pattern_view view;
    /* A net would choose by its policy. */
    const struct engine_options options = {
        .memory_bytes = 2 << 20, .threads = 1, .seed = 1, .no_net = true};
    struct engine *e = engine_new(&options);
    assert_non_null(e);
    struct rng rng;
    rng_seed(&rng, 2);
    for (int found = 0, tries = 0; found < 20; tries++) {
        assert_true(tries < 1000);
        struct position p;
        struct search_report report;
        if (!somewhere(&rng, game, &p))
            continue;
        searching_run(e, &p, 1, &report);
        if (report.exact)
            continue;
        found++;
        move_t legal[MOVES_MAX];
        int n = position_legal(&p, legal);
        int most = INT16_MIN;
        pattern_look(&p, &view);
        for (int i = 0; i < n; i++) {
            int weight = pattern_weight(&view, legal[i]);
            most = weight > most ? weight : most;
        }
        /* Weights that differ by less than a step of the samples' mean are one. */
        assert_in_range(pattern_weight(&view, report.best) + 2048, most - 2 + 2048, most + 2048);
    }
    engine_free(e);
}

static void the_engine_looks_there_first(void **state)
{
    (void)state;
    looks_there_first(GAME_REDSTONE);
    looks_there_first(GAME_LEVEE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_of_palisade_are_symmetric),
        cmocka_unit_test(features_of_redstone_are_symmetric),
        cmocka_unit_test(features_of_levee_are_symmetric),
        cmocka_unit_test(features_of_redstone_are_the_movers),
        cmocka_unit_test(what_lies_farther_off_is_seen),
        cmocka_unit_test(every_placement_has_a_weight),
        cmocka_unit_test(r7_a_swap_has_no_weight),
        cmocka_unit_test(the_engine_looks_there_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

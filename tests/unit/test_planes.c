/* test_planes.c - what nets see: the same from every side, with all legal moves and no others. */
#include "turning.h"

#include "net/planes.h"
#include "rules/position.h"
#include <string.h>

enum { RINGED = (SIDE_MAX + 2) * (SIDE_MAX + 2) * PLANES_MAX, OUTSIDE = 99 };

static uint8_t seen[RINGED];
static uint8_t turned[RINGED];

static const uint8_t *at(const uint8_t *planes, const struct setup *s, int point)
{
    int node = (point / s->width + 1) * (s->width + 2) + point % s->width + 1;
    return planes + node * planes_n(s->game);
}

static void start(struct position *p, enum game_id game, int width, int height)
{
    struct setup s = setup_default(game);
    s.width = (uint8_t)width;
    s.height = (uint8_t)height;
    s.options = 0;
    assert_int_equal(position_start(p, &s), 0);
}

/* The same position seen through a symmetry: replayed, or set up where the sides change. */
static void turn_played(const struct position *p, const move_t *played, int n, int symmetry,
                        struct position *out)
{
    const struct setup *s = &p->setup;
    if ((games[s->game]->symmetries_swap >> symmetry & 1) != 0) {
        turn(p, symmetry, out);
        return;
    }
    assert_int_equal(position_start(out, s), 0);
    for (int i = 0; i < n; i++)
        assert_int_equal(
            position_play(out, symmetry_move(symmetry, s->width, s->height, played[i])),
            VERDICT_OK);
}

static void compare_turned(const struct position *p, const move_t *played, int n)
{
    const struct setup *s = &p->setup;
    for (int symmetry = 0; symmetry < SYMMETRIES_MAX; symmetry++) {
        static struct position q;
        if ((position_symmetries(p) >> symmetry & 1) == 0)
            continue;
        turn_played(p, played, n, symmetry, &q);
        bool changed = q.side != p->side;
        planes_fill(&q, turned);
        for (point_t i = 0; i < s->width * s->height; i++) {
            const uint8_t *one = at(seen, s, i);
            const uint8_t *two = at(turned, s, symmetry_point(symmetry, s->width, s->height, i));
            for (int k = 0; k < planes_n(s->game); k++) {
                int expected = k == PLANE_FIRST && changed ? PLANE_ONE - one[k] : one[k];
                if (two[k] != expected)
                    fail_msg("%s %dx%d ply %d point %d symmetry %d plane %d: %d, not %d",
                             games[s->game]->name, s->width, s->height, n, i, symmetry, k, two[k],
                             expected);
            }
        }
    }
}

/* The planes of legal moves are the legal moves, and each has an index of its own. */
static void compare_legal(const struct position *p)
{
    static bool taken[MOVES_MAX];
    const struct setup *s = &p->setup;
    move_t moves[MOVES_MAX];
    int points = s->width * s->height;
    int kinds = planes_kinds(s->game);
    int most = kinds * points + (games[s->game]->has_pass ? 1 : 0);
    int n = position_legal(p, moves);
    memset(taken, 0, sizeof taken);
    for (int i = 0; i < n; i++) {
        int index = planes_move(s, moves[i]);
        assert_in_range(index, 0, most - 1);
        assert_false(taken[index]);
        taken[index] = true;
    }
    for (int i = 0; i < kinds * points; i++)
        assert_int_equal(at(seen, s, i % points)[PLANE_LEGAL + i / points],
                         taken[i] ? PLANE_ONE : 0);
}

/* Nothing outside the board is written, and no number is too large. */
static void compare_bounds(const struct setup *s)
{
    for (int y = 0; y < s->height + 2; y++)
        for (int x = 0; x < s->width + 2; x++)
            for (int k = 0; k < planes_n(s->game); k++) {
                int v = seen[(y * (s->width + 2) + x) * planes_n(s->game) + k];
                if (x == 0 || y == 0 || x > s->width || y > s->height)
                    assert_int_equal(v, OUTSIDE);
                else
                    assert_in_range(v, 0, PLANE_MAX);
            }
}

static void planes_are_those_of_the_turned_board(void **state)
{
    (void)state;
    static struct position p;
    static move_t played[8192];
    for (enum game_id game = 0; game < GAME_N; game++) {
        const struct game *g = games[game];
        assert_int_equal(planes_n(game) % 4, 0);
        assert_in_range(planes_n(game), 4, PLANES_MAX);
        for (int size = g->size_min; size <= 13; size += g->size_step) {
            struct rng r;
            rng_seed(&r, (uint64_t)(100 * (int)game + size));
            start(&p, game, size, g->rectangular ? size + size % 3 : size);
            for (int n = 0; !p.over && n < 8192; n++) {
                if (n < 12 || n % 7 == 0) {
                    memset(seen, OUTSIDE, sizeof seen);
                    planes_fill(&p, seen);
                    compare_turned(&p, played, n);
                    compare_legal(&p);
                    compare_bounds(&p.setup);
                }
                played[n] = position_random(&p, &r);
                position_play_legal(&p, played[n]);
            }
        }
    }
}

static void what_planes_leave_out_is_not_seen(void **state)
{
    (void)state;
    struct setup s = setup_default(GAME_CLAIMS);
    assert_true(planes_see(&s));
    s.options = OPTION_JACKED;
    assert_false(planes_see(&s));
    s.options = 0;
    s.players = 3;
    assert_false(planes_see(&s));
    for (enum game_id game = 0; game < GAME_N; game++) {
        s = setup_default(game);
        assert_true(planes_see(&s));
    }
}

static void set_up(struct position *p, enum game_id game, int size, const char *diagram, int side)
{
    static struct cell cells[POINTS_MAX];
    start(p, game, size, size);
    assert_int_equal(diagram_parse(&p->setup, diagram, cells, NULL), 0);
    assert_int_equal(position_set(p, &p->setup, cells, side), 0);
    planes_fill(p, seen);
}

static const uint8_t *on(const struct position *p, const char *word)
{
    move_t m;
    assert_int_equal(move_parse(word, p->setup.width, p->setup.height, &m), 0);
    return at(seen, &p->setup, move_point(m));
}

static void redstone_counts_liberties_and_what_red_takes(void **state)
{
    (void)state;
    static struct position p;
    /* a1 b1 are in their last liberty c1, c2 d2 have two; a red stone on c1 takes a1 and b1. */
    set_up(&p, GAME_REDSTONE, 4, ".... .... wwbb bb..", 2);
    static const int one = 7, three = 9, theirs = 10, ours = 11;
    assert_int_equal(on(&p, "a1")[one], PLANE_ONE);
    assert_int_equal(on(&p, "a1")[5], PLANE_ONE);
    assert_int_equal(on(&p, "a2")[4], PLANE_ONE);
    assert_int_equal(on(&p, "a2")[8], PLANE_ONE);
    assert_int_equal(on(&p, "c2")[one] + on(&p, "c2")[8] + on(&p, "c2")[three], 0); /* four */
    assert_int_equal(on(&p, "c1")[3], PLANE_ONE);
    assert_int_equal(on(&p, "c1")[theirs], 36); /* two stones: 24 + 2 * 6 */
    assert_int_equal(on(&p, "c1")[ours], 0);
    assert_int_equal(on(&p, "d1")[theirs] + on(&p, "d1")[3], 0);
}

static void levee_measures_channels(void **state)
{
    (void)state;
    static struct position p;
    set_up(&p, GAME_LEVEE, 5, "##... ##... ..+.. #.... .#...", 2);
    static const int ours = 4, theirs = 5, centre = 7, to_ours = 8, decides = 12;
    assert_int_equal(on(&p, "a2")[ours], PLANE_ONE); /* side 2 has left and right */
    assert_int_equal(on(&p, "b1")[theirs], PLANE_ONE);
    assert_int_equal(on(&p, "a1")[ours] + on(&p, "a1")[theirs], 0); /* L1 */
    assert_int_equal(on(&p, "c3")[centre], 120);
    assert_int_equal(on(&p, "d4")[centre], 112);
    assert_int_equal(on(&p, "e5")[centre], 0); /* a corner */
    assert_int_equal(on(&p, "b3")[to_ours], 112);
    assert_int_equal(on(&p, "c3")[to_ours], 104);
    assert_int_equal(on(&p, "a3")[10], PLANE_ONE); /* two steps */
    assert_int_equal(on(&p, "e2")[10], PLANE_ONE);
    assert_int_equal(on(&p, "e3")[10], PLANE_ONE);
    assert_int_equal(on(&p, "c3")[6], PLANE_ONE);
    for (point_t q = 0; q < 25; q++)
        assert_int_equal(at(seen, &p.setup, q)[decides] + at(seen, &p.setup, q)[decides + 1], 0);
    /* Side 1 has only c1 and d1 left, by way of d2: c3 to d2 is closed once d3 holds a stone. */
    set_up(&p, GAME_LEVEE, 5, ".###. ...#. ..+.. .##.. .#...", 2);
    char found[64] = "";
    for (point_t q = 0; q < 25; q++) {
        char name[MOVE_TEXT_BYTES];
        const uint8_t *point = at(seen, &p.setup, q);
        assert_true(point[decides] == 0 || point[decides + 1] == 0);
        if (point[decides] + point[decides + 1] != 0) {
            strcat(found, point[decides] != 0 ? " wins " : " loses ");
            strcat(found, move_print((move_t)q, 5, name));
        }
    }
    assert_string_equal(found, " wins d1 wins d2 wins d3");
}

/* The points that a stone of side on m wins at once. */
static int wins(const struct position *p, int side, move_t m)
{
    static struct position after;
    int16_t before[PLAYERS_MAX], points[PLAYERS_MAX];
    position_score(p, before);
    after = *p;
    after.side = (uint8_t)side;
    position_play_legal(&after, m);
    position_score(&after, points);
    return points[side - 1] - before[side - 1];
}

/* A point that closes no loop is in planes 10 and 11 iff after it another one closes a loop. */
static void compare_pairs(const struct position *p)
{
    static const int theirs = 3, one = 8, two = 10;
    static struct position after;
    const struct setup *s = &p->setup;
    int points = s->width * s->height;
    for (int i = 0; i < points; i++) {
        const uint8_t *first = at(seen, s, i);
        int k = first[PLANE_LEGAL] != 0 ? 0 : 1;
        int side = k == 0 ? p->side : 3 - p->side;
        bool certain = false;
        bool possible = false;
        if (first[PLANE_LEGAL] + first[theirs] == 0 || first[one + k] != 0)
            continue;
        assert_int_equal(first[two + 1 - k], 0);
        after = *p;
        after.side = (uint8_t)side;
        position_play_legal(&after, (move_t)i);
        for (int j = 0; j < points; j++) {
            const uint8_t *second = at(seen, s, j);
            if (j == i || second[k == 0 ? PLANE_LEGAL : theirs] == 0 ||
                wins(&after, side, (move_t)j) == 0)
                continue;
            possible = true;
            certain = certain || second[one + k] == 0;
        }
        if (first[two + k] != 0 ? !possible : certain)
            fail_msg("point %d of side %d: %d", i, side, first[two + k]);
    }
}

static void palisade_sees_loops_that_lack_two_stones(void **state)
{
    (void)state;
    static struct position p;
    static const int two = 10;
    struct rng r;
    /* A loop through e7, g5, e3 and c5 holds five points; of its own eight, four count for a half
     * and four for a quarter. First c5 and g5 are missing, which part it, and then f6 and g5. */
    set_up(
        &p, GAME_PALISADE, 9,
        "......... ......... ....x.... ...x.x... ......... ...x.x... ....x.... ......... .........",
        1);
    assert_int_equal(on(&p, "c5")[two], 16 + 3 * 8);
    assert_int_equal(on(&p, "g5")[two], 16 + 3 * 8);
    set_up(
        &p, GAME_PALISADE, 9,
        "......... ......... ....x.... ...x..... ..x...... ...x.x... ....x.... ......... .........",
        2);
    assert_int_equal(on(&p, "f6")[two + 1], 16 + 3 * 8);
    assert_int_equal(on(&p, "g5")[two + 1], 16 + 3 * 8);
    assert_int_equal(on(&p, "g5")[two], 0);
    rng_seed(&r, 7);
    for (int game = 0; game < 20; game++) {
        start(&p, GAME_PALISADE, 7, 7);
        while (!p.over) {
            planes_fill(&p, seen);
            compare_pairs(&p);
            position_play_legal(&p, position_random(&p, &r));
        }
    }
}

static void claims_compares_both_sides(void **state)
{
    (void)state;
    static struct position p;
    static const int more = 10, less = 11, height = 6, doubled = 7, passed = 9;
    start(&p, GAME_CLAIMS, 3, 2);
    static const char *const moves[] = {"b1", "c2", "b1"};
    for (int i = 0; i < 3; i++) {
        move_t m;
        assert_int_equal(move_parse(moves[i], 3, 2, &m), 0);
        assert_int_equal(position_play(&p, m), VERDICT_OK);
    }
    planes_fill(&p, seen); /* as claims.h draws it, for player 2 */
    assert_int_equal(on(&p, "b1")[height], 32);
    assert_int_equal(on(&p, "b1")[doubled], PLANE_ONE);
    assert_int_equal(on(&p, "b1")[5], PLANE_ONE);
    assert_int_equal(on(&p, "c2")[4], PLANE_ONE);
    assert_int_equal(on(&p, "a1")[less], 20);
    assert_int_equal(on(&p, "a1")[13], PLANE_ONE);
    assert_int_equal(on(&p, "a1")[more], 0);
    assert_int_equal(on(&p, "b1")[more] + on(&p, "b1")[less], 0);
    assert_int_equal(on(&p, "a1")[15], 8); /* one point behind */
    assert_int_equal(on(&p, "a1")[passed], 0);
    assert_int_equal(position_play(&p, MOVE_PASS), VERDICT_OK);
    planes_fill(&p, seen);
    assert_int_equal(on(&p, "c2")[passed], PLANE_ONE);
    assert_int_equal(on(&p, "a1")[14], 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_are_those_of_the_turned_board),
        cmocka_unit_test(what_planes_leave_out_is_not_seen),
        cmocka_unit_test(redstone_counts_liberties_and_what_red_takes),
        cmocka_unit_test(levee_measures_channels),
        cmocka_unit_test(palisade_sees_loops_that_lack_two_stones),
        cmocka_unit_test(claims_compares_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

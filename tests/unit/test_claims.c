/* test_claims.c - the rules of Claims on drawn positions, in random games, under symmetry and at
 * extremes. */
#include "testing.h"

#include "base/err.h"
#include "rules/position.h"
#include <string.h>

static struct setup setup_of(int width, int height, int players, int options)
{
    struct setup s = setup_default(GAME_CLAIMS);
    s.width = (uint8_t)width;
    s.height = (uint8_t)height;
    s.players = (uint8_t)players;
    s.options = (uint8_t)options;
    return s;
}

static struct position start_of(int width, int height, int players)
{
    struct setup s = setup_of(width, height, players, 0);
    struct position p;
    assert_int_equal(position_start(&p, &s), 0);
    return p;
}

static struct position drawn(struct setup s, const char *diagram, int side)
{
    struct cell cells[POINTS_MAX];
    struct position p;
    assert_int_equal(diagram_parse(&s, diagram, cells, NULL), 0);
    assert_int_equal(position_set(&p, &s, cells, side), 0);
    return p;
}

static void play_words(struct position *p, const char *words)
{
    char word[MOVE_TEXT_BYTES];
    while (*words != '\0') {
        size_t n = strcspn(words, " ");
        assert_true(n < sizeof word);
        memcpy(word, words, n);
        word[n] = '\0';
        move_t m;
        assert_int_equal(move_parse(word, p->setup.width, p->setup.height, &m), 0);
        assert_int_equal(position_play(p, m), VERDICT_OK);
        words += n + (words[n] == ' ');
    }
}

/* ---- C3, C4: the figures of the sheet ---- */

/* Claims of player 1 from the top row, '.' for none. */
static void assert_claims_drawn(const struct position *p, const char *expected)
{
    char drawing[POINTS_MAX + SIDE_MAX + 1];
    size_t n = 0;
    for (int y = p->setup.height - 1; y >= 0; y--) {
        for (int x = 0; x < p->setup.width; x++) {
            int count = claims_count(p, (point_t)(y * p->setup.width + x), 1);
            drawing[n++] = count == 0 ? '.' : (char)('0' + count);
        }
        drawing[n++] = y > 0 ? '/' : '\0';
    }
    assert_string_equal(drawing, expected);
}

static void c3_claims_of_single_stacks_are_those_of_the_sheet(void **state)
{
    (void)state;
    /* The sheet's rule 3: 1, 2, 3 high; "a 4-high stack exerts claims over 4 squares
     * orthogonally and 2 squares diagonally". */
    static const char *const expected[] = {
        "........./........./........./....1..../...1.1.../....1..../........./........./.........",
        "........./........./....1..../....1..../..11.11../....1..../....1..../........./.........",
        "........./....1..../....1..../...111.../.111.111./...111.../....1..../....1..../.........",
        "....1..../....1..../..1.1.1../...111.../1111.1111/...111.../..1.1.1../....1..../....1....",
    };
    for (int height = 1; height <= 4; height++) {
        struct setup s = setup_of(9, 9, 2, 0);
        struct cell cells[POINTS_MAX] = {{0}};
        cells[40] = (struct cell){1, (uint8_t)height, 0};
        struct position p;
        assert_int_equal(position_set(&p, &s, cells, 1), 0);
        assert_claims_drawn(&p, expected[height - 1]);
    }
}

static void c4_only_a_closed_row_between_blocks(void **state)
{
    (void)state;
    struct setup s = setup_of(7, 1 + 1, 2, 0);
    struct position p = drawn(s, ".. .. .. .. .. .. .. x6 o1 o1 .. .. .. ..", 1);
    assert_claims_drawn(&p, "11...../.1..111"); /* c1 is blocked by b1, d1 by b1 and c1 */
}

/* ---- Setting up ---- */

static int set_one(int width, int height, int players, struct cell cell)
{
    struct setup s = setup_of(width, height, players, 0);
    struct cell cells[POINTS_MAX] = {{0}};
    cells[0] = cell;
    struct position p;
    return position_set(&p, &s, cells, 1);
}

static void c1_impossible_cells_are_refused(void **state)
{
    (void)state;
    assert_int_equal(set_one(5, 5, 2, (struct cell){1, 1, 0}), 0);
    assert_int_equal(set_one(5, 5, 2, (struct cell){1, 0, 0}), ERR_RANGE);
    assert_int_equal(set_one(5, 5, 2, (struct cell){0, 1, 0}), ERR_RANGE);
    assert_int_equal(set_one(5, 5, 2, (struct cell){3, 1, 0}), ERR_RANGE);
    assert_int_equal(set_one(5, 5, 3, (struct cell){3, 1, 0}), 0);
    assert_int_equal(set_one(5, 5, 2, (struct cell){OWNER_NEUTRAL, 1, 0}), ERR_RANGE);
    assert_int_equal(set_one(5, 5, 2, (struct cell){1, 1, 4}), ERR_RANGE);
    assert_int_equal(set_one(5, 5, 2, (struct cell){0, 0, CELL_DOUBLED}), ERR_ILLEGAL);
}

static void c2_impossible_flags_are_refused(void **state)
{
    (void)state;
    enum { BOTH = CELL_JACKED | CELL_DOUBLED };
    assert_int_equal(set_one(5, 5, 2, (struct cell){1, 1, CELL_DOUBLED}), ERR_ILLEGAL);
    assert_int_equal(set_one(5, 5, 2, (struct cell){1, 1, CELL_JACKED}), ERR_ILLEGAL);
    assert_int_equal(set_one(5, 5, 2, (struct cell){1, 2, BOTH}), ERR_ILLEGAL);
    assert_int_equal(set_one(5, 5, 2, (struct cell){1, 2, CELL_DOUBLED}), 0);
    assert_int_equal(set_one(5, 5, 2, (struct cell){1, 2, CELL_JACKED}), 0);
    assert_int_equal(set_one(5, 5, 2, (struct cell){1, 3, BOTH}), 0);
}

static void c8_jacked_follows_from_height_and_doubling(void **state)
{
    (void)state;
    /* Stacks grow by attacks and one second piece only, so a diagram needs no mark for jacked. */
    struct position p = drawn(setup_of(3, 2, 2, OPTION_JACKED), "x1 o2 .. .. .. x3", 1);
    assert_int_equal(position_cell(&p, 3).flags, 0);
    assert_int_equal(position_cell(&p, 4).flags, CELL_JACKED);
    assert_int_equal(position_cell(&p, 2).flags, CELL_JACKED);
    struct result r;
    position_result(&p, &r);
    assert_int_equal(r.owner[4], 2);
    assert_int_equal(r.owner[2], 1);
    assert_int_equal(r.owner[3], 0);
}

static void c7_a_set_position_where_nobody_can_place_is_over(void **state)
{
    (void)state;
    struct setup s = setup_of(2, 2, 2, 0);
    struct cell cells[4];
    for (int i = 0; i < 4; i++)
        cells[i] = (struct cell){(uint8_t)(1 + i / 2), 2, CELL_DOUBLED};
    struct position p;
    assert_int_equal(position_set(&p, &s, cells, 1), 0);
    assert_true(p.over);
    assert_int_equal(p.winner, 0);
    move_t legal[MOVES_MAX];
    assert_int_equal(position_legal(&p, legal), 0);
    assert_int_equal(position_judge(&p, MOVE_PASS), VERDICT_G4);
}

/* ---- The bound on heights (claims.h) ---- */

/* The most claims that a ray of r squares can lay on its origin, over all ways to occupy it with
 * stacks of any height, by C4 alone. */
static int ray_claims_max(int r)
{
    int most = 0;
    for (unsigned occupied = 0; occupied < 1u << r; occupied++) {
        int n = 0;
        for (int d = 1; d <= r; d++) {
            unsigned between = (1u << (d - 1)) - 1;
            bool blocked = d >= 2 && (occupied & between) == between;
            n += (occupied >> (d - 1) & 1) && !blocked;
        }
        most = n > most ? n : most;
    }
    return most;
}

static void c4_no_ray_carries_more_claims_than_the_bound_counts(void **state)
{
    (void)state;
    assert_int_equal(ray_claims_max(1), 1);
    for (int r = 2; r <= 12; r++)
        assert_int_equal(ray_claims_max(r), r - 1);
}

static void c6_the_height_bound_is_the_greatest_of_all_boards(void **state)
{
    (void)state;
    int most = 0;
    for (int w = 2; w <= SIDE_MAX; w++)
        for (int h = 2; h <= SIDE_MAX; h++)
            for (point_t at = 0; at < w * h; at++) {
                int bound = claims_height_bound(w, h, at);
                most = bound > most ? bound : most;
            }
    assert_int_equal(most, CLAIMS_HEIGHT_MAX);
    assert_true(CLAIMS_HEIGHT_MAX + CLAIMS_ON_SQUARE_MAX < 255);
}

/* The bound by counting: each square of the diagonals may claim, of each orthogonal ray as many as
 * can at one time, and two pieces come after the last attack. */
static int height_bound_counted(int width, int height, int x, int y)
{
    int bound = 2;
    for (int v = 0; v < height; v++)
        for (int u = 0; u < width; u++)
            bound += u != x && (u - x == v - y || u - x == y - v);
    return bound + ray_claims_max(x) + ray_claims_max(width - 1 - x) + ray_claims_max(y) +
           ray_claims_max(height - 1 - y);
}

static void c6_stacks_up_to_the_bound_can_be_set_up_everywhere(void **state)
{
    (void)state;
    for (int w = 2; w <= 8; w++)
        for (int h = 2; h <= 8; h++)
            for (point_t at = 0; at < w * h; at++) {
                int bound = claims_height_bound(w, h, at);
                assert_int_equal(bound, height_bound_counted(w, h, at % w, at / w));
                for (int k = 0; k < 6; k++) { /* doubled or not; if not, one may follow */
                    struct setup s = setup_of(w, h, 2, 0);
                    struct cell cells[POINTS_MAX] = {{0}};
                    struct position p;
                    int height = bound - 1 + k / 2;
                    cells[at] = (struct cell){1, (uint8_t)height, k % 2 ? CELL_DOUBLED : 0};
                    assert_int_equal(position_set(&p, &s, cells, 1),
                                     height + 1 - k % 2 <= bound ? 0 : ERR_ILLEGAL);
                }
            }
}

/* The middle of 25x25 with a stack of player 2 and every claim that there can be by player 1. */
static struct position highest_attack(int height)
{
    struct setup s = setup_of(25, 25, 2, 0);
    struct cell cells[POINTS_MAX] = {{0}};
    for (int y = -12; y <= 12; y++)
        for (int x = -12; x <= 12; x++) {
            int d = x * x > y * y ? (x < 0 ? -x : x) : (y < 0 ? -y : y);
            bool diagonal = x * x == y * y;
            if ((diagonal && d > 0) || ((x == 0 || y == 0) && d > 1))
                cells[(12 + y) * 25 + 12 + x] =
                    (struct cell){1, (uint8_t)(diagonal ? d + 2 : d), 0};
        }
    cells[312] = (struct cell){2, (uint8_t)height, 0};
    struct position p;
    assert_int_equal(position_set(&p, &s, cells, 1), 0);
    return p;
}

static void c6_the_highest_stack_is_counted_right(void **state)
{
    (void)state;
    struct position p = highest_attack(CLAIMS_ON_SQUARE_MAX);
    assert_int_equal(claims_count(&p, 312, 1), CLAIMS_ON_SQUARE_MAX);
    play_words(&p, "m13 pass m13");
    assert_int_equal(position_cell(&p, 312).height, CLAIMS_HEIGHT_MAX);
    assert_int_equal(position_judge(&p, 312), VERDICT_C6);
    struct explanation e;
    position_explain(&p, 312, &e);
    assert_int_equal(e.points_n, 1 + CLAIMS_ON_SQUARE_MAX);
    assert_string_equal(e.text, "An attack on m13 needs 186 claims (height 94 and 92 of player 1); "
                                "you have none.");
    p = highest_attack(CLAIMS_ON_SQUARE_MAX + 1);
    assert_int_equal(position_judge(&p, 312), VERDICT_C6); /* one claim too few */
    struct setup s = p.setup;
    struct cell cells[POINTS_MAX] = {{0}};
    cells[312] = (struct cell){1, CLAIMS_HEIGHT_MAX, 0}; /* a second piece could follow */
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_ILLEGAL);
    cells[312].flags = CELL_DOUBLED | CELL_JACKED;
    assert_int_equal(position_set(&p, &s, cells, 1), 0);
    cells[312].height++;
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_ILLEGAL);
}

/* ---- Explanations ---- */

static void assert_explained(const struct position *p, move_t m, enum verdict v, const char *text)
{
    struct explanation e;
    position_explain(p, m, &e);
    assert_int_equal(e.verdict, v);
    assert_string_equal(e.text, text);
    assert_int_equal(e.alternative, MOVE_NONE);
}

static void c5_c6_c2_refusals_say_why(void **state)
{
    (void)state;
    struct position p = drawn(setup_of(5, 5, 2, 0),
                              ".. .. .. .. .. / .. .. x1 .. .. / .. x1 o2 o1 .. / "
                              ".. .. .. .. .. / .. .. .. .. ..",
                              1);
    assert_explained(&p, 12, VERDICT_C6,
                     "An attack on c3 needs 3 claims (height 2 and 1 of player 2); you have 2.");
    assert_explained(&p, 14, VERDICT_C5, "Player 2 has 1 claim on e3; you have none.");
    assert_explained(&p, 7, VERDICT_C5, "Player 2 has 1 claim on c2; you have none.");
    play_words(&p, "b3 a1");
    assert_explained(&p, 11, VERDICT_C2,
                     "The two topmost pieces on b3 are your own already; a third needs an attack "
                     "in between.");
}

/* ---- Turns, hash, copies ---- */

static void c7_c9_what_bears_on_the_future_is_hashed(void **state)
{
    (void)state;
    struct setup s = setup_of(5, 5, 3, 0);
    const char *board = ".. .. .. a1 x1 / .. .. .. .. .. / .. .. .. .. .. / .. .. .. .. .. / "
                        "x1 o1 .. .. ..";
    struct position fresh = drawn(s, board, 2);
    struct position other = drawn(s, board, 3);
    assert_true(fresh.hash != other.hash); /* side to move */
    struct position passed = fresh;
    play_words(&passed, "pass");
    assert_true(passed.hash != other.hash); /* C7: passes in a row */
    assert_false(position_equal(&passed, &other));

    /* C9: the same stacks and side to move after an attack, and set up without it. */
    struct position attacked = fresh;
    play_words(&attacked, "a1");
    struct cell cells[POINTS_MAX];
    for (point_t at = 0; at < 25; at++)
        cells[at] = position_cell(&attacked, at);
    assert_int_equal(position_set(&other, &s, cells, attacked.side), 0);
    assert_true(attacked.hash != other.hash);
    assert_false(position_equal(&attacked, &other));

    /* C9: an additional play left, and none. Such a hash, too, is for ever (test_game.c). */
    play_words(&attacked, "e5");
    for (point_t at = 0; at < 25; at++)
        cells[at] = position_cell(&attacked, at);
    assert_int_equal(attacked.side, 1);
    assert_int_equal(position_set(&other, &s, cells, 1), 0);
    assert_true(attacked.hash == 0x8b2192457d51edfcu && other.hash != attacked.hash);

    /* Doubled or not, with equal heights. */
    struct cell two[POINTS_MAX] = {{1, 2, CELL_DOUBLED}};
    assert_int_equal(position_set(&fresh, &s, two, 1), 0);
    two[0].flags = CELL_JACKED;
    assert_int_equal(position_set(&other, &s, two, 1), 0);
    assert_true(fresh.hash != other.hash);
}

static void c9_two_players_never_have_additional_plays(void **state)
{
    (void)state;
    struct position p = start_of(6, 6, 2);
    struct rng r;
    rng_seed(&r, 11);
    while (!p.over) {
        int side = p.side;
        position_play_legal(&p, position_random(&p, &r));
        assert_int_equal(p.side, 3 - side);
    }
}

static void a_rebuilt_position_equals_the_played_one(void **state)
{
    (void)state;
    static const int sizes[][2] = {{9, 7}, {8, 8}, {4, 4}}; /* 63 squares, and whole groups of 16 */
    struct rng r;
    rng_seed(&r, 12);
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct position p = start_of(sizes[i][0], sizes[i][1], 2);
        int n = sizes[i][0] * sizes[i][1];
        while (!p.over) {
            move_t m = position_random(&p, &r);
            position_play_legal(&p, m);
            struct cell cells[POINTS_MAX];
            for (point_t at = 0; at < n; at++)
                cells[at] = position_cell(&p, at);
            struct position q;
            assert_int_equal(position_set(&q, &p.setup, cells, p.side), 0);
            assert_int_equal(position_equal(&p, &q), m != MOVE_PASS);
            if (m != MOVE_PASS)
                assert_memory_equal(&p.u, &q.u,
                                    game_claims.bytes(&p) - offsetof(struct position, u));
            for (point_t at = 0; at < n; at++)
                for (int side = 1; side <= 2; side++)
                    assert_int_equal(claims_count(&p, at, side), claims_count(&q, at, side));
        }
    }
}

static void symmetric_games_have_symmetric_positions(void **state)
{
    (void)state;
    static const int sizes[][3] = {{8, 8, 2}, {5, 5, 3}, {7, 4, 2}, {3, 9, 4}};
    struct rng r;
    rng_seed(&r, 13);
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        int w = sizes[i][0];
        int h = sizes[i][1];
        struct position p = start_of(w, h, sizes[i][2]);
        struct position image[SYMMETRIES_MAX];
        uint8_t mask = position_symmetries(&p);
        assert_int_equal(mask, w == h ? 0xff : 0x0f);
        for (int s = 0; s < SYMMETRIES_MAX; s++)
            image[s] = p;
        while (!p.over) {
            move_t m = position_random(&p, &r);
            position_play_legal(&p, m);
            for (int s = 0; s < SYMMETRIES_MAX; s++) {
                if (!(mask >> s & 1) || (w != h && s >= SYMMETRY_TRANSPOSE))
                    continue;
                assert_int_equal(position_play(&image[s], symmetry_move(s, w, h, m)), VERDICT_OK);
                assert_true(position_hash(&p, s) == image[s].hash);
                assert_true(position_hash_canonical(&p) == position_hash_canonical(&image[s]));
            }
        }
        for (int s = 0; s < 4; s++) {
            assert_true(image[s].over);
            assert_int_equal(image[s].winner, p.winner);
        }
    }
}

static void planes_are_as_the_header_draws_them(void **state)
{
    (void)state;
    struct position p = start_of(3, 2, 2);
    play_words(&p, "b1 c2 b1");
    static const int16_t drawing[3][7] = {
        {0, 521, 0, 0, 0, 258, 0}, {1, -1000, 0, 0, 0, -1, -1}, {-1, -2, 0, 0, 0, 1000, -1}};
    for (int plane = 0; plane < 3; plane++)
        assert_memory_equal(p.u.claims.planes + plane * CLAIMS_GROUP, drawing[plane],
                            sizeof drawing[plane]);
}

static void positions_are_small(void **state)
{
    (void)state;
    struct position p = start_of(19, 19, 2);
    assert_true(game_claims.bytes(&p) <= 4096);
    p = start_of(8, 8, 2);
    assert_true(game_claims.bytes(&p) <= 1024);
    p = start_of(25, 25, 4);
    assert_true(game_claims.bytes(&p) <= sizeof p);
}

/* ---- Chance ---- */

/* chi^2 of counts against a uniform expectation, times the expectation. */
static int64_t chi_square(const int *counts, int n, int expected)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += (int64_t)(counts[i] - expected) * (counts[i] - expected);
    return sum;
}

static void random_moves_are_uniform(void **state)
{
    (void)state;
    static const int sizes[][3] = {{8, 8, 2}, {19, 19, 2}, {11, 9, 2}, {6, 6, 4}};
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct rng r;
        rng_seed(&r, 21 + i);
        struct position p = start_of(sizes[i][0], sizes[i][1], sizes[i][2]);
        for (int ply = 0; ply < sizes[i][0] * sizes[i][1] / 2; ply++)
            position_play_legal(&p, position_random(&p, &r));
        move_t legal[MOVES_MAX];
        int n = position_legal(&p, legal) - 1; /* without pass */
        assert_true(n > 8);
        enum { EACH = 1000 };
        int drawn_n[2][POINTS_MAX] = {{0}};
        for (int k = 0; k < n * EACH; k++)
            drawn_n[0][position_random(&p, &r)]++;
        for (int k = 0; k < n * EACH / 20; k++) { /* the first move of playouts, fewer */
            struct position q;
            position_copy(&q, &p);
            move_t first;
            struct playlog log = {&first, 1, 0};
            position_playout(&q, &r, &log);
            drawn_n[1][first]++;
        }
        for (int kind = 0; kind < 2; kind++) {
            int each = kind == 0 ? EACH : EACH / 20;
            int counts[POINTS_MAX];
            int total = 0;
            for (int k = 0; k < n; k++) {
                counts[k] = drawn_n[kind][legal[k]];
                total += counts[k];
            }
            assert_int_equal(total, n * each); /* nothing illegal was drawn */
            /* chi^2 has mean n - 1 and variance 2n - 2; beyond 2n + 20 has p < 10^-6. */
            assert_true(chi_square(counts, n, each) < (int64_t)each * (2 * n + 20));
        }
    }
}

static void playouts_are_legal_games(void **state)
{
    (void)state;
    static const int sizes[][3] = {{8, 8, 2}, {19, 19, 2}, {2, 2, 2},  {13, 13, 2},
                                   {8, 8, 3}, {25, 25, 4}, {3, 25, 2}, {16, 4, 4}};
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct rng r;
        rng_seed(&r, 31 + i);
        struct position p = start_of(sizes[i][0], sizes[i][1], sizes[i][2]);
        struct position q = p;
        static move_t moves[8000];
        struct playlog log = {moves, ARRAY_LEN(moves), 0};
        position_playout(&p, &r, &log);
        assert_true(log.n <= log.cap);
        for (uint32_t k = 0; k < log.n; k++) {
            move_t legal[MOVES_MAX];
            int n = position_legal(&q, legal);
            assert_true(moves[k] != MOVE_PASS || n == 1); /* passes only if nothing else is */
            assert_int_equal(position_play(&q, moves[k]), VERDICT_OK);
        }
        assert_true(p.over && q.over);
        assert_true(position_equal(&p, &q));
        assert_int_equal(p.ply, q.ply);
        assert_int_equal(p.last, q.last);
        assert_memory_equal(&p, &q, game_claims.bytes(&p));
    }
}

static void c7_a_playout_ends_on_the_last_pass_in_a_row(void **state)
{
    (void)state;
    /* Player 2 has nothing to place and player 1 has passed: the forced pass ends the game. */
    struct setup s = setup_of(2, 2, 2, 0);
    struct cell cells[4] = {
        {1, 2, CELL_DOUBLED}, {1, 2, CELL_DOUBLED}, {1, 2, CELL_DOUBLED}, {0, 0, 0}};
    struct position p;
    assert_int_equal(position_set(&p, &s, cells, 1), 0);
    assert_false(p.over);
    play_words(&p, "pass");
    struct rng r;
    rng_seed(&r, 1);
    struct playlog log = {NULL, 0, 0};
    position_playout(&p, &r, &log);
    assert_true(p.over);
    assert_int_equal(log.n, 1);
    assert_int_equal(p.last, MOVE_PASS);
    assert_int_equal(p.winner, 1);
}

static void c7_random_games_of_every_size_end(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 41);
    for (int w = 2; w <= SIDE_MAX; w++)
        for (int players = 2; players <= 4; players++) {
            int h = 2 + (int)rng_below(&r, SIDE_MAX - 1);
            struct position p = start_of(w, h, players);
            position_playout(&p, &r, NULL);
            assert_true(p.over);
            assert_true(p.hash == position_hash(&p, 0));
            int16_t points[PLAYERS_MAX];
            position_score(&p, points);
            int best = 0;
            for (int side = 1; side <= players; side++)
                best = points[side - 1] > best ? points[side - 1] : best;
            int shared = 0;
            for (int side = 1; side <= players; side++)
                shared += points[side - 1] == best;
            assert_int_equal(p.winner == 0, shared > 1);
            assert_true(p.winner == 0 || points[p.winner - 1] == best);
        }
}

/* C8: with four players on 25x25 the planes fill the struct to its end. The score looks at all
 * squares and at nothing behind them (which the sanitizers would tell). */
static void c8_the_largest_board_is_scored_to_its_last_square(void **state)
{
    (void)state;
    struct setup s = {GAME_CLAIMS, 25, 25, 4, OPTION_JACKED};
    struct position p;
    struct result result;
    point_t last = 25 * 25 - 1;
    assert_int_equal(position_start(&p, &s), 0);
    assert_int_equal(position_play(&p, (move_t)(last - 1)), VERDICT_OK);
    position_result(&p, &result);
    for (point_t at = 0; at <= last; at++)
        assert_int_equal(result.owner[at], at == last || at == last - 2 || at == last - 26);
    assert_int_equal(result.points[0], 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c8_the_largest_board_is_scored_to_its_last_square),
        cmocka_unit_test(c3_claims_of_single_stacks_are_those_of_the_sheet),
        cmocka_unit_test(c4_only_a_closed_row_between_blocks),
        cmocka_unit_test(c1_impossible_cells_are_refused),
        cmocka_unit_test(c2_impossible_flags_are_refused),
        cmocka_unit_test(c8_jacked_follows_from_height_and_doubling),
        cmocka_unit_test(c7_a_set_position_where_nobody_can_place_is_over),
        cmocka_unit_test(c4_no_ray_carries_more_claims_than_the_bound_counts),
        cmocka_unit_test(c6_the_height_bound_is_the_greatest_of_all_boards),
        cmocka_unit_test(c6_stacks_up_to_the_bound_can_be_set_up_everywhere),
        cmocka_unit_test(c6_the_highest_stack_is_counted_right),
        cmocka_unit_test(c5_c6_c2_refusals_say_why),
        cmocka_unit_test(c7_c9_what_bears_on_the_future_is_hashed),
        cmocka_unit_test(c9_two_players_never_have_additional_plays),
        cmocka_unit_test(a_rebuilt_position_equals_the_played_one),
        cmocka_unit_test(symmetric_games_have_symmetric_positions),
        cmocka_unit_test(planes_are_as_the_header_draws_them),
        cmocka_unit_test(positions_are_small),
        cmocka_unit_test(playouts_are_legal_games),
        cmocka_unit_test(c7_a_playout_ends_on_the_last_pass_in_a_row),
        cmocka_unit_test(c7_random_games_of_every_size_end),
        cmocka_unit_test(random_moves_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

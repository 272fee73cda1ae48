/* test_game.c - the face of the games (rules/game.h): setups, any 16 bits as a move, equality,
 * perft, diagrams. */
#include "testing.h"

#include "base/err.h"
#include "rules/position.h"
#include <stdlib.h>
#include <string.h>

static struct setup setup_of(enum game_id game, int width, int height)
{
    struct setup s = setup_default(game);
    s.width = (uint8_t)width;
    s.height = (uint8_t)height;
    return s;
}

static struct position start_of(enum game_id game, int width, int height)
{
    struct setup s = setup_of(game, width, height);
    struct position p;
    assert_int_equal(position_start(&p, &s), 0);
    return p;
}

static void play_words(struct position *p, const char *const *words)
{
    for (; *words != NULL; words++) {
        move_t m;
        assert_int_equal(move_parse(*words, p->setup.width, p->setup.height, &m), 0);
        assert_int_equal(position_play(p, m), VERDICT_OK);
    }
}

static void games_are_found_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < GAME_N; i++)
        assert_ptr_equal(game_find(games[i]->name), games[i]);
    assert_ptr_equal(game_find("LEVEE"), games[GAME_LEVEE]);
    assert_null(game_find("go"));
}

/* The properties of a game that the faces ask for before they show it. */
static void descriptors_say_what_the_games_have(void **state)
{
    (void)state;
    for (int i = 0; i < GAME_N; i++) {
        const struct game *g = games[i];
        assert_int_equal(g->id, i);
        assert_int_equal(g->has_red, i == GAME_REDSTONE);                       /* R3 */
        assert_int_equal(g->has_swap, i == GAME_REDSTONE);                      /* R7 */
        assert_int_equal(g->has_pass, i == GAME_CLAIMS);                        /* C2 */
        assert_int_equal(g->has_score, i == GAME_CLAIMS || i == GAME_PALISADE); /* C8, P6 */
        assert_int_equal(g->rectangular, i == GAME_CLAIMS);
        assert_int_equal(g->symmetries, 0xff);
        assert_int_equal(g->players_min, 2);
        assert_int_equal(g->players_max, i == GAME_CLAIMS ? 4 : 2);
        static const struct {
            int least, step, usual, options, options_usual;
        } expected[GAME_N] = {[GAME_PALISADE] = {3, 2, 19, 0, 0},
                              [GAME_REDSTONE] = {2, 1, 13, OPTION_SWAP, OPTION_SWAP}, /* R7 */
                              [GAME_LEVEE] = {3, 2, 13, 0, 0},
                              [GAME_CLAIMS] = {2, 1, 8, OPTION_JACKED, 0}}; /* C8 */
        assert_int_equal(g->size_min, expected[i].least);
        assert_int_equal(g->size_max, SIDE_MAX);
        assert_int_equal(g->size_step, expected[i].step);
        assert_int_equal(g->size_default, expected[i].usual);
        assert_int_equal(g->options, expected[i].options);
        assert_int_equal(g->options_default, expected[i].options_usual);
        /* L1: quarter turns of Levee exchange the players, and nothing else does. */
        assert_int_equal(g->symmetries_swap, i == GAME_LEVEE ? 0xf0 : 0);
    }
}

static void setups_that_no_game_has_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        struct setup setup;
        const char *why;
    } cases[] = {
        {{GAME_N, 9, 9, 2, 0}, "There is no such game."},
        {{GAME_PALISADE, 8, 8, 2, 0}, "Palisade is played on odd sizes from 3 to 25."},
        {{GAME_PALISADE, 1, 1, 2, 0}, "Palisade is played on odd sizes from 3 to 25."},
        {{GAME_LEVEE, 27, 27, 2, 0}, "Levee is played on odd sizes from 3 to 25."},
        {{GAME_REDSTONE, 26, 26, 2, 0}, "Redstone is played on sizes from 2 to 25."},
        {{GAME_CLAIMS, 8, 26, 2, 0}, "Claims is played on sizes from 2 to 25."},
        {{GAME_REDSTONE, 9, 8, 2, 0}, "Redstone is played on square boards."},
        {{GAME_REDSTONE, 9, 9, 3, 0}, "Redstone is for 2 players."},
        {{GAME_CLAIMS, 8, 8, 1, 0}, "Claims is for 2 to 4 players."},
        {{GAME_CLAIMS, 8, 8, 5, 0}, "Claims is for 2 to 4 players."},
        {{GAME_CLAIMS, 8, 8, 2, OPTION_SWAP}, "Claims has no such option."},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char buf[100];
        struct text why;
        struct position p;
        struct position before;
        text_init(&why, buf, sizeof buf);
        assert_int_equal(setup_check(&cases[i].setup, &why), ERR_RANGE);
        assert_string_equal(buf, cases[i].why);
        assert_int_equal(setup_check(&cases[i].setup, NULL), ERR_RANGE);
        memset(&p, 0x5a, sizeof p);
        memcpy(&before, &p, sizeof p);
        assert_int_equal(position_start(&p, &cases[i].setup), ERR_RANGE);
        assert_memory_equal(&p, &before, sizeof p);
        struct cell cells[POINTS_MAX] = {{0}};
        assert_int_equal(position_set(&p, &cases[i].setup, cells, 1), ERR_RANGE);
    }
    struct setup wide = setup_of(GAME_CLAIMS, 25, 2);
    assert_int_equal(setup_check(&wide, NULL), 0);
}

static void a_side_that_nobody_plays_cannot_be_to_move(void **state)
{
    (void)state;
    struct setup s = setup_of(GAME_CLAIMS, 4, 4);
    struct cell cells[POINTS_MAX] = {{0}};
    struct position p;
    s.players = 3;
    assert_int_equal(position_set(&p, &s, cells, 0), ERR_RANGE);
    assert_int_equal(position_set(&p, &s, cells, 4), ERR_RANGE);
    assert_int_equal(position_set(&p, &s, cells, 3), 0);
    assert_int_equal(p.side, 3);
}

/* All 65536 words: those that are no move of the game (G3), of the board (G1), or of a game that is
 * over (G4) are told apart before the rules of the game are asked. */
static void g1_g3_any_16_bits_may_be_asked(void **state)
{
    (void)state;
    static struct explanation why;
    for (int game = 0; game < GAME_N; game++) {
        const struct game *g = games[game];
        struct position p = start_of((enum game_id)game, 5, 5);
        struct rng r;
        rng_seed(&r, 1);
        struct position end = p;
        position_playout(&end, &r, NULL);
        for (int m = 0; m <= UINT16_MAX; m++) {
            bool red = (m & MOVE_RED) != 0;
            int low = m & (MOVE_RED - 1);
            bool exists = m < MOVE_INDEX_N && (low < MOVE_SWAP ? !red || g->has_red : !red);
            if (m == MOVE_SWAP)
                exists = g->has_swap;
            bool on_board = low >= MOVE_SWAP || low < 25;
            enum verdict v = position_judge(&p, (move_t)m);
            if (!exists)
                assert_int_equal(v, VERDICT_G3);
            else if (!on_board)
                assert_int_equal(v, VERDICT_G1);
            else
                assert_true(v != VERDICT_G1);
            enum verdict late = position_judge(&end, (move_t)m);
            assert_int_equal(late, !exists ? VERDICT_G3 : on_board ? VERDICT_G4 : VERDICT_G1);
            if (m % 64 == 0 || exists != on_board) {
                position_explain(&end, (move_t)m, &why);
                assert_int_equal(why.verdict, late);
                assert_string_equal(why.text, verdict_text(late));
                assert_int_equal(why.points_n, 0);
                assert_int_equal(why.alternative, MOVE_NONE);
            }
        }
    }
}

static void g1_placements_are_told_from_other_words(void **state)
{
    (void)state;
    assert_true(move_is_point(0) && move_is_point(624) && move_is_point(MOVE_RED + 624));
    assert_false(move_is_point(MOVE_SWAP) || move_is_point(MOVE_PASS) || move_is_point(MOVE_NONE));
    assert_false(move_is_point(MOVE_INDEX_N) || move_is_point(MOVE_INDEX_N + 5));
    assert_true(move_is_red(MOVE_RED) && move_is_red(MOVE_RED + 624));
    assert_false(move_is_red(0) || move_is_red(MOVE_PASS) || move_is_red(MOVE_NONE));
}

static void verdicts_name_their_rules(void **state)
{
    (void)state;
    assert_string_equal(verdict_rule(VERDICT_L3B), "L3b");
    assert_string_equal(verdict_rule(VERDICT_OK), "");
    for (int v = 1; v < VERDICT_N; v++) {
        assert_true(verdict_rule((enum verdict)v)[0] != '\0');
        assert_true(verdict_text((enum verdict)v)[0] != '\0');
    }
}

static void r7_seats_are_exchanged_by_a_swap(void **state)
{
    (void)state;
    struct position p = start_of(GAME_REDSTONE, 5, 5);
    play_words(&p, (const char *const[]){"c3", NULL});
    assert_int_equal(position_seat(&p, 1), 1);
    assert_int_equal(position_seat(&p, 2), 2);
    play_words(&p, (const char *const[]){"swap", NULL});
    assert_int_equal(position_seat(&p, 1), 2);
    assert_int_equal(position_seat(&p, 2), 1);
}

/* Each thing that tells two positions apart, alone. The hash differs nearly always; here it is
 * forced to be the same, for equality must not rest on it. */
static void positions_are_compared_whole(void **state)
{
    (void)state;
    struct position p = start_of(GAME_CLAIMS, 4, 3);
    play_words(&p, (const char *const[]){"b2", "d2", "b2", NULL});
    struct position q = p;
    assert_true(position_equal(&p, &q));
    q.ply = 77; /* history is not compared */
    q.last = 5;
    assert_true(position_equal(&p, &q));
    struct {
        uint8_t *at;
        uint8_t value;
    } changes[] = {
        {&q.setup.game, GAME_LEVEE},
        {&q.setup.width, 3},
        {&q.setup.height, 4},
        {&q.setup.players, 3},
        {&q.setup.options, 2},
        {&q.side, 1},
        {&q.winner, 1},
    };
    for (size_t i = 0; i < ARRAY_LEN(changes); i++) {
        uint8_t before = *changes[i].at;
        *changes[i].at = changes[i].value;
        assert_false(position_equal(&p, &q));
        *changes[i].at = before;
    }
    q.over = true;
    assert_false(position_equal(&p, &q));
    q.over = false;
    q.hash ^= 1;
    assert_false(position_equal(&p, &q));
    q.hash ^= 1;
    assert_true(position_equal(&p, &q));
    static const char *const others[][4] = {
        {"b2", "d1", "b2", NULL}, /* a stone elsewhere */
        {"b2", "d2", "c1", NULL}, /* another height */
    };
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        q = start_of(GAME_CLAIMS, 4, 3);
        play_words(&q, others[i]);
        q.hash = p.hash;
        assert_false(position_equal(&p, &q));
    }
    /* The same owner and height, once doubled and once not. */
    struct setup s = setup_of(GAME_CLAIMS, 4, 3);
    struct cell cells[POINTS_MAX] = {{0}};
    struct cell doubled[POINTS_MAX] = {{0}};
    cells[5] = (struct cell){.owner = 1, .height = 3, .flags = CELL_JACKED};
    doubled[5] = (struct cell){.owner = 1, .height = 3, .flags = CELL_JACKED | CELL_DOUBLED};
    assert_int_equal(position_set(&p, &s, cells, 1), 0);
    assert_int_equal(position_set(&q, &s, doubled, 1), 0);
    q.hash = p.hash;
    assert_false(position_equal(&p, &q));
    cells[5].height = 4; /* the same owner and flags, another height */
    assert_int_equal(position_set(&q, &s, cells, 1), 0);
    q.hash = p.hash;
    assert_false(position_equal(&p, &q));
    for (point_t at = 0; at < 12; at++) { /* one square alone, the first and the last as well */
        struct cell one[POINTS_MAX] = {{0}};
        one[at] = (struct cell){.owner = 1, .height = 1};
        assert_int_equal(position_set(&p, &s, one, 1), 0);
        one[at].owner = 2;
        assert_int_equal(position_set(&q, &s, one, 1), 0);
        q.hash = p.hash;
        assert_false(position_equal(&p, &q));
    }
}

/* The legal move with k others below it. It does not depend on the order in which a game lists its
 * moves or draws them. */
static move_t legal_move(const struct position *p, int k)
{
    for (move_t m = 0; m < MOVE_INDEX_N; m++)
        if (position_judge(p, m) == VERDICT_OK && k-- == 0)
            return m;
    return MOVE_NONE;
}

/* A number for the hashes, all images among them, of every position of a game that a seed
 * decides. */
static uint64_t hashes_of_a_game(const struct setup *s, int plies)
{
    struct position p;
    struct rng r;
    uint64_t sum = 0;
    assert_int_equal(position_start(&p, s), 0);
    rng_seed(&r, 7);
    for (;;) {
        uint64_t least = UINT64_MAX;
        for (int symmetry = 0; symmetry < SYMMETRIES_MAX; symmetry++)
            if (position_symmetries(&p) >> symmetry & 1) {
                uint64_t hash = position_hash(&p, symmetry);
                sum = rng_mix(sum ^ hash);
                least = hash < least ? hash : least;
            }
        assert_true(position_hash_canonical(&p) == least);
        sum = rng_mix(sum ^ p.hash);
        if (p.over || p.ply == plies)
            return sum;
        move_t moves[MOVES_MAX];
        int n = position_legal(&p, moves);
        assert_int_equal(position_play(&p, legal_move(&p, (int)rng_below(&r, (uint32_t)n))), 0);
    }
}

/* Stores find openings by their hashes: they are what they were. A change of these numbers needs a
 * new version of the store. */
static void hashes_are_the_same_for_ever(void **state)
{
    (void)state;
    static const struct {
        struct setup setup;
        int plies;
        uint64_t sum;
    } games_known[] = {
        {{GAME_PALISADE, 5, 5, 2, 0}, 99, 0x12d4f8dbbf7cd5c4u},
        {{GAME_PALISADE, 25, 25, 2, 0}, 30, 0x79f35b34f4060f89u},
        {{GAME_REDSTONE, 4, 4, 2, OPTION_SWAP}, 99, 0x7e3f73e4fe381b2fu},
        {{GAME_REDSTONE, 25, 25, 2, 0}, 30, 0xe26a5e8c30a6eed9u},
        {{GAME_LEVEE, 5, 5, 2, 0}, 99, 0x2a810816c1ed7c76u},
        {{GAME_LEVEE, 25, 25, 2, 0}, 30, 0x682f1bef0444c753u},
        {{GAME_CLAIMS, 3, 3, 2, 0}, 99, 0x9ab01e1e74e92ed5u},
        {{GAME_CLAIMS, 3, 4, 4, 0}, 99, 0xfb7a7c3e19feb4ccu},
        {{GAME_CLAIMS, 5, 5, 4, 0}, 150, 0xd69f48dc2332fb7au},
        {{GAME_CLAIMS, 25, 25, 2, OPTION_JACKED}, 30, 0x0c58a9e5de7bd3d4u},
    };
    bool same = true;
    for (size_t i = 0; i < ARRAY_LEN(games_known); i++) {
        uint64_t sum = hashes_of_a_game(&games_known[i].setup, games_known[i].plies);
        if (sum != games_known[i].sum)
            print_error("game %zu gives 0x%016llxu\n", i, (unsigned long long)sum);
        same = same && sum == games_known[i].sum;
    }
    assert_true(same);
}

/* Wherever a playout begins, the last ply included, and whichever side makes its last move: it
 * leaves what its moves leave. */
static void a_playout_is_the_game_of_its_moves(void **state)
{
    (void)state;
    static const struct setup setups[] = {
        {GAME_PALISADE, 5, 5, 2, 0}, {GAME_PALISADE, 9, 9, 2, 0}, {GAME_REDSTONE, 5, 5, 2, 0},
        {GAME_REDSTONE, 9, 9, 2, 0}, {GAME_LEVEE, 5, 5, 2, 0},    {GAME_LEVEE, 9, 9, 2, 0},
        {GAME_CLAIMS, 8, 8, 2, 0},   {GAME_CLAIMS, 5, 4, 2, 0},   {GAME_CLAIMS, 4, 4, 3, 0},
        {GAME_PALISADE, 3, 3, 2, 0}, {GAME_REDSTONE, 2, 2, 2, 0}, {GAME_LEVEE, 3, 3, 2, 0},
        {GAME_CLAIMS, 2, 2, 2, 0}};
    struct rng r;
    rng_seed(&r, 5);
    for (size_t i = 0; i < 40 * ARRAY_LEN(setups); i++) {
        static move_t moves[4000];
        struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves)};
        struct position p;
        assert_int_equal(position_start(&p, &setups[i % ARRAY_LEN(setups)]), 0);
        for (uint32_t before = rng_below(&r, 9); before > 0 && !p.over; before--)
            position_play_legal(&p, position_random(&p, &r));
        if (p.over)
            continue;
        struct position q;
        position_copy(&q, &p);
        position_playout(&p, &r, &log);
        assert_in_range(log.n, 1, ARRAY_LEN(moves));
        for (uint32_t k = 0; k < log.n; k++)
            assert_int_equal(position_play(&q, moves[k]), VERDICT_OK);
        assert_true(position_equal(&p, &q));
        assert_int_equal(p.ply, q.ply);
        assert_int_equal(p.last, q.last);
    }
}

static void scores_are_of_four_players_and_nothing_else_is_written(void **state)
{
    (void)state;
    for (int game = 0; game < GAME_N; game++) {
        struct position p = start_of((enum game_id)game, 5, 5);
        int16_t points[PLAYERS_MAX + 1] = {9, 9, 9, 9, 9};
        position_score(&p, points);
        for (int i = 0; i <= PLAYERS_MAX; i++)
            assert_int_equal(points[i], i < PLAYERS_MAX ? 0 : 9);
    }
}

/* A log takes as many moves as it has room for, and counts all. */
static void a_playlog_that_is_too_short_still_counts(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 6);
    for (int game = 0; game < GAME_N; game++)
        for (uint32_t cap = 0; cap <= 3; cap++) {
            struct position p = start_of((enum game_id)game, 9, 9);
            move_t moves[4] = {MOVE_NONE, MOVE_NONE, MOVE_NONE, MOVE_NONE};
            struct playlog log = {.moves = moves, .cap = cap};
            position_playout(&p, &r, &log);
            assert_int_equal(log.n, p.ply);
            for (uint32_t k = 0; k < ARRAY_LEN(moves); k++)
                assert_int_equal(moves[k] != MOVE_NONE, k < cap);
        }
}

/* A stone has a height and flags only in games that know them. */
static void cells_that_a_game_has_not_are_refused(void **state)
{
    (void)state;
    static const struct {
        enum game_id game;
        struct cell cell;
    } cases[] = {
        {GAME_PALISADE, {1, 1, CELL_JACKED}},
        {GAME_PALISADE, {1, 2, 0}},
        {GAME_PALISADE, {0, 1, 0}},
        {GAME_PALISADE, {3, 1, 0}},
        {GAME_PALISADE, {OWNER_NEUTRAL, 1, 0}},
        {GAME_REDSTONE, {1, 1, CELL_JACKED}},
        {GAME_REDSTONE, {2, 2, 0}},
        {GAME_REDSTONE, {3, 1, 0}},
        {GAME_REDSTONE, {0, 0, CELL_DOUBLED}},
        {GAME_LEVEE, {OWNER_NEUTRAL, 1, 1}},
        {GAME_LEVEE, {OWNER_NEUTRAL, 2, 0}},
        {GAME_LEVEE, {1, 1, 0}},
        {GAME_LEVEE, {0, 0, CELL_JACKED}},
        {GAME_CLAIMS, {OWNER_NEUTRAL, 1, 0}},
        {GAME_CLAIMS, {3, 1, 0}},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct setup s = setup_of(cases[i].game, 5, 5);
        struct cell cells[POINTS_MAX] = {{0}};
        struct position p;
        for (point_t at = 0; at < 25; at += 6) { /* the first, the last and some between */
            cells[at] = cases[i].cell;
            assert_int_equal(position_set(&p, &s, cells, 2), ERR_RANGE);
            cells[at] = (struct cell){0};
        }
        cells[25] = cases[i].cell; /* beyond the board, where nothing is asked */
        assert_int_equal(position_set(&p, &s, cells, 2), 0);
    }
}

/* A caller's array may be longer than the board. */
static void cells_beyond_the_board_are_not_taken(void **state)
{
    (void)state;
    for (int game = 0; game < GAME_N; game++) {
        struct setup s = setup_of((enum game_id)game, 3, 3);
        struct cell cells[POINTS_MAX] = {{0}};
        struct position p;
        struct position empty;
        uint8_t owner = game == GAME_LEVEE ? OWNER_NEUTRAL : 1;
        for (int i = 9; i < POINTS_MAX; i++)
            cells[i] = (struct cell){.owner = owner, .height = 1};
        assert_int_equal(position_set(&p, &s, cells, 1), 0);
        memset(cells, 0, sizeof cells);
        assert_int_equal(position_set(&empty, &s, cells, 1), 0);
        assert_true(position_equal(&p, &empty));
        assert_int_equal(position_perft(&p, 2), position_perft(&empty, 2));
    }
}

static uint64_t sequences(const struct position *p, int depth)
{
    if (depth == 0)
        return 1;
    uint64_t n = 0;
    for (int m = 0; m < MOVE_INDEX_N; m++) {
        struct position q = *p;
        if (position_play(&q, (move_t)m) == VERDICT_OK)
            n += sequences(&q, depth - 1);
    }
    return n;
}

static void g4_perft_counts_sequences(void **state)
{
    (void)state;
    for (int game = 0; game < GAME_N; game++) {
        struct position p = start_of((enum game_id)game, 3, 3);
        for (int depth = 0; depth <= 3; depth++)
            assert_int_equal(position_perft(&p, depth), sequences(&p, depth));
    }
    struct position end = start_of(GAME_LEVEE, 3, 3);
    struct rng r;
    rng_seed(&r, 1);
    position_playout(&end, &r, NULL);
    assert_int_equal(position_perft(&end, 1), 0);
    assert_int_equal(position_perft(&end, 0), 1);
    position_playout(&end, &r, NULL); /* of a game that is over: nothing happens */
    assert_true(end.over);
}

/* ---- diagrams ---- */

static void diagrams_are_read_and_printed(void **state)
{
    (void)state;
    static const struct {
        struct setup setup;
        const char *given, *printed;
    } cases[] = {
        {{GAME_PALISADE, 3, 3, 2, 0}, "x../o../...", "x..\no..\n..."},
        {{GAME_REDSTONE, 3, 3, 2, 0}, " b.w \r\n\t.r. ...", "b.w\n.r.\n..."},
        {{GAME_LEVEE, 3, 3, 2, 0}, "#..\n.+.\n..#\n", "#..\n.+.\n..#"},
        {{GAME_LEVEE, 3, 3, 2, 0}, "#.. ... ..#", "#..\n.+.\n..#"},
        {{GAME_LEVEE, 5, 5, 2, 0},
         "..... ..... ##... ..... ....#",
         ".....\n.....\n##+..\n.....\n....#"},
        {{GAME_CLAIMS, 3, 2, 4, 0}, "x1 .. o1\n. a2 b1", "x1 .. o1\n.. a2 b1"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct cell cells[POINTS_MAX] = {{0}};
        struct position p;
        char buf[100];
        struct text out;
        assert_int_equal(diagram_parse(&cases[i].setup, cases[i].given, cells, NULL), 0);
        for (int k = 0; k < cases[i].setup.width * cases[i].setup.height; k++)
            if (cells[k].height > 1)
                cells[k].flags = CELL_DOUBLED;
        assert_int_equal(position_set(&p, &cases[i].setup, cells, 1), 0);
        text_init(&out, buf, sizeof buf);
        diagram_print(&p, &out);
        assert_string_equal(buf, cases[i].printed);
    }
}

static void invalid_diagrams_are_refused_at_the_place(void **state)
{
    (void)state;
    static const struct {
        struct setup setup;
        const char *given;
        int err;
        size_t at;
    } cases[] = {
        {{GAME_PALISADE, 3, 3, 2, 0}, "", ERR_RANGE, 0},
        {{GAME_PALISADE, 3, 3, 2, 0}, "... ... ..", ERR_RANGE, 10},
        {{GAME_PALISADE, 3, 3, 2, 0}, "... ... ....", ERR_RANGE, 11},
        {{GAME_PALISADE, 3, 3, 2, 0}, "..+ ... ...", ERR_SYNTAX, 2},
        {{GAME_PALISADE, 3, 3, 2, 0}, ".b", ERR_SYNTAX, 1},
        {{GAME_PALISADE, 3, 3, 2, 0}, ".w", ERR_SYNTAX, 1},
        {{GAME_PALISADE, 3, 3, 2, 0}, ".r", ERR_SYNTAX, 1},
        {{GAME_PALISADE, 3, 3, 2, 0}, ".#", ERR_SYNTAX, 1},
        {{GAME_REDSTONE, 3, 3, 2, 0}, "bwx", ERR_SYNTAX, 2},
        {{GAME_REDSTONE, 3, 3, 2, 0}, "bwo", ERR_SYNTAX, 2},
        {{GAME_LEVEE, 3, 3, 2, 0}, "#?", ERR_SYNTAX, 1},
        {{GAME_CLAIMS, 3, 2, 2, 0}, "x1 .. x", ERR_SYNTAX, 6},
        {{GAME_CLAIMS, 3, 2, 2, 0}, "x0", ERR_SYNTAX, 0},
        {{GAME_CLAIMS, 3, 2, 2, 0}, "x256", ERR_SYNTAX, 0},
        {{GAME_CLAIMS, 3, 2, 2, 0}, "x1000", ERR_SYNTAX, 4},
        {{GAME_CLAIMS, 3, 2, 2, 0}, "q1", ERR_SYNTAX, 0},
        {{GAME_CLAIMS, 3, 2, 2, 0}, "x:", ERR_SYNTAX, 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct cell cells[POINTS_MAX] = {{0}};
        size_t at = 999;
        assert_int_equal(diagram_parse(&cases[i].setup, cases[i].given, cells, &at), cases[i].err);
        assert_int_equal(at, cases[i].at);
    }
    struct setup s = setup_of(GAME_CLAIMS, 3, 2);
    struct cell cells[POINTS_MAX] = {{0}};
    assert_int_equal(diagram_parse(&s, "x255 .. .. .. .. ..", cells, NULL), 0);
    assert_int_equal(cells[3].height, 255);
}

/* The largest boards fill the tables of their games: what is asked of all points comes to the last
 * one and not beyond it (which the sanitizers would tell). */
static void the_largest_boards_are_read_to_their_last_point(void **state)
{
    (void)state;
    for (enum game_id id = 0; id < GAME_N; id++) {
        struct setup s = setup_default(id);
        struct position p;
        struct result result;
        struct mast mast;
        move_t moves[MOVES_MAX];
        s.width = s.height = SIDE_MAX;
        s.players = games[id]->players_max;
        assert_int_equal(position_start(&p, &s), 0);
        int points = id == GAME_PALISADE ? (POINTS_MAX + 1) / 2 : POINTS_MAX;
        int more = (id == GAME_CLAIMS) - (id == GAME_LEVEE); /* pass, centre */
        assert_int_equal(position_legal(&p, moves), points + more);
        position_result(&p, &result);
        for (point_t at = 0; at < POINTS_MAX; at++)
            assert_int_equal(result.owner[at], OWNER_NONE);
        for (int side = 0; side < 2; side++)
            assert_int_equal(result.channel_n[side], id == GAME_LEVEE ? (SIDE_MAX + 1) / 2 : 0);
        if (position_mast(&p, &mast))
            assert_int_equal(mast.worth[mast.place[POINTS_MAX - 1]], MAST_ONE / 2);
    }
}

/* A trait that a row forgot is 0, which none may be. */
static void every_game_has_all_its_traits(void **state)
{
    (void)state;
    for (int id = 0; id < GAME_N; id++) {
        const struct game *g = games[id];
        assert_int_equal(g->id, id);
        assert_true(g->name[0] != '\0' && g->title[0] != '\0' && g->summary[0] != '\0');
        assert_true(g->designer[0] != '\0' && g->year[0] != '\0');
        assert_in_range(g->size_first, g->size_min, g->size_default);
        assert_in_range(g->sides, SIDES_COLOURS, SIDES_NUMBERS);
        assert_in_range(g->border, BORDER_NONE, BORDER_EDGES);
        assert_in_range(g->aim, AIM_POINTS, AIM_CHANNELS);
        assert_in_range(g->rated_part, 1, 100);
        assert_true(g->has_draws == (g->draws_rule[0] == '\0'));
        assert_true(g->letters[OWNER_NONE] != '\0');
        assert_true(g->has_common == (g->letters[1] == '\0'));
        assert_true(g->sides == SIDES_COLOURS ? g->players_max == 2 : true);
    }
}

static void a_rated_match_has_a_least_length(void **state)
{
    (void)state;
    struct setup s = setup_default(GAME_LEVEE);
    assert_int_equal(setup_rated_plies(&s), 9); /* 169 points / 20 */
    s.width = s.height = 5;
    assert_int_equal(setup_rated_plies(&s), 4);
    s = setup_default(GAME_CLAIMS);
    s.players = 4;
    assert_int_equal(setup_rated_plies(&s), 8);
    s.width = s.height = 25;
    assert_int_equal(setup_rated_plies(&s), 63);
}

static void the_names_of_all_games_are_one_sentence(void **state)
{
    (void)state;
    char names[GAME_NAMES_BYTES];
    char expected[GAME_NAMES_BYTES];
    struct text t;
    text_init(&t, expected, sizeof expected);
    for (int i = 0; i < GAME_N; i++) {
        text_str(&t, i == 0 ? "" : i + 1 < GAME_N ? ", " : " or ");
        text_str(&t, games[i]->name);
    }
    assert_string_equal(game_names("or", names), expected);
    assert_memory_equal(names, "palisade, redstone, levee", 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_boards_are_read_to_their_last_point),
        cmocka_unit_test(games_are_found_by_name),
        cmocka_unit_test(every_game_has_all_its_traits),
        cmocka_unit_test(a_rated_match_has_a_least_length),
        cmocka_unit_test(the_names_of_all_games_are_one_sentence),
        cmocka_unit_test(descriptors_say_what_the_games_have),
        cmocka_unit_test(setups_that_no_game_has_are_refused_with_a_reason),
        cmocka_unit_test(a_side_that_nobody_plays_cannot_be_to_move),
        cmocka_unit_test(g1_g3_any_16_bits_may_be_asked),
        cmocka_unit_test(g1_placements_are_told_from_other_words),
        cmocka_unit_test(verdicts_name_their_rules),
        cmocka_unit_test(r7_seats_are_exchanged_by_a_swap),
        cmocka_unit_test(positions_are_compared_whole),
        cmocka_unit_test(hashes_are_the_same_for_ever),
        cmocka_unit_test(a_playout_is_the_game_of_its_moves),
        cmocka_unit_test(scores_are_of_four_players_and_nothing_else_is_written),
        cmocka_unit_test(a_playlog_that_is_too_short_still_counts),
        cmocka_unit_test(cells_that_a_game_has_not_are_refused),
        cmocka_unit_test(cells_beyond_the_board_are_not_taken),
        cmocka_unit_test(g4_perft_counts_sequences),
        cmocka_unit_test(diagrams_are_read_and_printed),
        cmocka_unit_test(invalid_diagrams_are_refused_at_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

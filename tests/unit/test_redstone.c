/* test_redstone.c - Redstone against its rules (R1-R7), its sheet, and the naive model.
 *
 * HOSHI_MODEL_OPS  plies compared with the model (default MODEL_PLIES)
 * HOSHI_MODEL_SEED seed of the random games (printed) */
#include "testing.h"

#include "base/err.h"
#include "model/naive_redstone.h"
#include "rules/game.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODEL_PLIES = 12000 };

/* ---- helpers ---- */

static struct setup setup_of(int size, bool pie)
{
    struct setup s = setup_default(GAME_REDSTONE);
    s.width = (uint8_t)size;
    s.height = (uint8_t)size;
    s.options = pie ? OPTION_SWAP : 0;
    return s;
}

static void start(struct position *p, int size, bool pie)
{
    struct setup s = setup_of(size, pie);
    assert_int_equal(position_start(p, &s), 0);
}

static int try_board(struct position *p, int size, const char *diagram, int side)
{
    struct setup s = setup_of(size, false);
    struct cell cells[POINTS_MAX];
    assert_int_equal(diagram_parse(&s, diagram, cells, NULL), 0);
    return position_set(p, &s, cells, side);
}

static void board(struct position *p, int size, const char *diagram, int side)
{
    assert_int_equal(try_board(p, size, diagram, side), 0);
}

static move_t at(const struct position *p, const char *word)
{
    move_t m = MOVE_NONE;
    assert_int_equal(move_parse(word, p->setup.width, p->setup.width, &m), 0);
    return m;
}

static void play(struct position *p, const char *word)
{
    assert_int_equal(position_play(p, at(p, word)), VERDICT_OK);
}

static void assert_refused(const struct position *p, const char *word, enum verdict v,
                           const char *sentence, const char *alternative)
{
    struct explanation e;
    char other[MOVE_TEXT_BYTES];
    position_explain(p, at(p, word), &e);
    assert_int_equal(e.verdict, v);
    assert_string_equal(e.text, sentence);
    assert_string_equal(move_print(e.alternative, p->setup.width, other), alternative);
    struct position q = *p;
    assert_int_equal(position_play(&q, at(p, word)), v);
    assert_true(position_equal(&q, p)); /* G3: unchanged */
    assert_int_equal(q.ply, p->ply);
}

static uint64_t env_number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

/* ---- comparison with the naive model ---- */

struct comparison {
    uint64_t seed;
    long plies_n;    /* compared */
    long illegal_n;  /* explanations compared */
    long games_n;    /* finished */
    char fault[160]; /* the first difference; "" while there is none */
    struct rng random;
};

static bool differs(struct comparison *c, const struct position *p, const char *what)
{
    (void)snprintf(c->fault, sizeof c->fault, "%s differs: size %d, ply %d, seed %llu", what,
                   p->setup.width, p->ply, (unsigned long long)c->seed);
    return true;
}

static char stone_of(const struct position *p, int x, int y)
{
    struct cell cell = position_cell(p, (point_t)(y * p->setup.width + x));
    if (cell.height != (cell.owner != OWNER_NONE) || cell.flags != 0)
        return '?';
    return cell.owner == OWNER_NEUTRAL ? 'r' : ".bw??"[cell.owner];
}

static bool has_point(const struct explanation *e, int n, int x, int y)
{
    for (int i = 0; i < e->points_n; i++)
        if (e->points[i] == y * n + x)
            return true;
    return false;
}

/* R3: each group next to the point has one of the named points as a liberty that stays. */
static bool liberties_prove(const struct naive_redstone *m, const struct explanation *e, int x,
                            int y)
{
    struct naive_redstone after = *m;
    after.cell[y][x] = 'r';
    for (int i = 0; i < e->points_n; i++) {
        int px = e->points[i] % m->n;
        int py = e->points[i] / m->n;
        if (after.cell[py][px] != '.')
            return false;
    }
    /* With every other liberty filled by a red stone, still nothing next to the point is bounded. */
    for (int fy = 0; fy < m->n; fy++)
        for (int fx = 0; fx < m->n; fx++)
            if (after.cell[fy][fx] == '.' && !has_point(e, m->n, fx, fy))
                after.cell[fy][fx] = 'r';
    struct naive_marks bounded;
    naive_redstone_bounded(&after, &bounded);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (abs(dx) + abs(dy) == 1 && x + dx >= 0 && x + dx < m->n && y + dy >= 0 &&
                y + dy < m->n && bounded.at[y + dy][x + dx])
                return false;
    return true;
}

/* Whether the explanation of an illegal placement is that of the naive judge and its points prove
 * it: R2 exactly the stones that would be bounded, R3 liberties that the neighbours keep. */
static bool explained(const struct naive_redstone *m, const struct position *p, int x, int y,
                      bool red, const char *rule)
{
    struct explanation e;
    move_t point = (move_t)(y * m->n + x);
    position_explain(p, point | (red ? MOVE_RED : 0), &e);
    if (strcmp(verdict_rule(e.verdict), rule) != 0 || strlen(e.text) < 20 ||
        e.text[strlen(e.text) - 1] != '.')
        return false;
    char word[MOVE_TEXT_BYTES];
    if (strstr(e.text, move_print(point, m->n, word)) == NULL)
        return false;
    if (m->cell[y][x] != '.')
        return e.points_n == 1 && e.points[0] == (point_t)point && e.alternative == MOVE_NONE;
    bool other_is_legal = *naive_redstone_judge(m, x, y, !red) == '\0';
    if (e.alternative != (other_is_legal ? point | (red ? 0 : MOVE_RED) : MOVE_NONE))
        return false;
    if (red)
        return liberties_prove(m, &e, x, y);
    struct naive_marks bounded;
    naive_redstone_bounded_after(m, x, y, m->to_move, &bounded);
    if (bounded.n != e.points_n)
        return false;
    for (int i = 0; i < e.points_n; i++)
        if (!bounded.at[e.points[i] / m->n][e.points[i] % m->n])
            return false;
    return true;
}

/* Compares the list of legal moves, and what is said of the others, with the naive judge's. */
static bool moves_differ(struct comparison *c, const struct naive_redstone *m,
                         const struct position *p)
{
    move_t legal[MOVES_MAX];
    move_t want[MOVES_MAX];
    int n = position_legal(p, legal);
    int want_n = 0;
    for (int red = 0; red < 2; red++) {
        for (int y = 0; y < m->n; y++)
            for (int x = 0; x < m->n; x++) {
                move_t move = (move_t)(y * m->n + x + (red ? MOVE_RED : 0));
                const char *rule = naive_redstone_judge(m, x, y, red);
                if (strcmp(verdict_rule(position_judge(p, move)), rule) != 0)
                    return differs(c, p, "a verdict");
                if (*rule == '\0') {
                    want[want_n++] = move;
                } else {
                    if (!explained(m, p, x, y, red, rule))
                        return differs(c, p, "an explanation");
                    c->illegal_n++;
                }
            }
        if (!red && naive_redstone_may_swap(m))
            want[want_n++] = MOVE_SWAP;
    }
    if (n != want_n || memcmp(legal, want, (size_t)n * sizeof *legal) != 0)
        return differs(c, p, "the list of legal moves");
    if (n == 0)
        return differs(c, p, "R6, a placement is always available,");
    return false;
}

static bool state_differs(struct comparison *c, const struct naive_redstone *m,
                          const struct position *p)
{
    for (int y = 0; y < m->n; y++)
        for (int x = 0; x < m->n; x++)
            if (stone_of(p, x, y) != m->cell[y][x])
                return differs(c, p, "the board");
    int winner = m->winner == '.' ? 0 : m->winner == 'b' ? 1 : 2;
    struct result r;
    position_result(p, &r);
    if (p->over != (winner != 0) || p->winner != winner || r.over != p->over ||
        r.winner != winner || r.points[0] != (winner == 1) || r.points[1] != (winner == 2))
        return differs(c, p, "the result");
    if (p->side != (m->to_move == 'b' ? 1 : 2) || p->ply != m->plies || p->swapped != m->swapped)
        return differs(c, p, "the side to move");
    if (p->hash != position_hash(p, 0))
        return differs(c, p, "the hash from scratch");
    return false;
}

/* One random game; all moves are compared on about one ply in `every`. Swaps one time in two. */
static void compare_game(struct comparison *c, int size, bool pie, enum naive_fault fault,
                         int every, long plies_cap)
{
    struct naive_redstone m;
    struct position p;
    start(&p, size, pie);
    naive_redstone_start(&m, size, pie, fault);
    while (!p.over && c->plies_n < plies_cap && !state_differs(c, &m, &p)) {
        if (rng_below(&c->random, (uint32_t)every) == 0 && moves_differ(c, &m, &p))
            return;
        move_t move = naive_redstone_may_swap(&m) && rng_below(&c->random, 2) == 0
                          ? MOVE_SWAP
                          : position_random(&p, &c->random);
        struct position before = p;
        struct position copy;
        position_copy(&copy, &p);
        if (position_play(&copy, move) != VERDICT_OK) {
            (void)differs(c, &p, "the legality of a random move");
            return;
        }
        if (!position_equal(&p, &before) || position_hash(&p, 0) != before.hash) {
            (void)differs(c, &p, "the original of a copy");
            return;
        }
        position_copy(&p, &copy);
        if (move == MOVE_SWAP)
            naive_redstone_swap(&m);
        else
            naive_redstone_play(&m, move_point(move) % size, move_point(move) / size,
                                move_is_red(move));
        c->plies_n++;
    }
    if (c->fault[0] != '\0' || state_differs(c, &m, &p))
        return;
    c->games_n += p.over;
}

static void compare(struct comparison *c, enum naive_fault fault, long plies_cap)
{
    memset(c, 0, sizeof *c);
    c->seed = env_number("HOSHI_MODEL_SEED", 20120201);
    rng_seed(&c->random, c->seed);
    for (int round = 0; c->plies_n < plies_cap && c->fault[0] == '\0'; round++) {
        int size = 2 + round % (SIDE_MAX - 1);
        int every = size <= 7 ? 1 : size * size * size * size / 2000;
        compare_game(c, size, round / (SIDE_MAX - 1) % 2 == 0, fault, every, plies_cap);
    }
}

static void g3_agrees_with_the_naive_model_on_every_size(void **state)
{
    (void)state;
    struct comparison c;
    compare(&c, NAIVE_RIGHT, (long)env_number("HOSHI_MODEL_OPS", MODEL_PLIES));
    print_message("seed %llu: %ld plies, %ld games, %ld refusals\n", (unsigned long long)c.seed,
                  c.plies_n, c.games_n, c.illegal_n);
    assert_string_equal(c.fault, "");
}

static void the_comparison_notices_planted_faults(void **state)
{
    (void)state;
    for (int fault = NAIVE_RIGHT + 1; fault < NAIVE_FAULTS_N; fault++) {
        struct comparison c;
        compare(&c, (enum naive_fault)fault, MODEL_PLIES);
        assert_string_not_equal(c.fault, "");
    }
}

/* ---- the rules, one by one ---- */

static void r2_r3_the_same_point_refused_for_each_kind(void **state)
{
    (void)state;
    struct position p;
    /* As in figure 5 of the sheet: single eyes of a white group that has another. */
    board(&p, 5, ". w . w . / w w w w w / . . . . . / b b . . . / . . . . .", 1);
    assert_refused(&p, "a5", VERDICT_R2, "A black stone on a5 would have no liberties.", "none");
    assert_refused(&p, "a5r", VERDICT_R3,
                   "A red stone on a5 would capture nothing: the group at a4 keeps a3.", "none");
    assert_refused(
        &p, "c1r", VERDICT_R3,
        "A red stone on c1 would capture nothing: no black or white stone is next to it.", "c1");
    assert_refused(&p, "a4", VERDICT_OCCUPIED, "There is a white stone on a4 already.", "none");
}

static void r2_explains_what_would_be_bounded(void **state)
{
    (void)state;
    struct position q;
    board(&q, 4, "b . w b / b w w b / b b b . / . . . .", 1);
    assert_refused(&q, "b4", VERDICT_R2,
                   "A black stone on b4 would leave the white group at b3 (3 stones) without "
                   "liberties.",
                   "b4r");
    board(&q, 4, "b . w r / b w w r / r r r . / . . b .", 1);
    assert_refused(&q, "b4", VERDICT_R2,
                   "A black stone on b4 would leave the white group at b3 (3 stones) without "
                   "liberties, and its own group of 3 stones too.",
                   "b4r");
    board(&q, 4, "b . r . / b b r . / r r . . / . . w b", 1);
    assert_refused(&q, "b4", VERDICT_R2,
                   "A black stone on b4 would complete a group of 4 stones without liberties.",
                   "b4r");
    board(&q, 3, "b . r / r r . / . . w", 1);
    assert_refused(&q, "b3", VERDICT_R2,
                   "A black stone on b3 would complete a group of 2 stones without liberties.",
                   "b3r");
}

static void r2_r3_own_and_red_may_both_be_legal(void **state)
{
    (void)state;
    /* As in figure 4: black joins his two groups, or captures his own upper one. */
    struct position p;
    board(&p, 4, "b w . . / . w . . / b w . . / . . . .", 1);
    assert_int_equal(position_judge(&p, at(&p, "a3")), VERDICT_OK);
    assert_int_equal(position_judge(&p, at(&p, "a3r")), VERDICT_OK);
    play(&p, "a3r");
    assert_int_equal(stone_of(&p, 0, 3), '.');
    assert_int_equal(stone_of(&p, 0, 1), 'b');
    assert_false(p.over);
}

static void r4_groups_of_both_colours_fall_together(void **state)
{
    (void)state;
    /* As in figure 3: one white and two black groups; removing black's would have freed white's. */
    struct position p;
    board(&p, 5, "r b b r . / b . w r . / r . r . . / . . . . . / w . . . b", 2);
    assert_int_equal(position_judge(&p, at(&p, "b4")), VERDICT_R2);
    play(&p, "b4r");
    struct position q;
    board(&q, 5, "r . . r . / . r . r . / r . r . . / . . . . . / w . . . b", 1);
    assert_true(position_equal(&p, &q));
}

static void r5_who_loses_all_stones_has_lost(void **state)
{
    (void)state;
    struct position p;
    board(&p, 3, "w . b / . . . / . . .", 1);
    play(&p, "b3");
    play(&p, "b2");
    play(&p, "a2r"); /* takes a3 only: White has b2 */
    assert_false(p.over);
    board(&p, 3, "w . b / b . . / . . .", 1);
    play(&p, "b3r");
    assert_true(p.over);
    assert_int_equal(p.winner, 1);
    board(&p, 3, "b . w / w . . / . . .", 1); /* his own last stone */
    play(&p, "b3r");
    assert_true(p.over);
    assert_int_equal(p.winner, 2);
    move_t none[MOVES_MAX];
    assert_int_equal(position_legal(&p, none), 0);
    assert_int_equal(position_judge(&p, at(&p, "c1")), VERDICT_G4);
}

static void r5_the_mover_wins_an_empty_board(void **state)
{
    (void)state;
    for (int side = 1; side <= 2; side++) {
        struct position p;
        board(&p, 2, "b . / r w", side);
        play(&p, "b2r");
        assert_true(p.over);
        assert_int_equal(p.winner, side);
    }
}

static void r5_a_colour_not_yet_placed_is_not_annihilated(void **state)
{
    (void)state;
    struct position p;
    start(&p, 2, false);
    play(&p, "a1");
    assert_false(p.over);
    play(&p, "b2");
    assert_false(p.over);
}

static void r6_there_is_no_passing(void **state)
{
    (void)state;
    struct position p;
    start(&p, 5, true);
    assert_refused(&p, "pass", VERDICT_R6, "There is no passing in Redstone.", "none");
}

static void r7_only_player_2_may_swap_and_only_on_ply_2(void **state)
{
    (void)state;
    struct position p;
    start(&p, 5, true);
    assert_refused(&p, "swap", VERDICT_R7, "Only player 2 may swap, and only on ply 2.", "none");
    play(&p, "c3");
    struct position kept;
    position_copy(&kept, &p);
    play(&p, "swap");
    assert_int_equal(p.side, 2); /* White, whom player 1 has now, moves next */
    assert_int_equal(p.ply, 2);
    assert_int_equal(position_seat(&p, 1), 2);
    assert_int_equal(position_seat(&p, 2), 1);
    assert_int_equal(stone_of(&p, 2, 2), 'b');
    assert_refused(&p, "swap", VERDICT_R7, "Only player 2 may swap, and only on ply 2.", "none");
    play(&kept, "a1");
    assert_refused(&kept, "swap", VERDICT_R7, "Only player 2 may swap, and only on ply 2.", "none");
    play(&kept, "a2");
    assert_refused(&kept, "swap", VERDICT_R7, "Only player 2 may swap, and only on ply 2.", "none");
    start(&p, 5, false);
    play(&p, "c3");
    assert_refused(&p, "swap", VERDICT_R7, "This game is played without the swap.", "none");
}

static void r7_the_hash_tells_whether_a_swap_may_come(void **state)
{
    (void)state;
    struct position p;
    struct position swapped;
    start(&p, 5, true);
    play(&p, "c3");
    position_copy(&swapped, &p);
    play(&swapped, "swap");
    assert_int_not_equal(p.hash, swapped.hash); /* one may swap, the other may not */
    assert_false(position_equal(&p, &swapped));
    play(&p, "b2");
    play(&swapped, "b2");
    assert_int_equal(p.hash, swapped.hash); /* the same future, whoever sits where */
    assert_true(position_equal(&p, &swapped));
    assert_true(swapped.swapped);
    assert_false(p.swapped);
}

static void r7_random_moves_never_swap(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 7);
    for (int i = 0; i < 300; i++) {
        struct position p;
        start(&p, 2, true);
        play(&p, "a1");
        assert_int_not_equal(position_random(&p, &r), MOVE_SWAP);
        move_t moves[64];
        struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves)};
        position_playout(&p, &r, &log);
        for (uint32_t k = 0; k < log.n; k++)
            assert_true(move_is_point(moves[k]));
        assert_false(p.swapped);
    }
}

/* ---- set-ups ---- */

static void r4_a_bounded_group_cannot_be_set_up(void **state)
{
    (void)state;
    struct position p;
    static const char *const in_corners[] = {"w b . / b . . / . . .", ". b w / . . b / . . .",
                                             ". . . / b . . / w b .", ". . . / . . b / . b w"};
    for (size_t i = 0; i < ARRAY_LEN(in_corners); i++)
        assert_int_equal(try_board(&p, 3, in_corners[i], 1), ERR_ILLEGAL);
    assert_int_equal(try_board(&p, 3, "w b . / . . . / . . .", 1), 0);
    struct setup s = setup_of(3, false);
    struct cell cells[POINTS_MAX] = {{0}};
    cells[4] = (struct cell){.owner = 3, .height = 1};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    cells[4] = (struct cell){.owner = 1, .height = 2};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    cells[4] = (struct cell){.owner = 0, .height = 1};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
    cells[4] = (struct cell){.owner = 1, .height = 1, .flags = 1};
    assert_int_equal(position_set(&p, &s, cells, 1), ERR_RANGE);
}

/* A board without one of the colours is a beginning (handicap stones) or has been decided. It is
 * taken iff that colour comes onto the board at once, so that R6 holds from there on. */
static void r6_a_missing_colour_must_come_next(void **state)
{
    (void)state;
    struct position p;
    assert_int_equal(try_board(&p, 3, "b . b / . . . / . b .", 2), 0);
    assert_int_equal(try_board(&p, 3, "b . b / . . . / . b .", 1), ERR_ILLEGAL);
    assert_int_equal(try_board(&p, 3, "w . w / . . . / . . .", 1), 0);
    assert_int_equal(try_board(&p, 3, "w r w / . r . / . . .", 1),
                     ERR_ILLEGAL);                                   /* red could come */
    assert_int_equal(try_board(&p, 2, "w . / . w", 1), ERR_ILLEGAL); /* nothing could */
    assert_int_equal(try_board(&p, 3, ". . . / . . . / . . .", 2), 0);
    assert_int_equal(try_board(&p, 2, ". . / . r", 1), ERR_ILLEGAL);
}

static void positions_set_up_equal_those_played(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 11);
    for (int i = 0; i < 400; i++) {
        int size = 2 + i % 12;
        struct position p;
        start(&p, size, false);
        int plies = 2 + (int)rng_below(&r, (uint32_t)(2 * size * size));
        while (p.ply < plies && !p.over)
            position_play_legal(&p, position_random(&p, &r));
        if (p.over)
            continue;
        struct cell cells[POINTS_MAX];
        for (point_t k = 0; k < size * size; k++)
            cells[k] = position_cell(&p, k);
        struct position q;
        assert_int_equal(position_set(&q, &p.setup, cells, p.side), 0);
        assert_true(position_equal(&p, &q));
        assert_int_equal(position_set(&q, &p.setup, cells, 3 - p.side), 0);
        assert_int_not_equal(p.hash, q.hash); /* the side to move counts */
        assert_false(position_equal(&p, &q));
    }
}

/* ---- properties ---- */

static void symmetric_games_have_symmetric_hashes(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < 64; i++) {
        int size = 2 + i % 9;
        struct position p;
        struct position image[SYMMETRIES_MAX];
        start(&p, size, true);
        for (int s = 0; s < SYMMETRIES_MAX; s++)
            position_copy(&image[s], &p);
        while (!p.over) {
            move_t m = p.ply == 1 && i % 3 == 0 ? MOVE_SWAP : position_random(&p, &r);
            position_play_legal(&p, m);
            uint64_t canonical = position_hash_canonical(&p);
            for (int s = 0; s < SYMMETRIES_MAX; s++) {
                assert_int_equal(position_play(&image[s], symmetry_move(s, size, size, m)),
                                 VERDICT_OK);
                assert_int_equal(position_hash(&p, s), image[s].hash);
                assert_int_equal(position_hash_canonical(&image[s]), canonical);
                assert_int_equal(image[s].winner, p.winner);
            }
        }
    }
}

/* All positions of the 3 x 3 game, and how long a game from each may still be. */
enum { CODES_3X3 = 4 * 262144 };      /* cells, side to move, swap still possible */
static uint8_t plies_left[CODES_3X3]; /* + 1; 0: not seen */
static long positions_n;

static int longest(const struct position *p)
{
    if (p->over) {
        assert_true(p->winner == 1 || p->winner == 2); /* no draws */
        return 0;
    }
    move_t moves[MOVES_MAX];
    int n = position_legal(p, moves);
    assert_true(n > 0 && moves[0] != MOVE_SWAP); /* R6 */
    int code = 0;
    int size = p->setup.width;
    for (int k = 0; k < size * size; k++)
        code = code * 4 + (position_cell(p, (point_t)k).owner & 3) +
               2 * (position_cell(p, (point_t)k).owner == OWNER_NEUTRAL);
    bool may_swap = position_judge(p, MOVE_SWAP) == VERDICT_OK;
    code = code * 4 + (p->side - 1) * 2 + may_swap;
    if (plies_left[code] > 0)
        return plies_left[code] - 1;
    int most = 0;
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        int length = 1 + longest(&q);
        if (length > most)
            most = length;
    }
    plies_left[code] = (uint8_t)(most + 1);
    positions_n++;
    return most;
}

static int plies_bound(int points)
{
    return (points - 1) + (points - 3) * (points - 4) / 2 + (points - 2) + 1;
}

static void r6_every_small_position_has_a_placement_and_an_end(void **state)
{
    (void)state;
    for (int size = 2; size <= 3; size++) {
        struct position p;
        start(&p, size, true);
        memset(plies_left, 0, sizeof plies_left);
        positions_n = 0;
        int length = longest(&p);
        print_message("%d x %d: %ld positions, longest game %d plies, bound %d\n", size, size,
                      positions_n, length, plies_bound(size * size));
        assert_true(positions_n > (size == 2 ? 20 : 20000));
        assert_in_range(length, size * size, plies_bound(size * size));
    }
}

static void r6_random_games_end_within_the_bound(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 3);
    for (int i = 0; i < 600; i++) {
        int size = 2 + i % (SIDE_MAX - 1);
        struct position p;
        start(&p, size, false);
        position_playout(&p, &r, NULL);
        assert_true(p.over);
        assert_in_range(p.winner, 1, 2);
        assert_in_range(p.ply, 3, plies_bound(size * size));
        assert_int_equal(p.hash, position_hash(&p, 0));
    }
}

static void playouts_are_games_of_legal_moves(void **state)
{
    (void)state;
    static move_t moves[20000];
    struct rng r;
    rng_seed(&r, 9);
    for (int i = 0; i < 300; i++) {
        struct position p;
        struct position q;
        start(&p, 2 + i % (SIDE_MAX - 1), false);
        int before = (int)rng_below(&r, 20);
        while (p.ply < before && !p.over)
            position_play_legal(&p, position_random(&p, &r));
        position_copy(&q, &p);
        int ply = p.ply;
        moves[0] = MOVE_PASS;
        struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves), .n = 1}; /* goes on */
        position_playout(&p, &r, &log);
        assert_int_equal(moves[0], MOVE_PASS);
        if (p.ply == ply)
            continue;
        assert_int_equal(log.n - 1, p.ply - ply);
        for (uint32_t k = 1; k < log.n; k++)
            assert_int_equal(position_play(&q, moves[k]), VERDICT_OK);
        assert_true(position_equal(&p, &q));
        assert_int_equal(p.last, q.last);
        assert_int_equal(p.ply, q.ply);
    }
}

static void a_short_log_counts_all_plies(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 1);
    move_t moves[4] = {MOVE_NONE, MOVE_NONE, MOVE_NONE, MOVE_NONE};
    struct playlog log = {.moves = moves, .cap = 3};
    struct position p;
    start(&p, 9, false);
    position_playout(&p, &r, &log);
    assert_int_equal(log.n, p.ply);
    assert_true(move_is_point(moves[2]));
    assert_int_equal(moves[3], MOVE_NONE);
}

/* Each legal placement is drawn equally often, own and red ones alike, both by random and as the
 * first move of a playout: chi-square over 400 draws a placement, and no count beyond six sigma. */
static void assert_uniform(const struct position *p, bool by_playout)
{
    static long count[MOVE_INDEX_N];
    move_t legal[MOVES_MAX];
    int n = 0;
    int all = position_legal(p, legal);
    for (int i = 0; i < all; i++)
        if (legal[i] != MOVE_SWAP)
            legal[n++] = legal[i];
    memset(count, 0, sizeof count);
    struct rng r;
    rng_seed(&r, (uint64_t)n * 2 + by_playout);
    for (int i = 0; i < 400 * n; i++) {
        struct position q;
        position_copy(&q, p);
        move_t m = MOVE_NONE;
        struct playlog log = {.moves = &m, .cap = 1};
        if (by_playout)
            position_playout(&q, &r, &log);
        else
            m = position_random(&q, &r);
        count[m]++;
    }
    double chi_square = 0;
    for (int i = 0; i < n; i++) {
        long d = count[legal[i]] - 400;
        assert_in_range(d + 120, 0, 240);
        chi_square += (double)(d * d) / 400;
    }
    /* n - 1 degrees of freedom: mean n - 1, variance 2 (n - 1); five sigma and a bit for the tail */
    double excess = chi_square - (n - 1);
    assert_true(n == 1 || (excess > 0 ? excess * excess : 0) < 2.0 * (n - 1) * 25 + 100);
}

static void r2_r3_random_placements_are_uniform(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 21);
    int tried = 0;
    for (int i = 0; tried < 30; i++) {
        struct position p;
        start(&p, 3 + i % 5, i % 2 == 0);
        int plies = 1 + (int)rng_below(&r, 40);
        while (p.ply < plies && !p.over)
            position_play_legal(&p, position_random(&p, &r));
        if (p.over)
            continue;
        assert_uniform(&p, false);
        assert_uniform(&p, true);
        tried++;
    }
}

static void a_position_is_small(void **state)
{
    (void)state;
    struct position p;
    start(&p, 19, true);
    assert_in_range(game_redstone.bytes(&p), 1000, 4096);
    start(&p, 25, true);
    assert_in_range(game_redstone.bytes(&p), 1000, sizeof p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r2_r3_the_same_point_refused_for_each_kind),
        cmocka_unit_test(r2_explains_what_would_be_bounded),
        cmocka_unit_test(r2_r3_own_and_red_may_both_be_legal),
        cmocka_unit_test(r4_groups_of_both_colours_fall_together),
        cmocka_unit_test(r5_who_loses_all_stones_has_lost),
        cmocka_unit_test(r5_the_mover_wins_an_empty_board),
        cmocka_unit_test(r5_a_colour_not_yet_placed_is_not_annihilated),
        cmocka_unit_test(r6_there_is_no_passing),
        cmocka_unit_test(r7_only_player_2_may_swap_and_only_on_ply_2),
        cmocka_unit_test(r7_the_hash_tells_whether_a_swap_may_come),
        cmocka_unit_test(r7_random_moves_never_swap),
        cmocka_unit_test(r4_a_bounded_group_cannot_be_set_up),
        cmocka_unit_test(r6_a_missing_colour_must_come_next),
        cmocka_unit_test(positions_set_up_equal_those_played),
        cmocka_unit_test(symmetric_games_have_symmetric_hashes),
        cmocka_unit_test(r6_every_small_position_has_a_placement_and_an_end),
        cmocka_unit_test(r6_random_games_end_within_the_bound),
        cmocka_unit_test(playouts_are_games_of_legal_moves),
        cmocka_unit_test(a_short_log_counts_all_plies),
        cmocka_unit_test(r2_r3_random_placements_are_uniform),
        cmocka_unit_test(a_position_is_small),
        cmocka_unit_test(g3_agrees_with_the_naive_model_on_every_size),
        cmocka_unit_test(the_comparison_notices_planted_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

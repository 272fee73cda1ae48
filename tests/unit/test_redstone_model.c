/* test_redstone_model.c - Redstone against the naive model (tests/model/naive_redstone.h).
 *
 * HOSHI_MODEL_OPS   plies compared with the model (default MODEL_PLIES)
 * HOSHI_MODEL_SEED  seed of the random games (printed) */
#include "testing.h"

#include "model/naive_redstone.h"
#include "rules/game.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODEL_PLIES = 12000 };

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

static uint64_t env_number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

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

/* R3: each group next to the point keeps one of the named points as a liberty. */
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
    /* With a red stone on every other liberty, no group next to the point is bounded. */
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

/* Whether the explanation of an illegal placement names the rule of the naive model, and its points
 * prove it: for R2 exactly the stones that would be bounded, for R3 liberties that the neighbours
 * keep. */
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

/* Compares the list of legal moves, and the explanations of the other moves, with the model. */
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

/* Plays a random game and compares all moves on about one ply in `every`. Swaps half of the time.
 * */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g3_agrees_with_the_naive_model_on_every_size),
        cmocka_unit_test(the_comparison_notices_planted_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

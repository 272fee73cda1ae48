/* test_reasons.c - each reason for a move is true: it is played out, on positions of random games,
 * and what happens without a reason for it is looked for as well. */
#include "testing.h"

#include "rules/reasons.h"
#include <string.h>

static const uint8_t sizes[GAME_N][2] = {{5, 7}, {4, 5}, {5, 7}, {3, 4}};

/* The same stones with another side to move, by way of the diagram. */
static bool turned(const struct position *p, int side, struct position *out)
{
    char bytes[4 * POINTS_MAX];
    struct cell cells[POINTS_MAX];
    struct text t;
    text_init(&t, bytes, sizeof bytes);
    diagram_print(p, &t);
    assert_int_equal(diagram_parse(&p->setup, bytes, cells, NULL), 0);
    return position_set(out, &p->setup, cells, side) == 0 && !out->over;
}

static int stones(const struct position *p, int side)
{
    int n = 0;
    for (int i = 0; i < p->setup.width * p->setup.height; i++)
        n += position_cell(p, (point_t)i).owner == side;
    return n;
}

/* Stones of the other side that a move takes; -1 if the move is illegal. *wins: it wins at once. */
static int takes(const struct position *p, move_t move, bool *wins)
{
    struct position q;
    if (position_judge(p, move) != VERDICT_OK)
        return -1;
    position_copy(&q, p);
    position_play_legal(&q, move);
    *wins = q.over && q.winner == p->side;
    return stones(p, 3 - p->side) - stones(&q, 3 - p->side);
}

/* The most stones that a move of the side to move takes, and how many moves win. */
static int most(const struct position *p, int *wins_n)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int best = 0;
    *wins_n = 0;
    for (int i = 0; i < n; i++) {
        bool wins;
        int taken = takes(p, legal[i], &wins);
        best = taken > best ? taken : best;
        *wins_n += wins;
    }
    return best;
}

/* Liberties of the group of the stone at a point, and its stones, by widening. */
static int liberties(const struct position *p, int at, int *stones_n)
{
    int w = p->setup.width, h = p->setup.height, owner = position_cell(p, (point_t)at).owner;
    bool in[POINTS_MAX] = {false}, free_at[POINTS_MAX] = {false};
    in[at] = true;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < w * h; i++) {
            for (int k = 0; k < w * h; k++) {
                int dx = i % w - k % w, dy = i / w - k / w;
                if (!in[i] || dx * dx + dy * dy != 1)
                    continue;
                int there = position_cell(p, (point_t)k).owner;
                free_at[k] |= there == OWNER_NONE;
                more |= there == owner && !in[k];
                in[k] |= there == owner;
            }
        }
    }
    int n = 0;
    *stones_n = 0;
    for (int i = 0; i < w * h; i++) {
        n += free_at[i];
        *stones_n += in[i];
    }
    return n;
}

static const struct reason *find(const struct reason *r, int n, enum reason_kind kind)
{
    for (int i = 0; i < n; i++)
        if (r[i].kind == kind)
            return &r[i];
    return NULL;
}

static int entered(const struct position *p)
{
    int n = 0;
    for (int i = 0; i < p->setup.width * p->setup.height; i++)
        n += position_cell(p, (point_t)i).owner == OWNER_NONE &&
             position_judge(p, (move_t)i) == VERDICT_OK;
    return n;
}

struct seen {
    int of[REASON_N];
};

static void check_results(const struct position *p, const struct position *q,
                          const struct reason *r, int n)
{
    static struct result a, b;
    const struct game *g = games[p->setup.game];
    const struct reason *is;
    position_result(p, &a);
    position_result(q, &b);
    int me = p->side - 1, other = 2 - p->side;
    is = find(r, n, REASON_OWNS);
    if (g->has_score && !g->has_heights)
        assert_int_equal(is != NULL ? is->n : 0, b.points[me] - a.points[me]);
    is = find(r, n, REASON_SCORES);
    if (is != NULL) {
        assert_true(is->n == 0 || is->n == b.points[me] - a.points[me]);
        assert_true(is->m == 0 || is->m == a.points[other] - b.points[other]);
        assert_true(is->n + is->m > 0);
    }
    is = find(r, n, REASON_LENGTHENS);
    if (is != NULL)
        assert_true(is->n == a.channel_n[other] && is->m == b.channel_n[other] && is->n < is->m);
    is = find(r, n, REASON_HINDERS);
    if (is != NULL)
        assert_true(is->n == a.channel_n[me] && is->m == b.channel_n[me] && is->n < is->m);
}

static void check_chances(const struct position *p, const struct position *q,
                          const struct reason *r, int n)
{
    struct position again, theirs;
    int wins_n, before_n;
    bool wins;
    const struct reason *is = find(r, n, REASON_THREATENS);
    if (is != NULL) {
        assert_true(turned(q, p->side, &again));
        assert_int_equal(takes(&again, is->at, &wins), is->n);
        assert_int_equal(most(&again, &wins_n), is->n);
        assert_true(most(p, &wins_n) < is->n);
    }
    is = find(r, n, REASON_THREATENS_WIN);
    if (is != NULL) {
        assert_true(turned(q, p->side, &again));
        assert_true(takes(&again, is->at, &wins) >= 0 && wins);
        (void)most(&again, &wins_n);
        (void)most(p, &before_n);
        assert_int_equal(wins_n, is->n);
        assert_int_equal(before_n, 0);
    }
    is = find(r, n, REASON_PREVENTS);
    if (is != NULL) {
        assert_true(turned(p, 3 - p->side, &theirs));
        assert_int_equal(takes(&theirs, is->at, &wins), is->n);
        assert_int_equal(most(q, &wins_n), 0);
    }
    is = find(r, n, REASON_PREVENTS_WIN);
    if (is != NULL) {
        assert_true(turned(p, 3 - p->side, &theirs));
        assert_true(takes(&theirs, is->at, &wins) >= 0 && wins);
        (void)most(q, &wins_n);
        assert_int_equal(wins_n, 0);
    }
}

static void check_groups(const struct position *p, const struct position *q, move_t move,
                         const struct reason *r, int n)
{
    int had, has;
    for (int i = 0; i < n; i++) {
        if (r[i].kind != REASON_CORNERS)
            continue;
        assert_int_equal(position_cell(q, move_point(r[i].at)).owner, 3 - p->side);
        assert_int_equal(liberties(q, r[i].at, &has), 1);
        assert_int_equal(has, r[i].n);
        assert_true(liberties(p, r[i].at, &had) > 1);
        assert_int_equal(had, has);
    }
    const struct reason *is = find(r, n, REASON_SAVES);
    if (is == NULL)
        return;
    assert_false(move_is_red(move));
    assert_int_equal(liberties(q, move_point(move), &has), is->m);
    assert_true(is->m > 1 && is->n < has);
}

/* Everything that is said of a move, and that what happens is said. */
static void check(const struct position *p, move_t move, struct seen *seen)
{
    struct reason r[REASONS_MAX];
    const struct game *g = games[p->setup.game];
    int n = reasons_of(p, move, r);
    struct position q;
    assert_in_range(n, 0, REASONS_MAX);
    position_copy(&q, p);
    position_play_legal(&q, move);
    for (int i = 0; i < n; i++)
        seen->of[r[i].kind]++;
    assert_true((find(r, n, REASON_WINS) != NULL) == (q.over && q.winner == p->side));
    assert_true((find(r, n, REASON_LOSES) != NULL) == (q.over && q.winner == 3 - p->side));
    if (!move_is_point(move))
        return;
    const struct reason *is = find(r, n, REASON_TAKES);
    if (g->has_captures) {
        assert_int_equal(is != NULL ? is->n : 0, stones(p, 3 - p->side) - stones(&q, 3 - p->side));
        is = find(r, n, REASON_GIVES);
        int own = stones(p, p->side) + (move_is_red(move) ? 0 : 1) - stones(&q, p->side);
        assert_int_equal(is != NULL ? is->n : 0, own);
    }
    is = find(r, n, REASON_ATTACKS);
    assert_true((is != NULL) ==
                (g->has_heights && position_cell(p, move_point(move)).owner == 3 - p->side));
    if (is != NULL)
        assert_int_equal(is->n + 1, position_cell(&q, move_point(move)).height);
    is = find(r, n, REASON_CLOSES);
    if (is != NULL) {
        struct position theirs;
        assert_true(turned(p, 3 - p->side, &theirs));
        /* The move itself may take a square away, and open others. */
        assert_true(entered(&theirs) - entered(&q) <= is->n + 1);
        assert_true(is->n > 0);
    }
    check_results(p, &q, r, n);
    check_groups(p, &q, move, r, n);
    check_chances(p, &q, r, n);
}

static void every_reason_is_true_when_it_is_played_out(void **state)
{
    (void)state;
    struct seen seen = {{0}};
    for (int game = 0; game < GAME_N; game++) {
        for (int seed = 0; seed < 16; seed++) {
            struct setup s = setup_default((enum game_id)game);
            struct position p;
            struct rng rng;
            s.width = s.height = sizes[game][seed % 2];
            rng_seed(&rng, (uint64_t)(seed + 1));
            assert_int_equal(position_start(&p, &s), 0);
            for (int ply = 0; !p.over && ply < 60; ply++) {
                move_t legal[MOVES_MAX];
                int n = position_legal(&p, legal);
                for (int i = seed % 3; i < n; i += 3)
                    check(&p, legal[i], &seen);
                position_play_legal(&p, position_random(&p, &rng));
            }
        }
    }
    for (int kind = 0; kind < REASON_N; kind++)
        assert_true(seen.of[kind] > 0);
}

static void reasons(enum game_id game, int size, const char *diagram, int side, const char *word,
                    struct reason out[REASONS_MAX], int *n)
{
    struct setup s = setup_default(game);
    struct cell cells[POINTS_MAX];
    struct position p;
    move_t move;
    s.width = s.height = (uint8_t)size;
    assert_int_equal(diagram_parse(&s, diagram, cells, NULL), 0);
    assert_int_equal(position_set(&p, &s, cells, side), 0);
    assert_int_equal(move_parse(word, size, size, &move), 0);
    *n = reasons_of(&p, move, out);
}

static void examples_of_each_game_are_told(void **state)
{
    (void)state;
    struct reason r[REASONS_MAX];
    int n;
    /* P4: figure 3 of the sheet. */
    reasons(GAME_PALISADE, 7, "..x.... .xoxo.. ...oxo. ox.x.xo .ox.x.. ..oxo.o x..o...", 1, "a5", r,
            &n);
    assert_int_equal(find(r, n, REASON_TAKES)->n, 2);
    assert_true(find(r, n, REASON_OWNS)->n > 0);
    /* R3, R5: the last white stone. */
    reasons(GAME_REDSTONE, 5, "..... ..... b.... ..... wb...", 1, "a2r", r, &n);
    assert_int_equal(r[0].kind, REASON_WINS);
    assert_int_equal(find(r, n, REASON_TAKES)->n, 1);
    /* R1: the stone on c3 is left one liberty. */
    reasons(GAME_REDSTONE, 5, "..... ..b.. .bw.. ..... ....b", 1, "c2", r, &n);
    assert_int_equal(find(r, n, REASON_CORNERS)->n, 1);
    /* L4: the last channel of the other side. */
    reasons(GAME_LEVEE, 5, "..... .#... .#+#. .#.#. .....", 1, "d4", r, &n);
    assert_int_equal(r[0].kind, REASON_WINS);
    /* C6, and C5: a first piece closes its four neighbours. */
    reasons(GAME_CLAIMS, 5,
            ".. .. .. .. .. .. .. x1 .. .. .. x1 o1 .. .. .. .. .. .. .. .. .. .. .. ..", 1, "c3",
            r, &n);
    assert_int_equal(find(r, n, REASON_ATTACKS)->n, 1);
    reasons(GAME_CLAIMS, 3, ".. .. .. .. .. .. .. .. ..", 1, "b2", r, &n);
    assert_int_equal(find(r, n, REASON_CLOSES)->n, 4);
    assert_int_equal(find(r, n, REASON_SCORES)->n, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reason_is_true_when_it_is_played_out),
        cmocka_unit_test(examples_of_each_game_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_claims_model.c - src/rules/claims/claims.c against the naive claims game of tests/model, ply
 * by ply: random games on every size, and all positions of the smallest boards.
 *
 * HOSHI_MODEL_OPS is the number of plies of random games, HOSHI_MODEL_SEED their seed. */
#include "testing.h"

#include "model/naive_claims.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
    int width, height, players, options;
};

enum { OPS_DEFAULT = 16000, WHAT_BYTES = 200 };

static uint64_t env_number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static void start_both(struct config c, enum naive_claims_fault fault, struct position *p,
                       struct naive_claims *n)
{
    struct setup s = setup_default(GAME_CLAIMS);
    s.width = (uint8_t)c.width;
    s.height = (uint8_t)c.height;
    s.players = (uint8_t)c.players;
    s.options = (uint8_t)c.options;
    assert_int_equal(position_start(p, &s), 0);
    naive_claims_start(n, c.width, c.height, c.players, (c.options & OPTION_JACKED) != 0, fault);
}

/* A board with stacks of all heights up to 6: attacks abound, and additional plays with them. */
static void set_both(struct config c, enum naive_claims_fault fault, struct rng *r,
                     struct position *p, struct naive_claims *n)
{
    start_both(c, fault, p, n);
    struct setup s = p->setup;
    struct cell cells[POINTS_MAX] = {{0}};
    for (point_t at = 0; at < c.width * c.height; at++) {
        int highest = claims_height_bound(c.width, c.height, at) - 1;
        uint32_t heights_n = highest < 6 ? (uint32_t)highest : 6;
        int height = rng_below(r, 2) ? 1 : 1 + (int)rng_below(r, heights_n);
        bool doubled = height > 1 && rng_below(r, 2);
        int owner = 1 + (int)rng_below(r, s.players);
        if (rng_below(r, 3) == 0)
            continue;
        cells[at] = (struct cell){(uint8_t)owner, (uint8_t)height, doubled ? CELL_DOUBLED : 0};
        if (height > 1 + doubled)
            cells[at].flags |= CELL_JACKED;
        naive_claims_put(n, at, owner, owner % s.players + 1, height, doubled);
    }
    int side = 1 + (int)rng_below(r, s.players);
    assert_int_equal(position_set(p, &s, cells, side), 0);
    n->to_move = side;
    n->over = !naive_claims_anybody_can_place(n);
}

static void play_both(struct position *p, struct naive_claims *n, move_t m)
{
    position_play_legal(p, m);
    naive_claims_play(n, m == MOVE_PASS ? NAIVE_CLAIMS_PASS : move_point(m));
}

/* Does the explanation of an illegal placement prove what it says, by the naive rules? */
static bool proves(const struct naive_claims *n, move_t m, const struct explanation *e)
{
    int at = move_point(m);
    int mover = n->to_move;
    int mine = naive_claims_count(n, at, mover);
    char name[MOVE_TEXT_BYTES];
    if (strstr(e->text, move_print(m, n->width, name)) == NULL ||
        e->text[strlen(e->text) - 1] != '.' || e->alternative != MOVE_NONE)
        return false;
    if (e->verdict == VERDICT_C2)
        return e->points_n == 1 && e->points[0] == at && naive_claims_doubled(n, at) &&
               naive_claims_occupant(n, at) == mover;
    int first = e->verdict == VERDICT_C6 ? 1 : 0; /* the attacked stack itself comes first */
    if (e->points_n < first || (first == 1 && e->points[0] != at))
        return false;
    int prevails = first == 1 ? naive_claims_occupant(n, at) : 0;
    bool seen[POINTS_MAX] = {false};
    for (int i = first; i < e->points_n; i++) {
        int from = e->points[i];
        int player = naive_claims_occupant(n, from);
        if (seen[from] || player == mover || !naive_claims_claims(n, from, at) ||
            (prevails != 0 && player != prevails))
            return false;
        seen[from] = true;
        prevails = player;
    }
    int height = first == 1 ? n->at[at].n : 0;
    return height + e->points_n - first > mine;
}

/* Everything about one square: true if p and n agree. */
static bool square_agrees(const struct position *p, const struct naive_claims *n, point_t at)
{
    struct cell c = position_cell(p, at);
    int flags = (naive_claims_doubled(n, at) ? CELL_DOUBLED : 0) |
                (naive_claims_jacked(n, at) ? CELL_JACKED : 0);
    if (c.owner != naive_claims_occupant(n, at) || c.height != n->at[at].n || c.flags != flags ||
        c.height > claims_height_bound(n->width, n->height, at))
        return false;
    for (int player = 1; player <= n->players; player++) {
        int count = naive_claims_count(n, at, player);
        point_t from[CLAIMS_ON_SQUARE_MAX];
        if (claims_count(p, at, player) != count || claims_sources(p, at, player, from) != count)
            return false;
        for (int i = 0; i < count; i++)
            if (naive_claims_occupant(n, from[i]) != player || !naive_claims_claims(n, from[i], at))
                return false;
    }
    return true;
}

static bool moves_agree(const struct position *p, const struct naive_claims *n, const move_t *legal,
                        int legal_n)
{
    int k = 0;
    for (point_t at = 0; at < n->width * n->height; at++) {
        const char *rule = naive_claims_forbids(n, at, n->to_move);
        if (strcmp(verdict_rule(position_judge(p, (move_t)at)), rule) != 0)
            return false;
        if (rule[0] == '\0') {
            if (k == legal_n || legal[k++] != at)
                return false;
            continue;
        }
        struct explanation e;
        position_explain(p, (move_t)at, &e);
        if (strcmp(verdict_rule(e.verdict), rule) != 0 || !proves(n, (move_t)at, &e))
            return false;
    }
    return k == legal_n - 1 && legal[k] == MOVE_PASS;
}

static bool scores_agree(const struct position *p, const struct naive_claims *n)
{
    struct result r;
    int16_t points[PLAYERS_MAX];
    position_result(p, &r);
    position_score(p, points);
    for (point_t at = 0; at < n->width * n->height; at++)
        if (r.owner[at] != naive_claims_scorer(n, at))
            return false;
    for (int player = 1; player <= n->players; player++)
        if (points[player - 1] != naive_claims_points(n, player) ||
            r.points[player - 1] != points[player - 1])
            return false;
    return !p->over || (r.over && r.winner == naive_claims_winner(n) && r.winner == p->winner);
}

/* NULL if the two say the same of the turn, else what they differ in. */
static const char *turn_difference(const struct position *p, const struct naive_claims *n)
{
    if (p->over != n->over)
        return "whether the game is over";
    if (p->side != n->to_move)
        return "whose turn it is";
    if (p->u.claims.more != n->additional || p->u.claims.passes != n->passed_in_a_row)
        return "additional plays or passes";
    return p->hash == position_hash(p, 0) ? NULL : "the hash from scratch";
}

/* The same of everything. */
static const char *difference(const struct position *p, const struct naive_claims *n)
{
    const char *turn = turn_difference(p, n);
    if (turn != NULL)
        return turn;
    for (point_t at = 0; at < n->width * n->height; at++)
        if (!square_agrees(p, n, at))
            return "a square";
    move_t legal[MOVES_MAX];
    int legal_n = position_legal(p, legal);
    if (p->over ? legal_n != 0 : !moves_agree(p, n, legal, legal_n))
        return "the legal moves or their explanations";
    /* Points are recomputed by looking at all pairs of players; now and then is enough. */
    if ((p->over || p->ply % 8 == 0) && !scores_agree(p, n))
        return "points or winner";
    return NULL;
}

/* Attacks and passes more often than uniform play has them: high stacks, many attackers. */
static move_t choose(const struct position *p, struct rng *r)
{
    move_t legal[MOVES_MAX];
    move_t attacks[MOVES_MAX];
    int n = position_legal(p, legal);
    uint32_t attacks_n = 0;
    for (int i = 0; i < n - 1; i++) {
        int owner = position_cell(p, move_point(legal[i])).owner;
        if (owner != OWNER_NONE && owner != p->side)
            attacks[attacks_n++] = legal[i];
    }
    if (n == 1 || rng_below(r, 40) == 0)
        return MOVE_PASS;
    if (attacks_n > 0 && rng_below(r, 2) == 0)
        return attacks[rng_below(r, attacks_n)];
    return legal[rng_below(r, (uint32_t)n - 1)];
}

enum start { FROM_EMPTY, FROM_STACKS };

/* Plays one game by both, at most plies_max; returns the plies, or -1 and in what they differ. */
static int compare_game(struct config c, enum start start, enum naive_claims_fault fault,
                        struct rng *r, int plies_max, char what[WHAT_BYTES])
{
    struct position p;
    static struct naive_claims n; /* too large for the stack of a thread, small for a program */
    if (start == FROM_EMPTY)
        start_both(c, fault, &p, &n);
    else
        set_both(c, fault, r, &p, &n);
    /* The naive model looks at every square for every square: on a large board the turn and the
     * hash are compared at every ply, all else at some. */
    int every = 1 + c.width * c.height / 32;
    for (int ply = 0;; ply++) {
        const char *differs =
            p.over || ply % every == 0 ? difference(&p, &n) : turn_difference(&p, &n);
        if (differs != NULL) {
            snprintf(what, WHAT_BYTES, "%dx%d, %d players, ply %d: they differ in %s", c.width,
                     c.height, c.players, ply, differs);
            return -1;
        }
        if (p.over || ply == plies_max)
            return ply;
        struct position before;
        position_copy(&before, &p);
        move_t m = choose(&p, r);
        play_both(&p, &n, m);
        if (before.hash == p.hash || before.hash != position_hash(&before, 0)) {
            snprintf(what, WHAT_BYTES, "a copy depends on its original, or a hash stayed");
            return -1;
        }
    }
}

static struct config config_of(unsigned i)
{
    int side = 2 + (int)(i % 24);
    struct config c = {side, side, 2 + (int)((i / 2 + i / 24) % 3), i % 2 ? OPTION_JACKED : 0};
    if (i % 5 == 4) /* rectangles, the long side up or across */
        c.height = 2 + (int)(i * 7 % 24);
    return c;
}

static void random_games_agree_with_the_naive_rules(void **state)
{
    (void)state;
    uint64_t seed = env_number("HOSHI_MODEL_SEED", 20260);
    int64_t ops = (int64_t)env_number("HOSHI_MODEL_OPS", OPS_DEFAULT);
    print_message("seed %llu, %lld plies\n", (unsigned long long)seed, (long long)ops);
    struct rng r;
    rng_seed(&r, seed);
    char what[WHAT_BYTES];
    /* Each size gets its share; what a small board leaves over goes to the next rounds. */
    for (unsigned i = 0; ops > 0; i++) {
        int plies = compare_game(config_of(i), i % 3 == 1 ? FROM_STACKS : FROM_EMPTY,
                                 NAIVE_CLAIMS_RIGHT, &r, 2000, what);
        if (plies < 0)
            fail_msg("%s", what);
        ops -= plies;
    }
}

static void a_planted_fault_is_reported(void **state)
{
    (void)state;
    for (int fault = NAIVE_CLAIMS_RIGHT + 1; fault < NAIVE_CLAIMS_FAULTS; fault++) {
        struct rng r;
        rng_seed(&r, 7);
        struct config c = {7, 6, fault == NAIVE_CLAIMS_ATTACKS_COUNTED ? 4 : 2, 0};
        char what[WHAT_BYTES];
        int plies = 0;
        for (int game = 0; game < 60 && plies >= 0; game++)
            plies = compare_game(c, FROM_STACKS, (enum naive_claims_fault)fault, &r, 2000, what);
        print_message("fault %d: %s\n", fault, plies < 0 ? what : "not seen");
        assert_int_equal(plies, -1);
    }
}

/* ---- All positions of the smallest boards ---- */

enum { SEEN_SLOTS = 1 << 18, SURVEY_DEPTH = 64 };

struct survey {
    uint64_t seen[SEEN_SLOTS];              /* hashes, open addressing, 0: free */
    struct naive_claims line[SURVEY_DEPTH]; /* [ply] the positions on the way to the present one */
    long positions;
    long finished;
    int highest;
};

static bool survey_is_new(struct survey *s, uint64_t hash)
{
    uint64_t i = hash & (SEEN_SLOTS - 1);
    for (; s->seen[i] != 0; i = (i + 1) & (SEEN_SLOTS - 1))
        if (s->seen[i] == hash)
            return false;
    s->seen[i] = hash;
    s->positions++;
    assert_true(s->positions < SEEN_SLOTS * 3 / 4);
    return true;
}

static void survey_walk(struct survey *s, const struct position *p)
{
    const struct naive_claims *n = &s->line[p->ply];
    if (!survey_is_new(s, p->hash))
        return;
    const char *differs = difference(p, n);
    if (differs != NULL)
        fail_msg("they differ in %s", differs);
    for (point_t at = 0; at < n->width * n->height; at++)
        if (n->at[at].n > s->highest)
            s->highest = n->at[at].n;
    if (p->over) {
        s->finished++;
        return;
    }
    move_t legal[MOVES_MAX];
    int legal_n = position_legal(p, legal);
    assert_true(p->ply + 1 < SURVEY_DEPTH);
    for (int i = 0; i < legal_n; i++) {
        struct position q;
        position_copy(&q, p);
        s->line[q.ply + 1] = *n;
        play_both(&q, &s->line[q.ply + 1], legal[i]);
        survey_walk(s, &q);
    }
}

static void every_position_of_the_smallest_boards_agrees(void **state)
{
    (void)state;
    static const struct config configs[] = {
        {2, 2, 2, OPTION_JACKED}, {2, 2, 3, 0}, {2, 2, 4, OPTION_JACKED}, {3, 2, 2, 0}};
    for (size_t i = 0; i < ARRAY_LEN(configs); i++) {
        static struct survey s;
        struct position p;
        memset(&s, 0, sizeof s);
        start_both(configs[i], NAIVE_CLAIMS_RIGHT, &p, &s.line[0]);
        survey_walk(&s, &p);
        print_message("%dx%d, %d players: %ld positions, %ld finished, height %d\n",
                      configs[i].width, configs[i].height, configs[i].players, s.positions,
                      s.finished, s.highest);
        assert_true(s.finished > 0);
        assert_true(s.highest <= claims_height_bound(configs[i].width, configs[i].height, 0));
    }
}

/* C6: what an attacked stack claims passes to the attacker, near and far: the planes are those of a
 * position that is set up so. Eight claims come from the neighbours, three high on the
 * diagonals. */
static void c6_the_claims_of_a_stack_change_hands_with_it(void **state)
{
    (void)state;
    for (int i = 0; i < 14; i++) {
        struct setup s = {GAME_CLAIMS, 13, 13, (uint8_t)(2 + i % 2), 0};
        struct cell cells[POINTS_MAX] = {{0}};
        struct position p, q;
        point_t centre = 6 * 13 + 6;
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++)
                cells[centre + 13 * y + x] = (struct cell){1, x != 0 && y != 0 ? 3 : 1, 0};
        cells[centre] = (struct cell){2, (uint8_t)(2 + i / 2), 0};
        assert_int_equal(position_set(&p, &s, cells, 1), 0);
        assert_int_equal(position_play(&p, (move_t)centre), VERDICT_OK);
        for (point_t at = 0; at < 13 * 13; at++)
            cells[at] = position_cell(&p, at);
        assert_int_equal(position_set(&q, &s, cells, p.side), 0);
        assert_memory_equal(p.u.claims.planes, q.u.claims.planes,
                            game_claims.bytes(&p) - offsetof(struct position, u.claims.planes));
    }
}

/* Boards of 8x8 and 19x19 have code of their own. Those that are only as wide or only as high are
 * played as all others: their moves leave the planes of a position that is set up so, and playouts
 * those of their moves. */
static void boards_as_wide_or_as_high_as_the_usual_ones_are_others(void **state)
{
    (void)state;
    static const struct config configs[] = {{8, 7, 2, 0},   {7, 8, 2, 0},   {8, 9, 2, 0},
                                            {9, 8, 2, 0},   {19, 18, 2, 0}, {18, 19, 2, 0},
                                            {19, 20, 2, 0}, {20, 19, 2, 0}};
    struct rng r;
    rng_seed(&r, 19);
    for (size_t i = 0; i < ARRAY_LEN(configs); i++) {
        static move_t moves[20000];
        struct playlog log = {.moves = moves, .cap = ARRAY_LEN(moves)};
        struct naive_claims unused;
        struct position p, q;
        start_both(configs[i], NAIVE_CLAIMS_RIGHT, &p, &unused);
        position_copy(&q, &p);
        position_playout(&p, &r, &log);
        size_t bytes = game_claims.bytes(&p) - offsetof(struct position, u.claims.planes);
        for (uint32_t k = 0; k < log.n; k++) {
            assert_int_equal(position_play(&q, moves[k]), VERDICT_OK);
            if (k == log.n / 2) {
                struct cell cells[POINTS_MAX];
                struct position set;
                for (point_t at = 0; at < configs[i].width * configs[i].height; at++)
                    cells[at] = position_cell(&q, at);
                assert_int_equal(position_set(&set, &q.setup, cells, q.side), 0);
                assert_memory_equal(q.u.claims.planes, set.u.claims.planes, bytes);
            }
        }
        assert_true(q.over);
        assert_memory_equal(p.u.claims.planes, q.u.claims.planes, bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_as_wide_or_as_high_as_the_usual_ones_are_others),
        cmocka_unit_test(c6_the_claims_of_a_stack_change_hands_with_it),
        cmocka_unit_test(random_games_agree_with_the_naive_rules),
        cmocka_unit_test(a_planted_fault_is_reported),
        cmocka_unit_test(every_position_of_the_smallest_boards_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

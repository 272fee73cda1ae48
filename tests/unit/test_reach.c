/* test_reach.c - all positions of small boards are counted right, and each keeps the invariants of
 * its rules.
 *
 * HOSHI_EXHAUSTIVE=1 checks every position of the larger boards too (minutes). Otherwise only the
 * first plies are checked, and the slow naive models only on an even sample. */
#include "turning.h"

#include "base/err.h"
#include "model/naive_levee.h"
#include "model/naive_palisade.h"
#include "rules/position.h"
#include "search/proof/reach.h"
#include <stdlib.h>
#include <string.h>

enum { MEMORY_BYTES = 1 << 30, SYMMETRIES_SAMPLE = 7, NAIVE_SAMPLE = 61 };

static bool exhaustive(void)
{
    const char *value = getenv("HOSHI_EXHAUSTIVE");
    return value != NULL && strcmp(value, "1") == 0;
}

/* ---- counts ---- */

struct expected {
    struct setup setup;
    int plies;
    uint64_t positions, classes, won[2], drawn;
};

/* docs/COUNTS.md */
static const struct expected counts[] = {
    {{GAME_PALISADE, 3, 3, 2, 0}, 9, 243, 45, {4, 9}, 0},
    {{GAME_LEVEE, 3, 3, 2, 0}, 8, 240, 77, {48, 48}, 0},
    {{GAME_REDSTONE, 2, 2, 2, OPTION_SWAP}, 5, 41, 9, {4, 8}, 0},
    {{GAME_REDSTONE, 3, 3, 2, OPTION_SWAP}, 19, 65163, 8582, {8517, 8349}, 0},
    {{GAME_CLAIMS, 2, 2, 2, 0}, 17, 3215, 563, {128, 128}, 833},
    {{GAME_CLAIMS, 2, 2, 3, 0}, 25, 9931, 1687, {128, 128}, 2065},
    {{GAME_CLAIMS, 3, 2, 2, 0}, 25, 130027, 33271, {10364, 10364}, 22765},
};

static struct reach_ply count_all(const struct setup *s, int *plies)
{
    struct reach *r;
    struct reach_ply row;
    struct reach_ply sum = {0};
    assert_int_equal(reach_new(s, MEMORY_BYTES, &r), 0);
    int more;
    for (*plies = 0; (more = reach_next(r, NULL, NULL, &row)) == 1; ++*plies) {
        sum.positions += row.positions;
        sum.classes += row.classes;
        for (int i = 0; i <= PLAYERS_MAX; i++)
            sum.over[i] += row.over[i];
    }
    assert_int_equal(more, 0);
    reach_free(r);
    return sum;
}

static void g3_small_boards_have_so_many_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
        int plies;
        struct reach_ply sum = count_all(&counts[i].setup, &plies);
        assert_int_equal(sum.positions, counts[i].positions);
        assert_int_equal(sum.classes, counts[i].classes);
        assert_int_equal(sum.over[1], counts[i].won[0]);
        assert_int_equal(sum.over[2], counts[i].won[1]);
        assert_int_equal(sum.over[0], counts[i].drawn);
        assert_int_equal(plies, counts[i].plies);
    }
}

/* Counts the same in another way: depth first, comparing whole positions, without symmetries. */
enum { BUCKETS = 4096, PLAIN_MAX = 12000 };

struct plain {
    struct position *seen;
    int next[PLAIN_MAX]; /* in the same bucket, -1: none */
    int bucket[BUCKETS];
    int n;
};

static void plain_walk(struct plain *w, const struct position *p)
{
    int *bucket = &w->bucket[p->hash % BUCKETS];
    for (int i = *bucket; i >= 0; i = w->next[i])
        if (position_equal(&w->seen[i], p))
            return;
    assert_true(w->n < PLAIN_MAX);
    position_copy(&w->seen[w->n], p);
    w->next[w->n] = *bucket;
    *bucket = w->n++;
    move_t moves[MOVES_MAX];
    int moves_n = position_legal(p, moves);
    for (int i = 0; i < moves_n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        plain_walk(w, &q);
    }
}

static void a_plain_walk_counts_the_same(void **state)
{
    (void)state;
    static struct plain w;
    w.seen = calloc(PLAIN_MAX, sizeof *w.seen);
    assert_non_null(w.seen);
    for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
        if (counts[i].positions > PLAIN_MAX)
            continue;
        struct position p;
        memset(w.bucket, 0xff, sizeof w.bucket);
        w.n = 0;
        assert_int_equal(position_start(&p, &counts[i].setup), 0);
        plain_walk(&w, &p);
        assert_int_equal(w.n, counts[i].positions);
    }
    free(w.seen);
}

/* ---- invariants of every position ---- */

struct walk {
    uint64_t seen;
    bool (*more)(const struct walk *w, const struct position *p);
};

static int placements(const struct position *p, move_t out[MOVES_MAX])
{
    int n = position_legal(p, out);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (move_is_point(out[i]))
            out[kept++] = out[i];
    return kept;
}

/* Do only the stones and the side to move decide the future? */
static bool is_plain(const struct position *p)
{
    if (p->setup.game == GAME_REDSTONE)
        return !p->over && p->ply > 1;
    if (p->setup.game == GAME_CLAIMS) {
        const struct claims *c = &p->u.claims;
        return c->passes == 0 && c->more == 0 && c->attackers[0] + c->attackers[1] == 0 &&
               c->attackers[2] + c->attackers[3] == 0;
    }
    return true;
}

/* The image under each symmetry, set up from its stones, has the hash of position_hash, the
 * mirrored result, and the mirrored legal moves. */
static void images_agree(const struct position *p)
{
    const struct game *g = games[p->setup.game];
    int w = p->setup.width, h = p->setup.height;
    for (int s = 0; s < SYMMETRIES_MAX; s++) {
        if (!(position_symmetries(p) >> s & 1))
            continue;
        bool exchange = g->symmetries_swap >> s & 1;
        struct position image;
        turn(p, s, &image);
        assert_int_equal(image.over, p->over);
        assert_int_equal(image.winner, exchange && p->winner != 0 ? 3 - p->winner : p->winner);
        assert_true(image.hash == position_hash(p, s));
        assert_true(position_hash_canonical(&image) == position_hash_canonical(p));
        move_t moves[MOVES_MAX];
        int n = placements(p, moves);
        for (int i = 0; i < n; i++)
            assert_int_equal(position_judge(&image, symmetry_move(s, w, h, moves[i])), VERDICT_OK);
        assert_int_equal(placements(&image, moves), n);
    }
}

static void always(const struct walk *w, const struct position *p)
{
    move_t moves[MOVES_MAX];
    int n = placements(p, moves);
    bool draws = p->setup.game == GAME_CLAIMS;
    assert_true(p->hash == position_hash(p, 0));
    if (p->over) {
        assert_int_equal(n, 0);
        assert_true(draws || p->winner != 0); /* P6, R6, L4: no draws */
    } else {
        assert_int_equal(p->winner, 0);
        assert_true(draws || n > 0); /* P6, R6, L4: a placement is always available */
    }
    if (w->seen % SYMMETRIES_SAMPLE == 0 && is_plain(p))
        images_agree(p);
}

static bool palisade_holds(const struct walk *w, const struct position *p)
{
    struct result r;
    int n = p->setup.width;
    int owned[3] = {0};
    position_result(p, &r);
    for (point_t at = 0; at < n * n; at++) {
        int stone = position_cell(p, at).owner;
        owned[r.owner[at]]++;
        /* P4: no stone is left inside a loop of the opponent. */
        assert_true(stone == OWNER_NONE || r.owner[at] == OWNER_NONE || r.owner[at] == stone);
    }
    assert_int_equal(owned[1], r.points[0]);
    assert_int_equal(owned[2], r.points[1]);
    assert_int_equal(p->over, owned[0] == 0); /* P6 */
    if (w->seen % NAIVE_SAMPLE != 0 && !exhaustive())
        return true;
    /* Loops never cross: by the definition of a loop, no point is inside or on loops of both sides.
     * */
    struct naive_palisade naive;
    naive_palisade_start(&naive, n);
    for (point_t at = 0; at < n * n; at++)
        naive.stone[at % n + 1][at / n + 1] = (char)position_cell(p, at).owner;
    naive.side = p->side;
    for (point_t at = 0; at < n * n; at++)
        assert_int_equal(naive_palisade_owners(&naive, at % n + 1, at / n + 1), r.owner[at]);
    return true;
}

static bool redstone_holds(const struct walk *w, const struct position *p)
{
    (void)w;
    /* R6: games end. With every placement either the number of red stones grows, and they never
     * leave (R1), or it stays and the number of other stones grows. A swap comes once (R7). */
    if (p->over)
        return true;
    move_t moves[MOVES_MAX];
    int n = placements(p, moves);
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        int red = 0, others = 0;
        for (point_t at = 0; at < p->setup.width * p->setup.height; at++) {
            int before = position_cell(p, at).owner;
            int after = position_cell(&q, at).owner;
            red += (after == OWNER_NEUTRAL) - (before == OWNER_NEUTRAL);
            others += (after == 1 || after == 2) - (before == 1 || before == 2);
        }
        assert_int_equal(red, move_is_red(moves[i]));
        assert_true(move_is_red(moves[i]) ? others < 0 : others == 1);
    }
    return true;
}

static bool levee_holds(const struct walk *w, const struct position *p)
{
    struct result r;
    position_result(p, &r);
    /* L4: at most one side has no channel, and this side has lost. */
    assert_true(r.channel_n[0] > 0 || r.channel_n[1] > 0);
    assert_int_equal(p->over, r.channel_n[0] == 0 || r.channel_n[1] == 0);
    assert_int_equal(p->winner, r.channel_n[0] == 0 ? 2 : r.channel_n[1] == 0 ? 1 : 0);
    if (w->seen % NAIVE_SAMPLE != 0 && !exhaustive())
        return true;
    /* L3b: after any further stone, a circuit exists iff neither side has a channel. */
    struct naive_levee naive;
    int n = p->setup.width;
    naive_levee_start(&naive, n, NAIVE_LEVEE_RIGHT);
    for (point_t at = 0; at < n * n; at++)
        naive.stone[at % n][at / n] = position_cell(p, at).owner != OWNER_NONE;
    assert_false(naive_levee_circuit(&naive));
    for (point_t at = 0; at < n * n && !p->over; at++) {
        bool *stone = &naive.stone[at % n][at / n];
        if (*stone || at == n * n / 2)
            continue;
        *stone = true;
        bool circuit = naive_levee_circuit(&naive);
        bool channel = naive_levee_channel(&naive, 1) != 0 || naive_levee_channel(&naive, 2) != 0;
        assert_int_equal(circuit, !channel);
        assert_int_equal(position_judge(p, (move_t)at), circuit ? VERDICT_L3B : VERDICT_OK);
        *stone = false;
    }
    return true;
}

static bool claims_holds(const struct walk *w, const struct position *p)
{
    (void)w;
    int most = 0, tops = 0;
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    for (int i = 0; i < p->setup.players; i++) {
        tops = points[i] > most ? 1 : tops + (points[i] == most);
        most = points[i] > most ? points[i] : most;
    }
    if (p->over) /* C8: only an equal highest score is a draw */
        assert_int_equal(p->winner == 0, tops != 1);
    for (point_t at = 0; at < p->setup.width * p->setup.height; at++)
        assert_true(position_cell(p, at).height <=
                    claims_height_bound(p->setup.width, p->setup.height, at));
    return true;
}

static bool on_position(void *context, const struct position *p, int positions)
{
    struct walk *w = context;
    assert_in_range(positions, 1, SYMMETRIES_MAX);
    always(w, p);
    bool more = w->more(w, p);
    w->seen++;
    return more;
}

/* The positions of a board up to a ply (all, if exhaustive). */
static void walk(struct setup s, int plies,
                 bool (*more)(const struct walk *, const struct position *))
{
    struct walk w = {.more = more};
    struct reach *r;
    struct reach_ply row;
    assert_int_equal(reach_new(&s, MEMORY_BYTES, &r), 0);
    int ply = 0;
    while ((exhaustive() || ply <= plies) && reach_next(r, on_position, &w, &row) == 1)
        ply++;
    reach_free(r);
    print_message("%s %dx%d: %llu positions of %d plies\n", games[s.game]->name, s.width, s.height,
                  (unsigned long long)w.seen, ply);
    assert_true(w.seen > 0);
}

static void p4_p6_hold_in_every_position(void **state)
{
    (void)state;
    walk((struct setup){GAME_PALISADE, 3, 3, 2, 0}, 9, palisade_holds);
    walk((struct setup){GAME_PALISADE, 5, 5, 2, 0}, 7, palisade_holds);
}

static void r6_holds_in_every_position(void **state)
{
    (void)state;
    walk((struct setup){GAME_REDSTONE, 2, 2, 2, OPTION_SWAP}, 5, redstone_holds);
    walk((struct setup){GAME_REDSTONE, 3, 3, 2, OPTION_SWAP}, 19, redstone_holds);
    walk((struct setup){GAME_REDSTONE, 3, 3, 2, 0}, 19, redstone_holds);
}

static void l3b_l4_hold_in_every_position(void **state)
{
    (void)state;
    walk((struct setup){GAME_LEVEE, 3, 3, 2, 0}, 8, levee_holds);
    walk((struct setup){GAME_LEVEE, 5, 5, 2, 0}, 6, levee_holds);
}

static void c6_c8_hold_in_every_position(void **state)
{
    (void)state;
    for (uint8_t players = 2; players <= PLAYERS_MAX; players++)
        walk((struct setup){GAME_CLAIMS, 2, 2, players, OPTION_JACKED}, REACH_PLIES_MAX,
             claims_holds);
    walk((struct setup){GAME_CLAIMS, 3, 2, 2, 0}, REACH_PLIES_MAX, claims_holds);
    walk((struct setup){GAME_CLAIMS, 3, 3, 2, 0}, 5, claims_holds);
}

/* ---- limits ---- */

static bool never(void *context, const struct position *p, int positions)
{
    (void)context;
    (void)p;
    (void)positions;
    return false;
}

static void boards_beyond_the_limits_are_refused(void **state)
{
    (void)state;
    struct reach *r = NULL;
    struct reach_ply row;
    struct setup s = {GAME_LEVEE, 25, 25, 2, 0};
    assert_int_equal(reach_new(&s, MEMORY_BYTES, &r), ERR_TOO_BIG);
    s.width = s.height = 4;
    assert_int_equal(reach_new(&s, MEMORY_BYTES, &r), ERR_RANGE);
    s.width = s.height = 5;
    assert_int_equal(reach_new(&s, 1000, &r), ERR_NO_MEMORY);
    assert_int_equal(reach_new(&s, 2 << 20, &r), 0);
    int more;
    do
        more = reach_next(r, NULL, NULL, &row);
    while (more == 1);
    assert_int_equal(more, ERR_FULL);
    assert_int_equal(reach_next(r, NULL, NULL, &row), 0);
    reach_free(r);
    assert_int_equal(reach_new(&s, 2 << 20, &r), 0);
    assert_int_equal(reach_next(r, never, NULL, &row), ERR_BUSY);
    reach_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g3_small_boards_have_so_many_positions),
        cmocka_unit_test(a_plain_walk_counts_the_same),
        cmocka_unit_test(p4_p6_hold_in_every_position),
        cmocka_unit_test(r6_holds_in_every_position),
        cmocka_unit_test(l3b_l4_hold_in_every_position),
        cmocka_unit_test(c6_c8_hold_in_every_position),
        cmocka_unit_test(boards_beyond_the_limits_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_tablebase.c - tables of all positions agree with plain recursion, with counting and with the
 * proof search; damaged files are refused. */
#include "testing.h"

#include "base/err.h"
#include "search/proof/pns.h"
#include "search/proof/puzzle.h"
#include "search/proof/reach.h"
#include "search/proof/tablebase.h"
#include <stdlib.h>
#include <string.h>

enum { MEMORY_BYTES = 64 << 20 };

struct file {
    uint8_t *bytes;
    size_t n, room;
    size_t fails_at; /* 0: never */
};

static bool file_write(void *context, const void *bytes, size_t n)
{
    struct file *f = context;
    if (f->fails_at != 0 && f->n + n > f->fails_at)
        return false;
    if (f->n + n > f->room) {
        f->room = 2 * (f->n + n);
        f->bytes = realloc(f->bytes, f->room);
        assert_non_null(f->bytes);
    }
    memcpy(f->bytes + f->n, bytes, n);
    f->n += n;
    return true;
}

static struct file made(const struct setup *s, struct tablebase_made *about)
{
    struct file f = {.bytes = NULL};
    assert_int_equal(tablebase_make(s, MEMORY_BYTES, NULL, file_write, &f, about), 0);
    assert_int_equal(about->bytes_n, f.n);
    return f;
}

/* docs/SOLVED.md */
static const struct {
    struct setup setup;
    int margin;
} boards[] = {
    {{GAME_PALISADE, 3, 3, 2, 0}, -1},           {{GAME_LEVEE, 3, 3, 2, 0}, 1},
    {{GAME_REDSTONE, 2, 2, 2, 0}, -1},           {{GAME_REDSTONE, 2, 2, 2, OPTION_SWAP}, -1},
    {{GAME_REDSTONE, 3, 3, 2, OPTION_SWAP}, -1}, {{GAME_CLAIMS, 2, 2, 2, 0}, 0},
    {{GAME_CLAIMS, 2, 2, 2, OPTION_JACKED}, 0},  {{GAME_CLAIMS, 3, 2, 2, 0}, 2},
};

/* The checksum at the end of a file. The checksums below are from the time when a hash table held
 * all positions of every game. Pages (tablebase_store.h) must give the same bytes. */
static const struct {
    struct setup setup;
    uint64_t sum;
} sums[] = {
    {{GAME_PALISADE, 3, 3, 2, 0}, UINT64_C(0x9558b8f831a9ffbd)},
    {{GAME_LEVEE, 3, 3, 2, 0}, UINT64_C(0x4d81b7f1770d9330)},
    {{GAME_REDSTONE, 2, 2, 2, OPTION_SWAP}, UINT64_C(0xfc3f7231a182e068)},
    {{GAME_REDSTONE, 3, 3, 2, OPTION_SWAP}, UINT64_C(0x5366b882f133f129)},
    {{GAME_REDSTONE, 3, 3, 2, 0}, UINT64_C(0xbb268694d03ea279)},
    {{GAME_CLAIMS, 2, 2, 2, 0}, UINT64_C(0x803f129e114209ba)},
    {{GAME_CLAIMS, 3, 2, 2, 0}, UINT64_C(0xce9d96f020dffd9e)},
};

static void the_file_does_not_depend_on_how_positions_are_kept(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(sums); i++) {
        struct tablebase_made about;
        struct file f = made(&sums[i].setup, &about);
        uint64_t sum = 0;
        for (size_t byte = 1; byte <= 8; byte++)
            sum = sum << 8 | f.bytes[f.n - byte];
        assert_true(sum == sums[i].sum);
        free(f.bytes);
    }
}

/* Pages and the list of pages count towards the limit. */
static void a_board_with_too_few_bytes_for_its_pages_is_refused(void **state)
{
    (void)state;
    const struct setup s = {GAME_REDSTONE, 4, 4, 2, 0};
    struct tablebase_made about;
    struct file f = {.bytes = NULL};
    assert_int_equal(tablebase_make(&s, 1 << 20, NULL, file_write, &f, &about), ERR_FULL);
    assert_int_equal(tablebase_make(&s, 6 << 20, NULL, file_write, &f, &about), ERR_FULL);
    assert_int_equal(f.n, 0);
}

static void a_table_has_every_unfinished_position_and_the_known_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(boards); i++) {
        struct tablebase_made about;
        struct file f = made(&boards[i].setup, &about);
        struct reach *r;
        struct reach_ply row;
        uint64_t classes = 0;
        assert_int_equal(reach_new(&boards[i].setup, MEMORY_BYTES, &r), 0);
        while (reach_next(r, NULL, NULL, &row) == 1)
            classes += row.classes - row.over_classes;
        reach_free(r);
        assert_int_equal(about.positions_n, classes);
        assert_int_equal(about.start.margin, boards[i].margin);
        free(f.bytes);
    }
}

/* Value and distance by plain recursion. */
static struct tablebase_value plain(const struct position *p)
{
    move_t moves[MOVES_MAX];
    struct tablebase_value best = {0};
    if (p->over) {
        int16_t points[PLAYERS_MAX];
        position_score(p, points);
        best.margin = (int8_t)(points[0] - points[1]);
        if (p->side != 1)
            best.margin = (int8_t)-best.margin;
        return best;
    }
    int n = position_legal(p, moves);
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        struct tablebase_value next = plain(&q);
        struct tablebase_value v = {.margin = (int8_t)-next.margin,
                                    .plies = (uint8_t)(next.plies + 1)};
        bool longer = v.plies > best.plies;
        bool shorter = v.plies < best.plies;
        if (i == 0 || v.margin > best.margin ||
            (v.margin == best.margin && (v.margin > 0 ? shorter : longer)))
            best = v;
    }
    return best;
}

struct asked {
    const struct tablebase *table;
    uint64_t n, every;
    uint64_t unique; /* positions in which one move alone reaches the goal */
};

static bool ask_plain(void *context, const struct position *p, int positions)
{
    struct asked *a = context;
    struct tablebase_value v;
    (void)positions;
    assert_true(tablebase_get(a->table, p, &v));
    if (a->n++ % a->every == 0) {
        struct tablebase_value w = plain(p);
        assert_int_equal(v.margin, w.margin);
        assert_int_equal(v.plies, w.plies);
    }
    return true;
}

static void ask_all(const struct setup *s, reach_visit *visit, struct asked *a)
{
    struct tablebase_made about;
    struct tablebase table;
    struct reach *r;
    struct reach_ply row;
    struct file f = made(s, &about);
    assert_int_equal(tablebase_open(&table, f.bytes, f.n), 0);
    a->table = &table;
    assert_int_equal(reach_new(s, MEMORY_BYTES, &r), 0);
    while (reach_next(r, visit, a, &row) == 1)
        continue;
    reach_free(r);
    free(f.bytes);
}

static void a_table_agrees_with_plain_recursion_on_tiny_boards(void **state)
{
    (void)state;
    const struct setup tiny[] = {{GAME_PALISADE, 3, 3, 2, 0},
                                 {GAME_LEVEE, 3, 3, 2, 0},
                                 {GAME_REDSTONE, 2, 2, 2, OPTION_SWAP}};
    for (size_t i = 0; i < ARRAY_LEN(tiny); i++) {
        struct asked a = {.every = 1};
        ask_all(&tiny[i], ask_plain, &a);
        assert_true(a.n > 0);
    }
}

/* Compares each position with its successors. Together with finished games this proves all values.
 * */
static bool ask_successors(void *context, const struct position *p, int positions)
{
    struct asked *a = context;
    move_t moves[MOVES_MAX];
    struct tablebase_value v;
    struct tablebase_value best = {.margin = INT8_MIN};
    (void)positions;
    assert_true(tablebase_get(a->table, p, &v));
    a->n++;
    if (p->over)
        return true;
    int n = position_legal(p, moves);
    for (int i = 0; i < n; i++) {
        struct position q;
        struct tablebase_value next;
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        assert_true(tablebase_get(a->table, &q, &next));
        next = tablebase_before(next);
        if (best.margin == INT8_MIN || tablebase_better(next, best))
            best = next;
    }
    assert_int_equal(v.margin, best.margin);
    assert_int_equal(v.plies, best.plies);
    return true;
}

static void every_position_is_worth_its_best_successor(void **state)
{
    (void)state;
    const struct setup small[] = {{GAME_REDSTONE, 3, 3, 2, OPTION_SWAP},
                                  {GAME_CLAIMS, 2, 2, 2, OPTION_JACKED},
                                  {GAME_CLAIMS, 3, 2, 2, 0}};
    for (size_t i = 0; i < ARRAY_LEN(small); i++) {
        struct asked a = {.every = 1};
        ask_all(&small[i], ask_successors, &a);
        assert_true(a.n > 500);
    }
}

static struct pns *prover;

static bool ask_prover(void *context, const struct position *p, int positions)
{
    struct asked *a = context;
    struct tablebase_value v;
    struct pns_report report;
    (void)positions;
    if (a->n++ % a->every != 0)
        return true;
    assert_true(tablebase_get(a->table, p, &v));
    assert_int_equal(pns_solve(prover, p, v.margin, 0, NULL, NULL, &report), 0);
    assert_int_equal(report.value, 1);
    assert_int_equal(pns_solve(prover, p, v.margin + 1, 0, NULL, NULL, &report), 0);
    assert_int_equal(report.value, -1);
    return true;
}

static void a_table_agrees_with_the_proof_search(void **state)
{
    (void)state;
    const struct setup small[] = {{GAME_REDSTONE, 3, 3, 2, 0}, {GAME_CLAIMS, 3, 2, 2, 0}};
    for (size_t i = 0; i < ARRAY_LEN(small); i++) {
        const struct pns_options options = {.memory_bytes = MEMORY_BYTES};
        struct asked a = {.every = 37};
        prover = pns_new(&small[i], &options);
        assert_non_null(prover);
        ask_all(&small[i], ask_prover, &a);
        pns_free(prover);
    }
}

/* Counts the moves that reach a win, or as many points as the best move. */
static bool ask_moves(void *context, const struct position *p, int positions)
{
    struct asked *a = context;
    struct tablebase_value v;
    move_t moves[MOVES_MAX];
    move_t last = MOVE_NONE;
    (void)positions;
    if (p->over || a->n++ % a->every != 0)
        return true;
    assert_true(tablebase_get(a->table, p, &v));
    int goal = a->n % 2 == 0 ? 1 : v.margin;
    int want = 0;
    int n = position_legal(p, moves);
    for (int i = 0; i < n; i++) {
        struct position q;
        struct pns_report report;
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        assert_int_equal(pns_solve(prover, &q, pns_goal_other(goal), 0, NULL, NULL, &report), 0);
        want += report.value < 0;
        last = report.value < 0 ? moves[i] : last;
    }
    move_t only = MOVE_NONE;
    assert_int_equal(puzzle_reaching(a->table, p, goal, &only), want);
    assert_int_equal(only, last);
    a->unique += want == 1;
    return true;
}

static void a_table_counts_the_moves_that_reach_a_goal(void **state)
{
    (void)state;
    const struct setup small[] = {{GAME_REDSTONE, 3, 3, 2, OPTION_SWAP}, {GAME_CLAIMS, 3, 2, 2, 0}};
    for (size_t i = 0; i < ARRAY_LEN(small); i++) {
        const struct pns_options options = {.memory_bytes = MEMORY_BYTES};
        struct asked a = {.every = 37};
        prover = pns_new(&small[i], &options);
        assert_non_null(prover);
        ask_all(&small[i], ask_moves, &a);
        pns_free(prover);
        assert_true(a.unique > 10);
    }
}

static void positions_outside_a_table_are_not_answered(void **state)
{
    (void)state;
    const struct setup s = {GAME_REDSTONE, 3, 3, 2, OPTION_SWAP};
    const struct setup other = {GAME_REDSTONE, 3, 3, 2, 0};
    struct tablebase_made about;
    struct tablebase table;
    struct tablebase_value v;
    struct position p;
    move_t only;
    struct file f = made(&s, &about);
    assert_int_equal(tablebase_open(&table, f.bytes, f.n), 0);
    assert_int_equal(position_start(&p, &other), 0);
    assert_false(tablebase_get(&table, &p, &v));
    assert_int_equal(puzzle_reaching(&table, &p, 1, &only), -1);
    /* Two black stones and White to move: no game leads there. */
    assert_int_equal(position_start(&p, &s), 0);
    assert_true(tablebase_get(&table, &p, &v));
    struct cell cells[POINTS_MAX] = {
        [0] = {.owner = 1, .height = 1}, [1] = {.owner = 1, .height = 1}};
    assert_int_equal(position_set(&p, &s, cells, 2), 0);
    assert_false(tablebase_get(&table, &p, &v));
    free(f.bytes);
}

static void a_damaged_file_is_refused(void **state)
{
    (void)state;
    const struct setup s = {GAME_LEVEE, 3, 3, 2, 0};
    struct tablebase_made about;
    struct tablebase table;
    struct file f = made(&s, &about);
    for (size_t i = 0; i < f.n; i++) {
        f.bytes[i] ^= 0x10;
        assert_int_equal(tablebase_open(&table, f.bytes, f.n), ERR_SYNTAX);
        f.bytes[i] ^= 0x10;
        assert_int_equal(tablebase_open(&table, f.bytes, i), ERR_SYNTAX);
    }
    assert_int_equal(tablebase_open(&table, f.bytes, f.n), 0);
    free(f.bytes);
}

static bool stop_at_once(void *context, uint64_t positions_n)
{
    (void)context;
    (void)positions_n;
    return false;
}

static void a_refused_table_has_a_reason(void **state)
{
    (void)state;
    struct tablebase_made about;
    const struct setup small = {GAME_REDSTONE, 3, 3, 2, 0};
    const struct setup large = {GAME_LEVEE, 5, 5, 2, 0};
    const struct setup huge = {GAME_REDSTONE, 19, 19, 2, 0};
    const struct setup three = {GAME_CLAIMS, 2, 2, 3, 0};
    struct file f = {.fails_at = 100};
    assert_int_equal(tablebase_make(&small, MEMORY_BYTES, NULL, file_write, &f, &about), ERR_IO);
    assert_int_equal(tablebase_make(&large, 1 << 20, NULL, file_write, &f, &about), ERR_FULL);
    assert_int_equal(tablebase_make(&huge, MEMORY_BYTES, NULL, file_write, &f, &about),
                     ERR_TOO_BIG);
    assert_int_equal(tablebase_make(&three, MEMORY_BYTES, NULL, file_write, &f, &about), ERR_RANGE);
    assert_int_equal(tablebase_make(&large, MEMORY_BYTES, stop_at_once, file_write, &f, &about),
                     ERR_BUSY);
    free(f.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_does_not_depend_on_how_positions_are_kept),
        cmocka_unit_test(a_board_with_too_few_bytes_for_its_pages_is_refused),
        cmocka_unit_test(a_table_has_every_unfinished_position_and_the_known_value),
        cmocka_unit_test(a_table_agrees_with_plain_recursion_on_tiny_boards),
        cmocka_unit_test(every_position_is_worth_its_best_successor),
        cmocka_unit_test(a_table_agrees_with_the_proof_search),
        cmocka_unit_test(a_table_counts_the_moves_that_reach_a_goal),
        cmocka_unit_test(positions_outside_a_table_are_not_answered),
        cmocka_unit_test(a_damaged_file_is_refused),
        cmocka_unit_test(a_refused_table_has_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

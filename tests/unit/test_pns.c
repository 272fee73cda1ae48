/* test_pns.c - the proof search against brute force, and its proofs against their checker. */
#include "proving.h"

#include "base/err.h"
#include "rules/position.h"
#include "search/proof/pns.h"
#include "search/proof/proof_check.h"
#include "search/proof/proof_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void palisade_agrees_with_brute_force(void **state)
{
    assert_int_equal(proving_compare_random(GAME_PALISADE, 3, 0, 0, 1, 1), 1);
    assert_true(proving_compare_random(GAME_PALISADE, 5, 0, 10, 30, 1) >= 20);
}

static void redstone_agrees_with_brute_force(void **state)
{
    assert_int_equal(proving_compare_random(GAME_REDSTONE, 2, OPTION_SWAP, 0, 1, 1), 1);
    assert_int_equal(proving_compare_random(GAME_REDSTONE, 2, 0, 0, 1, 1), 1);
    assert_true(proving_compare_random(GAME_REDSTONE, 3, OPTION_SWAP, 2, 20, 1) >= 15);
    assert_true(proving_compare_random(GAME_REDSTONE, 4, 0, 8, 20, 1) >= 15);
}

static void levee_agrees_with_brute_force(void **state)
{
    assert_int_equal(proving_compare_random(GAME_LEVEE, 3, 0, 0, 1, 1), 1);
    assert_true(proving_compare_random(GAME_LEVEE, 5, 0, 8, 60, 1) >= 20);
}

static void claims_agrees_with_brute_force(void **state)
{
    assert_true(proving_compare_random(GAME_CLAIMS, 2, 0, 2, 20, 1) >= 15);
    assert_true(proving_compare_random(GAME_CLAIMS, 2, OPTION_JACKED, 2, 20, 1) >= 15);
    assert_true(proving_compare_random(GAME_CLAIMS, 3, OPTION_JACKED, 12, 20, 1) >= 10);
}

static void keys_are_equal_for_all_symmetries(void **state)
{
    for (int id = 0; id < GAME_N; id++) {
        struct setup s = proving_setup((enum game_id)id, 7, 0);
        struct pns *pns = proving_search(&s, 1);
        struct rng rng;
        rng_seed(&rng, (uint64_t)id);
        for (int g = 0; g < 20; g++) {
            struct position p;
            struct position q[SYMMETRIES_MAX];
            assert_int_equal(position_start(&p, &s), 0);
            uint8_t mask = position_symmetries(&p);
            if (id == GAME_LEVEE)
                mask &= 0x0f; /* a quarter turn exchanges the sides, which moves alone cannot */
            for (int i = 0; i < SYMMETRIES_MAX; i++)
                q[i] = p;
            for (int i = 0; i < 20 && !p.over; i++) {
                move_t m = position_random(&p, &rng);
                position_play_legal(&p, m);
                for (int sym = 0; sym < SYMMETRIES_MAX; sym++)
                    if ((mask >> sym & 1) != 0)
                        position_play_legal(&q[sym], symmetry_move(sym, 7, 7, m));
            }
            if (p.over || pns_value(pns, &p, 1, NULL) != 0)
                continue; /* what is seen at once has keys that tell more */
            for (int sym = 0; sym < SYMMETRIES_MAX; sym++)
                if ((mask >> sym & 1) != 0)
                    assert_int_equal(pns_position_key(pns, &q[sym]), pns_position_key(pns, &p));
        }
        pns_free(pns);
    }
}

static void keys_of_levee_forget_dead_points(void **state)
{
    /* L2: the four corners are in no channel. A stone there only passes the turn. */
    struct setup s = proving_setup(GAME_LEVEE, 5, 0);
    struct pns *pns = proving_search(&s, 1);
    struct position p;
    struct position q;
    assert_int_equal(position_start(&p, &s), 0);
    q = p;
    position_play_legal(&p, 0);
    uint64_t one = pns_position_key(pns, &p);
    position_play_legal(&p, 24);
    assert_int_equal(pns_position_key(pns, &p), pns_position_key(pns, &q));
    position_play_legal(&q, 4);
    assert_int_equal(pns_position_key(pns, &q), one);
    assert_int_not_equal(one, pns_position_key(pns, &p));
    pns_free(pns);
}

/* ---- proofs ---- */

struct buffer {
    char *text;
    size_t len, cap;
};

static bool buffer_write(void *context, const void *bytes, size_t n)
{
    struct buffer *b = context;
    if (b->len + n + 1 > b->cap) {
        b->cap = 2 * (b->len + n + 1);
        b->text = realloc(b->text, b->cap);
        assert_non_null(b->text);
    }
    memcpy(b->text + b->len, bytes, n);
    b->len += n;
    b->text[b->len] = '\0';
    return true;
}

static struct buffer prove(enum game_id id, int size, int options, int goal)
{
    struct setup s = proving_setup(id, size, options);
    struct pns *pns = proving_search(&s, 1);
    struct position p;
    struct pns_report r;
    struct proof_written written;
    struct buffer b = {.text = NULL};
    const struct proof_from from = {.start = NULL};
    assert_int_equal(position_start(&p, &s), 0);
    assert_int_equal(pns_solve(pns, &p, goal, 0, NULL, NULL, &r), 0);
    assert_int_not_equal(r.value, 0);
    assert_int_equal(proof_write_file(pns, &p, goal, &from, 1 << 20, 0, buffer_write, &b, &written),
                     0);
    assert_int_equal(written.bytes_n, b.len);
    pns_free(pns);
    return b;
}

static int verify(const char *text, size_t len, struct proof_verdict *v)
{
    static struct position p;
    struct proof_claim claim = {.position = &p};
    return proof_check_file(text, len, 64 << 20, &claim, v);
}

/* Every word of the tree is left out, doubled, and replaced by what cannot be right there; each
 * time the proof must be refused. */
static void plant_faults(const struct buffer *b)
{
    bool twice =
        strstr(b->text, "game claims") != NULL; /* C2: a point may be played twice running */
    static const char *const others[] = {"=99999", "~99999", "=", "~", "=1/9", "=1/", "z9z", "a1x"};
    struct proof_verdict v;
    char *copy = malloc(2 * b->len + 64);
    if (copy == NULL) {
        fail_msg("no memory");
        return;
    }
    const char *tree = strstr(b->text, "tree\n") + 5;
    for (const char *at = tree; *at != '\0';) {
        size_t n = strcspn(at, " \n");
        int head = (int)(at - b->text);
        int len = sprintf(copy, "%.*s%s", head, b->text, at + n);
        assert_int_not_equal(verify(copy, (size_t)len, &v), 0);
        assert_true(v.text[0] != '\0');
        len = sprintf(copy, "%.*s%.*s %s", head, b->text, (int)n, at, at);
        if (*at == '=' || !twice) /* else it may be another proof */
            assert_int_not_equal(verify(copy, (size_t)len, &v), 0);
        for (size_t i = 0; i < ARRAY_LEN(others); i++) {
            len = sprintf(copy, "%.*s%s%s", head, b->text, others[i], at + n);
            assert_int_not_equal(verify(copy, (size_t)len, &v), 0);
        }
        at += n;
        at += strspn(at, " \n");
    }
    free(copy);
}

static void proofs_are_verified_and_faults_refused(void **state)
{
    static const struct {
        enum game_id id;
        int size, options, goal;
    } cases[] = {
        {GAME_LEVEE, 3, 0, 1},     {GAME_PALISADE, 3, 0, 1},
        {GAME_PALISADE, 3, 0, -1}, {GAME_REDSTONE, 2, OPTION_SWAP, 1},
        {GAME_REDSTONE, 3, 0, 1},  {GAME_CLAIMS, 2, 0, 1},
        {GAME_CLAIMS, 2, 0, 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct proof_verdict v;
        struct buffer b = prove(cases[i].id, cases[i].size, cases[i].options, cases[i].goal);
        assert_int_equal(verify(b.text, b.len, &v), 0);
        assert_true(v.nodes_n > 0);
        plant_faults(&b);
        free(b.text);
    }
}

static void a_claim_beyond_the_truth_is_refused(void **state)
{
    /* Palisade 3x3: the best margin of Black is -1. */
    struct proof_verdict v;
    struct buffer b = prove(GAME_PALISADE, 3, 0, -1);
    char *claim = strstr(b.text, "claim 1 -1");
    assert_non_null(claim);
    memcpy(claim, "claim 1 1 ", 10);
    assert_int_equal(verify(b.text, b.len, &v), ERR_ILLEGAL);
    memcpy(claim, "claim 2 -1", 10);
    assert_int_equal(verify(b.text, b.len, &v), ERR_ILLEGAL);
    free(b.text);
}

static void a_proof_too_big_for_memory_is_refused(void **state)
{
    static struct position p;
    struct proof_claim claim = {.position = &p};
    struct proof_verdict v;
    struct buffer b = prove(GAME_REDSTONE, 3, 0, 1);
    assert_int_equal(proof_check_file(b.text, b.len, 1000, &claim, &v), ERR_FULL);
    free(b.text);
}

/* A file that comes in small pieces, and fails at `broken` if that is not 0. */
struct pieces {
    const struct buffer *from;
    size_t at, step, broken;
};

static int64_t pieces_read(void *context, void *bytes, size_t n)
{
    struct pieces *f = context;
    n = n < f->step ? n : f->step;
    n = n < f->from->len - f->at ? n : f->from->len - f->at;
    if (f->broken > 0 && f->at + n >= f->broken)
        return -1;
    memcpy(bytes, f->from->text + f->at, n);
    f->at += n;
    return (int64_t)n;
}

static bool pieces_rewind(void *context)
{
    ((struct pieces *)context)->at = 0;
    return true;
}

static void a_proof_is_checked_as_it_is_read(void **state)
{
    static struct position p;
    struct proof_claim claim = {.position = &p};
    struct proof_verdict whole;
    struct proof_verdict v;
    struct buffer b = prove(GAME_REDSTONE, 3, 0, 1);
    assert_int_equal(verify(b.text, b.len, &whole), 0);
    for (size_t step = 1; step < 40; step += 6) {
        struct pieces f = {.from = &b, .step = step};
        struct proof_source source = {pieces_read, pieces_rewind, &f};
        assert_int_equal(proof_check_stream(&source, 64 << 20, &claim, &v), 0);
        assert_int_equal(v.nodes_n, whole.nodes_n);
        assert_int_equal(v.cited_n, whole.cited_n);
        assert_int_equal(v.positions_n, whole.positions_n);
        f = (struct pieces){.from = &b, .step = step, .broken = b.len / 2};
        assert_int_equal(proof_check_stream(&source, 64 << 20, &claim, &v), ERR_IO);
    }
    /* The place of a fault is that in the whole file. */
    b.text[b.len - 2] = '?';
    assert_int_not_equal(verify(b.text, b.len, &whole), 0);
    struct pieces f = {.from = &b, .step = 5};
    struct proof_source source = {pieces_read, pieces_rewind, &f};
    assert_int_not_equal(proof_check_stream(&source, 64 << 20, &claim, &v), 0);
    assert_int_equal(v.at, whole.at);
    free(b.text);
}

/* ---- tables ---- */

struct reader {
    const struct buffer *from;
    size_t at;
};

static bool buffer_read(void *context, void *bytes, size_t n)
{
    struct reader *r = context;
    if (r->from->len - r->at < n)
        return false;
    memcpy(bytes, r->from->text + r->at, n);
    r->at += n;
    return true;
}

static void a_saved_table_is_resumed(void **state)
{
    struct setup s = proving_setup(GAME_REDSTONE, 3, 0);
    struct pns *pns = proving_search(&s, 1);
    struct position p;
    struct pns_report r;
    assert_int_equal(position_start(&p, &s), 0);
    assert_int_equal(pns_solve(pns, &p, 1, 60, NULL, NULL, &r), 0);
    assert_int_equal(r.value, 0);
    assert_int_equal(pns_solve(pns, &p, 1, 0, NULL, NULL, &r), 0);
    int64_t nodes = pns_nodes(pns);
    struct buffer b = {.text = NULL};
    assert_int_equal(pns_save(pns, false, buffer_write, &b), 0);
    pns_free(pns);

    pns = proving_search(&s, 1);
    assert_int_equal(pns_load(pns, buffer_read, &(struct reader){.from = &b}, NULL), 0);
    assert_int_equal(pns_nodes(pns), nodes);
    assert_int_equal(pns_solve(pns, &p, 1, 0, NULL, NULL, &r), 0);
    assert_int_equal(r.nodes_n, 0);
    assert_int_equal(r.value, 1);

    /* A flipped bit anywhere is noticed, and the table is empty then. */
    for (size_t at = 0; at < b.len; at += 7) {
        b.text[at] ^= 4;
        assert_int_not_equal(pns_load(pns, buffer_read, &(struct reader){.from = &b}, NULL), 0);
        assert_int_equal(pns_value(pns, &p, 1, NULL), 0);
        b.text[at] ^= 4;
    }
    pns_free(pns);
    s.width = s.height = 4;
    pns = proving_search(&s, 1);
    assert_int_equal(pns_load(pns, buffer_read, &(struct reader){.from = &b}, NULL), ERR_CONFLICT);
    pns_free(pns);
    free(b.text);
}

static bool first_report(void *context, const struct pns_report *r)
{
    *(struct pns_report *)context = *r;
    return false;
}

static void progress_tells_the_numbers_of_the_question(void **state)
{
    struct setup s = proving_setup(GAME_LEVEE, 9, 0);
    struct pns *pns = proving_search(&s, 1);
    struct position p;
    struct pns_report told = {.nodes_n = 0};
    struct pns_report r;
    assert_int_equal(position_start(&p, &s), 0);
    assert_int_equal(pns_solve(pns, &p, 1, 0, first_report, &told, &r), 0);
    assert_int_equal(r.value, 0);
    assert_true(told.nodes_n > 0 && told.nodes_n <= r.nodes_n);
    assert_true(told.proof > 1 && told.disproof > 1);
    pns_free(pns);
}

static void answers_of_several_tables_are_put_together(void **state)
{
    struct setup s = proving_setup(GAME_REDSTONE, 3, 0);
    struct pns *one = proving_search(&s, 1);
    struct pns *two = proving_search(&s, 1);
    struct position p;
    struct pns_report r;
    assert_int_equal(position_start(&p, &s), 0);
    assert_int_equal(pns_solve(one, &p, 1, 0, NULL, NULL, &r), 0);
    assert_int_equal(r.value, 1);
    assert_int_equal(pns_solve(two, &p, 1, 60, NULL, NULL, &r), 0);
    assert_int_equal(r.value, 0);

    struct buffer known = {.text = NULL};
    struct buffer all = {.text = NULL};
    struct buffer open = {.text = NULL};
    assert_int_equal(pns_save(one, true, buffer_write, &known), 0);
    assert_int_equal(pns_save(one, false, buffer_write, &all), 0);
    assert_int_equal(pns_save(two, false, buffer_write, &open), 0);
    assert_true(known.len < all.len);

    /* What is known is never replaced by what is open, in whichever order they come. */
    int64_t nodes_n = -1;
    int64_t before = pns_nodes(two);
    assert_int_equal(pns_load(two, buffer_read, &(struct reader){.from = &known}, &nodes_n), 0);
    assert_int_equal(nodes_n, pns_nodes(one));
    assert_int_equal(pns_nodes(two), before);
    assert_int_equal(pns_value(two, &p, 1, NULL), 1);
    assert_int_equal(pns_load(two, buffer_read, &(struct reader){.from = &open}, NULL), 0);
    assert_int_equal(pns_value(two, &p, 1, NULL), 1);
    assert_int_equal(pns_nodes(two), 2 * before);
    free(known.text);
    free(all.text);
    free(open.text);
    pns_free(one);
    pns_free(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(palisade_agrees_with_brute_force),
        cmocka_unit_test(redstone_agrees_with_brute_force),
        cmocka_unit_test(levee_agrees_with_brute_force),
        cmocka_unit_test(claims_agrees_with_brute_force),
        cmocka_unit_test(keys_are_equal_for_all_symmetries),
        cmocka_unit_test(keys_of_levee_forget_dead_points),
        cmocka_unit_test(proofs_are_verified_and_faults_refused),
        cmocka_unit_test(a_claim_beyond_the_truth_is_refused),
        cmocka_unit_test(a_proof_too_big_for_memory_is_refused),
        cmocka_unit_test(a_proof_is_checked_as_it_is_read),
        cmocka_unit_test(a_saved_table_is_resumed),
        cmocka_unit_test(answers_of_several_tables_are_put_together),
        cmocka_unit_test(progress_tells_the_numbers_of_the_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

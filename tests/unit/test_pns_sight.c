/* test_pns_sight.c - what the proof search sees without searching, against brute force: on all
 * positions that can be reached on small boards, and from random positions of larger ones. */
#include "testing.h"

#include "rules/position.h"
#include "search/proof/pns_sight.h"
#include "search/proof/proof_form.h"

#include <stdlib.h>
#include <string.h>

enum { FORM_BYTES = 128, TOO_MANY = 1000 };

/* What brute force found: the margin of the side to move, by the whole position. */
struct known {
    uint8_t form[FORM_BYTES];
    int16_t margin;
    bool used;
};

/* The first position seen of each key. */
struct keyed {
    uint64_t key;
    int16_t margin;
};

struct world {
    struct setup setup;
    struct pns_keys keys;
    uint64_t *key_memory;
    uint32_t slots, used, cap; /* slots: a power of two */
    struct known *known;
    struct keyed *keyed;
    int merged_n; /* positions whose key another one had */
    int seen_n;   /* positions with a bound that is not trivial */
    bool plant;   /* add one to the margins of some positions: a fault to be found */
    int faults_n;
};

static void world_init(struct world *w, enum game_id id, int width, int height, int options,
                       uint32_t cap)
{
    *w = (struct world){.setup = setup_default(id), .slots = 1, .cap = cap};
    w->setup.width = (uint8_t)width;
    w->setup.height = (uint8_t)height;
    w->setup.options = (uint8_t)options;
    while (w->slots < cap * 2)
        w->slots *= 2;
    w->key_memory = malloc(pns_keys_bytes(&w->setup));
    w->known = calloc(w->slots, sizeof *w->known);
    w->keyed = calloc(w->slots, sizeof *w->keyed);
    assert_true(w->key_memory != NULL && w->known != NULL && w->keyed != NULL);
    assert_true(proof_form_bytes(&w->setup) <= FORM_BYTES);
    pns_keys_init(&w->keys, &w->setup, w->key_memory);
}

static void world_free(struct world *w)
{
    free(w->key_memory);
    free(w->known);
    free(w->keyed);
}

static void world_forget(struct world *w)
{
    memset(w->known, 0, w->slots * sizeof *w->known);
    memset(w->keyed, 0, w->slots * sizeof *w->keyed);
    w->used = 0;
}

static struct known *known_find(const struct world *w, const uint8_t form[FORM_BYTES])
{
    uint64_t h = 0;
    for (int i = 0; i < FORM_BYTES; i++)
        h = (h ^ form[i]) * 0x9e3779b97f4a7c15u;
    uint32_t at = (uint32_t)(h >> 20) & (w->slots - 1);
    while (w->known[at].used && memcmp(w->known[at].form, form, FORM_BYTES) != 0)
        at = (at + 1) & (w->slots - 1);
    return &w->known[at];
}

/* Both lemmas on one position whose margin is known. */
static void judge(struct world *w, const struct position *p, int margin)
{
    struct pns_sight sight;
    pns_sight(&w->keys, p, &sight);
    if (w->plant && w->used % 1000 == 999)
        margin += margin > 0 ? -2 : 2;
    w->faults_n += margin < sight.low || margin > sight.high;
    int low;
    int high;
    /* The same for side 1, without the key; after a pass less is known, whatever is played. */
    if (sight_margin(p, &low, &high)) {
        int least = p->side == 1 ? low : -high;
        int most = p->side == 1 ? high : -low;
        w->faults_n +=
            most != sight.high || (p->last == MOVE_PASS ? least > sight.low : least != sight.low);
    }
    int full = games[w->setup.game]->has_score ? w->setup.width * w->setup.height : 1;
    w->seen_n += sight.low > -full || sight.high < full;
    uint32_t at = (uint32_t)(sight.key >> 20) & (w->slots - 1);
    while (w->keyed[at].key != 0 && w->keyed[at].key != sight.key)
        at = (at + 1) & (w->slots - 1);
    if (w->keyed[at].key == sight.key) {
        w->merged_n++;
        w->faults_n += w->keyed[at].margin != margin;
    }
    w->keyed[at] = (struct keyed){.key = sight.key, .margin = (int16_t)margin};
}

/* The margin of the side to move, or TOO_MANY; judges every running position below once. */
static int brute(struct world *w, const struct position *p)
{
    if (p->over) {
        int16_t points[PLAYERS_MAX];
        position_score(p, points);
        return points[p->side - 1] - points[2 - p->side];
    }
    uint8_t form[FORM_BYTES] = {0};
    proof_form_pack(p, 0, form);
    const struct known *known = known_find(w, form);
    if (known->used)
        return known->margin;
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int best = -TOO_MANY;
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        int v = brute(w, &q);
        if (v == TOO_MANY)
            return v;
        best = -v > best ? -v : best;
    }
    if (w->used == w->cap)
        return TOO_MANY;
    w->used++;
    struct known *new = known_find(w, form);
    memcpy(new->form, form, FORM_BYTES);
    new->margin = (int16_t)best;
    new->used = true;
    judge(w, p, best);
    return best;
}

static void all_positions(enum game_id id, int width, int height, int options, int least)
{
    struct world w;
    struct position p;
    world_init(&w, id, width, height, options, 1 << 19);
    assert_int_equal(position_start(&p, &w.setup), 0);
    assert_int_not_equal(brute(&w, &p), TOO_MANY);
    assert_int_equal(w.faults_n, 0);
    assert_true((int)w.used >= least);
    assert_true(w.merged_n > (int)w.used / 4); /* or the keys merge nothing but what the rules do */
    assert_true(w.seen_n > 0);
    world_free(&w);
}

/* From random positions, as late as the cap wants it; what it cuts off was judged up to there. */
static void random_positions(enum game_id id, int size, int options, int plies, int games_n,
                             int least)
{
    struct world w;
    struct rng rng;
    int whole_n = 0;
    world_init(&w, id, size, size, options, 8000);
    rng_seed(&rng, 11);
    for (int g = 0; g < games_n; g++) {
        struct position p;
        assert_int_equal(position_start(&p, &w.setup), 0);
        for (int i = 0; i < plies && !p.over; i++)
            position_play_legal(&p, position_random(&p, &rng));
        for (; !p.over; position_play_legal(&p, position_random(&p, &rng))) {
            world_forget(&w);
            if (brute(&w, &p) == TOO_MANY)
                continue;
            whole_n++;
            break;
        }
    }
    assert_int_equal(w.faults_n, 0);
    assert_true(w.merged_n > 0);
    assert_true(w.seen_n > 0);
    assert_true(whole_n >= least);
    world_free(&w);
}

static void palisade_is_seen_right(void **state)
{
    all_positions(GAME_PALISADE, 3, 3, 0, 100);
    random_positions(GAME_PALISADE, 5, 0, 9, 12, 10);
    random_positions(GAME_PALISADE, 7, 0, 26, 10, 9);
}

static void redstone_is_seen_right(void **state)
{
    all_positions(GAME_REDSTONE, 2, 2, OPTION_SWAP, 10);
    all_positions(GAME_REDSTONE, 3, 3, OPTION_SWAP, 10000);
    random_positions(GAME_REDSTONE, 4, 0, 12, 8, 4);
    random_positions(GAME_REDSTONE, 5, 0, 28, 12, 3);
}

static void levee_is_seen_right(void **state)
{
    all_positions(GAME_LEVEE, 3, 3, 0, 20);
    random_positions(GAME_LEVEE, 5, 0, 8, 10, 5);
    random_positions(GAME_LEVEE, 7, 0, 24, 12, 1);
    /* Sets of two words. None is searched whole, but thousands of positions near the ends are. */
    random_positions(GAME_LEVEE, 11, 0, 50, 4, 0);
}

static void claims_is_seen_right(void **state)
{
    all_positions(GAME_CLAIMS, 2, 2, 0, 50);
    all_positions(GAME_CLAIMS, 2, 2, OPTION_JACKED, 50);
    all_positions(GAME_CLAIMS, 3, 2, 0, 500);
    random_positions(GAME_CLAIMS, 3, 0, 6, 6, 4);
}

static void a_planted_fault_is_found(void **state)
{
    struct world w;
    struct position p;
    world_init(&w, GAME_REDSTONE, 3, 3, 0, 1 << 19);
    w.plant = true;
    assert_int_equal(position_start(&p, &w.setup), 0);
    assert_int_not_equal(brute(&w, &p), TOO_MANY);
    assert_true(w.faults_n > 0);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(palisade_is_seen_right),   cmocka_unit_test(redstone_is_seen_right),
        cmocka_unit_test(levee_is_seen_right),      cmocka_unit_test(claims_is_seen_right),
        cmocka_unit_test(a_planted_fault_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

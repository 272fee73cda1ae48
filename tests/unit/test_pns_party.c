/* test_pns_party.c - the proof search with three and four players, one against all others, beside
 * brute force on every position of small boards. */
#include "testing.h"

#include "rules/position.h"
#include "search/proof/pns.h"
#include "search/proof/pns_sight.h"
#include "search/proof/reach_key.h"

#include <stdlib.h>
#include <string.h>

/* What brute force found: the margin of each side against the best of the others, when these play
 * together. */
struct known {
    struct reach_key key;
    int8_t margin[PLAYERS_MAX];
    bool used;
};

/* The first margin seen of each key of the search. */
struct keyed {
    uint64_t key;
    int margin;
};

struct world {
    struct setup setup;
    struct reach_keys exact;
    struct pns_keys keys;
    uint64_t *key_memory;
    struct pns *pns;
    struct known *known;
    struct keyed *keyed;
    uint32_t slots, used, cap; /* slots: a power of two; used: of known */
    uint32_t ask_every;        /* position in so many */
    uint32_t keys_n;           /* of keyed */
    int merged_n;              /* positions whose key another one had */
    int seen_n;                /* positions that sight alone decides */
    int plays_n;               /* positions with additional plays */
    int faults_n;
};

static void world_init(struct world *w, int width, int height, int players, int options,
                       uint32_t cap)
{
    *w = (struct world){.setup = setup_default(GAME_CLAIMS), .slots = 1, .cap = cap};
    while (w->slots < 2 * (uint32_t)players * cap)
        w->slots *= 2;
    w->setup.width = (uint8_t)width;
    w->setup.height = (uint8_t)height;
    w->setup.players = (uint8_t)players;
    w->setup.options = (uint8_t)options;
    const struct pns_options several = {.memory_bytes = 24 << 20, .threads = 1, .parties = true};
    w->pns = pns_new(&w->setup, &several);
    w->key_memory = malloc(pns_keys_bytes(&w->setup));
    w->known = calloc(w->slots, sizeof *w->known);
    w->keyed = calloc(w->slots, sizeof *w->keyed);
    assert_true(w->pns != NULL && w->key_memory != NULL && w->known != NULL && w->keyed != NULL);
    assert_int_equal(reach_keys_init(&w->exact, &w->setup), 0);
    pns_keys_init(&w->keys, &w->setup, w->key_memory);
}

static void world_free(struct world *w)
{
    pns_free(w->pns);
    free(w->key_memory);
    free(w->known);
    free(w->keyed);
}

static struct known *known_find(const struct world *w, struct reach_key key)
{
    uint32_t at = (uint32_t)reach_key_hash(key) & (w->slots - 1);
    while (w->known[at].used && !reach_key_same(w->known[at].key, key))
        at = (at + 1) & (w->slots - 1);
    return &w->known[at];
}

static void over_margins(const struct position *p, int8_t margin[PLAYERS_MAX])
{
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    for (int i = 0; i < p->setup.players; i++) {
        int most = -1;
        for (int j = 0; j < p->setup.players; j++)
            most = j != i && points[j] > most ? points[j] : most;
        margin[i] = (int8_t)(points[i] - most);
    }
}

/* All margins of the search's party to move near the true one. */
static void ask(struct world *w, const struct position *p, int side, int margin)
{
    pns_claim(w->pns, side);
    for (int goal = margin - 1; goal <= margin + 2; goal++) {
        struct pns_report r;
        assert_int_equal(pns_solve(w->pns, p, goal, 0, NULL, NULL, &r), 0);
        w->faults_n += r.value != (margin >= goal ? 1 : -1);
    }
}

static void judge(struct world *w, const struct position *p, const int8_t margin[PLAYERS_MAX],
                  bool asked)
{
    w->plays_n += p->u.claims.more > 0;
    for (int side = 1; side <= w->setup.players; side++) {
        struct pns_sight sight;
        int mine = p->side == side ? margin[side - 1] : -margin[side - 1];
        w->keys.claimant = (uint8_t)side;
        pns_sight(&w->keys, p, &sight);
        w->faults_n += mine < sight.low || mine > sight.high;
        w->seen_n += sight.low == sight.high;
        uint32_t at = (uint32_t)(sight.key >> 20) & (w->slots - 1);
        while (w->keyed[at].key != 0 && w->keyed[at].key != sight.key)
            at = (at + 1) & (w->slots - 1);
        w->keys_n += w->keyed[at].key == 0;
        assert_true(w->keys_n < w->slots / 4 * 3);
        w->merged_n += w->keyed[at].key == sight.key;
        w->faults_n += w->keyed[at].key == sight.key && w->keyed[at].margin != mine;
        w->keyed[at] = (struct keyed){.key = sight.key, .margin = mine};
        if (asked)
            ask(w, p, side, mine);
    }
}

/* The margins of p; judges every running position below once. False: there are too many. */
static bool brute(struct world *w, const struct position *p, int8_t margin[PLAYERS_MAX])
{
    if (p->over) {
        over_margins(p, margin);
        return true;
    }
    struct reach_key key = reach_key_of(&w->exact, p, NULL);
    const struct known *known = known_find(w, key);
    if (known->used) {
        memcpy(margin, known->margin, PLAYERS_MAX);
        return true;
    }
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    for (int i = 0; i < n; i++) {
        struct position q;
        int8_t there[PLAYERS_MAX];
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (!brute(w, &q, there))
            return false;
        for (int s = 0; s < w->setup.players; s++) {
            bool better = s + 1 == p->side ? there[s] > margin[s] : there[s] < margin[s];
            if (i == 0 || better)
                margin[s] = there[s];
        }
    }
    if (w->used == w->cap)
        return false;
    w->used++;
    struct known *found = known_find(w, key);
    *found = (struct known){.key = key, .used = true};
    memcpy(found->margin, margin, PLAYERS_MAX);
    judge(w, p, margin, w->used % w->ask_every == 0);
    return true;
}

static void all_positions(int width, int height, int players, int options, uint32_t ask_every,
                          uint32_t positions)
{
    struct world w;
    struct position p;
    int8_t margin[PLAYERS_MAX] = {0};
    world_init(&w, width, height, players, options, positions);
    w.ask_every = ask_every;
    assert_int_equal(position_start(&p, &w.setup), 0);
    assert_true(brute(&w, &p, margin));
    judge(&w, &p, margin, true);
    assert_int_equal(w.faults_n, 0);
    assert_int_equal(w.used, positions);
    assert_true(w.merged_n > 0);
    assert_true(w.seen_n > 0 || options != 0);
    assert_true(w.plays_n > 0 || width == 2); /* C9 */
    world_free(&w);
}

/* From random positions, as late as the cap wants it; what it cuts off was judged up to there. */
static void random_positions(int size, int players, int options, int games_n)
{
    struct world w;
    struct rng rng;
    world_init(&w, size, size, players, options, 2000);
    w.ask_every = 50;
    rng_seed(&rng, 5);
    for (int g = 0; g < games_n; g++) {
        struct position p;
        int8_t margin[PLAYERS_MAX] = {0};
        assert_int_equal(position_start(&p, &w.setup), 0);
        for (int i = 0; i < 3 * size && !p.over; i++)
            position_play_legal(&p, position_random(&p, &rng));
        for (bool whole = false; !p.over && !whole;
             position_play_legal(&p, position_random(&p, &rng))) {
            memset(w.known, 0, w.slots * sizeof *w.known);
            memset(w.keyed, 0, w.slots * sizeof *w.keyed);
            w.used = w.keys_n = 0;
            whole = brute(&w, &p, margin);
        }
    }
    assert_int_equal(w.faults_n, 0);
    world_free(&w);
}

static void three_players_agree_with_brute_force(void **state)
{
    all_positions(2, 2, 3, 0, 1, 1266);
    all_positions(2, 2, 3, OPTION_JACKED, 1, 1266);
    all_positions(3, 2, 3, 0, 1000, 184125);
    random_positions(3, 3, 0, 40);
}

static void four_players_agree_with_brute_force(void **state)
{
    all_positions(2, 2, 4, 0, 10, 3044);
    random_positions(3, 4, OPTION_JACKED, 20);
}

/* The key of the empty board with side 2 to move, after attacks since each side's last turn. */
static uint64_t key_after(const struct pns_keys *keys, int claimant, int more,
                          const uint8_t attackers[3])
{
    const struct cell none[POINTS_MAX] = {{0}};
    struct pns_keys k = *keys;
    struct pns_sight sight;
    struct position p;
    assert_int_equal(position_set(&p, &keys->setup, none, 2), 0);
    p.u.claims.more = (uint8_t)more;
    memcpy(p.u.claims.attackers, attackers, 3);
    k.claimant = (uint8_t)claimant;
    pns_sight(&k, &p, &sight);
    return sight.key;
}

static void keys_tell_who_attacked_whom(void **state)
{
    /* Side 2 is to move, then 3, then 1. Bits: 1, 2 and 4 for sides 1, 2 and 3. */
    static const struct {
        int claimant, more;
        uint8_t attackers[3]; /* of each side */
        bool same;            /* as nothing */
    } cases[] = {
        {1, 0, {0}, true},        {2, 0, {0}, false},       {3, 0, {0}, false},
        {1, 1, {0}, false},       {1, 0, {0, 0, 2}, true},  {1, 0, {0, 0, 1}, false},
        {1, 0, {0, 0, 3}, false}, {1, 0, {2, 0, 0}, false}, {1, 0, {4, 0, 0}, false},
        {1, 0, {6, 0, 0}, false}, {1, 2, {0}, false},
    };
    struct world w;
    uint64_t keys[ARRAY_LEN(cases)];
    world_init(&w, 3, 3, 3, 0, 16);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        keys[i] = key_after(&w.keys, cases[i].claimant, cases[i].more, cases[i].attackers);
        for (size_t j = 0; j < i; j++)
            if (cases[i].same && cases[j].same)
                assert_int_equal(keys[i], keys[j]);
            else
                assert_int_not_equal(keys[i], keys[j]);
    }
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_players_agree_with_brute_force),
        cmocka_unit_test(four_players_agree_with_brute_force),
        cmocka_unit_test(keys_tell_who_attacked_whom),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* checking_words.h - checks of words and sets in lanes (rules/lanes_word.h) against loops over
 * their bits, for the test program of each number of lanes. LANES is defined before. */
#ifndef CHECKING_WORDS_H
#define CHECKING_WORDS_H
#include "testing.h"

#include "rules/lanes_word.h"

#if LANES == 1
#define LANE_TARGET
#endif

enum { ROUNDS = 300, BITS_MAX = WORDS_MAX * WORD_BITS };

/* The sets of all lanes, in words that loops can read. */
struct plain {
    uint64_t w[LANES][WORDS_MAX];
};

static struct rng draws;

/* A word with few, half or nearly all of its bits, with one or with none. */
static uint64_t some_word(void)
{
    uint64_t a = rng_next(&draws), b = rng_next(&draws);
    const uint64_t kinds[] = {a, a & b, a | b, (uint64_t)1 << (a & 63), 0, ~(uint64_t)0};
    return kinds[rng_below(&draws, ARRAY_LEN(kinds))];
}

static void some_words(uint64_t out[LANES])
{
    for (int lane = 0; lane < LANES; lane++)
        out[lane] = some_word();
}

/* Fills the words that a board does not use, too: no function may look at them. */
static struct plain some_sets(void)
{
    struct plain s;
    for (int lane = 0; lane < LANES; lane++)
        for (int j = 0; j < WORDS_MAX; j++)
            s.w[lane][j] = some_word();
    return s;
}

static bool has_bit(const uint64_t *w, int bit)
{
    return (w[bit / WORD_BITS] >> (bit % WORD_BITS) & 1) != 0;
}

static void put_bit(uint64_t *w, int bit, bool on)
{
    uint64_t mask = (uint64_t)1 << (bit % WORD_BITS);
    w[bit / WORD_BITS] = on ? w[bit / WORD_BITS] | mask : w[bit / WORD_BITS] & ~mask;
}

static int count_bits(const uint64_t *w, int words)
{
    int n = 0;
    for (int bit = 0; bit < words * WORD_BITS; bit++)
        n += has_bit(w, bit);
    return n;
}

/* The k-th bit that is set, counted from 0; -1 if there are no more than k. */
static int kth_bit(const uint64_t *w, uint64_t k, int words)
{
    for (int bit = 0; bit < words * WORD_BITS; bit++)
        if (has_bit(w, bit) && k-- == 0)
            return bit;
    return -1;
}

LANE struct bits bits_from(const struct plain *s)
{
    word_t w[WORDS_MAX];
    for (int j = 0; j < WORDS_MAX; j++) {
        uint64_t lanes[LANES];
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] = s->w[lane][j];
        w[j] = word_load(lanes);
    }
    return (struct bits){w[0], w[1], w[2], w[3]};
}

LANE void check_word(word_t found, const uint64_t expected[LANES])
{
    for (int lane = 0; lane < LANES; lane++)
        assert_int_equal(word_get(found, lane), expected[lane]);
}

/* The same in all words, also in those that the board does not use: they stay as they were. */
LANE void check_bits(struct bits found, const struct plain *expected)
{
    const word_t w[WORDS_MAX] = {found.w0, found.w1, found.w2, found.w3};
    for (int lane = 0; lane < LANES; lane++)
        for (int j = 0; j < WORDS_MAX; j++)
            assert_int_equal(word_get(w[j], lane), expected->w[lane][j]);
}

/* ---- words ---- */

LANE_TARGET static void words_are_read_as_they_were_loaded(void **state)
{
    (void)state;
    uint64_t lanes[LANES], same[LANES];
    some_words(lanes);
    check_word(word_load(lanes), lanes);
    for (int lane = 0; lane < LANES; lane++)
        same[lane] = 0x123456789abcdef0;
    check_word(word_of(0x123456789abcdef0), same);
}

LANE_TARGET static void any_lane_counts(void **state)
{
    (void)state;
    assert_false(word_any(word_of(0)));
    for (int lane = 0; lane < LANES; lane++)
        for (int bit = 0; bit < WORD_BITS; bit++) {
            uint64_t lanes[LANES] = {0};
            lanes[lane] = (uint64_t)1 << bit;
            assert_true(word_any(word_load(lanes)));
        }
}

LANE_TARGET static void comparisons_give_masks(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t a[LANES], b[LANES], zero[LANES], less[LANES], chosen[LANES];
        some_words(a);
        some_words(b);
        for (int lane = 0; lane < LANES; lane++) {
            a[lane] >>= 1;
            b[lane] = round % 4 == 0 ? a[lane] + (uint64_t)(round / 4 % 3) - 1 : b[lane] >> 1;
            b[lane] &= ~((uint64_t)1 << 63);
            zero[lane] = a[lane] == 0 ? ~(uint64_t)0 : 0;
            less[lane] = a[lane] < b[lane] ? ~(uint64_t)0 : 0;
            chosen[lane] = a[lane] < b[lane] ? b[lane] : a[lane];
        }
        word_t mask = word_is_less(word_load(a), word_load(b));
        check_word(mask, less);
        check_word(word_is_zero(word_load(a)), zero);
        check_word(word_choose(mask, word_load(a), word_load(b)), chosen);
    }
}

LANE_TARGET static void words_are_joined_with_what_others_share(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t a[LANES], b[LANES], c[LANES], joined[LANES];
        some_words(a);
        some_words(b);
        some_words(c);
        for (int lane = 0; lane < LANES; lane++)
            joined[lane] = a[lane] | (b[lane] & c[lane]);
        check_word(word_or_and(word_load(a), word_load(b), word_load(c)), joined);
    }
}

LANE_TARGET static void bits_of_words_are_counted_and_picked(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t a[LANES], expected[LANES];
        some_words(a);
        for (int lane = 0; lane < LANES; lane++) {
            if (round < 256) /* each byte, at each place */
                a[lane] = (uint64_t)round << (lane + round) % 8 * 8;
            expected[lane] = (uint64_t)count_bits(&a[lane], 1);
        }
        check_word(word_count(word_load(a)), expected);
        for (int i = 0; i <= WORD_BITS + 2; i++) {
            uint64_t k[LANES];
            for (int lane = 0; lane < LANES; lane++) {
                /* Also beyond the word, and below 0. */
                k[lane] = i <= WORD_BITS ? (uint64_t)((i + lane) % (WORD_BITS + 1))
                                         : 0 - (uint64_t)(i - WORD_BITS);
                int bit = kth_bit(&a[lane], k[lane], 1);
                expected[lane] = bit >= 0 ? (uint64_t)1 << bit : 0;
            }
            check_word(word_pick(word_load(a), word_load(k)), expected);
        }
    }
}

LANE_TARGET static void products_are_those_of_numbers_of_32_bits(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t a[LANES], b[LANES], product[LANES], below[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            a[lane] = some_word() >> 32;
            b[lane] = some_word() >> 32;
            product[lane] = a[lane] * b[lane];
            below[lane] = product[lane] >> 32;
        }
        check_word(word_product(word_load(a), word_load(b)), product);
        check_word(word_below(word_load(a), word_load(b)), below);
    }
}

LANE_TARGET static void each_lane_has_a_generator_of_its_own(void **state)
{
    (void)state;
    uint64_t s[4][LANES];
    for (int i = 0; i < 4; i++)
        for (int lane = 0; lane < LANES; lane++)
            s[i][lane] = rng_next(&draws);
    struct word_rng r = {{word_load(s[0]), word_load(s[1]), word_load(s[2]), word_load(s[3])}};
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t expected[LANES];
        for (int lane = 0; lane < LANES; lane++) { /* as Blackman and Vigna have it */
            uint64_t shifted = s[1][lane] << 17;
            expected[lane] = s[0][lane] + s[3][lane];
            s[2][lane] ^= s[0][lane];
            s[3][lane] ^= s[1][lane];
            s[1][lane] ^= s[2][lane];
            s[0][lane] ^= s[3][lane];
            s[2][lane] ^= shifted;
            s[3][lane] = (s[3][lane] << 45) | (s[3][lane] >> (64 - 45));
        }
        check_word(word_random(&r), expected);
    }
}

LANE_TARGET static void tables_are_looked_up_in_each_lane(void **state)
{
    (void)state;
    static const int32_t table[] = {0, 7, INT32_MAX, 3, 1 << 20};
    for (size_t first = 0; first < ARRAY_LEN(table); first++) {
        uint64_t at[LANES], expected[LANES];
        for (size_t lane = 0; lane < LANES; lane++) {
            at[lane] = (first + lane) % ARRAY_LEN(table);
            expected[lane] = (uint64_t)table[at[lane]];
        }
        check_word(word_look(table, word_load(at)), expected);
    }
}

/* ---- sets ---- */

LANE_TARGET static void a_set_is_the_same_in_all_lanes(void **state)
{
    (void)state;
    uint64_t w[WORDS_MAX] = {0};
    static const int some[] = {0, 1, 63, 64, 100, 127, 128, 191, 192, 254, 255};
    struct plain expected = {{{0}}};
    for (size_t i = 0; i < ARRAY_LEN(some); i++) {
        bit_set(w, some[i]);
        for (int lane = 0; lane < LANES; lane++)
            put_bit(expected.w[lane], some[i], true);
        check_bits(bits_of(w), &expected);
    }
}

LANE_TARGET static void sets_are_joined_and_parted_word_by_word(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        int words = 1 + round % WORDS_MAX;
        const struct plain a = some_sets(), b = some_sets(), c = some_sets();
        struct plain both = a, common = a, joined = a, less = a, either = a, chosen = a;
        uint64_t mask[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            mask[lane] = rng_below(&draws, 2) != 0 ? ~(uint64_t)0 : 0;
            for (int j = 0; j < words; j++) {
                both.w[lane][j] |= b.w[lane][j];
                common.w[lane][j] &= b.w[lane][j];
                joined.w[lane][j] |= b.w[lane][j] & c.w[lane][j];
                less.w[lane][j] &= ~b.w[lane][j];
                either.w[lane][j] ^= b.w[lane][j];
                chosen.w[lane][j] = mask[lane] != 0 ? b.w[lane][j] : a.w[lane][j];
            }
        }
        const struct bits x = bits_from(&a), y = bits_from(&b);
        check_bits(bits_or(x, y, words), &both);
        check_bits(bits_and(x, y, words), &common);
        check_bits(bits_or_and(x, y, bits_from(&c), words), &joined);
        check_bits(bits_less(x, y, words), &less);
        check_bits(bits_xor(x, y, words), &either);
        check_bits(bits_choose(word_load(mask), x, y, words), &chosen);
    }
}

LANE_TARGET static void sets_move_up_and_down_across_words(void **state)
{
    (void)state;
    for (int words = 1; words <= WORDS_MAX; words++)
        for (int by = 0; by < WORD_BITS; by++) {
            const struct plain a = some_sets();
            struct plain up = a, down = a;
            int bits = words * WORD_BITS;
            for (int lane = 0; lane < LANES; lane++)
                for (int bit = 0; bit < bits; bit++) {
                    put_bit(up.w[lane], bit, bit >= by && has_bit(a.w[lane], bit - by));
                    put_bit(down.w[lane], bit, bit + by < bits && has_bit(a.w[lane], bit + by));
                }
            check_bits(bits_up(bits_from(&a), by, words), &up);
            check_bits(bits_down(bits_from(&a), by, words), &down);
        }
}

LANE_TARGET static void bits_of_sets_are_counted_and_found(void **state)
{
    (void)state;
    for (int round = 0; round < 2 * ROUNDS; round++) {
        int words = 1 + round % WORDS_MAX;
        struct plain a = some_sets();
        uint64_t count[LANES], lowest[LANES], fold[LANES] = {0};
        bool any = false;
        for (int lane = 0; lane < LANES; lane++) {
            for (int j = 0; j < words; j++) { /* the first words are often empty, and all of them */
                if (rng_below(&draws, (uint32_t)words + 1) > (uint32_t)j || round % 8 >= 6)
                    a.w[lane][j] = 0;
                fold[lane] |= a.w[lane][j];
            }
            count[lane] = (uint64_t)count_bits(a.w[lane], words);
            any = any || count[lane] > 0;
            int low = kth_bit(a.w[lane], 0, words);
            lowest[lane] = (uint64_t)(low >= 0 ? low : words * WORD_BITS);
        }
        const struct bits x = bits_from(&a);
        check_word(bits_count(x, words), count);
        check_word(bits_fold(x, words), fold);
        check_word(bits_lowest(x, words), lowest);
        assert_int_equal(bits_any(x, words), any);
        for (int lane = 0; lane < LANES; lane++)
            assert_int_equal(bits_index(x, lane, words), kth_bit(a.w[lane], 0, words));
    }
}

LANE_TARGET static void the_kth_bit_of_a_set_is_picked(void **state)
{
    (void)state;
    for (int round = 0; round < 2 * ROUNDS; round++) {
        int words = 1 + round % WORDS_MAX;
        const struct plain a = some_sets();
        struct plain expected = a;
        uint64_t k[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            uint32_t n = (uint32_t)count_bits(a.w[lane], words);
            k[lane] = rng_below(&draws, n + 2); /* at times too many */
            for (int j = 0; j < words; j++)
                expected.w[lane][j] = 0;
            int bit = kth_bit(a.w[lane], k[lane], words);
            if (bit >= 0)
                put_bit(expected.w[lane], bit, true);
        }
        check_bits(bits_pick(bits_from(&a), word_load(k), words), &expected);
    }
}

/* Runs all checks; returns what main returns. */
static int check_words(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_read_as_they_were_loaded),
        cmocka_unit_test(any_lane_counts),
        cmocka_unit_test(comparisons_give_masks),
        cmocka_unit_test(words_are_joined_with_what_others_share),
        cmocka_unit_test(bits_of_words_are_counted_and_picked),
        cmocka_unit_test(products_are_those_of_numbers_of_32_bits),
        cmocka_unit_test(each_lane_has_a_generator_of_its_own),
        cmocka_unit_test(tables_are_looked_up_in_each_lane),
        cmocka_unit_test(a_set_is_the_same_in_all_lanes),
        cmocka_unit_test(sets_are_joined_and_parted_word_by_word),
        cmocka_unit_test(sets_move_up_and_down_across_words),
        cmocka_unit_test(bits_of_sets_are_counted_and_found),
        cmocka_unit_test(the_kth_bit_of_a_set_is_picked),
    };
    rng_seed(&draws, 24);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif

#include "search/proof/tablebase.h"

#include "base/err.h"
#include "search/proof/tablebase_form.h"

static uint64_t number_at(const uint8_t *p, int bytes)
{
    uint64_t n = 0;
    for (int i = 0; i < bytes; i++)
        n |= (uint64_t)p[i] << 8 * i;
    return n;
}

static struct reach_key key_at(const uint8_t *p)
{
    return (struct reach_key){{number_at(p, 8), number_at(p + 8, 8)}};
}

uint64_t tablebase_sum(uint64_t sum, const uint8_t *bytes, uint64_t n)
{
    uint64_t at = 0;
    for (; at + 8 <= n; at += 8)
        sum = rng_mix(sum ^ number_at(bytes + at, 8));
    return at < n ? rng_mix(sum ^ number_at(bytes + at, (int)(n - at))) : sum;
}

static bool setup_read(const uint8_t *head, struct setup *s)
{
    *s = (struct setup){.game = head[1],
                        .width = head[2],
                        .height = head[3],
                        .players = head[4],
                        .options = head[5]};
    return head[1] < GAME_N && s->players == 2;
}

/* Where the block of that number begins and ends, after the rows. */
static bool block_find(const struct tablebase *t, uint64_t number, uint64_t *begin, uint64_t *end)
{
    const uint8_t *row = t->rows + number * TABLEBASE_ROW_BYTES;
    *begin = number_at(row + 16, 8);
    *end =
        number + 1 < t->blocks_n ? number_at(row + TABLEBASE_ROW_BYTES + 16, 8) : t->blocks_bytes;
    return *begin <= *end && *end <= t->blocks_bytes;
}

static int block_positions(const struct tablebase *t, uint64_t number)
{
    uint64_t left = t->positions_n - number * TABLEBASE_BLOCK;
    return left < TABLEBASE_BLOCK ? (int)left : TABLEBASE_BLOCK;
}

static struct reach_key key_sum(struct reach_key a, struct reach_key b)
{
    uint64_t low = a.word[0] + b.word[0];
    return (struct reach_key){{low, a.word[1] + b.word[1] + (low < a.word[0])}};
}

/* Adds a number of seven bits a byte to *key; false: it does not end before `end`. */
static bool gap_add(const uint8_t **at, const uint8_t *end, struct reach_key *key)
{
    struct reach_key gap = {{0, 0}};
    for (int shift = 0; *at < end && shift < 128; shift += 7) {
        uint64_t bits = **at & 0x7f;
        if (shift < 64)
            gap.word[0] |= bits << shift;
        if (shift >= 64)
            gap.word[1] |= bits << (shift - 64);
        else if (shift > 57)
            gap.word[1] |= bits >> (64 - shift);
        if (*(*at)++ < 0x80) {
            *key = key_sum(*key, gap);
            return true;
        }
    }
    return false;
}

int tablebase_open(struct tablebase *t, const void *bytes, uint64_t n)
{
    const uint8_t *p = bytes;
    struct setup s;
    if (n < TABLEBASE_HEAD_BYTES + 8 || __builtin_memcmp(p, TABLEBASE_MAGIC, 16) != 0 ||
        p[16] != TABLEBASE_VERSION || !setup_read(p + 16, &s))
        return ERR_SYNTAX;
    if (tablebase_sum(0, p, n - 8) != number_at(p + n - 8, 8))
        return ERR_SYNTAX;
    if (reach_keys_init(&t->keys, &s) < 0)
        return ERR_SYNTAX;
    t->code_bytes = p[22];
    t->positions_n = number_at(p + 24, 8);
    uint64_t codes_n = number_at(p + 32, 8);
    uint64_t rest = n - 8 - TABLEBASE_HEAD_BYTES;
    if ((t->code_bytes != 1 && t->code_bytes != 2) || codes_n > TABLEBASE_CODES_MAX ||
        2 * codes_n > rest || t->positions_n > n)
        return ERR_SYNTAX;
    t->codes_n = (uint32_t)codes_n;
    t->blocks_n = (t->positions_n + TABLEBASE_BLOCK - 1) / TABLEBASE_BLOCK;
    rest -= 2 * codes_n;
    if (t->blocks_n * TABLEBASE_ROW_BYTES > rest)
        return ERR_SYNTAX;
    t->codes = p + TABLEBASE_HEAD_BYTES;
    t->rows = t->codes + 2 * codes_n;
    t->blocks = t->rows + t->blocks_n * TABLEBASE_ROW_BYTES;
    t->blocks_bytes = rest - t->blocks_n * TABLEBASE_ROW_BYTES;
    return 0;
}

/* The number of the block in which the key would stand; false: before the first. */
static bool row_find(const struct tablebase *t, struct reach_key key, uint64_t *number)
{
    uint64_t low = 0;
    uint64_t high = t->blocks_n; /* the first whose key is greater */
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (reach_key_less(key, key_at(t->rows + middle * TABLEBASE_ROW_BYTES)))
            high = middle;
        else
            low = middle + 1;
    }
    *number = high - 1;
    return high > 0;
}

static bool code_get(const struct tablebase *t, uint64_t number, struct reach_key key,
                     uint32_t *code)
{
    uint64_t begin;
    uint64_t end;
    int n = block_positions(t, number);
    uint64_t codes = (uint64_t)n * (uint64_t)t->code_bytes;
    if (!block_find(t, number, &begin, &end) || end - begin < codes)
        return false;
    const uint8_t *at = t->blocks + begin;
    const uint8_t *first = t->blocks + end - codes;
    struct reach_key here = key_at(t->rows + number * TABLEBASE_ROW_BYTES);
    for (int i = 0; i < n; i++) {
        if (i > 0 && !gap_add(&at, first, &here))
            return false;
        if (reach_key_same(here, key)) {
            *code = (uint32_t)number_at(first + i * t->code_bytes, t->code_bytes);
            return *code < t->codes_n;
        }
        if (reach_key_less(key, here))
            return false;
    }
    return false;
}

struct tablebase_value tablebase_over(const struct position *p)
{
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    int margin = points[0] - points[1];
    return (struct tablebase_value){.margin = (int8_t)(p->side == 1 ? margin : -margin)};
}

bool tablebase_get(const struct tablebase *t, const struct position *p, struct tablebase_value *out)
{
    if (!setup_same(&t->keys.setup, &p->setup))
        return false;
    if (p->over) {
        *out = tablebase_over(p);
        return true;
    }
    uint64_t block;
    uint32_t code;
    struct reach_key key = reach_key_of(&t->keys, p, NULL);
    if (!row_find(t, key, &block) || !code_get(t, block, key, &code))
        return false;
    *out = (struct tablebase_value){.margin = (int8_t)t->codes[2 * code],
                                    .plies = t->codes[2 * code + 1]};
    return true;
}

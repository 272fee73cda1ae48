#include "search/proof/reach.h"

#include "base/err.h"
#include "platform/heap.h"
#include "search/proof/game_proof.h"

enum {
    CHUNK_SHIFT = 15,
    CHUNK_NODES = 1 << CHUNK_SHIFT,
    CHUNKS_MAX = 1 << 16, /* node numbers are 31 bits */
    TABLE_SLOTS_MIN = 1 << 12,
    COMMON_DIGITS = 3,
    STATE_DIGITS = COMMON_DIGITS + GAME_STATE_DIGITS, /* of a key, beside those of the points */
    DIGITS_MAX = POINTS_MAX + STATE_DIGITS,
    IMAGES_MAX = SYMMETRIES_MAX
};

struct key {
    uint64_t word[2];
};

/* One class: how it was reached first. */
struct node {
    struct key key;
    uint32_t parent;
    move_t move;
    uint16_t ply;
};

/* Where a digit stands in the key. */
struct digit {
    uint64_t weight;
    int word;
};

struct reach {
    struct setup setup;
    size_t memory_bytes, used_bytes;
    int ply;
    uint32_t first, end; /* nodes of the present ply; end is also their number */
    uint32_t *table;     /* node number + 1, 0: free; linear probing */
    uint32_t slots;      /* a power of two */
    int point_radix;     /* digits of points are below it */
    int points_n;
    int images_n;
    int digits_n;
    struct digit digit[DIGITS_MAX];
    point_t image[IMAGES_MAX][POINTS_MAX]; /* [image][point] */
    /* The way to the node that was looked at last: [ply]. */
    uint32_t way[REACH_PLIES_MAX];
    struct position *at[REACH_PLIES_MAX];
    struct node *chunk[CHUNKS_MAX];
};

static void *take(struct reach *r, size_t bytes)
{
    if (bytes > r->memory_bytes - r->used_bytes)
        return NULL;
    void *block = heap_new(bytes);
    if (block != NULL)
        r->used_bytes += bytes;
    return block;
}

static struct node *node_of(const struct reach *r, uint32_t n)
{
    return &r->chunk[n >> CHUNK_SHIFT][n & (CHUNK_NODES - 1)];
}

/* ---- keys ---- */

static int digit_of_point(const struct setup *s, struct cell c)
{
    return c.owner == OWNER_NONE ? 0 : game_proofs[s->game]->digits.point_digit(s, c);
}

/* The digits that no symmetry changes, in the order of their radices. */
static void state_radices(const struct setup *s, int radix[STATE_DIGITS])
{
    const struct game_digits *digits = &game_proofs[s->game]->digits;
    radix[0] = s->players;
    radix[1] = 2 + s->players;
    radix[2] = s->options & OPTION_SWAP ? 3 : 1;
    for (int i = 0; i < GAME_STATE_DIGITS; i++)
        radix[COMMON_DIGITS + i] = 1;
    if (digits->state_radices != NULL)
        digits->state_radices(s, radix + COMMON_DIGITS);
}

static void state_digits(const struct position *p, int digit[STATE_DIGITS])
{
    const struct game_digits *digits = &game_proofs[p->setup.game]->digits;
    digit[0] = p->side - 1;
    digit[1] = p->over ? 1 + p->winner : 0;
    digit[2] = p->setup.options & OPTION_SWAP && p->ply < 2 ? 1 + p->ply : 0;
    for (int i = 0; i < GAME_STATE_DIGITS; i++)
        digit[COMMON_DIGITS + i] = 0;
    if (digits->state_digits != NULL)
        digits->state_digits(p, digit + COMMON_DIGITS);
}

/* Gives each digit a place: in the first word while it has room, then in the second. */
static bool digits_place(struct reach *r)
{
    int radix[DIGITS_MAX];
    r->digits_n = r->points_n + STATE_DIGITS;
    for (int i = 0; i < r->points_n; i++)
        radix[i] = r->point_radix;
    state_radices(&r->setup, radix + r->points_n);
    int word = 0;
    uint64_t weight = 1;
    for (int i = 0; i < r->digits_n; i++) {
        uint64_t next;
        if (__builtin_mul_overflow(weight, (uint64_t)radix[i], &next)) {
            weight = 1;
            next = (uint64_t)radix[i];
            if (++word == 2)
                return false;
        }
        r->digit[i] = (struct digit){.weight = weight, .word = word};
        weight = next;
    }
    return true;
}

static void images_fill(struct reach *r, const struct position *p)
{
    uint8_t all = position_symmetries(p) & (uint8_t)~games[r->setup.game]->symmetries_swap;
    for (int s = 0; s < SYMMETRIES_MAX; s++) {
        if (!(all >> s & 1))
            continue;
        for (point_t at = 0; at < r->points_n; at++)
            r->image[r->images_n][at] = symmetry_point(s, r->setup.width, r->setup.height, at);
        r->images_n++;
    }
}

static bool key_less(struct key a, struct key b)
{
    return a.word[1] != b.word[1] ? a.word[1] < b.word[1] : a.word[0] < b.word[0];
}

static bool key_same(struct key a, struct key b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

/* The least key of all images; *images_n is how many different ones there are. */
static struct key key_of(const struct reach *r, const struct position *p, int *images_n)
{
    int points[POINTS_MAX];
    int state[STATE_DIGITS];
    struct key keys[IMAGES_MAX];
    struct key rest = {{0, 0}};
    state_digits(p, state);
    for (int i = 0; i < STATE_DIGITS; i++) {
        const struct digit *d = &r->digit[r->points_n + i];
        rest.word[d->word] += d->weight * (uint64_t)state[i];
    }
    for (point_t at = 0; at < r->points_n; at++) {
        points[at] = digit_of_point(&r->setup, position_cell(p, at));
        ASSERT(points[at] < r->point_radix);
    }
    struct key best = rest;
    *images_n = 0;
    for (int i = 0; i < r->images_n; i++) {
        struct key k = rest;
        for (int at = 0; at < r->points_n; at++) {
            const struct digit *d = &r->digit[r->image[i][at]];
            k.word[d->word] += d->weight * (uint64_t)points[at];
        }
        bool known = false;
        for (int j = 0; j < *images_n && !known; j++)
            known = key_same(keys[j], k);
        if (known)
            continue;
        if (*images_n == 0 || key_less(k, best))
            best = k;
        keys[(*images_n)++] = k;
    }
    return best;
}

/* ---- the table of nodes ---- */

static uint32_t slot_of(const struct reach *r, struct key k)
{
    return (uint32_t)rng_mix(k.word[0] ^ rng_mix(k.word[1])) & (r->slots - 1);
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t slot_find(const struct reach *r, struct key k)
{
    uint32_t i = slot_of(r, k);
    while (r->table[i] != 0 && !key_same(node_of(r, r->table[i] - 1)->key, k))
        i = (i + 1) & (r->slots - 1);
    return i;
}

static bool table_resize(struct reach *r, uint32_t slots)
{
    uint32_t *old = r->table;
    size_t old_bytes = r->slots * sizeof *old;
    uint32_t *table = slots == 0 ? NULL : take(r, slots * sizeof *table);
    if (table == NULL)
        return false;
    r->table = table;
    r->slots = slots;
    __builtin_memset(table, 0, slots * sizeof *table);
    for (uint32_t n = 0; n < r->end; n++)
        table[slot_find(r, node_of(r, n)->key)] = n + 1;
    if (old != NULL) {
        heap_free(old);
        r->used_bytes -= old_bytes;
    }
    return true;
}

/* 1 if the class is new, 0 if it was known, or ERR_FULL. */
static int node_add(struct reach *r, const struct node *node)
{
    if ((uint64_t)r->end * 4 >= (uint64_t)r->slots * 3 && !table_resize(r, r->slots * 2))
        return ERR_FULL;
    uint32_t slot = slot_find(r, node->key);
    if (r->table[slot] != 0)
        return 0;
    uint32_t chunk = r->end >> CHUNK_SHIFT;
    if (chunk == CHUNKS_MAX)
        return ERR_FULL;
    if (r->chunk[chunk] == NULL) {
        r->chunk[chunk] = take(r, CHUNK_NODES * sizeof(struct node));
        if (r->chunk[chunk] == NULL)
            return ERR_FULL;
    }
    *node_of(r, r->end) = *node;
    r->table[slot] = ++r->end;
    return 1;
}

/* ---- positions ---- */

/* The position of a node, valid until the next call. */
static const struct position *position_of(struct reach *r, uint32_t n)
{
    const struct node *node = node_of(r, n);
    int ply = node->ply;
    if (ply > 0 && r->way[ply] != n) {
        position_copy(r->at[ply], position_of(r, node->parent));
        position_play_legal(r->at[ply], node->move);
        r->way[ply] = n;
    }
    return r->at[ply];
}

int reach_new(const struct setup *s, size_t memory_bytes, struct reach **out)
{
    int err = setup_check(s, NULL);
    if (err < 0)
        return err;
    struct reach *r = heap_new(sizeof *r);
    if (r == NULL)
        return ERR_NO_MEMORY;
    __builtin_memset(r, 0, sizeof *r);
    r->setup = *s;
    r->memory_bytes = memory_bytes;
    r->points_n = s->width * s->height;
    r->point_radix = game_proofs[s->game]->digits.point_radix(s);
    err = ERR_TOO_BIG;
    if (!digits_place(r))
        goto fail;
    err = ERR_NO_MEMORY;
    r->at[0] = take(r, sizeof(struct position));
    if (r->at[0] == NULL || !table_resize(r, TABLE_SLOTS_MIN))
        goto fail;
    err = position_start(r->at[0], s);
    ASSERT(err == 0);
    images_fill(r, r->at[0]);
    int images;
    struct node root = {.key = key_of(r, r->at[0], &images), .move = MOVE_NONE};
    err = node_add(r, &root);
    if (err < 0)
        goto fail;
    *out = r;
    return 0;
fail:
    reach_free(r);
    return err;
}

void reach_free(struct reach *r)
{
    if (r == NULL)
        return;
    heap_free(r->table);
    for (int i = 0; i < REACH_PLIES_MAX; i++)
        heap_free(r->at[i]);
    for (int i = 0; i < CHUNKS_MAX; i++)
        heap_free(r->chunk[i]);
    heap_free(r);
}

/* Adds the positions one ply after p. */
static int expand(struct reach *r, uint32_t n, const struct position *p)
{
    move_t moves[MOVES_MAX];
    int moves_n = position_legal(p, moves);
    for (int i = 0; i < moves_n; i++) {
        struct position q;
        int images;
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        struct node child = {
            .key = key_of(r, &q, &images),
            .parent = n,
            .move = moves[i],
            .ply = (uint16_t)(r->ply + 1),
        };
        int added = node_add(r, &child);
        if (added < 0)
            return added;
    }
    return 0;
}

int reach_next(struct reach *r, reach_visit *visit, void *context, struct reach_ply *out)
{
    *out = (struct reach_ply){0};
    if (r->first == r->end)
        return 0;
    if (r->ply + 1 == REACH_PLIES_MAX)
        return ERR_TOO_BIG;
    r->at[r->ply + 1] = take(r, sizeof(struct position));
    if (r->at[r->ply + 1] == NULL)
        return ERR_FULL;
    r->way[r->ply + 1] = UINT32_MAX;
    uint32_t end = r->end;
    int err = 0;
    for (uint32_t n = r->first; n < end && err == 0; n++) {
        const struct position *p = position_of(r, n);
        int images;
        (void)key_of(r, p, &images);
        out->classes++;
        out->positions += (uint64_t)images;
        if (p->over) {
            out->over[p->winner] += (uint64_t)images;
            out->over_classes++;
        } else {
            err = expand(r, n, p);
        }
        if (err == 0 && visit != NULL && !visit(context, p, images))
            err = ERR_BUSY;
    }
    if (err < 0) {
        r->first = r->end;
        return err;
    }
    r->first = end;
    r->ply++;
    return 1;
}

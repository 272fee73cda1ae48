#include "search/proof/reach.h"

#include "base/err.h"
#include "platform/heap.h"
#include "search/proof/reach_key.h"

enum {
    CHUNK_SHIFT = 15,
    CHUNK_NODES = 1 << CHUNK_SHIFT,
    CHUNKS_MAX = 1 << 16, /* node numbers are 31 bits */
    TABLE_SLOTS_MIN = 1 << 12,
};

/* One class: how it was reached first. */
struct node {
    struct reach_key key;
    uint32_t parent;
    move_t move;
    uint16_t ply;
};

struct reach {
    struct reach_keys keys;
    size_t memory_bytes, used_bytes;
    int ply;
    uint32_t first, end; /* nodes of the present ply; end is also their number */
    uint32_t *table;     /* node number + 1, 0: free; linear probing */
    uint32_t slots;      /* a power of two */
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

/* ---- the table of nodes ---- */

static uint32_t slot_of(const struct reach *r, struct reach_key k)
{
    return (uint32_t)reach_key_hash(k) & (r->slots - 1);
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t slot_find(const struct reach *r, struct reach_key k)
{
    uint32_t i = slot_of(r, k);
    while (r->table[i] != 0 && !reach_key_same(node_of(r, r->table[i] - 1)->key, k))
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
    struct reach *r = heap_new(sizeof *r);
    if (r == NULL)
        return ERR_NO_MEMORY;
    __builtin_memset(r, 0, sizeof *r);
    r->memory_bytes = memory_bytes;
    int err = reach_keys_init(&r->keys, s);
    if (err < 0)
        goto fail;
    err = ERR_NO_MEMORY;
    r->at[0] = take(r, sizeof(struct position));
    if (r->at[0] == NULL || !table_resize(r, TABLE_SLOTS_MIN))
        goto fail;
    err = position_start(r->at[0], s);
    ASSERT(err == 0);
    struct node root = {.key = reach_key_of(&r->keys, r->at[0], NULL), .move = MOVE_NONE};
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
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        struct node child = {
            .key = reach_key_of(&r->keys, &q, NULL),
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
        (void)reach_key_of(&r->keys, p, &images);
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

#include "search/proof/tablebase_store.h"

#include "base/err.h"
#include "platform/heap.h"

enum {
    PAGE_SHIFT = 16,
    PAGE_BYTES = 1 << PAGE_SHIFT,
    PAGES_MAX = 1 << 22,
    PAGE_PLIES_MAX = 127, /* a byte of a page: plies * 2 + whether the side to move wins */
    SLOTS_MIN = 1 << 12,
};

/* A block of zeros that counts towards the limit; NULL with *err. */
static void *take(struct tablebase_store *s, uint64_t bytes, int *err)
{
    *err = ERR_FULL;
    if (bytes > SIZE_MAX || bytes > s->memory_bytes - s->used_bytes)
        return NULL;
    *err = ERR_NO_MEMORY;
    void *block = heap_new_zeroed((size_t)bytes);
    if (block != NULL)
        s->used_bytes += bytes;
    return block;
}

/* ---- pages ---- */

static int pages_init(struct tablebase_store *s, uint64_t keys_n)
{
    int err;
    uint64_t pages_n = (keys_n + PAGE_BYTES - 1) >> PAGE_SHIFT;
    s->pages = take(s, pages_n * sizeof *s->pages, &err);
    if (s->pages == NULL)
        return err;
    s->pages_n = pages_n;
    return 0;
}

static struct tablebase_value byte_value(uint8_t byte)
{
    return (struct tablebase_value){.margin = (byte & 1) != 0 ? 1 : -1, .plies = byte >> 1};
}

static int page_put(struct tablebase_store *s, uint64_t key, struct tablebase_value value)
{
    ASSERT(value.margin == 1 || value.margin == -1);
    if (value.plies > PAGE_PLIES_MAX)
        return ERR_TOO_BIG;
    uint8_t **page = &s->pages[key >> PAGE_SHIFT];
    if (*page == NULL) {
        int err;
        *page = take(s, PAGE_BYTES, &err);
        if (*page == NULL)
            return err;
    }
    uint8_t *byte = &(*page)[key & (PAGE_BYTES - 1)];
    ASSERT(*byte == 0);
    *byte = (uint8_t)(value.plies << 1 | (value.margin > 0));
    s->n++;
    return 0;
}

static bool page_next(const struct tablebase_store *s, uint64_t *at, struct reach_key *key,
                      struct tablebase_value *value)
{
    while (*at >> PAGE_SHIFT < s->pages_n) {
        const uint8_t *page = s->pages[*at >> PAGE_SHIFT];
        if (page == NULL) {
            *at = ((*at >> PAGE_SHIFT) + 1) << PAGE_SHIFT;
            continue;
        }
        uint8_t byte = page[*at & (PAGE_BYTES - 1)];
        *key = (struct reach_key){{*at, 0}};
        *value = byte_value(byte);
        ++*at;
        if (byte != 0)
            return true;
    }
    return false;
}

/* ---- the hash table ---- */

static uint64_t hash_bytes(uint64_t slots)
{
    return slots * (sizeof(struct reach_key) + sizeof(struct tablebase_value));
}

static int hash_init(struct tablebase_store *s, uint64_t slots)
{
    int err;
    s->keys = take(s, slots * sizeof *s->keys, &err);
    if (s->keys == NULL)
        return err;
    s->values = take(s, slots * sizeof *s->values, &err);
    if (s->values == NULL) {
        s->used_bytes -= slots * sizeof *s->keys;
        heap_free(s->keys);
        s->keys = NULL;
        return err;
    }
    s->slots = slots;
    return 0;
}

/* The slot that holds the key, or the free one where it belongs. */
static uint64_t slot_find(const struct tablebase_store *s, struct reach_key key)
{
    uint64_t i = reach_key_hash(key) & (s->slots - 1);
    while (s->values[i].plies != 0 && !reach_key_same(s->keys[i], key))
        i = (i + 1) & (s->slots - 1);
    return i;
}

static void hash_put(struct tablebase_store *s, struct reach_key key, struct tablebase_value value)
{
    uint64_t i = slot_find(s, key);
    ASSERT(s->values[i].plies == 0);
    s->keys[i] = key;
    s->values[i] = value;
    s->n++;
}

/* Room for one more. */
static int hash_grow(struct tablebase_store *s)
{
    if (s->n * 4 < s->slots * 3)
        return 0;
    struct tablebase_store old = *s;
    int err = hash_init(s, old.slots * 2);
    if (err < 0) {
        *s = old;
        return err;
    }
    s->n = 0;
    for (uint64_t i = 0; i < old.slots; i++)
        if (old.values[i].plies != 0)
            hash_put(s, old.keys[i], old.values[i]);
    heap_free(old.keys);
    heap_free(old.values);
    s->used_bytes -= hash_bytes(old.slots);
    return 0;
}

static void entry_swap(struct tablebase_store *s, uint64_t a, uint64_t b)
{
    struct reach_key key = s->keys[a];
    struct tablebase_value value = s->values[a];
    s->keys[a] = s->keys[b];
    s->values[a] = s->values[b];
    s->keys[b] = key;
    s->values[b] = value;
}

/* Lets the entry sink in the heap of the first n entries, greatest first. */
static void heap_sink(struct tablebase_store *s, uint64_t at, uint64_t n)
{
    for (uint64_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && reach_key_less(s->keys[child], s->keys[child + 1]))
            child++;
        if (!reach_key_less(s->keys[at], s->keys[child]))
            return;
        entry_swap(s, at, child);
    }
}

/* All entries to the front, in the order of their keys: heapsort, which needs no memory. */
static void hash_sort(struct tablebase_store *s)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < s->slots; i++)
        if (s->values[i].plies != 0)
            entry_swap(s, n++, i);
    ASSERT(n == s->n);
    for (uint64_t i = n / 2; i-- > 0;)
        heap_sink(s, i, n);
    for (uint64_t i = n; i-- > 1;) {
        entry_swap(s, 0, i);
        heap_sink(s, 0, i);
    }
}

/* ---- either ---- */

int tablebase_store_init(struct tablebase_store *s, const struct reach_keys *keys,
                         uint64_t memory_bytes)
{
    *s = (struct tablebase_store){.memory_bytes = memory_bytes};
    bool few = keys->below != 0 && keys->below <= (uint64_t)PAGES_MAX << PAGE_SHIFT;
    bool a_byte = !games[keys->setup.game]->has_score;
    return few && a_byte ? pages_init(s, keys->below) : hash_init(s, SLOTS_MIN);
}

void tablebase_store_done(struct tablebase_store *s)
{
    for (uint64_t i = 0; i < s->pages_n; i++)
        heap_free(s->pages[i]);
    heap_free(s->pages);
    heap_free(s->keys);
    heap_free(s->values);
}

struct tablebase_value tablebase_store_get(const struct tablebase_store *s, struct reach_key key)
{
    if (s->pages == NULL)
        return s->values[slot_find(s, key)];
    const uint8_t *page = s->pages[key.word[0] >> PAGE_SHIFT];
    return byte_value(page == NULL ? 0 : page[key.word[0] & (PAGE_BYTES - 1)]);
}

int tablebase_store_put(struct tablebase_store *s, struct reach_key key,
                        struct tablebase_value value)
{
    if (s->pages != NULL)
        return page_put(s, key.word[0], value);
    int err = hash_grow(s);
    if (err == 0)
        hash_put(s, key, value);
    return err;
}

void tablebase_store_sort(struct tablebase_store *s)
{
    if (s->pages == NULL)
        hash_sort(s);
}

bool tablebase_store_next(const struct tablebase_store *s, uint64_t *at, struct reach_key *key,
                          struct tablebase_value *value)
{
    if (s->pages != NULL)
        return page_next(s, at, key, value);
    if (*at >= s->n)
        return false;
    *key = s->keys[*at];
    *value = s->values[(*at)++];
    return true;
}

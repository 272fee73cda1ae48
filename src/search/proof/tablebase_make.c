/* tablebase_make.c - solves every position of a board and writes them as a table.
 *
 * Solved positions stand in a hash table of keys (16 bytes) and values (2 bytes), with linear
 * probing, at most three quarters full. When all is solved the table is packed, sorted in place and
 * written. */
#include "search/proof/tablebase_form.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/heap.h"

enum {
    SLOTS_MIN = 1 << 12,
    DEPTH_MAX = 512,
    OUT_BYTES = 1 << 16, /* a multiple of 8 */
    TELL_EACH = 1 << 12,
    TELL_MS = 250,
    MARGINS = 256,
};

/* A position on the way from the start that is being solved. */
struct frame {
    struct position p;
    struct reach_key key;
    struct tablebase_value best;
    int moves_n, next;
    move_t moves[MOVES_MAX];
};

struct store {
    struct reach_key *keys;
    struct tablebase_value *values; /* plies 0: the slot is free */
    uint64_t slots;                 /* a power of two */
    uint64_t n;
};

struct maker {
    struct reach_keys keys;
    uint64_t memory_bytes;
    struct store store;
    struct frame *frames[DEPTH_MAX];
    tablebase_progress *progress;
    void *context;
    int64_t told_ms;
    int32_t code[MARGINS][256]; /* [margin + 128][plies]: code + 1, 0: none */
    /* Output. */
    pns_write *write;
    uint8_t *out;
    uint64_t sum, bytes_n;
    int out_n;
    bool failed;
};

/* ---- what is solved ---- */

static uint64_t store_bytes(uint64_t slots)
{
    return slots * (sizeof(struct reach_key) + sizeof(struct tablebase_value));
}

static void store_free(struct store *s)
{
    heap_free(s->keys);
    heap_free(s->values);
}

static bool store_new(struct store *s, uint64_t slots)
{
    *s = (struct store){.slots = slots};
    if (store_bytes(slots) > SIZE_MAX)
        return false;
    s->keys = heap_new((size_t)slots * sizeof *s->keys);
    s->values = heap_new((size_t)slots * sizeof *s->values);
    if (s->keys == NULL || s->values == NULL) {
        store_free(s);
        return false;
    }
    __builtin_memset(s->values, 0, (size_t)slots * sizeof *s->values);
    return true;
}

/* The slot that holds the key, or the free one where it belongs. */
static uint64_t slot_find(const struct store *s, struct reach_key key)
{
    uint64_t i = reach_key_hash(key) & (s->slots - 1);
    while (s->values[i].plies != 0 && !reach_key_same(s->keys[i], key))
        i = (i + 1) & (s->slots - 1);
    return i;
}

static void store_put(struct store *s, struct reach_key key, struct tablebase_value value)
{
    uint64_t i = slot_find(s, key);
    ASSERT(s->values[i].plies == 0);
    s->keys[i] = key;
    s->values[i] = value;
    s->n++;
}

/* Room for one more. Old and new table are in memory together for a moment. */
static int store_grow(struct maker *m)
{
    struct store *old = &m->store;
    struct store bigger;
    if (old->n * 4 < old->slots * 3)
        return 0;
    if (store_bytes(old->slots * 3) > m->memory_bytes)
        return ERR_FULL;
    if (!store_new(&bigger, old->slots * 2))
        return ERR_NO_MEMORY;
    for (uint64_t i = 0; i < old->slots; i++)
        if (old->values[i].plies != 0)
            store_put(&bigger, old->keys[i], old->values[i]);
    store_free(old);
    *old = bigger;
    return 0;
}

/* ---- solving ---- */

static int frame_push(struct maker *m, int depth, const struct position *p, struct reach_key key)
{
    if (depth == DEPTH_MAX)
        return ERR_TOO_BIG;
    if (m->frames[depth] == NULL)
        m->frames[depth] = heap_new(sizeof **m->frames);
    struct frame *f = m->frames[depth];
    if (f == NULL)
        return ERR_NO_MEMORY;
    position_copy(&f->p, p);
    f->key = key;
    f->best = (struct tablebase_value){.margin = INT8_MIN};
    f->next = 0;
    f->moves_n = position_legal(p, f->moves);
    return 0;
}

static int value_add(struct frame *f, struct tablebase_value next)
{
    if (next.plies == UINT8_MAX)
        return ERR_TOO_BIG;
    struct tablebase_value value = tablebase_before(next);
    if (f->best.margin == INT8_MIN || tablebase_better(value, f->best))
        f->best = value;
    return 0;
}

static bool go_on(struct maker *m)
{
    if (m->progress == NULL || m->store.n % TELL_EACH != 0)
        return true;
    int64_t now = clock_ms();
    if (now - m->told_ms < TELL_MS)
        return true;
    m->told_ms = now;
    return m->progress(m->context, m->store.n);
}

/* Plays the next move of a frame. Returns 1 if its value is known and was added, 0 if *q with *key
 * must be solved first, or a failure. */
static int successor(struct maker *m, struct frame *f, struct position *q, struct reach_key *key)
{
    position_copy(q, &f->p);
    position_play_legal(q, f->moves[f->next]);
    struct tablebase_value value;
    if (q->over) {
        value = tablebase_over(q);
    } else {
        *key = reach_key_of(&m->keys, q, NULL);
        value = m->store.values[slot_find(&m->store, *key)];
        if (value.plies == 0)
            return 0;
    }
    f->next++;
    int err = value_add(f, value);
    return err < 0 ? err : 1;
}

/* Depth first; a frame's next move stays the same until its position is solved. */
static int solve_all(struct maker *m)
{
    struct position start;
    int err = position_start(&start, &m->keys.setup);
    ASSERT(err == 0);
    int depth = 0;
    err = frame_push(m, depth, &start, reach_key_of(&m->keys, &start, NULL));
    while (err >= 0 && depth >= 0) {
        struct frame *f = m->frames[depth];
        if (f->next < f->moves_n) {
            struct position q;
            struct reach_key key;
            err = successor(m, f, &q, &key);
            if (err == 0)
                err = frame_push(m, ++depth, &q, key);
            continue;
        }
        err = store_grow(m);
        if (err < 0)
            break;
        store_put(&m->store, f->key, f->best);
        depth--;
        if (!go_on(m))
            err = ERR_BUSY;
    }
    return err < 0 ? err : 0;
}

/* ---- order ---- */

static void entry_swap(struct store *s, uint64_t a, uint64_t b)
{
    struct reach_key key = s->keys[a];
    struct tablebase_value value = s->values[a];
    s->keys[a] = s->keys[b];
    s->values[a] = s->values[b];
    s->keys[b] = key;
    s->values[b] = value;
}

/* Lets the entry sink in the heap of the first n entries, greatest first. */
static void heap_sink(struct store *s, uint64_t at, uint64_t n)
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
static void store_sort(struct store *s)
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

/* ---- writing ---- */

static void flush(struct maker *m)
{
    m->sum = tablebase_sum(m->sum, m->out, (uint64_t)m->out_n);
    m->failed = m->failed || !m->write(m->context, m->out, (size_t)m->out_n);
    m->bytes_n += (uint64_t)m->out_n;
    m->out_n = 0;
}

static void put_byte(struct maker *m, uint8_t byte)
{
    m->out[m->out_n++] = byte;
    if (m->out_n == OUT_BYTES)
        flush(m);
}

static void put_number(struct maker *m, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        put_byte(m, (uint8_t)(n >> 8 * i));
}

static struct reach_key key_gap(struct reach_key from, struct reach_key to)
{
    return (struct reach_key){
        {to.word[0] - from.word[0], to.word[1] - from.word[1] - (to.word[0] < from.word[0])}};
}

static struct reach_key key_shift(struct reach_key k)
{
    return (struct reach_key){{k.word[0] >> 7 | k.word[1] << 57, k.word[1] >> 7}};
}

static bool key_small(struct reach_key k)
{
    return k.word[1] == 0 && k.word[0] < 0x80;
}

static int gap_bytes(struct reach_key gap)
{
    int n = 1;
    for (; !key_small(gap); gap = key_shift(gap))
        n++;
    return n;
}

static void put_gap(struct maker *m, struct reach_key gap)
{
    for (; !key_small(gap); gap = key_shift(gap))
        put_byte(m, (uint8_t)(gap.word[0] & 0x7f) | 0x80);
    put_byte(m, (uint8_t)gap.word[0]);
}

static int32_t *code_of(struct maker *m, struct tablebase_value v)
{
    return &m->code[v.margin + MARGINS / 2][v.plies];
}

/* Gives each value that occurs a code, and writes what the codes mean. */
static uint32_t codes_fill(struct maker *m)
{
    uint32_t n = 0;
    for (uint64_t i = 0; i < m->store.n; i++)
        *code_of(m, m->store.values[i]) = 1;
    for (int margin = 0; margin < MARGINS; margin++)
        for (int plies = 0; plies < 256; plies++)
            if (m->code[margin][plies] != 0)
                m->code[margin][plies] = (int32_t)++n;
    return n;
}

static void put_codes(struct maker *m)
{
    for (int margin = 0; margin < MARGINS; margin++) {
        for (int plies = 0; plies < 256; plies++) {
            if (m->code[margin][plies] != 0) {
                put_byte(m, (uint8_t)(margin - MARGINS / 2));
                put_byte(m, (uint8_t)plies);
            }
        }
    }
}

static uint64_t block_end(const struct store *s, uint64_t first)
{
    return first + TABLEBASE_BLOCK < s->n ? first + TABLEBASE_BLOCK : s->n;
}

static void put_rows(struct maker *m, int code_bytes)
{
    const struct store *s = &m->store;
    uint64_t offset = 0;
    for (uint64_t i = 0; i < s->n; i += TABLEBASE_BLOCK) {
        put_number(m, s->keys[i].word[0], 8);
        put_number(m, s->keys[i].word[1], 8);
        put_number(m, offset, 8);
        uint64_t end = block_end(s, i);
        offset += (end - i) * (uint64_t)code_bytes;
        for (uint64_t j = i + 1; j < end; j++)
            offset += (uint64_t)gap_bytes(key_gap(s->keys[j - 1], s->keys[j]));
    }
}

static void put_blocks(struct maker *m, int code_bytes)
{
    const struct store *s = &m->store;
    for (uint64_t i = 0; i < s->n; i += TABLEBASE_BLOCK) {
        uint64_t end = block_end(s, i);
        for (uint64_t j = i + 1; j < end; j++)
            put_gap(m, key_gap(s->keys[j - 1], s->keys[j]));
        for (uint64_t j = i; j < end; j++)
            put_number(m, (uint64_t)*code_of(m, s->values[j]) - 1, code_bytes);
    }
}

static int write_all(struct maker *m)
{
    const struct setup *s = &m->keys.setup;
    m->out = heap_new(OUT_BYTES);
    if (m->out == NULL)
        return ERR_NO_MEMORY;
    uint32_t codes_n = codes_fill(m);
    int code_bytes = codes_n <= 256 ? 1 : 2;
    const uint8_t head[8] = {TABLEBASE_VERSION, s->game,    s->width,           s->height,
                             s->players,        s->options, (uint8_t)code_bytes};
    for (int i = 0; i < 16; i++)
        put_byte(m, (uint8_t)TABLEBASE_MAGIC[i]);
    for (int i = 0; i < 8; i++)
        put_byte(m, head[i]);
    put_number(m, m->store.n, 8);
    put_number(m, codes_n, 8);
    put_codes(m);
    put_rows(m, code_bytes);
    put_blocks(m, code_bytes);
    flush(m);
    put_number(m, m->sum, 8);
    flush(m);
    return m->failed ? ERR_IO : 0;
}

/* ---- all of it ---- */

static void made_fill(const struct maker *m, struct tablebase_made *out)
{
    *out = (struct tablebase_made){
        .positions_n = m->store.n, .bytes_n = m->bytes_n, .start = m->frames[0]->best};
    for (uint64_t i = 0; i < m->store.n; i++)
        if (m->store.values[i].plies > out->plies_max)
            out->plies_max = m->store.values[i].plies;
}

static void maker_free(struct maker *m)
{
    store_free(&m->store);
    for (int i = 0; i < DEPTH_MAX; i++)
        heap_free(m->frames[i]);
    heap_free(m->out);
    heap_free(m);
}

int tablebase_make(const struct setup *s, uint64_t memory_bytes, tablebase_progress *progress,
                   pns_write *write, void *context, struct tablebase_made *out)
{
    struct maker *m = heap_new(sizeof *m);
    if (m == NULL)
        return ERR_NO_MEMORY;
    __builtin_memset(m, 0, sizeof *m);
    m->memory_bytes = memory_bytes;
    m->progress = progress;
    m->write = write;
    m->context = context;
    int err = s->players == 2 ? reach_keys_init(&m->keys, s) : ERR_RANGE;
    if (err == 0 && !store_new(&m->store, SLOTS_MIN))
        err = ERR_NO_MEMORY;
    if (err == 0)
        err = solve_all(m);
    if (err == 0) {
        store_sort(&m->store);
        err = write_all(m);
    }
    if (err == 0)
        made_fill(m, out);
    maker_free(m);
    return err;
}

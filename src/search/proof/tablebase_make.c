/* tablebase_make.c - solves every position of a board and writes them as a table.
 *
 * Depth first; solved positions stand in a store (tablebase_store.h), which is written at the
 * end. */
#include "search/proof/tablebase_form.h"
#include "search/proof/tablebase_store.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/heap.h"

enum {
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

/* Positions that the file holds together. */
struct block {
    struct reach_key keys[TABLEBASE_BLOCK];
    struct tablebase_value values[TABLEBASE_BLOCK];
};

struct maker {
    struct reach_keys keys;
    struct tablebase_store store;
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
        value = tablebase_store_get(&m->store, *key);
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
        err = tablebase_store_put(&m->store, f->key, f->best);
        if (err < 0)
            break;
        depth--;
        if (!go_on(m))
            err = ERR_BUSY;
    }
    return err < 0 ? err : 0;
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

/* Gives each value that occurs a code; returns their number. */
static uint32_t codes_fill(struct maker *m)
{
    struct reach_key key;
    struct tablebase_value value;
    uint32_t n = 0;
    for (uint64_t at = 0; tablebase_store_next(&m->store, &at, &key, &value);)
        *code_of(m, value) = 1;
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

/* The next positions of the store, a block of them; returns their number. */
static int block_read(const struct maker *m, uint64_t *at, struct block *out)
{
    int n = 0;
    while (n < TABLEBASE_BLOCK &&
           tablebase_store_next(&m->store, at, &out->keys[n], &out->values[n]))
        n++;
    return n;
}

static void put_rows(struct maker *m, int code_bytes)
{
    struct block b;
    uint64_t at = 0;
    uint64_t offset = 0;
    for (int n; (n = block_read(m, &at, &b)) > 0;) {
        put_number(m, b.keys[0].word[0], 8);
        put_number(m, b.keys[0].word[1], 8);
        put_number(m, offset, 8);
        offset += (uint64_t)(n * code_bytes);
        for (int i = 1; i < n; i++)
            offset += (uint64_t)gap_bytes(key_gap(b.keys[i - 1], b.keys[i]));
    }
}

static void put_blocks(struct maker *m, int code_bytes)
{
    struct block b;
    uint64_t at = 0;
    for (int n; (n = block_read(m, &at, &b)) > 0;) {
        for (int i = 1; i < n; i++)
            put_gap(m, key_gap(b.keys[i - 1], b.keys[i]));
        for (int i = 0; i < n; i++)
            put_number(m, (uint64_t)*code_of(m, b.values[i]) - 1, code_bytes);
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
    struct reach_key key;
    struct tablebase_value value;
    for (uint64_t at = 0; tablebase_store_next(&m->store, &at, &key, &value);)
        if (value.plies > out->plies_max)
            out->plies_max = value.plies;
}

static void maker_free(struct maker *m)
{
    tablebase_store_done(&m->store);
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
    m->progress = progress;
    m->write = write;
    m->context = context;
    int err = s->players == 2 ? reach_keys_init(&m->keys, s) : ERR_RANGE;
    if (err == 0)
        err = tablebase_store_init(&m->store, &m->keys, memory_bytes);
    if (err == 0)
        err = solve_all(m);
    if (err == 0) {
        tablebase_store_sort(&m->store);
        err = write_all(m);
    }
    if (err == 0)
        made_fill(m, out);
    maker_free(m);
    return err;
}

#include "search/proof/pns_table.h"

#include "base/err.h"
#include "base/rng.h"

enum {
    WAYS = 4,
    MAGIC_BYTES = 16,
    HEAD_BYTES = 40,
    NOTE_WORK = 2, /* what took less is found again at once */
};

static uint64_t work_pack(uint64_t work)
{
    uint64_t shift = 0;
    while (work >> shift >= 2048 && shift < 31)
        shift++;
    work >>= shift;
    return shift << 11 | (work < 2048 ? work : 2047);
}

static struct pns_numbers unpack(uint64_t data)
{
    return (struct pns_numbers){.proof = (uint32_t)(data & PNS_INFINITE),
                                .disproof = (uint32_t)(data >> 24 & PNS_INFINITE),
                                .work = (data >> 48 & 2047) << (data >> 59)};
}

void pns_table_init(struct pns_table *t, void *block, uint64_t bytes)
{
    t->entries = block;
    t->buckets = bytes / (WAYS * sizeof(struct pns_entry));
    t->notes = NULL;
    ASSERT(t->buckets > 0);
}

void pns_table_clear(struct pns_table *t)
{
    __builtin_memset(t->entries, 0, t->buckets * WAYS * sizeof(struct pns_entry));
}

static struct pns_entry *bucket_of(const struct pns_table *t, uint64_t key)
{
    return t->entries + ((key >> 32) * t->buckets >> 32) * WAYS;
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

/* The data of a key, 0: not there. */
static uint64_t find(const struct pns_table *t, uint64_t key)
{
    const struct pns_entry *e = bucket_of(t, key);
    for (int i = 0; i < WAYS; i++) {
        uint64_t data = load(&e[i].data);
        if ((load(&e[i].check) ^ data) == key && data != 0)
            return data;
    }
    return 0;
}

bool pns_table_get(const struct pns_table *t, uint64_t key, struct pns_numbers *out)
{
    uint64_t data = find(t, key);
    if (data != 0)
        *out = unpack(data);
    return data != 0;
}

static void put(struct pns_table *t, uint64_t key, uint64_t data)
{
    struct pns_entry *e = bucket_of(t, key);
    struct pns_entry *place = e;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < WAYS; i++) {
        uint64_t old = load(&e[i].data);
        if (old == 0 || (load(&e[i].check) ^ old) == key) {
            place = &e[i];
            break;
        }
        if (old >> 48 < least) { /* the packed form of work keeps its order */
            least = old >> 48;
            place = &e[i];
        }
    }
    atomic_store_explicit(&place->data, data, memory_order_relaxed);
    atomic_store_explicit(&place->check, key ^ data, memory_order_relaxed);
}

void pns_table_put(struct pns_table *t, uint64_t key, const struct pns_numbers *numbers)
{
    ASSERT((numbers->proof == 0) == (numbers->disproof == PNS_INFINITE));
    ASSERT((numbers->disproof == 0) == (numbers->proof == PNS_INFINITE));
    uint64_t data =
        numbers->proof | (uint64_t)numbers->disproof << 24 | work_pack(numbers->work) << 48;
    put(t, key, data);
    struct pns_notes *notes = t->notes;
    if (notes != NULL && numbers->work >= NOTE_WORK && notes->n < notes->cap)
        notes->note[notes->n++] = (struct pns_note){key, data};
}

int pns_table_full(const struct pns_table *t)
{
    uint64_t step = t->buckets / 1000 + 1;
    uint64_t used = 0;
    uint64_t seen = 0;
    for (uint64_t b = 0; b < t->buckets; b += step)
        for (int i = 0; i < WAYS; i++, seen++)
            used += load(&t->entries[b * WAYS + (uint64_t)i].data) != 0;
    return seen > 0 ? (int)(used * 1000 / seen) : 0;
}

/* ---- files ---- */

static const char magic[MAGIC_BYTES] = "hoshi-table 2\n";

static void store_le(uint8_t *out, uint64_t v)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(v >> 8 * i);
}

static uint64_t fetch_le(const uint8_t *in)
{
    uint64_t v = 0;
    for (int i = 7; i >= 0; i--)
        v = v << 8 | in[i];
    return v;
}

static void head_make(uint8_t head[HEAD_BYTES], const struct setup *s, uint64_t buckets,
                      int64_t nodes_n)
{
    const uint8_t about[8] = {s->game, s->width, s->height, s->players, s->options};
    __builtin_memcpy(head, magic, MAGIC_BYTES);
    __builtin_memcpy(head + MAGIC_BYTES, about, sizeof about);
    store_le(head + 24, buckets);
    store_le(head + 32, (uint64_t)nodes_n);
}

static uint64_t check_head(const uint8_t head[HEAD_BYTES])
{
    uint64_t sum = 0;
    for (int i = 0; i < HEAD_BYTES; i += 8)
        sum = rng_mix(sum ^ fetch_le(head + i));
    return sum;
}

static bool data_known(uint64_t data)
{
    return (data & PNS_INFINITE) == 0 || (data >> 24 & PNS_INFINITE) == 0;
}

/* An entry as it stands in a file. */
struct saved {
    pns_write *write;
    void *context;
    uint64_t sum;
};

static bool save_head(struct saved *f, const struct setup *s, uint64_t buckets, int64_t nodes_n)
{
    uint8_t head[HEAD_BYTES];
    head_make(head, s, buckets, nodes_n);
    f->sum = check_head(head);
    return f->write(f->context, head, sizeof head);
}

static bool save_entry(struct saved *f, uint64_t check, uint64_t data)
{
    uint8_t pair[16];
    store_le(pair, check);
    store_le(pair + 8, data);
    f->sum = rng_mix(rng_mix(f->sum ^ check) ^ data);
    return f->write(f->context, pair, sizeof pair);
}

static bool save_end(struct saved *f)
{
    uint8_t end[24] = {0};
    store_le(end + 16, f->sum);
    return f->write(f->context, end, sizeof end);
}

int pns_table_save(const struct pns_table *t, const struct setup *s, int64_t nodes_n,
                   bool known_only, pns_write *write, void *context)
{
    struct saved f = {.write = write, .context = context};
    if (!save_head(&f, s, t->buckets, nodes_n))
        return ERR_IO;
    for (uint64_t i = 0; i < t->buckets * WAYS; i++) {
        uint64_t data = load(&t->entries[i].data);
        uint64_t check = load(&t->entries[i].check);
        if (data == 0 || (known_only && !data_known(data)))
            continue;
        if (!save_entry(&f, check, data))
            return ERR_IO;
    }
    return save_end(&f) ? 0 : ERR_IO;
}

int pns_table_save_notes(const struct pns_table *t, const struct setup *s, int64_t nodes_n,
                         pns_write *write, void *context)
{
    struct saved f = {.write = write, .context = context};
    if (!save_head(&f, s, t->buckets, nodes_n))
        return ERR_IO;
    for (uint32_t i = 0; i < t->notes->n; i++) {
        const struct pns_note *note = &t->notes->note[i];
        /* An entry that was overwritten later differs from the note. */
        if (find(t, note->key) == note->data && !save_entry(&f, note->key ^ note->data, note->data))
            return ERR_IO;
    }
    return save_end(&f) ? 0 : ERR_IO;
}

int pns_table_load(struct pns_table *t, const struct setup *s, int64_t *nodes_n, pns_read *read,
                   void *context)
{
    uint8_t head[HEAD_BYTES];
    uint8_t wanted[HEAD_BYTES];
    if (!read(context, head, sizeof head))
        return ERR_SYNTAX;
    int64_t nodes = (int64_t)fetch_le(head + 32);
    head_make(wanted, s, fetch_le(head + 24), nodes);
    if (__builtin_memcmp(head, wanted, MAGIC_BYTES) != 0)
        return ERR_SYNTAX;
    if (__builtin_memcmp(head, wanted, HEAD_BYTES) != 0)
        return ERR_CONFLICT;
    uint64_t sum = check_head(head);
    uint8_t pair[16];
    for (;;) {
        if (!read(context, pair, sizeof pair))
            return ERR_SYNTAX;
        uint64_t check = fetch_le(pair);
        uint64_t data = fetch_le(pair + 8);
        if (data == 0 && check == 0)
            break;
        if (data == 0)
            return ERR_SYNTAX;
        sum = rng_mix(rng_mix(sum ^ check) ^ data);
        uint64_t key = check ^ data;
        uint64_t old = find(t, key);
        if (old == 0 || (data_known(data) && !data_known(old)) ||
            (data_known(data) == data_known(old) && data >> 48 > old >> 48))
            put(t, key, data);
    }
    if (!read(context, pair, 8) || fetch_le(pair) != sum)
        return ERR_SYNTAX;
    *nodes_n = nodes;
    return 0;
}

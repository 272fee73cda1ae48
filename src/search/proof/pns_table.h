/* pns_table.h - what the proof search has learned: proof and disproof numbers by key.
 *
 * Entries of 16 bytes in buckets of four, one cache line, in one borrowed block, shared by all
 * threads without locks. An entry is two words: `data` = proof number (24 bits), disproof number
 * (24), work (16), and `check` = key ^ data, so that an entry torn by two writers has no key and is
 * simply not found (Hyatt and Mann's trick). A full bucket loses the entry of least work.
 *
 * Work is the number of nodes expanded below, rounded to an 11-bit mantissa and a 5-bit exponent.
 *
 * On disk (all numbers little-endian, 64 bits): "hoshi-table 2\n" padded with zeros to 16 bytes,
 * the setup (five bytes, zeros), buckets, nodes expanded so far, the entries used as pairs check,
 * data, closed by a pair of zeros, and a checksum of all before. The version grows with every
 * change of the keys (pns_sight.h). Any number of buckets may be read into any table: entries find
 * their places again. */
#ifndef PNS_TABLE_H
#define PNS_TABLE_H
#include "rules/game.h"
#include <stdatomic.h>

enum { PNS_INFINITE = (1 << 24) - 1 }; /* a number that cannot be reached: (dis)proved */

struct pns_entry {
    _Atomic uint64_t check, data;
};

/* The knowledge about a position, for the player to move: they reach their goal iff disproof is
 * infinite. */
struct pns_numbers {
    uint32_t proof, disproof; /* 0 … PNS_INFINITE; one is 0 iff the other is infinite */
    uint64_t work;            /* nodes expanded below, about */
};

/* A list of the entries put since it was last emptied, for others that search the same question.
 * Only entries that took some work are noted; a full list notes no more. */
struct pns_note {
    uint64_t key, data;
};
struct pns_notes {
    struct pns_note *note; /* borrowed */
    uint32_t n, cap;
};

struct pns_table {
    struct pns_entry *entries; /* borrowed; 4 a bucket */
    uint64_t buckets;
    struct pns_notes *notes; /* NULL: no notes; else only one thread may put */
};

/* Takes what fits of a block that is aligned to 64 bytes and all zero; at least 64 bytes. */
void pns_table_init(struct pns_table *t, void *block, uint64_t bytes);
void pns_table_clear(struct pns_table *t); /* all is forgotten */

/* True and *out if the key is known. */
bool pns_table_get(const struct pns_table *t, uint64_t key, struct pns_numbers *out);

void pns_table_put(struct pns_table *t, uint64_t key, const struct pns_numbers *numbers);

/* Entries used, of one bucket in a thousand, as parts of a thousand. */
int pns_table_full(const struct pns_table *t);

/* Writes or reads bytes; false: that failed. */
typedef bool pns_write(void *context, const void *bytes, size_t n);
typedef bool pns_read(void *context, void *bytes, size_t n);

/* Both return 0 or ERR_IO; loading also ERR_SYNTAX (no table, or a damaged one; t may then hold a
 * part of it and should be emptied) and ERR_CONFLICT (of another game or board). Threads may use
 * the table meanwhile: if one tears an entry, that entry is saved and loaded under a key that
 * matches no position. known_only: save only entries that are proved or disproved. _notes: save the
 * noted entries that still hold, as a small table. Of two entries with one key, loading keeps the
 * one that is known, or took more work. */
MUST_USE int pns_table_save(const struct pns_table *t, const struct setup *s, int64_t nodes_n,
                            bool known_only, pns_write *write, void *context);
MUST_USE int pns_table_save_notes(const struct pns_table *t, const struct setup *s, int64_t nodes_n,
                                  pns_write *write, void *context);
MUST_USE int pns_table_load(struct pns_table *t, const struct setup *s, int64_t *nodes_n,
                            pns_read *read, void *context);

#endif

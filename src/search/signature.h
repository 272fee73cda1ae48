/* signature.h - fixed searches whose results, mixed into one number, must be the same on every
 * machine, with every compiler, and in WebAssembly. The number changes when, and only when, rules
 * or search do something else than before. */
#ifndef SIGNATURE_H
#define SIGNATURE_H
#include "search/engine.h"

enum { SIGNATURE_CASES = 14, SIGNATURE_NODES = 1500, SIGNATURE_MEMORY_BYTES = 32 << 20 };

/* The position that case number 0 … SIGNATURE_CASES - 1 searches. */
void signature_position(int number, struct position *out);

/* Searches it with an engine of SIGNATURE_MEMORY_BYTES and one thread, and returns the signature of
 * the report; *nodes_n is raised by the playouts. 0 if the engine fails. */
uint64_t signature_case(struct engine *e, int number, int64_t *nodes_n);

/* All that a report says, less the times, as one number; never 0. */
uint64_t signature_report(const struct search_report *report);

/* Mixes the signature of the next case into that of those before (0 for none). */
static inline uint64_t signature_add(uint64_t before, uint64_t next)
{
    return rng_mix(before ^ next);
}

#endif

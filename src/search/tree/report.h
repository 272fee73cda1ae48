/* report.h - what a search has found so far: the best moves in order, their rates, bounds and
 * lines.
 *
 * It may be made while workers search: visits and sums are read as they stand. The order of
 * the moves depends on the tree alone, so the same search gives the same report on every
 * machine. */
#ifndef REPORT_H
#define REPORT_H
#include "search/tree/worker.h"

/* Fills *out, except the fields that only the engine knows. The root has children. Allocates
 * nothing. */
void report_fill(const struct search *s, int64_t elapsed_ms, struct search_report *out);

#endif

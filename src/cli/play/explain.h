/* explain.h - what a net says of a position without any search: `hoshi analyze --explain`. */
#ifndef EXPLAIN_H
#define EXPLAIN_H
#include "cli/analysis/net_choice.h"
#include "record/svg.h"
#include "rules/position.h"

struct explain {
    const struct net_choice *choice;
    const char *svg_file; /* or NULL */
    enum svg_theme theme;
    int rows; /* moves that are listed */
    bool json;
};

/* Prints policy, value and ownership as text or JSON, and a picture into a file. Returns an exit
 * status; no net for this position is EXIT_NO, with the reason on stderr. */
MUST_USE int explain(const struct explain *x, const struct position *p);

#endif

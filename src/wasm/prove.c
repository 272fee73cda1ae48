/* prove.c - the proof search for the page's puzzles: who wins, and how to hold out longest. */
#include "base/err.h"
#include "rules/position.h"
#include "search/proof/resist.h"
#include "wasm/api.h"
#include "wasm/slot.h"

enum { PROVE_BYTES = 40 << 20 };

static struct resist *prover;
static struct setup of; /* boards that the prover is for */

static bool same_boards(const struct setup *a, const struct setup *b)
{
    return a->game == b->game && a->width == b->width && a->height == b->height &&
           a->players == b->players && a->options == b->options;
}

int EXPORT(hoshi_prove)(int slot, int goal, int nodes_cap, int positions_cap)
{
    const struct position *p = api_slot(slot);
    if (p == NULL || p->setup.players != 2 || nodes_cap < 1 || positions_cap < 1 ||
        goal < -POINTS_MAX || goal > POINTS_MAX)
        return ERR_RANGE;
    if (prover == NULL || !same_boards(&of, &p->setup)) {
        resist_free(prover);
        prover = resist_new(&p->setup, PROVE_BYTES);
        of = p->setup;
    }
    if (prover == NULL)
        return ERR_NO_MEMORY;
    const struct resist_limits limits = {.nodes_cap = nodes_cap, .positions_cap = positions_cap};
    struct resist_report report;
    int err = resist_ask(prover, p, goal, &limits, &report);
    if (err < 0)
        return err;
    int32_t *out = api_numbers();
    int n = 0;
    out[n++] = report.value;
    out[n++] = report.settled;
    out[n++] = report.exact;
    out[n++] = report.plies;
    out[n++] = report.move;
    out[n++] = (int32_t)report.nodes_n;
    return n;
}

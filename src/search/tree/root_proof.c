#include "search/tree/root_proof.h"

#include "rules/position.h"

enum { AREA_MAX = 25, MEMORY = 8 << 20, STEP = 256, WIN = 1 };

bool root_proof_wants(const struct setup *s)
{
    return s->players == 2 && s->width * s->height <= AREA_MAX;
}

static bool make_ready(struct root_proof *r, const struct setup *s)
{
    static const struct pns_options options = {.memory_bytes = MEMORY, .threads = 1};
    if (r->pns != NULL && setup_same(&r->setup, s))
        return true;
    pns_free(r->pns);
    r->pns = pns_new(s, &options);
    r->setup = *s;
    return r->pns != NULL;
}

move_t root_proof_move(struct root_proof *r, const struct position *p, bool (*enough)(void *),
                       void *context)
{
    struct pns_report report = {.value = 0};
    if (!make_ready(r, &p->setup))
        return MOVE_NONE;
    int err = 0;
    while (err == 0 && report.value == 0 && !enough(context))
        err = pns_solve(r->pns, p, WIN, STEP, NULL, NULL, &report);
    return report.value > 0 ? pns_move(r->pns, p, WIN) : MOVE_NONE;
}

void root_proof_free(struct root_proof *r)
{
    pns_free(r->pns);
    r->pns = NULL;
}

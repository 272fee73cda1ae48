/* hoshi_engine.c - libhoshi's engine, sampler and proofs (include/hoshi.h). */
#include "base/err.h"
#include "lib/hoshi_int.h"
#include "net/net.h"
#include "search/engine.h"
#include "search/proof/resist.h"
#include "search/tree/flat.h"
#include <stdlib.h>
#include <string.h>

_Static_assert((int)HOSHI_PV_MAX == (int)PV_MAX && (int)HOSHI_CANDIDATES_MAX == (int)CANDIDATES_MAX,
               "the public thought holds every report");

enum { PROVE_NODES = 1000000, PROVE_BYTES = 64 << 20 };

/* A caller's functions, with what they need to see the engine's report as ours. */
struct relay {
    hoshi_progress *progress;
    hoshi_done *done;
    void *context;
    struct setup setup;
};

struct hoshi_engine {
    struct engine *e;
    struct engine_options options;
    struct net nets[2];     /* the one in use, if any, and room for the next */
    struct relay relay;     /* of the search that was started */
    _Atomic uint32_t board; /* its game, width and height, for hoshi_engine_poll */
};

int hoshi_engine_new(const struct hoshi_engine_options *options, struct hoshi_engine **out)
{
    struct hoshi_engine_options o;
    if (!hoshi_take(&o, sizeof o, options, sizeof o) || o.threads < 0)
        return HOSHI_ERR_RANGE;
    struct hoshi_engine *e = calloc(1, sizeof *e);
    if (e == NULL)
        return HOSHI_ERR_NO_MEMORY;
    e->options = (struct engine_options){.memory_bytes = o.memory_bytes,
                                         .threads = o.threads,
                                         .seed = o.seed,
                                         .keep_tree = o.keep_tree != 0};
    e->e = engine_new(&e->options);
    if (e->e == NULL) {
        free(e);
        return HOSHI_ERR_NO_MEMORY;
    }
    *out = e;
    return 0;
}

int hoshi_engine_net(struct hoshi_engine *e, const void *file, size_t bytes)
{
    const char *why;
    struct engine_options options = e->options;
    struct net *spare = &e->nets[options.net == &e->nets[0] ? 1 : 0];
    int err = file != NULL ? net_open(spare, file, bytes, &why) : 0;
    if (err < 0)
        return err;
    options.no_net = file == NULL;
    options.net = file != NULL ? spare : NULL;
    struct engine *fresh = engine_new(&options);
    if (fresh == NULL)
        return ERR_NO_MEMORY;
    engine_free(e->e);
    e->e = fresh;
    e->options = options;
    return 0;
}

void hoshi_engine_clear(struct hoshi_engine *e)
{
    engine_clear(e->e);
}

void hoshi_engine_free(struct hoshi_engine *e)
{
    if (e == NULL)
        return;
    engine_free(e->e);
    free(e);
}

static void candidate_from(const struct candidate *c, const struct setup *s,
                           struct hoshi_candidate *out)
{
    *out = (struct hoshi_candidate){.action = hoshi_action_of(s, c->move),
                                    .proven = c->proven,
                                    .exact = c->exact,
                                    .low = c->low,
                                    .high = c->high,
                                    .pv_n = c->pv_n,
                                    .visits = c->visits,
                                    .winrate = (double)c->winrate,
                                    .score = (double)c->score,
                                    .prior = (double)c->prior};
    move_print(c->move, s->width, out->move);
    for (int i = 0; i < c->pv_n; i++)
        out->pv[i] = hoshi_action_of(s, c->pv[i]);
}

static void thought_from(const struct search_report *r, const struct setup *s,
                         struct hoshi_thought *out)
{
    *out = (struct hoshi_thought){.size = sizeof *out,
                                  .action = HOSHI_ERR_OVER,
                                  .proven = r->proven,
                                  .exact = r->exact,
                                  .low = r->low,
                                  .high = r->high,
                                  .net = r->net,
                                  .winrate = (double)r->winrate,
                                  .nodes = r->nodes_n,
                                  .elapsed_ms = r->elapsed_ms,
                                  .candidates_n = r->candidates_n};
    if (r->best != MOVE_NONE) {
        move_print(r->best, s->width, out->move);
        out->action = hoshi_action_of(s, r->best);
    }
    for (int i = 0; i < r->candidates_n; i++)
        candidate_from(&r->candidates[i], s, &out->candidates[i]);
}

/* 0, or HOSHI_ERR_RANGE for a struct that is too small. */
static int thought_give(const struct search_report *r, const struct setup *s,
                        struct hoshi_thought *out)
{
    struct hoshi_thought thought;
    thought_from(r, s, &thought);
    return hoshi_give(out, &thought, sizeof thought, sizeof thought) ? 0 : HOSHI_ERR_RANGE;
}

static bool too_small(const struct hoshi_thought *out)
{
    return out != NULL && out->size < sizeof *out;
}

static bool relay_progress(void *context, const struct search_report *so_far)
{
    struct relay *relay = context;
    struct hoshi_thought thought;
    thought_from(so_far, &relay->setup, &thought);
    return relay->progress(relay->context, &thought) != 0;
}

static void relay_done(void *context, const struct search_report *report)
{
    struct relay *relay = context;
    struct hoshi_thought thought;
    thought_from(report, &relay->setup, &thought);
    relay->done(relay->context, &thought);
}

static int limits_from(const struct hoshi_limits *limits, struct engine_limits *out)
{
    struct hoshi_limits l = {.level = LEVEL_DEFAULT};
    if (limits != NULL && !hoshi_take(&l, sizeof l, limits, sizeof l))
        return HOSHI_ERR_RANGE;
    *out = (struct engine_limits){.level = l.level, .nodes_cap = l.nodes, .think_ms = l.think_ms};
    return 0;
}

int hoshi_engine_think(struct hoshi_engine *e, const struct hoshi_position *p,
                       const struct hoshi_limits *limits, hoshi_progress *progress, void *context,
                       struct hoshi_thought *out)
{
    struct engine_limits engine_limits;
    struct relay relay = {.progress = progress, .context = context, .setup = p->p.setup};
    struct search_report report;
    int err = too_small(out) ? HOSHI_ERR_RANGE : limits_from(limits, &engine_limits);
    if (err == 0)
        err = engine_search(e->e, &p->p, &engine_limits, progress ? relay_progress : NULL, &relay,
                            &report);
    return err < 0 ? err : thought_give(&report, &relay.setup, out);
}

int hoshi_engine_start(struct hoshi_engine *e, const struct hoshi_position *p,
                       const struct hoshi_limits *limits, hoshi_progress *progress,
                       hoshi_done *done, void *context)
{
    struct engine_limits engine_limits;
    const struct setup *s = &p->p.setup;
    int err = limits_from(limits, &engine_limits);
    if (err < 0)
        return err;
    engine_stop(e->e);
    (void)engine_wait(e->e, NULL); /* before the relay is another */
    e->board = (uint32_t)s->game << 16 | (uint32_t)s->width << 8 | s->height;
    e->relay = (struct relay){.progress = progress, .done = done, .context = context, .setup = *s};
    const struct engine_watch watch = {.progress = progress ? relay_progress : NULL,
                                       .done = done ? relay_done : NULL,
                                       .context = &e->relay};
    return engine_start(e->e, &p->p, &engine_limits, &watch);
}

/* What actions need of the setup. */
static struct setup board_of(const struct hoshi_engine *e)
{
    uint32_t b = e->board;
    return (struct setup){
        .game = (uint8_t)(b >> 16), .width = (uint8_t)(b >> 8), .height = (uint8_t)b};
}

int hoshi_engine_poll(struct hoshi_engine *e, struct hoshi_thought *out)
{
    struct search_report report;
    if (too_small(out))
        return HOSHI_ERR_RANGE;
    enum engine_state state = engine_poll(e->e, &report);
    const struct setup s = board_of(e);
    if (out != NULL && state != ENGINE_IDLE)
        (void)thought_give(&report, &s, out);
    return (int)state;
}

int hoshi_engine_wait(struct hoshi_engine *e, struct hoshi_thought *out)
{
    struct search_report report;
    if (too_small(out))
        return HOSHI_ERR_RANGE;
    int err = engine_wait(e->e, &report);
    const struct setup s = board_of(e);
    if (err == 0 && out != NULL)
        (void)thought_give(&report, &s, out);
    return err;
}

void hoshi_engine_stop(struct hoshi_engine *e)
{
    engine_stop(e->e);
}

int hoshi_position_flat(const struct hoshi_position *p, int64_t playouts, uint64_t seed)
{
    struct rng r;
    if (p->p.over)
        return HOSHI_ERR_OVER;
    rng_seed(&r, seed);
    return hoshi_action_of(&p->p.setup, flat_choose(&p->p, playouts, &r));
}

int hoshi_position_prove(const struct hoshi_position *p, const struct hoshi_question *question,
                         struct hoshi_answer *out)
{
    struct hoshi_question q;
    const struct setup *s = &p->p.setup;
    if (!hoshi_take(&q, sizeof q, question, sizeof q) || out->size < sizeof *out || q.nodes < 0 ||
        q.positions < 0 || q.goal < -POINTS_MAX || q.goal > POINTS_MAX)
        return HOSHI_ERR_RANGE;
    if (s->players != 2)
        return HOSHI_ERR_UNSUPPORTED;
    struct resist *prover = resist_new(s, q.memory_bytes != 0 ? q.memory_bytes : PROVE_BYTES);
    if (prover == NULL)
        return HOSHI_ERR_NO_MEMORY;
    const struct resist_limits limits = {.nodes_cap = q.nodes != 0 ? q.nodes : PROVE_NODES,
                                         .positions_cap = q.positions != 0 ? q.positions : 1};
    struct resist_report report;
    int err = resist_ask(prover, &p->p, q.goal, &limits, &report);
    resist_free(prover);
    if (err < 0)
        return err;
    struct hoshi_answer answer = {.value = report.value,
                                  .settled = report.settled,
                                  .exact = report.exact,
                                  .plies = report.plies,
                                  .action = HOSHI_ERR_NOT_FOUND,
                                  .nodes = report.nodes_n};
    if (report.move != MOVE_NONE) {
        answer.action = hoshi_action_of(s, report.move);
        move_print(report.move, s->width, answer.move);
    }
    return hoshi_give(out, &answer, sizeof answer, sizeof answer) ? 0 : HOSHI_ERR_RANGE;
}

/* hoshi_engine_none.c - the engine's functions in a libhoshi that has none: the same names, and
 * HOSHI_ERR_UNSUPPORTED from all. */
#include "hoshi.h"

int hoshi_engine_new(const struct hoshi_engine_options *options, struct hoshi_engine **out)
{
    (void)options;
    (void)out;
    return HOSHI_ERR_UNSUPPORTED;
}

int hoshi_engine_net(struct hoshi_engine *e, const void *file, size_t bytes)
{
    (void)e;
    (void)file;
    (void)bytes;
    return HOSHI_ERR_UNSUPPORTED;
}

void hoshi_engine_clear(struct hoshi_engine *e)
{
    (void)e;
}

void hoshi_engine_free(struct hoshi_engine *e)
{
    (void)e;
}

int hoshi_engine_think(struct hoshi_engine *e, const struct hoshi_position *p,
                       const struct hoshi_limits *limits, hoshi_progress *progress, void *context,
                       struct hoshi_thought *out)
{
    (void)e;
    (void)p;
    (void)limits;
    (void)progress;
    (void)context;
    (void)out;
    return HOSHI_ERR_UNSUPPORTED;
}

int hoshi_engine_start(struct hoshi_engine *e, const struct hoshi_position *p,
                       const struct hoshi_limits *limits, hoshi_progress *progress,
                       hoshi_done *done, void *context)
{
    (void)e;
    (void)p;
    (void)limits;
    (void)progress;
    (void)done;
    (void)context;
    return HOSHI_ERR_UNSUPPORTED;
}

int hoshi_engine_poll(struct hoshi_engine *e, struct hoshi_thought *out)
{
    (void)e;
    (void)out;
    return HOSHI_ERR_UNSUPPORTED;
}

int hoshi_engine_wait(struct hoshi_engine *e, struct hoshi_thought *out)
{
    (void)e;
    (void)out;
    return HOSHI_ERR_UNSUPPORTED;
}

void hoshi_engine_stop(struct hoshi_engine *e)
{
    (void)e;
}

int hoshi_position_flat(const struct hoshi_position *p, int64_t playouts, uint64_t seed)
{
    (void)p;
    (void)playouts;
    (void)seed;
    return HOSHI_ERR_UNSUPPORTED;
}

int hoshi_position_prove(const struct hoshi_position *p, const struct hoshi_question *question,
                         struct hoshi_answer *out)
{
    (void)p;
    (void)question;
    (void)out;
    return HOSHI_ERR_UNSUPPORTED;
}

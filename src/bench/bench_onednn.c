#include "bench/bench_onednn.h"

#include "platform/clock.h"
#include <dnnl.h>
#include <omp.h>
#include <stdlib.h>

enum { LAYERS_MAX = 2 * NET_BLOCKS_MAX + 2, ARGS = 4 };

struct layer {
    dnnl_primitive_t conv;
    dnnl_exec_arg_t args[ARGS];
};

/* A net in the form that oneDNN runs. destroy() frees its handles. */
struct tower {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    dnnl_memory_t memory[4 + 2 * LAYERS_MAX]; /* the activations, then weights and biases */
    int memory_n;
    struct layer layers[LAYERS_MAX];
    int layers_n;
    int batch, width, height;
};

/* NULL if oneDNN has no memory. */
static dnnl_memory_t new_memory(struct tower *t, const dnnl_memory_desc_t *md)
{
    dnnl_memory_t m = NULL;
    if (dnnl_memory_create(&m, md, t->engine, DNNL_MEMORY_ALLOCATE) != dnnl_success)
        return NULL;
    t->memory[t->memory_n++] = m;
    return m;
}

/* Activations of that many channels, [board][y][x][channel], all of them the same small number. */
static dnnl_memory_t new_activations(struct tower *t, int channels)
{
    const dnnl_dims_t dims = {t->batch, channels, t->height, t->width};
    dnnl_memory_desc_t md;
    void *bytes;
    if (dnnl_memory_desc_init_by_tag(&md, 4, dims, dnnl_u8, dnnl_nhwc) != dnnl_success)
        return NULL;
    dnnl_memory_t m = new_memory(t, &md);
    if (m == NULL || dnnl_memory_get_data_handle(m, &bytes) != dnnl_success)
        return NULL;
    __builtin_memset(bytes, 32, dnnl_memory_desc_get_size(&md));
    return m;
}

/* The weights as [output][input][y][x], from [tap][input / 4][output][input % 4] (net.h). */
static void unpack_weights(const struct net_layer *l, int8_t *out)
{
    for (int o = 0; o < l->outputs; o++)
        for (int i = 0; i < l->inputs; i++)
            for (int tap = 0; tap < l->taps; tap++)
                *out++ = l->weights[((tap * l->inputs / 4 + i / 4) * l->outputs + o) * 4 + i % 4];
}

/* The weights in the order that the convolution wants. */
static dnnl_memory_t new_weights(struct tower *t, const struct net_layer *l,
                                 const dnnl_memory_desc_t *wanted)
{
    int side = l->taps == 9 ? 3 : 1;
    const dnnl_dims_t dims = {l->outputs, l->inputs, side, side};
    dnnl_memory_desc_t md;
    dnnl_memory_t plain = NULL;
    dnnl_primitive_desc_t desc = NULL;
    dnnl_primitive_t reorder = NULL;
    dnnl_memory_t out = new_memory(t, wanted);
    int8_t *bytes = malloc((size_t)l->outputs * (size_t)l->inputs * (size_t)l->taps);
    bool done = false;
    if (out != NULL && bytes != NULL) {
        unpack_weights(l, bytes);
        done = dnnl_memory_desc_init_by_tag(&md, 4, dims, dnnl_s8, dnnl_oihw) == dnnl_success &&
               dnnl_memory_create(&plain, &md, t->engine, bytes) == dnnl_success &&
               dnnl_reorder_primitive_desc_create(&desc, &md, t->engine, wanted, t->engine, NULL) ==
                   dnnl_success &&
               dnnl_primitive_create(&reorder, desc) == dnnl_success;
    }
    const dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, plain}, {DNNL_ARG_TO, out}};
    done = done && dnnl_primitive_execute(reorder, t->stream, 2, args) == dnnl_success &&
           dnnl_stream_wait(t->stream) == dnnl_success;
    dnnl_primitive_destroy(reorder);
    dnnl_primitive_desc_destroy(desc);
    dnnl_memory_destroy(plain);
    free(bytes);
    return done ? out : NULL;
}

/* A bias in the unit of the sums. */
static dnnl_memory_t new_bias(struct tower *t, const struct net_layer *l)
{
    const dnnl_dims_t dims = {l->outputs};
    dnnl_memory_desc_t md;
    void *bytes;
    if (dnnl_memory_desc_init_by_tag(&md, 1, dims, dnnl_s32, dnnl_x) != dnnl_success)
        return NULL;
    dnnl_memory_t m = new_memory(t, &md);
    if (m == NULL || dnnl_memory_get_data_handle(m, &bytes) != dnnl_success)
        return NULL;
    for (int o = 0; o < l->outputs; o++) {
        int64_t factor = l->factor[o] != 0 ? l->factor[o] : 1;
        ((int32_t *)bytes)[o] = (int32_t)((int64_t)l->bias[o] * 65536 / factor);
    }
    return m;
}

/* What a convolution does to its sums: a factor for each output, the former content of the
 * destination, nothing below 0. */
static bool set_attributes(dnnl_primitive_attr_t attr, const struct net_layer *l, bool add)
{
    float factors[NET_OUTPUTS_MAX];
    dnnl_post_ops_t then = NULL;
    for (int o = 0; o < l->outputs; o++)
        factors[o] = (float)l->factor[o] / 4294967296.0F;
    bool done = dnnl_post_ops_create(&then) == dnnl_success &&
                (!add || dnnl_post_ops_append_sum(then, 1) == dnnl_success) &&
                dnnl_post_ops_append_eltwise(then, 1, dnnl_eltwise_relu, 0, 0) == dnnl_success &&
                dnnl_primitive_attr_set_post_ops(attr, then) == dnnl_success &&
                dnnl_primitive_attr_set_output_scales(attr, l->outputs, 2, factors) == dnnl_success;
    dnnl_post_ops_destroy(then);
    return done;
}

static bool describe(const struct tower *t, const struct net_layer *l, bool add,
                     dnnl_primitive_desc_t *out)
{
    int side = l->taps == 9 ? 3 : 1;
    const dnnl_dims_t in = {t->batch, l->inputs, t->height, t->width};
    const dnnl_dims_t to = {t->batch, l->outputs, t->height, t->width};
    const dnnl_dims_t weights = {l->outputs, l->inputs, side, side};
    const dnnl_dims_t bias = {l->outputs};
    const dnnl_dims_t step = {1, 1};
    const dnnl_dims_t ring = {side / 2, side / 2};
    dnnl_memory_desc_t in_md, to_md, weights_md, bias_md;
    dnnl_convolution_desc_t conv;
    dnnl_primitive_attr_t attr = NULL;
    bool done =
        dnnl_memory_desc_init_by_tag(&in_md, 4, in, dnnl_u8, dnnl_nhwc) == dnnl_success &&
        dnnl_memory_desc_init_by_tag(&to_md, 4, to, dnnl_u8, dnnl_nhwc) == dnnl_success &&
        dnnl_memory_desc_init_by_tag(&weights_md, 4, weights, dnnl_s8, dnnl_format_tag_any) ==
            dnnl_success &&
        dnnl_memory_desc_init_by_tag(&bias_md, 1, bias, dnnl_s32, dnnl_x) == dnnl_success &&
        dnnl_convolution_forward_desc_init(&conv, dnnl_forward_inference, dnnl_convolution_direct,
                                           &in_md, &weights_md, &bias_md, &to_md, step, ring,
                                           ring) == dnnl_success &&
        dnnl_primitive_attr_create(&attr) == dnnl_success && set_attributes(attr, l, add) &&
        dnnl_primitive_desc_create(out, &conv, attr, t->engine, NULL) == dnnl_success;
    dnnl_primitive_attr_destroy(attr);
    return done;
}

/* One more convolution; with add, its result is added to what `to` holds. */
static bool append(struct tower *t, const struct net_layer *l, dnnl_memory_t in, dnnl_memory_t to,
                   bool add)
{
    struct layer *layer = &t->layers[t->layers_n];
    dnnl_primitive_desc_t desc = NULL;
    if (in == NULL || to == NULL || !describe(t, l, add, &desc))
        return false;
    dnnl_memory_t weights =
        new_weights(t, l, dnnl_primitive_desc_query_md(desc, dnnl_query_weights_md, 0));
    dnnl_memory_t bias = new_bias(t, l);
    bool done = weights != NULL && bias != NULL &&
                dnnl_primitive_create(&layer->conv, desc) == dnnl_success;
    dnnl_primitive_desc_destroy(desc);
    layer->args[0] = (dnnl_exec_arg_t){DNNL_ARG_SRC, in};
    layer->args[1] = (dnnl_exec_arg_t){DNNL_ARG_DST, to};
    layer->args[2] = (dnnl_exec_arg_t){DNNL_ARG_WEIGHTS, weights};
    layer->args[3] = (dnnl_exec_arg_t){DNNL_ARG_BIAS, bias};
    t->layers_n += done;
    return done;
}

static bool build(struct tower *t, const struct net *net)
{
    if (dnnl_engine_create(&t->engine, dnnl_cpu, 0) != dnnl_success ||
        dnnl_stream_create(&t->stream, t->engine, dnnl_stream_default_flags) != dnnl_success)
        return false;
    dnnl_memory_t input = new_activations(t, net->planes);
    dnnl_memory_t trunk = new_activations(t, net->channels);
    dnnl_memory_t other = new_activations(t, net->channels);
    dnnl_memory_t policy = new_activations(t, net->policy);
    bool done = append(t, &net->enter, input, trunk, false);
    for (int b = 0; b < net->blocks; b++)
        done = done && append(t, &net->first[b], trunk, other, false) &&
               append(t, &net->second[b], other, trunk, true);
    return done && append(t, &net->policy_points, trunk, policy, false);
}

static bool evaluate(struct tower *t)
{
    for (int i = 0; i < t->layers_n; i++)
        if (dnnl_primitive_execute(t->layers[i].conv, t->stream, ARGS, t->layers[i].args) !=
            dnnl_success)
            return false;
    return dnnl_stream_wait(t->stream) == dnnl_success;
}

static void destroy(struct tower *t)
{
    for (int i = 0; i < t->layers_n; i++)
        dnnl_primitive_destroy(t->layers[i].conv);
    for (int i = 0; i < t->memory_n; i++)
        dnnl_memory_destroy(t->memory[i]);
    dnnl_stream_destroy(t->stream);
    dnnl_engine_destroy(t->engine);
}

double bench_onednn(const struct net *net, const struct setup *s, int batch, int64_t run_us)
{
    struct tower t = {.batch = batch, .width = s->width, .height = s->height};
    int64_t n = 0;
    int64_t used = 0;
    omp_set_num_threads(1);
    bool done = build(&t, net) && evaluate(&t); /* the first one makes what the others need */
    int64_t began = clock_process_cpu_us();
    for (; done && used < run_us; n += batch) {
        done = evaluate(&t);
        used = clock_process_cpu_us() - began;
    }
    destroy(&t);
    return done ? (double)n * 1e6 / (double)used : 0;
}

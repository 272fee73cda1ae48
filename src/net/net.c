#include "net/net.h"

#include "base/crc.h"
#include "base/err.h"
#include "net/conv.h"

/* ---- the file ---- */

static const char MAGIC[8] = {'H', 'O', 'S', 'H', 'I', 'N', 'E', 'T'};

static uint32_t get4(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The rest of the file; end = NULL: it was too short. */
struct rest {
    const unsigned char *at, *end;
};

static void take(struct rest *r, struct net_layer *l, int inputs, int outputs, int taps)
{
    size_t weights = (size_t)inputs * (size_t)outputs * (size_t)taps;
    l->inputs = inputs;
    l->outputs = outputs;
    l->taps = taps;
    if (r->end == NULL || (size_t)(r->end - r->at) < weights + 8 * (size_t)outputs) {
        r->end = NULL;
        return;
    }
    for (int o = 0; o < outputs; o++, r->at += 4)
        l->bias[o] = (int32_t)get4(r->at);
    for (int o = 0; o < outputs; o++, r->at += 4)
        l->factor[o] = (int32_t)get4(r->at);
    l->weights = (const int8_t *)r->at;
    r->at += weights;
}

static bool take_all(struct net *n, struct rest *r)
{
    int pooled = 2 * n->channels;
    take(r, &n->enter, n->planes, n->channels, 9);
    for (int b = 0; b < n->blocks; b++) {
        take(r, &n->first[b], n->channels, n->channels, 9);
        take(r, &n->second[b], n->channels, n->channels, 9);
        if (b % 2 == 1)
            take(r, &n->pooled[b], pooled, n->channels, 1);
    }
    take(r, &n->policy_points, n->channels, n->policy, 1);
    take(r, &n->policy_bias, pooled, n->policy, 1);
    take(r, &n->policy_out, n->policy, n->kinds, 1);
    if (n->has_pass)
        take(r, &n->policy_pass, pooled, 1, 1);
    take(r, &n->value_hidden, pooled, n->value, 1);
    take(r, &n->value_out, n->value, 2, 1);
    take(r, &n->owner_out, n->channels, 1, 1);
    return r->end != NULL && r->at == r->end;
}

static int bad(const char **why, int err, const char *sentence)
{
    *why = sentence;
    return err;
}

static bool within(int v, int step, int most)
{
    return v > 0 && v % step == 0 && v <= most;
}

int net_open(struct net *out, const void *bytes, size_t n, const char **why)
{
    const unsigned char *head = bytes;
    if (n < NET_HEAD_BYTES || __builtin_memcmp(head, MAGIC, sizeof MAGIC) != 0)
        return bad(why, ERR_SYNTAX, "not a net file");
    if ((head[8] | head[9] << 8) != NET_VERSION)
        return bad(why, ERR_UNSUPPORTED, "a net file of a version that this program does not read");
    if (get4(head + 20) != n - NET_HEAD_BYTES)
        return bad(why, ERR_SYNTAX, "the net file is truncated or has something appended");
    uint32_t crc = crc32_more(0, head, 28);
    if (get4(head + 28) != crc32_more(crc, head + NET_HEAD_BYTES, n - NET_HEAD_BYTES))
        return bad(why, ERR_SYNTAX, "the checksum is wrong: the net file is damaged");
    if (head[10] >= GAME_N || head[11] != planes_version((enum game_id)head[10]) ||
        head[12] != planes_n((enum game_id)head[10]) ||
        head[17] != planes_kinds((enum game_id)head[10]))
        return bad(why, ERR_UNSUPPORTED,
                   "the net was trained for other inputs than this program's");
    *out = (struct net){.game = (enum game_id)head[10],
                        .planes = head[12],
                        .channels = head[13],
                        .blocks = head[14],
                        .policy = head[15],
                        .value = head[16],
                        .kinds = head[17],
                        .has_pass = head[18] != 0,
                        .side_min = head[24],
                        .side_max = head[19],
                        .crc = get4(head + 28)};
    if (!within(out->channels, 16, NET_CHANNELS_MAX) || out->blocks > NET_BLOCKS_MAX ||
        !within(out->policy, 16, NET_POLICY_MAX) || !within(out->value, 1, NET_VALUE_MAX) ||
        !within(out->side_max, 1, SIDE_MAX) || out->side_min > out->side_max ||
        out->has_pass != games[out->game]->has_pass)
        return bad(why, ERR_RANGE, "the net has sizes that this program does not allow");
    struct rest rest = {head + NET_HEAD_BYTES, head + n};
    if (!take_all(out, &rest))
        return bad(why, ERR_SYNTAX, "the layers of the net do not fill its file");
    out->path = net_path_best();
    return 0;
}

static bool sides_within(int least, int most, const struct setup *s)
{
    return s->width >= least && s->width <= most && s->height >= least && s->height <= most;
}

static struct planes_boards limits_of(enum game_id game, int least, int most)
{
    struct planes_boards out = planes_boards(game);
    if (least < out.least)
        out.least = (uint8_t)least;
    if (most > out.most)
        out.most = (uint8_t)most;
    return out;
}

static bool fits(enum game_id game, int least, int most, const struct setup *s)
{
    struct planes_boards on = limits_of(game, least, most);
    return game == s->game && planes_see(s) && sides_within(on.least, on.most, s);
}

struct planes_boards net_limits(const struct net *net)
{
    return limits_of(net->game, net->side_min, net->side_max);
}

bool net_plays(const struct net *net, const struct setup *s)
{
    return fits(net->game, net->side_min, net->side_max, s);
}

bool net_trained_on(const struct net *net, const struct setup *s)
{
    return sides_within(net->side_min, net->side_max, s);
}

bool net_file_plays(const void *bytes, const struct setup *s)
{
    const unsigned char *head = bytes;
    return fits(head[10], head[24], head[19], s);
}

enum net_path net_path_best(void)
{
    enum net_path best = NET_PLAIN;
    for (enum net_path path = NET_PLAIN; path < NET_PATHS; path++)
        if (net_path_works(path))
            best = path;
    return best;
}

const char *net_path_name(enum net_path path)
{
    static const char *const names[NET_PATHS] = {"plain", "simd128", "avx2", "vnni"};
    return names[path];
}

/* ---- its layers ---- */

void net_work_init(struct net_work *w)
{
    w->width = w->height = 0;
}

/* Makes the rings and the nodes for a board and a symmetry. */
static void set_board(struct net_work *w, const struct setup *s, int symmetry)
{
    if (w->width == s->width && w->height == s->height && w->symmetry == symmetry)
        return;
    int stride = s->width + 2;
    int points = s->width * s->height;
    w->width = s->width;
    w->height = s->height;
    w->symmetry = symmetry;
    for (int i = 0; i < points + NET_GROUP; i++) {
        int at = i < points ? i : points - 1;
        w->corner[i] = at / s->width * stride + at % s->width;
    }
    for (int i = 0; i < points; i++)
        w->seen[i] =
            w->corner[symmetry_point(symmetry, s->width, s->height, (point_t)i)] + stride + 1;
    __builtin_memset(w->input, 0, sizeof w->input);
    __builtin_memset(w->trunk, 0, sizeof w->trunk);
    __builtin_memset(w->other, 0, sizeof w->other);
}

/* Fills the input with the position as it is seen through the symmetry. */
static void look(const struct net *net, struct net_work *w, const struct position *p)
{
    if (w->symmetry == 0) {
        planes_fill(p, w->input);
        return;
    }
    size_t planes = (size_t)net->planes;
    bool exchanges = (games[net->game]->symmetries_swap >> w->symmetry & 1) != 0;
    planes_fill(p, w->planes);
    for (int i = 0; i < w->width * w->height; i++) {
        const uint8_t *from = w->planes + (size_t)(w->corner[i] + w->width + 3) * planes;
        uint8_t *to = w->input + (size_t)w->seen[i] * planes;
        __builtin_memcpy(to, from, planes);
        if (exchanges)
            to[PLANE_FIRST] = (uint8_t)(PLANE_ONE - from[PLANE_FIRST]);
    }
}

/* Mean and greatest value of each channel on the board, in 1/64 of an activation's unit. */
static void pool(const struct net_work *w, int channels, int16_t *out)
{
    int points = w->width * w->height;
    int32_t sum[NET_CHANNELS_MAX] = {0};
    uint8_t most[NET_CHANNELS_MAX] = {0};
    for (int i = 0; i < points; i++) {
        const uint8_t *at = w->trunk + w->seen[i] * channels;
        for (int c = 0; c < channels; c++) {
            sum[c] += at[c];
            most[c] = at[c] > most[c] ? at[c] : most[c];
        }
    }
    for (int c = 0; c < channels; c++) {
        out[c] = (int16_t)((sum[c] * 64 + points / 2) / points);
        out[channels + c] = (int16_t)(most[c] * 64);
    }
}

static int32_t dense_finish(const struct net_layer *l, int o, int32_t sum)
{
    int64_t v = (int64_t)sum * l->factor[o] + (int64_t)l->bias[o] * 256 + (1 << 23);
    return (int32_t)(v >> 24);
}

static void dense_pooled(const struct net_layer *l, const int16_t *in, int32_t *out)
{
    for (int o = 0; o < l->outputs; o++) {
        const int8_t *w = l->weights + o * l->inputs;
        int32_t sum = 0;
        for (int i = 0; i < l->inputs; i++)
            sum += in[i] * w[i];
        out[o] = dense_finish(l, o, sum);
    }
}

static int32_t dense_one(const struct net_layer *l, int o, const uint8_t *in)
{
    const int8_t *w = l->weights + o * l->inputs;
    int32_t sum = 0;
    for (int i = 0; i < l->inputs; i++)
        sum += in[i] * w[i];
    return dense_finish(l, o, sum);
}

/* One convolution; more (may be NULL) is added to the biases. */
static void convolve(const struct net *net, struct net_work *w, const struct net_layer *l,
                     const int32_t *more, const uint8_t *in, const uint8_t *add, uint8_t *out)
{
    int64_t bias[NET_OUTPUTS_MAX];
    for (int o = 0; o < l->outputs; o++)
        bias[conv_place(o)] =
            ((int64_t)l->bias[o] + (more != NULL ? more[o] : 0)) * 65536 + (INT64_C(1) << 31);
    const struct conv c = {.layer = l,
                           .bias = bias,
                           .in = in,
                           .add = add,
                           .out = out,
                           .corner = w->corner,
                           .points = w->width * w->height,
                           .stride = w->width + 2};
    conv_run(net->path, &c);
}

/* e^-d of d >= 0 in 1 / NET_ONE, in 1 / NET_SURE: a power of two, and a cubic between. */
static int32_t exp_minus(int64_t d)
{
    int64_t x = d * 94548 >> 16; /* times log2 e */
    if (x >> 10 > 17)
        return 0;
    int64_t f = (x & 1023) << 6;
    int64_t v = (-2749 * f >> 16) + 15397;
    v = (v * f >> 16) - 45416;
    v = (v * f >> 16) + NET_SURE;
    return (int32_t)(v >> (x >> 10));
}

/* 1 / (1 + e^-v), in 1 / NET_SURE. */
static int32_t logistic(int32_t v)
{
    int64_t e = exp_minus(v < 0 ? -(int64_t)v : v);
    int32_t more = (int32_t)((int64_t)NET_SURE * NET_SURE / (NET_SURE + e));
    return v < 0 ? NET_SURE - more : more;
}

static void judge_points(const struct net *net, struct net_work *w, const int16_t *pooled,
                         int32_t *logits)
{
    int points = w->width * w->height;
    int32_t bias[NET_OUTPUTS_MAX];
    dense_pooled(&net->policy_bias, pooled, bias);
    convolve(net, w, &net->policy_points, bias, w->trunk, NULL, w->policy);
    for (int i = 0; i < points; i++)
        for (int k = 0; k < net->kinds; k++)
            logits[k * points + i] =
                dense_one(&net->policy_out, k, w->policy + w->seen[i] * net->policy);
    if (net->has_pass)
        dense_pooled(&net->policy_pass, pooled, &logits[net->kinds * points]);
}

static void judge_value(const struct net *net, const struct setup *s, const int16_t *pooled,
                        struct net_judgement *out)
{
    int32_t hidden[NET_OUTPUTS_MAX];
    uint8_t clipped[NET_OUTPUTS_MAX];
    dense_pooled(&net->value_hidden, pooled, hidden);
    for (int i = 0; i < net->value; i++)
        clipped[i] = (uint8_t)(hidden[i] < 0 ? 0 : hidden[i] > PLANE_MAX ? PLANE_MAX : hidden[i]);
    int32_t area = s->width * s->height;
    int32_t margin = 0;
    if (games[net->game]->has_score) { /* of the whole board: 2 */
        margin = dense_one(&net->value_out, 1, clipped);
        margin = margin > 2 * NET_ONE ? 2 * NET_ONE : margin < -2 * NET_ONE ? -2 * NET_ONE : margin;
    }
    out->win = logistic(dense_one(&net->value_out, 0, clipped));
    out->margin = margin * area / 2;
}

void net_judge(const struct net *net, struct net_work *w, const struct position *p, int symmetry,
               struct net_judgement *out, uint16_t *owners)
{
    int16_t pooled[2 * NET_CHANNELS_MAX];
    int32_t bias[NET_OUTPUTS_MAX];
    ASSERT(net_plays(net, &p->setup));
    set_board(w, &p->setup, symmetry);
    look(net, w, p);
    convolve(net, w, &net->enter, NULL, w->input, NULL, w->trunk);
    for (int b = 0; b < net->blocks; b++) {
        if (b % 2 == 1) {
            pool(w, net->channels, pooled);
            dense_pooled(&net->pooled[b], pooled, bias);
        }
        convolve(net, w, &net->first[b], b % 2 == 1 ? bias : NULL, w->trunk, NULL, w->other);
        convolve(net, w, &net->second[b], NULL, w->other, w->trunk, w->trunk);
    }
    pool(w, net->channels, pooled);
    judge_points(net, w, pooled, out->logits);
    judge_value(net, &p->setup, pooled, out);
    for (int i = 0; owners != NULL && i < w->width * w->height; i++) {
        int32_t v = dense_one(&net->owner_out, 0, w->trunk + w->seen[i] * net->channels);
        int32_t sure = logistic(v);
        owners[i] = (uint16_t)(sure < NET_SURE ? sure : NET_SURE - 1);
    }
}

void net_priors(const struct net_judgement *j, const struct setup *s, const move_t *moves, int n,
                uint32_t *out)
{
    int32_t most = INT32_MIN;
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        int32_t v = j->logits[planes_move(s, moves[i])];
        most = v > most ? v : most;
    }
    for (int i = 0; i < n; i++) {
        int64_t d = (int64_t)most - j->logits[planes_move(s, moves[i])];
        out[i] = (uint32_t)exp_minus(d);
        sum += out[i];
    }
    ASSERT(sum >= NET_SURE); /* the likeliest alone */
    for (int i = 0; i < n; i++)
        out[i] = (uint32_t)((int64_t)out[i] * NET_SURE / sum) + 1;
}

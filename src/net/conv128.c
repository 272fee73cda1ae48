#include "net/conv128.h"

#ifdef CONV128
#include "net/simd128.h"

enum {
    TAPS = 9,
    RESULTS = 3, /* in each direction */
    SIDE = 5,
    CELLS = SIDE * SIDE,
    GROUP = 3,      /* tiles or points whose products are added at a time */
    TILES_MAX = 27, /* transformed at a time: boards up to 15x15 transform the weights once */
    BLOCKS_MAX = NET_CHANNELS_MAX / LANES,
};

/* Inputs: [group][cell][of the group][input]. Weights of eight outputs: [cell][pair of
 * inputs][output][of the pair]. A 1x1 convolution has one cell, and points for tiles. */
struct room {
    int16_t inputs[TILES_MAX * CELLS * BLOCKS_MAX * LANES];
    int16_t weights[CELLS * BLOCKS_MAX * LANES * LANES];
};

/* The tiles of a board. */
struct tiling {
    const struct conv *conv;
    int width, height, across, tiles;
    int blocks; /* of eight inputs; the last may lack four, whose weights are 0 here */
};

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

/* B d */
static INLINE SIMD128 void transform_inputs(const words_t d[SIDE], words_t out[SIDE])
{
    words_t a = d[1] + d[1];
    words_t b = d[2] - d[3];
    words_t c = d[3] - d[1];
    words_t e = d[0] - d[2];
    out[0] = e + e + c;
    out[1] = a + b;
    out[2] = b + d[2] + d[2] - a;
    out[3] = c;
    out[4] = d[4] - d[2] - c - c;
}

/* G (a b c) */
static INLINE SIMD128 void transform_weights(words_t a, words_t b, words_t c, words_t out[SIDE])
{
    words_t s = a + c;
    out[0] = a * 3;
    out[1] = (s + b) * 3;
    out[2] = s - b;
    out[3] = a + b * 2 + c * 4;
    out[4] = c * 6;
}

/* A m */
static INLINE SIMD128 void transform_back(const sums_t m[SIDE], sums_t out[RESULTS])
{
    sums_t s = m[1] + m[2];
    sums_t d = m[1] - m[2];
    out[0] = m[0] + s + m[3];
    out[1] = d + m[3] * 2;
    out[2] = s + m[3] * 4 + m[4];
}

/* A 36th of a multiple of 36. */
static INLINE SIMD128 sums_t divide(sums_t v)
{
    const uint32_t ninth = 954437177; /* times 9 it is 1, modulo 2^32 */
    return (sums_t)((signed_sums_t)(v * ninth) >> 2);
}

/* Transforms the inputs of a tile. Where it hangs over the ring it reads the ring again: results
 * on the board do not depend on that. */
static SIMD128 void take_tile(const struct tiling *t, int tile, int16_t *to)
{
    const struct conv *c = t->conv;
    const int inputs = t->blocks * LANES;
    const uint8_t *from[SIDE][SIDE];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int row = least(tile / t->across * RESULTS + y, t->height + 1);
            int column = least(tile % t->across * RESULTS + x, t->width + 1);
            from[y][x] = c->in + (row * c->stride + column) * c->layer->inputs;
        }
    for (int k = 0; k < inputs; k += LANES) {
        words_t half[SIDE][SIDE]; /* [column][row] */
        words_t in[SIDE];
        words_t out[SIDE];
        UNROLL for (int x = 0; x < SIDE; x++)
        {
            UNROLL for (int y = 0; y < SIDE; y++) in[y] = widen_crossed(from[y][x] + k);
            transform_inputs(in, half[x]);
        }
        UNROLL for (int y = 0; y < SIDE; y++)
        {
            UNROLL for (int x = 0; x < SIDE; x++) in[x] = half[x][y];
            transform_inputs(in, out);
            UNROLL for (int x = 0; x < SIDE; x++)
                store_words(to + (y * SIDE + x) * GROUP * inputs + k, out[x]);
        }
    }
}

/* Four inputs' weights for four outputs, in two pairs: the order of widen_crossed. */
static INLINE SIMD128 void load_pairs(const struct net_layer *l, int tap, int quad, int o,
                                      words_t out[2])
{
    words_t bytes = {0};
    if (quad < l->inputs / 4)
        bytes = load_words(l->weights + 4 * ((tap * l->inputs / 4 + quad) * l->outputs + o));
    out[0] = (words_t)(bytes << 8) >> 8;
    out[1] = bytes >> 8;
}

static INLINE SIMD128 void transform_pair(const words_t g[TAPS], int16_t *to, int step)
{
    words_t half[RESULTS][SIDE]; /* [column][row] */
    words_t out[SIDE];
    UNROLL for (int x = 0; x < RESULTS; x++) transform_weights(g[x], g[3 + x], g[6 + x], half[x]);
    UNROLL for (int y = 0; y < SIDE; y++)
    {
        transform_weights(half[0][y], half[1][y], half[2][y], out);
        UNROLL for (int x = 0; x < SIDE; x++) store_words(to + (y * SIDE + x) * step, out[x]);
    }
}

/* The weights of the outputs from `o` on. */
static SIMD128 void take_weights(const struct net_layer *l, int blocks, int o, int16_t *to)
{
    for (int quad = 0; quad < blocks * LANES / 4; quad++)
        for (int half = 0; half < 2; half++) {
            words_t g[2][TAPS];
            for (int tap = 0; tap < TAPS; tap++) {
                words_t pairs[2];
                load_pairs(l, tap, quad, o + 4 * half, pairs);
                g[0][tap] = pairs[0];
                g[1][tap] = pairs[1];
            }
            for (int pair = 0; pair < 2; pair++)
                transform_pair(g[pair], to + ((2 * quad + pair) * 2 + half) * LANES,
                               blocks * LANES * LANES);
        }
}

/* The sums of a group at a cell: for each of the group, of eight outputs. */
static INLINE SIMD128 void multiply(const int16_t *in, const int16_t *w, int inputs,
                                    sums_t out[GROUP][2])
{
    sums_t sum[GROUP][2];
    UNROLL for (int j = 0; j < GROUP; j++) sum[j][0] = sum[j][1] = (sums_t){0};
    for (const int16_t *end = w + inputs * LANES; w != end; w += 2 * LANES, in += 2) {
        words_t low = load_words(w);
        words_t high = load_words(w + LANES);
        UNROLL for (int j = 0; j < GROUP; j++)
        {
            words_t pair = splat_pair(in + j * inputs);
            sum[j][0] = add_products(sum[j][0], pair, low);
            sum[j][1] = add_products(sum[j][1], pair, high);
        }
    }
    UNROLL for (int j = 0; j < GROUP; j++)
    {
        out[j][0] = sum[j][0];
        out[j][1] = sum[j][1];
    }
}

/* The results of a tile, which is number j of its group. */
static SIMD128 void give_tile(const struct tiling *t, int o, int tile, int j,
                              sums_t m[CELLS][GROUP][2])
{
    sums_t out[RESULTS][RESULTS][2];
    for (int part = 0; part < 2; part++) {
        sums_t half[SIDE][RESULTS]; /* [column][row] */
        sums_t in[SIDE];
        sums_t row[RESULTS];
        UNROLL for (int x = 0; x < SIDE; x++)
        {
            UNROLL for (int y = 0; y < SIDE; y++) in[y] = m[y * SIDE + x][j][part];
            transform_back(in, half[x]);
        }
        UNROLL for (int y = 0; y < RESULTS; y++)
        {
            UNROLL for (int x = 0; x < SIDE; x++) in[x] = half[x][y];
            transform_back(in, row);
            UNROLL for (int x = 0; x < RESULTS; x++) out[y][x][part] = divide(row[x]);
        }
    }
    int top = tile / t->across * RESULTS;
    int left = tile % t->across * RESULTS;
    for (int y = 0; y < least(RESULTS, t->height - top); y++)
        for (int x = 0; x < least(RESULTS, t->width - left); x++)
            finish(t->conv, o, (top + y + 1) * t->conv->stride + left + x + 1, out[y][x]);
}

/* The tiles from `first` on: transforms all inputs, then for eight outputs after eight the weights,
 * the products and the results. */
static SIMD128 void run_tiles(const struct tiling *t, int first, int n, struct room *room)
{
    const struct net_layer *l = t->conv->layer;
    const int inputs = t->blocks * LANES;
    const int group = CELLS * GROUP * inputs;
    int groups = (n + GROUP - 1) / GROUP;
    for (int i = 0; i < groups * GROUP; i++) /* the last group repeats a tile, to be full */
        take_tile(t, first + least(i, n - 1),
                  room->inputs + i / GROUP * group + i % GROUP * inputs);
    for (int o = 0; o < l->outputs; o += LANES) {
        take_weights(l, t->blocks, o, room->weights);
        for (int i = 0; i < groups; i++) {
            sums_t m[CELLS][GROUP][2];
            for (int cell = 0; cell < CELLS; cell++)
                multiply(room->inputs + i * group + cell * GROUP * inputs,
                         room->weights + cell * inputs * LANES, inputs, m[cell]);
            for (int j = 0; j < least(GROUP, n - i * GROUP); j++)
                give_tile(t, o, first + i * GROUP + j, j, m);
        }
    }
}

static SIMD128 void run_3x3(const struct conv *c, struct room *room)
{
    struct tiling t = {.conv = c, .width = c->stride - 2};
    t.height = c->points / t.width;
    t.across = (t.width + RESULTS - 1) / RESULTS;
    t.tiles = (t.height + RESULTS - 1) / RESULTS * t.across;
    t.blocks = (c->layer->inputs + LANES - 1) / LANES;
    for (int first = 0; first < t.tiles; first += TILES_MAX)
        run_tiles(&t, first, least(TILES_MAX, t.tiles - first), room);
}

/* The corners repeat the last one, so the last group is full. */
static SIMD128 void run_1x1(const struct conv *c, struct room *room)
{
    const struct net_layer *l = c->layer;
    const int blocks = (l->inputs + LANES - 1) / LANES;
    const int inputs = blocks * LANES;
    int groups = (c->points + GROUP - 1) / GROUP;
    for (int i = 0; i < groups * GROUP; i++)
        for (int k = 0; k < inputs; k += LANES)
            store_words(room->inputs + i * inputs + k,
                        widen_crossed(c->in + (c->corner[i] + c->stride + 1) * l->inputs + k));
    for (int o = 0; o < l->outputs; o += LANES) {
        for (int quad = 0; quad < inputs / 4; quad++)
            for (int half = 0; half < 2; half++) {
                words_t pairs[2];
                load_pairs(l, 0, quad, o + 4 * half, pairs);
                for (int pair = 0; pair < 2; pair++)
                    store_words(room->weights + ((2 * quad + pair) * 2 + half) * LANES,
                                pairs[pair]);
            }
        for (int i = 0; i < groups; i++) {
            sums_t m[GROUP][2];
            multiply(room->inputs + i * GROUP * inputs, room->weights, inputs, m);
            for (int j = 0; j < least(GROUP, c->points - i * GROUP); j++)
                finish(c, o, c->corner[i * GROUP + j] + c->stride + 1, m[j]);
        }
    }
}

SIMD128 void conv128_run(const struct conv *c)
{
    struct room room;
    if (c->layer->taps == TAPS)
        run_3x3(c, &room);
    else
        run_1x1(c, &room);
}

#endif

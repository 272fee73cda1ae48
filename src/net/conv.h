/* conv.h - the convolutions of a net, in several ways with the same bits (net.h). */
#ifndef CONV_H
#define CONV_H
#include "net/net.h"

/* One convolution of a board. Inputs and outputs have a ring around the board, which is 0. If
 * layer->inputs is not a multiple of 8, four bytes behind the inputs may be read. */
struct conv {
    const struct net_layer *layer;
    const int64_t *bias;   /* [conv_place(output)]: bias and rounding, in 2^-32 */
    const uint8_t *in;     /* [node][layer->inputs] */
    const uint8_t *add;    /* [node][layer->outputs] or NULL: is added to the result */
    uint8_t *out;          /* [node][layer->outputs]; may be the same as add */
    const int32_t *corner; /* [point], and NET_GROUP more that repeat the last one */
    int points, stride;
};

/* Where the bias of an output lies: of eight in a row first the even ones, as vectors of 64-bit
 * products have them. */
static inline int conv_place(int output)
{
    return (output & ~7) | (output & 1) << 2 | (output & 7) >> 1;
}

void conv_run(enum net_path path, const struct conv *c);

#endif

/* random_net.h - the file of a net of Palisade with random weights, for tests. */
#ifndef RANDOM_NET_H
#define RANDOM_NET_H
#include "testing.h"

#include "base/crc.h"
#include "net/net.h"
#include <string.h>

enum { FILE_MAX = 1 << 20 };
static unsigned char file[FILE_MAX];
static size_t file_n;

static inline void put4(unsigned char *at, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(v >> 8 * i);
}

/* Corrects length and checksum. */
static inline void seal(void)
{
    put4(file + 20, (uint32_t)(file_n - NET_HEAD_BYTES));
    put4(file + 28,
         crc32_more(crc32_more(0, file, 28), file + NET_HEAD_BYTES, file_n - NET_HEAD_BYTES));
}

/* `one` is the factor that turns a sum of 1 into 1. */
static inline void add_layer(struct rng *r, int inputs, int outputs, int taps, double one)
{
    unsigned char *at = file + file_n;
    double spread = one / 64 / (inputs * taps > 64 ? 4 : 1);
    for (int o = 0; o < outputs; o++)
        put4(at + 4 * o, rng_below(r, 20u << 16) - (8u << 16));
    for (int o = 0; o < outputs; o++)
        put4(at + 4 * (outputs + o), (uint32_t)(spread * (1 + rng_below(r, 100) / 100.0)));
    for (int i = 0; i < inputs * outputs * taps; i++)
        at[8 * outputs + i] = (unsigned char)(rng_below(r, 255) - 127);
    file_n += (size_t)(8 * outputs + inputs * outputs * taps);
    assert_true(file_n <= FILE_MAX);
}

/* Writes the header, and layers for that many channels and blocks. */
static inline void make_file(uint64_t seed, int channels, int blocks, int side)
{
    const double convolution = 4294967296.0;
    const double dense = 16777216.0;
    const unsigned char head[NET_HEAD_BYTES] = {'H',
                                                'O',
                                                'S',
                                                'H',
                                                'I',
                                                'N',
                                                'E',
                                                'T',
                                                NET_VERSION,
                                                0,
                                                GAME_PALISADE,
                                                (unsigned char)planes_version(GAME_PALISADE),
                                                (unsigned char)planes_n(GAME_PALISADE),
                                                (unsigned char)channels,
                                                (unsigned char)blocks,
                                                16,
                                                40,
                                                1,
                                                0,
                                                (unsigned char)side};
    struct rng r;
    rng_seed(&r, seed);
    memcpy(file, head, sizeof head);
    file_n = NET_HEAD_BYTES;
    add_layer(&r, head[12], channels, 9, convolution);
    for (int b = 0; b < blocks; b++) {
        add_layer(&r, channels, channels, 9, convolution);
        add_layer(&r, channels, channels, 9, convolution);
        if (b % 2 == 1)
            add_layer(&r, 2 * channels, channels, 1, dense * 100);
    }
    add_layer(&r, channels, 16, 1, convolution);
    add_layer(&r, 2 * channels, 16, 1, dense * 100);
    add_layer(&r, 16, 1, 1, dense * 10);
    add_layer(&r, 2 * channels, 40, 1, dense / 100);
    add_layer(&r, 40, 2, 1, dense * 10);
    add_layer(&r, channels, 1, 1, dense * 10);
    seal();
}

#endif

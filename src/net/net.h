/* net.h - small nets that judge positions: a policy, a value, and the final owners of the points.
 *
 * A net is a residual tower of convolutions with global pooling (Wu 2019), so that one net plays
 * every size of board:
 *
 *     planes -> 3x3 -> blocks x [ 3x3, 3x3, + ] -> policy of each point, value, owners
 *                        every second block adds a bias that it takes from the whole board
 *
 * It works with integers only. Activations are 0..127 and stand for 0..127/32, weights -127..127;
 * sums are exact, and each is rounded once. So all ways to compute them (net_path) and all machines
 * give the same bits. A sum of a layer becomes, for each output channel,
 *
 *     (sum * factor + bias * 2^(s - 16) + 2^(s - 1)) >> s        s = 32 convolutions, 24 dense
 *     layers
 *
 * A net file is a head of NET_HEAD_BYTES and the layers, all numbers little-endian:
 *
 *     0   8   "HOSHINET"               17  1  kinds of placements
 *     8   2   NET_VERSION              18  1  1: with a pass
 *     10  1   enum game_id             19  1  largest side it was trained on
 *     11  1   planes_version           20  4  bytes of the layers
 *     12  1   planes                   24  1  smallest such side; 3 bytes 0
 *     13  1   channels                 28  4  CRC-32 of the 28 bytes before and of the layers
 *     14  1   blocks
 *     15  1   channels of the policy
 *     16  1   hidden units of the value
 *
 * A layer has its biases, its factors (4 bytes each) and its weights, a byte each: convolutions
 * [tap][input / 4][output][input % 4], dense layers [output][input]. The layers: the first
 * convolution; for each block two, and behind them, in odd blocks, the dense layer of the bias; the
 * policy's 1x1 convolution, the bias for it, its output, the pass if there is one; the value's
 * hidden layer and its output (win, margin); the owners. tools/train/export.py writes such files.
 *
 * A net borrows the bytes of its file, never changes, and may be used by all threads; each needs a
 * struct net_work of its own. */
#ifndef NET_H
#define NET_H
#include "net/planes.h"

enum {
    NET_VERSION = 1,
    NET_HEAD_BYTES = 32,
    NET_CHANNELS_MAX = 64,
    NET_BLOCKS_MAX = 12,
    NET_POLICY_MAX = 32,
    NET_VALUE_MAX = 64,
    NET_ONE = 1 << 10,  /* logits and margins are in units of 1 / NET_ONE */
    NET_SURE = 1 << 16, /* probabilities in units of 1 / NET_SURE */
    NET_OUTPUTS_MAX = NET_CHANNELS_MAX,
};

struct net_layer {
    const int8_t *weights; /* borrowed */
    int inputs, outputs, taps;
    int32_t bias[NET_OUTPUTS_MAX], factor[NET_OUTPUTS_MAX];
};

/* How convolutions are computed, the fastest last; all give the same bits. */
enum net_path { NET_PLAIN, NET_SIMD128, NET_AVX2, NET_VNNI, NET_PATHS };

struct net {
    enum game_id game;
    int planes, channels, blocks, policy, value, kinds, side_min, side_max;
    bool has_pass;
    enum net_path path; /* the fastest one here; tests may choose another that net_path_works */
    uint32_t crc;       /* of the file: names the net */
    struct net_layer enter;
    struct net_layer first[NET_BLOCKS_MAX], second[NET_BLOCKS_MAX], pooled[NET_BLOCKS_MAX];
    struct net_layer policy_points, policy_bias, policy_out, policy_pass;
    struct net_layer value_hidden, value_out, owner_out;
};

enum { NET_NODES_MAX = (SIDE_MAX + 2) * (SIDE_MAX + 2), NET_GROUP = 12 };

/* A thread's place to compute. */
struct net_work {
    int width, height, symmetry;
    int32_t corner[POINTS_MAX + NET_GROUP]; /* [point that the net sees]: its node, up and left */
    int32_t seen[POINTS_MAX];               /* [point]: its node, where the net sees it */
    uint8_t planes[NET_NODES_MAX * PLANES_MAX]; /* of the position, if the net sees it turned */
    uint8_t input[NET_NODES_MAX * PLANES_MAX];
    uint8_t trunk[NET_NODES_MAX * NET_CHANNELS_MAX];
    uint8_t other[NET_NODES_MAX * NET_CHANNELS_MAX];
    uint8_t policy[NET_NODES_MAX * NET_POLICY_MAX];
};

/* A net's judgement of a position. */
struct net_judgement {
    int32_t win;    /* probability that the side to move wins, draws count half: 0 … NET_SURE */
    int32_t margin; /* its points less the other's, in 1 / NET_ONE points; 0 without points */
    int32_t logits[MOVES_MAX]; /* [planes_move]: of all moves, also illegal ones */
};

/* Takes a net from the bytes of its file, which must stay. Returns 0, or ERR_SYNTAX (truncated,
 * damaged, no net), ERR_UNSUPPORTED (another version, a game that nets do not play) or ERR_RANGE
 * (larger than this program allows), and a sentence in *why. */
MUST_USE int net_open(struct net *out, const void *bytes, size_t n, const char **why);

/* The boards that a net judges: those it was trained on and those of planes_boards. */
struct planes_boards net_limits(const struct net *net);

/* True iff the net judges positions of that setup: its game, two players, a board within its
 * limits. */
bool net_plays(const struct net *net, const struct setup *s);

/* True iff the net was trained on boards of that size. */
bool net_trained_on(const struct net *net, const struct setup *s);

/* The same for a file that net_open takes. */
bool net_file_plays(const void *bytes, const struct setup *s);

bool net_path_works(enum net_path path);
enum net_path net_path_best(void); /* the fastest that works here */
const char *net_path_name(enum net_path path);

void net_work_init(struct net_work *w);

/* Judges a running position that net_plays, as seen through one of position_symmetries: 0 … 7. A
 * net has learned to judge nearly the same through each. owners (may be NULL): [point] =
 * probability that the side to move has the point in the end. */
void net_judge(const struct net *net, struct net_work *w, const struct position *p, int symmetry,
               struct net_judgement *out, uint16_t *owners);

/* The probabilities of some moves by their logits, NET_SURE in all but for rounding; none is 0. */
void net_priors(const struct net_judgement *j, const struct setup *s, const move_t *moves, int n,
                uint32_t *out);

#endif

/* test_net.c - nets: their files, and judgements with the same bits on every path. */
#include "random_net.h"
#include "turning.h"

#include "base/err.h"
#include "net/builtin.h"
#include "net/check.h"
#include "net/conv.h"
#include "net/net.h"
#include "rules/position.h"
#include <string.h>

static struct net net;
static struct net_work work;

static void open_it(void)
{
    const char *why = "";
    assert_int_equal(net_open(&net, file, file_n, &why), 0);
    net_work_init(&work);
}

static void all_paths_give_the_same_bits(void **state)
{
    (void)state;
    static const struct {
        int channels, blocks, side;
    } shapes[] = {{16, 2, 9}, {32, 5, 25}, {48, 3, 13}, {64, 12, 7}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        make_file(i, shapes[i].channels, shapes[i].blocks, shapes[i].side);
        open_it();
        net.path = NET_PLAIN;
        uint64_t plain = net_check(&net, &work);
        for (enum net_path path = NET_PLAIN + 1; path < NET_PATHS; path++) {
            if (!net_path_works(path))
                continue;
            net.path = path;
            assert_true(net_check(&net, &work) == plain);
        }
        file[NET_HEAD_BYTES + 8 * shapes[i].channels + 100] ^= 0x20; /* The check sees a weight. */
        seal();
        open_it();
        assert_true(net_check(&net, &work) != plain);
    }
}

/* ---- single convolutions ---- */

enum { NUMBERS_MAX = NET_NODES_MAX * NET_CHANNELS_MAX, OUTSIDE = 77 };

/* What inputs and weights are made of. */
enum filling { RANDOM, ALL_MOST, ALL_LEAST, MOST_OR_LEAST, FILLINGS };

static int8_t fill_weight(struct rng *r, enum filling how)
{
    if (how == RANDOM)
        return (int8_t)((int)rng_below(r, 255) - 127);
    return how == ALL_MOST || (how == MOST_OR_LEAST && rng_below(r, 2) != 0) ? 127 : -127;
}

static uint8_t fill_input(struct rng *r, enum filling how)
{
    if (how == RANDOM)
        return (uint8_t)rng_below(r, PLANE_MAX + 1);
    return how == MOST_OR_LEAST && rng_below(r, 2) != 0 ? 0 : PLANE_MAX;
}

/* Every other factor lets a sum of 1 count, the others all sums. */
static void fill_layer(struct net_layer *l, int8_t *weights, struct rng *r, enum filling how)
{
    for (int i = 0; i < l->inputs * l->outputs * l->taps; i++)
        weights[i] = fill_weight(r, how);
    l->weights = weights;
    for (int o = 0; o < l->outputs; o++)
        l->factor[o] = o % 2 == 1 ? INT32_MAX : INT32_MAX / (l->inputs * l->taps * 128);
}

static void fill_board(uint8_t *to, int width, int height, int channels, struct rng *r,
                       enum filling how)
{
    memset(to, PLANE_MAX, NUMBERS_MAX); /* behind the board lies anything */
    memset(to, 0, (size_t)(width + 2) * (size_t)(height + 2) * (size_t)channels);
    for (int y = 1; y <= height; y++)
        for (int x = 1; x <= width; x++)
            for (int c = 0; c < channels; c++)
                to[(y * (width + 2) + x) * channels + c] = fill_input(r, how);
}

/* Compares all paths on a board. Returns how many results are neither 0 nor 127. */
static int compare_paths(int width, int height, int inputs, int outputs, int taps, enum filling how)
{
    static uint8_t in[NUMBERS_MAX];
    static uint8_t add[NUMBERS_MAX];
    static uint8_t want[NUMBERS_MAX];
    static uint8_t out[NUMBERS_MAX];
    static int8_t weights[9 * NET_CHANNELS_MAX * NET_CHANNELS_MAX];
    static int32_t corner[POINTS_MAX + NET_GROUP];
    int64_t bias[NET_OUTPUTS_MAX];
    struct net_layer l = {.inputs = inputs, .outputs = outputs, .taps = taps};
    struct conv c = {.layer = &l,
                     .bias = bias,
                     .in = in,
                     .corner = corner,
                     .points = width * height,
                     .stride = width + 2};
    struct rng r;
    rng_seed(&r, (uint64_t)width << 8 | (uint64_t)height);
    fill_layer(&l, weights, &r, how);
    fill_board(in, width, height, inputs, &r, how);
    fill_board(add, width, height, outputs, &r, RANDOM);
    for (int i = 0; i < c.points + NET_GROUP; i++) {
        int at = i < c.points ? i : c.points - 1;
        corner[i] = at / width * c.stride + at % width;
    }
    for (int o = 0; o < outputs; o++)
        bias[o] = (int64_t)rng_below(&r, 127) << 32;
    for (int with_add = 0; with_add < 2; with_add++) {
        c.add = with_add != 0 ? add : NULL;
        c.out = want;
        memset(want, OUTSIDE, sizeof want);
        conv_run(NET_PLAIN, &c);
        for (enum net_path path = NET_PLAIN + 1; path < NET_PATHS; path++) {
            if (!net_path_works(path))
                continue;
            c.out = out;
            memset(out, OUTSIDE, sizeof out);
            conv_run(path, &c);
            if (memcmp(out, want, sizeof out) != 0)
                fail_msg("%s: %dx%d, %d inputs, %d outputs, %d taps, filling %d",
                         net_path_name(path), width, height, inputs, outputs, taps, (int)how);
        }
    }
    int inner = 0;
    for (int i = 0; i < (width + 2) * (height + 2) * outputs; i++)
        inner += want[i] > 0 && want[i] < PLANE_MAX && want[i] != OUTSIDE;
    return inner;
}

static void convolutions_agree_on_every_board(void **state)
{
    (void)state;
    int inner = 0;
    for (int width = 1; width <= SIDE_MAX; width++)
        for (int height = width % 3 + 1; height <= SIDE_MAX; height += 4)
            inner += compare_paths(width, height, 12, 16, 9, RANDOM);
    assert_true(inner > 10000); /* or clipping would hide all */
    (void)compare_paths(SIDE_MAX, SIDE_MAX, 16, 16, 9, RANDOM);
    for (int side = 1; side <= SIDE_MAX; side += 8)
        (void)compare_paths(side, 5, 20, 32, 1, RANDOM);
}

static void convolutions_agree_on_the_greatest_numbers(void **state)
{
    (void)state;
    for (enum filling how = RANDOM; how < FILLINGS; how++) {
        (void)compare_paths(8, 7, 64, 64, 9, how);
        (void)compare_paths(5, 9, 64, 48, 1, how);
        (void)compare_paths(SIDE_MAX, SIDE_MAX, 64, 16, 9, how);
    }
}

/* ---- the obvious version ---- */

static int32_t weight_of(const struct net_layer *l, int tap, int in, int out)
{
    return l->weights[((tap * l->inputs / 4 + in / 4) * l->outputs + out) * 4 + in % 4];
}

static int clip(int64_t v)
{
    return v < 0 ? 0 : v > 127 ? 127 : (int)v;
}

typedef int board_t[POINTS_MAX][NET_CHANNELS_MAX];

static void naive_conv(const struct net_layer *l, const int32_t *more, int size, board_t in,
                       board_t add, board_t out)
{
    static board_t result;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            for (int o = 0; o < l->outputs; o++) {
                int64_t sum = 0;
                for (int tap = 0; tap < l->taps; tap++) {
                    int ty = l->taps == 1 ? y : y + tap / 3 - 1;
                    int tx = l->taps == 1 ? x : x + tap % 3 - 1;
                    if (tx < 0 || ty < 0 || tx >= size || ty >= size)
                        continue;
                    for (int i = 0; i < l->inputs; i++)
                        sum += in[ty * size + tx][i] * weight_of(l, tap, i, o);
                }
                int64_t bias = ((int64_t)l->bias[o] + (more != NULL ? more[o] : 0)) * 65536;
                int64_t v = (sum * l->factor[o] + bias + (INT64_C(1) << 31)) >> 32;
                result[y * size + x][o] = clip(v + (add != NULL ? add[y * size + x][o] : 0));
            }
    memcpy(out, result, sizeof result);
}

static int32_t naive_dense(const struct net_layer *l, int o, const int *in)
{
    int64_t sum = 0;
    for (int i = 0; i < l->inputs; i++)
        sum += in[i] * l->weights[o * l->inputs + i];
    return (int32_t)((sum * l->factor[o] + (int64_t)l->bias[o] * 256 + (1 << 23)) >> 24);
}

static void naive_pool(int size, board_t in, int channels, int *out)
{
    int n = size * size;
    for (int c = 0; c < channels; c++) {
        int sum = 0;
        int most = 0;
        for (int i = 0; i < n; i++) {
            sum += in[i][c];
            most = in[i][c] > most ? in[i][c] : most;
        }
        out[c] = (64 * sum + n / 2) / n;
        out[channels + c] = 64 * most;
    }
}

static void a_judgement_is_what_the_layers_say(void **state)
{
    (void)state;
    static board_t in, trunk, other, points;
    static struct net_judgement j;
    static uint8_t planes[NET_NODES_MAX * PLANES_MAX];
    int pooled[2 * NET_CHANNELS_MAX];
    int hidden[NET_OUTPUTS_MAX];
    int32_t bias[NET_OUTPUTS_MAX];
    struct position p;
    struct rng r;
    struct setup s = setup_default(GAME_PALISADE);
    s.width = s.height = 7;
    make_file(11, 32, 3, 9);
    open_it();
    rng_seed(&r, 5);
    assert_int_equal(position_start(&p, &s), 0);
    for (int i = 0; i < 18; i++)
        position_play_legal(&p, position_random(&p, &r));
    net_judge(&net, &work, &p, 0, &j, NULL);

    planes_fill(&p, planes);
    for (int i = 0; i < 49; i++)
        for (int c = 0; c < net.planes; c++)
            in[i][c] = planes[((i / 7 + 1) * 9 + i % 7 + 1) * net.planes + c];
    naive_conv(&net.enter, NULL, 7, in, NULL, trunk);
    for (int b = 0; b < 3; b++) {
        if (b == 1) {
            naive_pool(7, trunk, 32, pooled);
            for (int o = 0; o < 32; o++)
                bias[o] = naive_dense(&net.pooled[b], o, pooled);
        }
        naive_conv(&net.first[b], b == 1 ? bias : NULL, 7, trunk, NULL, other);
        naive_conv(&net.second[b], NULL, 7, other, trunk, trunk);
    }
    naive_pool(7, trunk, 32, pooled);
    for (int o = 0; o < 16; o++)
        bias[o] = naive_dense(&net.policy_bias, o, pooled);
    naive_conv(&net.policy_points, bias, 7, trunk, NULL, points);
    int differing = 0;
    for (int i = 0; i < 49; i++) {
        assert_int_equal(j.logits[i], naive_dense(&net.policy_out, 0, points[i]));
        differing += j.logits[i] != j.logits[0];
    }
    assert_true(differing > 20); /* or the test would tell nothing */
    for (int o = 0; o < net.value; o++)
        hidden[o] = clip(naive_dense(&net.value_hidden, o, pooled));
    int32_t margin = naive_dense(&net.value_out, 1, hidden);
    margin = margin > 2048 ? 2048 : margin < -2048 ? -2048 : margin;
    assert_int_equal(j.margin, margin * 49 / 2);
    double win = naive_dense(&net.value_out, 0, hidden) / 1024.0;
    double e = 1 - (win < 0 ? -win : win) / 1048576; /* e^-|win|, by halves of its argument */
    for (int k = 0; k < 20; k++)
        e *= e;
    double sure = win < 0 ? e / (1 + e) : 1 / (1 + e);
    assert_true(j.win - 65536 * sure < 40 && 65536 * sure - j.win < 40);
}

static void priors_add_up_and_none_is_nothing(void **state)
{
    (void)state;
    static struct net_judgement j;
    struct setup s = setup_default(GAME_PALISADE);
    move_t moves[100];
    uint32_t priors[100];
    uint32_t sum = 0;
    s.width = s.height = 13;
    for (int i = 0; i < 100; i++) {
        moves[i] = (move_t)i;
        j.logits[i] = -50 * i * NET_ONE / 8;
    }
    net_priors(&j, &s, moves, 100, priors);
    for (int i = 0; i < 100; i++) {
        assert_true(priors[i] > 0 && (i == 0 || priors[i] <= priors[i - 1]));
        sum += priors[i];
    }
    assert_in_range(sum, NET_SURE - 100, NET_SURE + 100);
    assert_in_range(priors[0], 65300, 65536); /* e^-6.25 is 1/518 */
    assert_in_range(priors[1], 120, 132);
}

static void expect_refusal(int err, const char *word)
{
    const char *why = "";
    struct net before = net;
    assert_int_equal(net_open(&net, file, file_n, &why), err);
    if (strstr(why, word) == NULL)
        fail_msg("\"%s\" does not speak of \"%s\"", why, word);
    net = before;
}

static void a_bad_file_is_refused(void **state)
{
    (void)state;
    make_file(1, 16, 1, 9);
    open_it();
    file_n -= 1;
    expect_refusal(ERR_SYNTAX, "truncated");
    file_n = 10;
    expect_refusal(ERR_SYNTAX, "not a net");
    make_file(1, 16, 1, 9);
    file[100] ^= 1;
    expect_refusal(ERR_SYNTAX, "damaged");
    static const struct {
        int at, value, err;
        const char *word;
    } faults[] = {
        {0, 'x', ERR_SYNTAX, "not a net"},
        {8, 2, ERR_UNSUPPORTED, "version"},
        {10, GAME_N, ERR_UNSUPPORTED, "other inputs"},
        {11, 99, ERR_UNSUPPORTED, "other inputs"},
        {12, 8, ERR_UNSUPPORTED, "other inputs"},
        {13, 128, ERR_RANGE, "sizes"},
        {13, 24, ERR_RANGE, "sizes"},
        {14, 200, ERR_RANGE, "sizes"},
        {16, 0, ERR_RANGE, "sizes"},
        {19, 26, ERR_RANGE, "sizes"},
        {19, 0, ERR_RANGE, "sizes"},
        {24, 10, ERR_RANGE, "sizes"},
        {14, 2, ERR_SYNTAX, "fill"},
        {14, 0, ERR_SYNTAX, "fill"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        make_file(1, 16, 1, 9);
        file[faults[i].at] = (unsigned char)faults[i].value;
        seal();
        expect_refusal(faults[i].err, faults[i].word);
    }
}

static void a_net_plays_its_game_within_its_limits(void **state)
{
    (void)state;
    make_file(1, 16, 1, 9);
    open_it();
    struct setup s = setup_default(GAME_PALISADE);
    s.width = s.height = 9;
    assert_true(net_plays(&net, &s));
    assert_true(net_file_plays(file, &s));
    assert_true(net_trained_on(&net, &s));
    s.width = planes_boards(GAME_PALISADE).most; /* one that it was not trained on */
    assert_true(net_plays(&net, &s));
    assert_true(net_file_plays(file, &s));
    assert_false(net_trained_on(&net, &s));
    assert_int_equal(planes_boards(GAME_PALISADE).most, SIDE_MAX);
    file[24] = planes_boards(GAME_PALISADE).least; /* and from its least size on */
    seal();
    open_it();
    s.width = s.height = file[24];
    assert_true(net_plays(&net, &s));
    assert_true(net_file_plays(file, &s));
    assert_true(net_trained_on(&net, &s));
    s.width = (uint8_t)(file[24] - 1);
    assert_false(net_plays(&net, &s));
    assert_false(net_file_plays(file, &s));
    file[19] = SIDE_MAX; /* a net that was trained on larger boards judges them */
    seal();
    open_it();
    s.width = s.height = SIDE_MAX;
    assert_true(net_plays(&net, &s));
    assert_int_equal(net_limits(&net).most, SIDE_MAX);
    assert_true(net_trained_on(&net, &s));
    s = setup_default(GAME_LEVEE);
    s.width = s.height = 9;
    assert_false(net_plays(&net, &s));
}

/* The nets that come with the program: the judgements of fixed positions, as they were when each
 * was put there. */
static void built_in_nets_judge_as_ever(void **state)
{
    (void)state;
    static const uint64_t checks[GAME_N] = {[GAME_PALISADE] = UINT64_C(0xa56e274788c5d67d),
                                            [GAME_REDSTONE] = UINT64_C(0x84265d00bf641ddc),
                                            [GAME_LEVEE] = UINT64_C(0x75f8333319713d21),
                                            [GAME_CLAIMS] = UINT64_C(0x6180f1d638cf8ad9)};
    for (enum game_id game = 0; game < GAME_N; game++) {
        size_t bytes;
        const char *why = "";
        const void *net_bytes = builtin_net(game, &bytes);
        assert_int_equal(net_bytes != NULL, checks[game] != 0);
        if (net_bytes == NULL)
            continue;
        assert_true(bytes <= 300 * 1024);
        assert_int_equal(net_open(&net, net_bytes, bytes, &why), 0);
        assert_int_equal(net.game, game);
        net_work_init(&work);
        uint64_t check = net_check(&net, &work);
        if (check != checks[game])
            fail_msg("%s: check 0x%llx", games[game]->name, (unsigned long long)check);
    }
}

/* What a net sees through a symmetry is the turned position, bit by bit. */
static void a_symmetry_turns_what_a_net_sees(void **state)
{
    (void)state;
    static struct net_judgement seen;
    static struct net_judgement of_turned;
    uint16_t owners[POINTS_MAX];
    uint16_t owners_of_turned[POINTS_MAX];
    struct rng r;
    rng_seed(&r, 3);
    for (enum game_id game = 0; game < GAME_N; game++) {
        size_t bytes;
        const char *why = "";
        const void *net_bytes = builtin_net(game, &bytes);
        struct setup s = setup_default(game);
        struct position p;
        s.width = s.height = game == GAME_CLAIMS ? 8 : 9;
        assert_int_equal(net_open(&net, net_bytes, bytes, &why), 0);
        net_work_init(&work);
        assert_int_equal(position_start(&p, &s), 0);
        for (int i = 0; i < 15; i++)
            position_play_legal(&p, position_random(&p, &r));
        turn(&p, 0, &p); /* a position that is set up, as the turned ones are */
        for (int symmetry = 0; symmetry < SYMMETRIES_MAX; symmetry++) {
            struct position q;
            turn(&p, symmetry, &q);
            net_judge(&net, &work, &p, symmetry, &seen, owners);
            net_judge(&net, &work, &q, 0, &of_turned, owners_of_turned);
            assert_int_equal(seen.win, of_turned.win);
            assert_int_equal(seen.margin, of_turned.margin);
            move_t moves[MOVES_MAX];
            int n = position_legal(&p, moves);
            for (int i = 0; i < n; i++) {
                move_t there = symmetry_move(symmetry, s.width, s.height, moves[i]);
                if (moves[i] != MOVE_SWAP)
                    assert_int_equal(seen.logits[planes_move(&s, moves[i])],
                                     of_turned.logits[planes_move(&s, there)]);
            }
            for (int at = 0; at < s.width * s.height; at++)
                assert_int_equal(
                    owners[at],
                    owners_of_turned[symmetry_point(symmetry, s.width, s.height, (point_t)at)]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_paths_give_the_same_bits),
        cmocka_unit_test(convolutions_agree_on_every_board),
        cmocka_unit_test(convolutions_agree_on_the_greatest_numbers),
        cmocka_unit_test(a_judgement_is_what_the_layers_say),
        cmocka_unit_test(priors_add_up_and_none_is_nothing),
        cmocka_unit_test(a_bad_file_is_refused),
        cmocka_unit_test(a_net_plays_its_game_within_its_limits),
        cmocka_unit_test(built_in_nets_judge_as_ever),
        cmocka_unit_test(a_symmetry_turns_what_a_net_sees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

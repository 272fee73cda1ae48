/* test_lib_vec.c - libhoshi's batches of games against its single positions. */
#include "lib_start.h"

enum { BATCH = 70, BATCH_ACTIONS = 163, BATCH_PLANES = 81 * 16 };

struct batch {
    uint8_t planes_u8[BATCH * BATCH_PLANES];
    uint8_t legal[BATCH * BATCH_ACTIONS];
    uint8_t done[BATCH];
    float planes[BATCH * BATCH_PLANES];
    float rewards[BATCH][2];
    int32_t seats[BATCH];
    int32_t plies[BATCH];
    int32_t actions[BATCH];
};

static struct hoshi_vec_out batch_out(struct batch *b)
{
    return (struct hoshi_vec_out){.size = sizeof(struct hoshi_vec_out),
                                  .planes_u8 = b->planes_u8,
                                  .planes = b->planes,
                                  .legal = b->legal,
                                  .rewards = b->rewards[0],
                                  .done = b->done,
                                  .seats = b->seats,
                                  .plies = b->plies};
}

static struct hoshi_vec *batch_new(const char *game, int size, int games, int threads, int reset)
{
    const struct hoshi_setup setup = board(game, size);
    const struct hoshi_vec_options options = {.size = sizeof options,
                                              .seed = 11,
                                              .games = games,
                                              .threads = threads,
                                              .auto_reset = reset};
    struct hoshi_vec *v = NULL;
    assert_int_equal(hoshi_vec_new(&setup, &options, &v, NULL), 0);
    return v;
}

/* Each game of a batch is the game that one position plays alone. */
static void compare(const char *game, int size, int steps)
{
    static struct batch b;
    uint8_t planes[BATCH_PLANES];
    uint8_t mask[BATCH_ACTIONS];
    struct hoshi_vec *v = batch_new(game, size, BATCH, 3, 1);
    struct hoshi_vec_out out = batch_out(&b);
    struct hoshi_position *p[BATCH];
    struct hoshi_position *fresh = start(game, size);
    size_t actions_n = (size_t)hoshi_vec_actions(v);
    size_t planes_n = (size_t)(size * size * hoshi_vec_planes_n(v));
    int ended = 0;
    assert_int_equal(hoshi_vec_games(v), BATCH);
    assert_int_equal(actions_n, hoshi_position_actions(fresh));
    for (int i = 0; i < BATCH; i++)
        p[i] = start(game, size);
    assert_int_equal(hoshi_vec_reset(v, 5, &out), 0);
    assert_int_equal(b.seats[BATCH - 1], 1);
    for (int n = 0; n < steps; n++) {
        assert_int_equal(hoshi_vec_random(v, b.actions), 0);
        int swap = hoshi_position_action(fresh, "swap");
        if (n == 1 && swap >= 0)
            b.actions[3] = swap;
        assert_int_equal(hoshi_vec_step(v, b.actions, &out), 0);
        for (int i = 0; i < BATCH; i++) {
            float returns[2];
            assert_int_equal(hoshi_position_step(p[i], b.actions[i]), 0);
            assert_int_equal(b.done[i], hoshi_position_over(p[i]));
            assert_int_equal(b.plies[i], hoshi_position_ply(p[i]));
            hoshi_position_returns(p[i], returns);
            assert_memory_equal(b.rewards[i], returns, sizeof returns);
            ended += b.done[i];
            if (b.done[i])
                hoshi_position_clone_into(fresh, p[i]);
            assert_int_equal(b.seats[i], hoshi_position_seat(p[i]));
            (void)hoshi_position_legal_mask(p[i], mask);
            assert_memory_equal(b.legal + (size_t)i * actions_n, mask, actions_n);
            assert_int_equal(hoshi_position_planes_u8(p[i], planes), 0);
            assert_memory_equal(b.planes_u8 + (size_t)i * planes_n, planes, planes_n);
            assert_true(b.planes[(size_t)i * planes_n + 200] == (float)planes[200] / 64);
        }
    }
    assert_true(ended > BATCH);
    for (int i = 0; i < BATCH; i++)
        hoshi_position_free(p[i]);
    hoshi_position_free(fresh);
    hoshi_vec_free(v);
}

static void batches_play_the_same_games_as_positions(void **state)
{
    (void)state;
    compare("redstone", 9, 400);
    compare("palisade", 5, 60);
    compare("levee", 7, 100);
    compare("claims", 5, 200);
}

static void batches_do_not_depend_on_threads(void **state)
{
    (void)state;
    static struct batch a;
    static struct batch b;
    struct hoshi_vec *one = batch_new("levee", 7, BATCH, 1, 1);
    struct hoshi_vec *four = batch_new("levee", 7, BATCH, 4, 1);
    struct hoshi_vec_out out_a = {.size = sizeof out_a, .rewards = a.rewards[0], .done = a.done};
    struct hoshi_vec_out out_b = {.size = sizeof out_b, .rewards = b.rewards[0], .done = b.done};
    for (int n = 0; n < 100; n++) {
        assert_int_equal(hoshi_vec_random(one, a.actions), 0);
        assert_int_equal(hoshi_vec_random(four, b.actions), 0);
        assert_int_equal(hoshi_vec_step(one, a.actions, &out_a), 0);
        assert_int_equal(hoshi_vec_step(four, b.actions, &out_b), 0);
        assert_memory_equal(a.actions, b.actions, sizeof a.actions);
        assert_memory_equal(a.rewards, b.rewards, sizeof a.rewards);
    }
    hoshi_vec_free(one);
    hoshi_vec_free(four);
}

static void a_step_with_an_illegal_action_plays_nothing(void **state)
{
    (void)state;
    struct hoshi_vec *v = batch_new("palisade", 5, BATCH, 2, 1);
    struct hoshi_vec_out out = {.size = sizeof out, .illegal = -1};
    struct hoshi_position *p = start("palisade", 5);
    int32_t actions[BATCH] = {0};
    actions[69] = 1;
    actions[40] = 1; /* P1: b1 is White's */
    assert_int_equal(hoshi_vec_step(v, actions, &out), HOSHI_ERR_ILLEGAL);
    assert_int_equal(out.illegal, 40);
    actions[40] = 25;
    assert_int_equal(hoshi_vec_step(v, actions, &out), HOSHI_ERR_RANGE);
    assert_int_equal(out.illegal, 40);
    assert_int_equal(hoshi_vec_get(v, 0, p), 0);
    assert_int_equal(hoshi_position_ply(p), 0);
    actions[40] = actions[69] = 0;
    assert_int_equal(hoshi_vec_step(v, actions, &out), 0);
    assert_int_equal(hoshi_vec_get(v, 69, p), 0);
    assert_int_equal(hoshi_position_ply(p), 1);
    assert_int_equal(hoshi_vec_get(v, 70, p), HOSHI_ERR_RANGE);
    hoshi_position_free(p);
    hoshi_vec_free(v);
}

static void without_auto_reset_games_stay_over(void **state)
{
    (void)state;
    struct hoshi_vec *v = batch_new("claims", 3, 2, 1, 0);
    struct hoshi_position *p = start("claims", 3);
    uint8_t done[2];
    uint8_t legal[2][10];
    float rewards[2][2];
    int32_t plies[2];
    struct hoshi_vec_out out = {
        .size = sizeof out, .done = done, .legal = legal[0], .rewards = rewards[0], .plies = plies};
    play_all(p, "a1 pass");
    assert_int_equal(hoshi_vec_put(v, 0, p), 0);
    static const int32_t both_pass[2] = {9, 9};
    assert_int_equal(hoshi_vec_step(v, both_pass, &out), 0);
    assert_int_equal(done[0], 1);
    assert_int_equal(done[1], 0);
    assert_true(rewards[0][0] == 1 && rewards[0][1] == -1 && rewards[1][0] == 0);
    static const uint8_t none[10] = {0};
    assert_memory_equal(legal[0], none, sizeof none);
    assert_int_equal(hoshi_vec_step(v, both_pass, &out), 0); /* the second game: 0 to 0, a draw */
    assert_int_equal(done[0], 0);
    assert_int_equal(plies[0], 3);
    assert_int_equal(done[1], 1);
    assert_true(rewards[0][0] == 0 && rewards[1][0] == 0 && rewards[1][1] == 0);
    struct hoshi_position *other = start("claims", 5);
    assert_int_equal(hoshi_vec_put(v, 0, other), HOSHI_ERR_RANGE);
    hoshi_position_free(other);
    hoshi_position_free(p);
    hoshi_vec_free(v);
}

static void impossible_batches_are_refused(void **state)
{
    (void)state;
    struct hoshi_setup setup = board("claims", 3);
    struct hoshi_vec_options options = {.size = sizeof options};
    struct hoshi_vec *v = NULL;
    struct hoshi_why why = {.size = sizeof why};
    assert_int_equal(hoshi_vec_new(&setup, &options, &v, &why), HOSHI_ERR_RANGE);
    options.games = 2;
    options.threads = 65;
    assert_int_equal(hoshi_vec_new(&setup, &options, &v, &why), HOSHI_ERR_RANGE);
    options.threads = 0;
    setup.players = 4;
    assert_int_equal(hoshi_vec_new(&setup, &options, &v, &why), 0);
    uint8_t planes[1];
    struct hoshi_vec_out out = {.size = sizeof out, .planes_u8 = planes};
    assert_int_equal(hoshi_vec_planes_n(v), HOSHI_ERR_UNSUPPORTED);
    assert_int_equal(hoshi_vec_reset(v, 1, &out), HOSHI_ERR_UNSUPPORTED);
    hoshi_vec_free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batches_play_the_same_games_as_positions),
        cmocka_unit_test(batches_do_not_depend_on_threads),
        cmocka_unit_test(a_step_with_an_illegal_action_plays_nothing),
        cmocka_unit_test(without_auto_reset_games_stay_over),
        cmocka_unit_test(impossible_batches_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

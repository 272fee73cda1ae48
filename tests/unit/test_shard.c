/* test_shard.c - self-play games are legal and reproducible, and their files read back. */
#include "testing.h"

#include "arena/rows.h"
#include "arena/selfplay.h"
#include "base/crc.h"
#include "base/err.h"
#include "net/planes.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct shard_game game, again;

static struct engine *new_engine(void)
{
    struct engine *e =
        engine_new(&(struct engine_options){.memory_bytes = 8 << 20, .no_net = true});
    assert_non_null(e);
    return e;
}

static struct selfplay_options options_of(enum game_id id, int size)
{
    struct setup s = setup_default(id);
    s.width = s.height = (uint8_t)size;
    s.options &= (uint8_t)~OPTION_SWAP;
    return (struct selfplay_options){.setup = s,
                                     .seed = 7,
                                     .nodes = 60,
                                     .fast_nodes = 20,
                                     .teach_percent = 50,
                                     .random_plies = 3,
                                     .drawn_plies = 4};
}

/* A file of two games, in memory; the caller frees. */
static unsigned char *two_games(size_t *n)
{
    char name[] = "/tmp/hoshi-shard-XXXXXX";
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    close(fd);
    struct engine *e = new_engine();
    struct selfplay_options o = options_of(GAME_PALISADE, 5);
    struct shard s = {0};
    for (uint64_t i = 0; i < 2; i++) {
        assert_int_equal(selfplay_game(e, &o, i, &game), 0);
        assert_int_equal(shard_add(&s, &game), 0);
    }
    engine_free(e);
    assert_int_equal(shard_save(&s, GAME_PALISADE, name), 0);
    shard_done(&s);
    FILE *f = fopen(name, "rb");
    assert_non_null(f);
    unsigned char *bytes = malloc(1 << 16);
    assert_non_null(bytes);
    *n = fread(bytes, 1, 1 << 16, f);
    assert_true(*n > SHARD_HEAD_BYTES && *n < 1 << 16);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(unlink(name), 0);
    return bytes;
}

static void a_game_is_legal_and_ends_as_it_says(void **state)
{
    (void)state;
    struct engine *e = new_engine();
    for (enum game_id id = 0; id < GAME_N; id++) {
        struct selfplay_options o = options_of(id, id == GAME_CLAIMS ? 4 : 5);
        struct position p;
        int teaching = 0;
        assert_int_equal(selfplay_game(e, &o, 3, &game), 0);
        assert_int_equal(position_start(&p, &game.setup), 0);
        for (int i = 0; i < game.plies_n; i++) {
            const struct shard_ply *ply = &game.plies[i];
            unsigned sum = 0;
            for (int k = 0; k < ply->weights_n; k++) {
                assert_int_equal(position_judge(&p, ply->weights[k].move), VERDICT_OK);
                sum += ply->weights[k].share;
            }
            teaching += ply->weights_n > 0;
            assert_true(sum <= UINT16_MAX);
            assert_true(ply->weights_n == 0 || sum > UINT16_MAX - 20);
            assert_int_equal(position_play(&p, ply->move), VERDICT_OK);
        }
        assert_true(p.over);
        assert_true(teaching > 0 && teaching < game.plies_n);
        assert_int_equal(game.winner, p.winner);
    }
    engine_free(e);
}

static void the_same_options_make_the_same_game(void **state)
{
    (void)state;
    struct selfplay_options o = options_of(GAME_REDSTONE, 5);
    struct engine *e = new_engine();
    assert_int_equal(selfplay_game(e, &o, 1, &game), 0);
    assert_int_equal(selfplay_game(e, &o, 2, &again), 0);
    assert_memory_not_equal(&game, &again, sizeof game);
    assert_int_equal(selfplay_game(e, &o, 1, &again), 0);
    assert_memory_equal(&game, &again, sizeof game);
    engine_free(e);
}

static void a_file_is_read_as_it_was_written(void **state)
{
    (void)state;
    size_t n;
    const char *why;
    unsigned char *bytes = two_games(&n);
    struct selfplay_options o = options_of(GAME_PALISADE, 5);
    struct engine *e = new_engine();
    struct shard_reader r;
    assert_int_equal(shard_open(&r, bytes, n, &why), 0);
    for (uint64_t i = 0; i < 2; i++) {
        assert_int_equal(shard_next(&r, &again, &why), 1);
        assert_int_equal(selfplay_game(e, &o, i, &game), 0);
        assert_int_equal(again.plies_n, game.plies_n);
        assert_memory_equal(again.points, game.points, sizeof game.points);
        assert_memory_equal(again.owner, game.owner, 25);
        for (int k = 0; k < game.plies_n; k++) {
            assert_int_equal(again.plies[k].move, game.plies[k].move);
            assert_int_equal(again.plies[k].rate, game.plies[k].rate);
            assert_int_equal(again.plies[k].weights_n, game.plies[k].weights_n);
        }
    }
    assert_int_equal(shard_next(&r, &again, &why), 0);
    engine_free(e);
    free(bytes);
}

static void a_broken_file_is_refused(void **state)
{
    (void)state;
    size_t n;
    const char *why;
    unsigned char *bytes = two_games(&n);
    struct shard_reader r;
    assert_int_equal(shard_open(&r, bytes, SHARD_HEAD_BYTES - 1, &why), ERR_SYNTAX);
    assert_non_null(strstr(why, "not a file"));
    assert_int_equal(shard_open(&r, bytes, n - 1, &why), ERR_SYNTAX);
    assert_non_null(strstr(why, "truncated"));
    bytes[n - 1] ^= 1;
    assert_int_equal(shard_open(&r, bytes, n, &why), ERR_SYNTAX);
    assert_non_null(strstr(why, "damaged"));
    bytes[n - 1] ^= 1;
    bytes[8]++;
    assert_int_equal(shard_open(&r, bytes, n, &why), ERR_SYNTAX);
    assert_non_null(strstr(why, "version"));
    bytes[8]--;
    bytes[0] = 'x';
    assert_int_equal(shard_open(&r, bytes, n, &why), ERR_SYNTAX);
    free(bytes);
}

/* Changes every byte in turn and corrects the checksum. Reading must end, and its results must be
 * within bounds. */
static void a_file_with_another_byte_does_no_harm(void **state)
{
    (void)state;
    size_t n;
    const char *why;
    unsigned char *bytes = two_games(&n);
    for (size_t i = SHARD_HEAD_BYTES; i < n; i++) {
        struct shard_reader r;
        bytes[i] ^= 0x55;
        uint32_t crc = crc32_more(0, bytes + SHARD_HEAD_BYTES, n - SHARD_HEAD_BYTES);
        for (int k = 0; k < 4; k++)
            bytes[20 + k] = (unsigned char)(crc >> 8 * k);
        assert_int_equal(shard_open(&r, bytes, n, &why), 0);
        int found = 0;
        int more;
        while ((more = shard_next(&r, &again, &why)) > 0)
            found++;
        assert_true(found <= 2);
        assert_true(more == 0 || more == ERR_SYNTAX);
        bytes[i] ^= 0x55;
    }
    free(bytes);
}

static void rows_hold_what_the_games_do(void **state)
{
    (void)state;
    size_t n;
    const char *why = NULL;
    unsigned char *bytes = two_games(&n);
    struct shard_reader r;
    int teaching = 0;
    assert_int_equal(shard_open(&r, bytes, n, &why), 0);
    while (shard_next(&r, &game, &why) > 0)
        for (int i = 0; i < game.plies_n; i++)
            teaching += game.plies[i].weights_n > 0;
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(rows_write(bytes, n, out, &why), 0);
    long row = 25 * (planes_n(GAME_PALISADE) + 1) + 4 * SHARD_WEIGHTS_MAX + 8;
    assert_int_equal(ftell(out), 16 + teaching * row);
    rewind(out);
    unsigned char head[16];
    assert_int_equal(fread(head, 1, sizeof head, out), sizeof head);
    assert_memory_equal(head, "ROWS", 4);
    assert_int_equal(head[6], 5);
    assert_int_equal(head[12] | head[13] << 8, row);
    assert_int_equal(fclose(out), 0);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_legal_and_ends_as_it_says),
        cmocka_unit_test(the_same_options_make_the_same_game),
        cmocka_unit_test(a_file_is_read_as_it_was_written),
        cmocka_unit_test(a_broken_file_is_refused),
        cmocka_unit_test(a_file_with_another_byte_does_no_harm),
        cmocka_unit_test(rows_hold_what_the_games_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* example.c - libhoshi in a hundred lines: a game of Redstone between two engines, kept as a
 * record; a refused move and its reason; and a batch of random games.
 *
 *   cc example.c $(pkg-config --cflags --libs hoshi) && ./a.out */
#include <hoshi.h>
#include <stdio.h>

static int fail(const char *what, int error)
{
    fprintf(stderr, "%s: %s\n", what, hoshi_error_text(error));
    return 1;
}

/* Seat 1 plays at level 3, seat 2 at level 1, on 5x5 without the swap. */
static int play(void)
{
    const struct hoshi_choice no_swap = {.option = "swap", .value = 0};
    const struct hoshi_setup setup = {
        .size = sizeof setup, .game = "redstone", .width = 5, .choices_n = 1, .choices = &no_swap};
    const struct hoshi_engine_options options = {.size = sizeof options, .memory_bytes = 64U << 20};
    struct hoshi_why why = {.size = sizeof why};
    struct hoshi_position *p = NULL;
    struct hoshi_record *r = NULL;
    struct hoshi_engine *e = NULL;
    int err = hoshi_position_new(&setup, &p, &why);
    if (err == 0)
        err = hoshi_record_new(&setup, &r, &why);
    if (err == 0)
        err = hoshi_engine_new(&options, &e);
    while (err == 0 && !hoshi_position_over(p)) {
        const struct hoshi_limits limits = {.size = sizeof limits,
                                            .level = hoshi_position_seat(p) == 1 ? 3 : 1};
        struct hoshi_thought thought = {.size = sizeof thought};
        err = hoshi_engine_think(e, p, &limits, NULL, NULL, &thought);
        if (err == 0)
            err = hoshi_position_play(p, thought.move, &why);
        if (err == 0)
            err = hoshi_record_append(r, thought.move, &why);
        if (err == 0)
            printf("%d. %s (%.0f %%)\n", hoshi_position_ply(p), thought.move,
                   thought.winrate * 100);
    }
    char *sgf = NULL;
    if (err == 0 && (err = hoshi_record_write(r, "sgf", &sgf)) == 0) {
        char *board = hoshi_position_text(p);
        puts(board != NULL ? board : "");
        printf("%sseat %d has won\n", sgf, hoshi_position_winner_seat(p));
        hoshi_text_free(board);
    }
    if (err == 0 && hoshi_position_play(p, "a1", &why) < 0)
        printf("a1 is refused by rule %s: %s\n", why.rule, why.sentence);
    hoshi_text_free(sgf);
    hoshi_engine_free(e);
    hoshi_record_free(r);
    hoshi_position_free(p);
    return err == 0 ? 0 : fail("no game", err);
}

/* 64 games of Palisade 5x5 side by side, 1,000 random steps each. */
static int step(void)
{
    enum { GAMES = 64, STEPS = 1000 };
    const struct hoshi_setup setup = {.size = sizeof setup, .game = "palisade", .width = 5};
    const struct hoshi_vec_options options = {
        .size = sizeof options, .games = GAMES, .threads = 2, .auto_reset = 1};
    float rewards[GAMES][2];
    uint8_t done[GAMES];
    int32_t actions[GAMES];
    struct hoshi_vec_out out = {.size = sizeof out, .rewards = rewards[0], .done = done};
    struct hoshi_vec *v = NULL;
    int won[2] = {0, 0};
    int err = hoshi_vec_new(&setup, &options, &v, NULL);
    for (int n = 0; n < STEPS && err == 0; n++) {
        err = hoshi_vec_random(v, actions);
        if (err == 0)
            err = hoshi_vec_step(v, actions, &out);
        for (int i = 0; i < GAMES && err == 0; i++)
            if (done[i])
                won[rewards[i][0] > 0 ? 0 : 1]++;
    }
    hoshi_vec_free(v);
    if (err < 0)
        return fail("no batch", err);
    printf("random games of Palisade 5x5: seat 1 has won %d, seat 2 %d\n", won[0], won[1]);
    return won[0] + won[1] == 0;
}

int main(void)
{
    return play() || step();
}

/* example.c - a game of Redstone between two engines in forty lines of libhoshi.
 *
 *   cc example.c $(pkg-config --cflags --libs hoshi) && ./a.out */
#include <hoshi.h>
#include <stdio.h>

int main(void)
{
    char why[HOSHI_SENTENCE_BYTES];
    const struct hoshi_setup setup = {.game = "redstone", .width = 5, .swap = -1};
    struct hoshi_position *p = hoshi_position_new(&setup, why);
    struct hoshi_engine *e = hoshi_engine_new(64U << 20, 1, 1);
    if (p == NULL || e == NULL) {
        fprintf(stderr, "no game: %s\n", p ? "out of memory" : why);
        hoshi_position_free(p);
        hoshi_engine_free(e);
        return 1;
    }
    while (!hoshi_position_over(p)) {
        const struct hoshi_limits limits = {.level = hoshi_position_seat(p) == 1 ? 3 : 1};
        struct hoshi_thought thought;
        struct hoshi_refusal refusal;
        int err = hoshi_engine_think(e, p, &limits, NULL, NULL, &thought);
        if (err == 0)
            err = hoshi_position_play(p, thought.move, &refusal);
        if (err != 0) {
            fprintf(stderr, "%s\n", hoshi_error_text(err));
            break;
        }
        printf("%d. %s (%.0f %%)\n", hoshi_position_ply(p), thought.move, thought.winrate * 100);
    }
    char *board = hoshi_position_text(p);
    if (board != NULL)
        puts(board);
    hoshi_text_free(board);
    int won = hoshi_position_winner(p);
    printf("side %d has won\n", won);
    hoshi_engine_free(e);
    hoshi_position_free(p);
    return won == 0;
}

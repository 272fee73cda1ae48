/* playouts.c - random games a second, for comparison with the same loop in WebAssembly
 * (hoshi_playouts, src/wasm/api.h).
 *
 *     playouts GAME SIZE MILLISECONDS    prints "playouts/s plies", by CPU time */
#include "platform/clock.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>

enum { BATCH = 64 };

int main(int argc, char **argv)
{
    static struct position start, p;
    const struct game *g = argc == 4 ? game_find(argv[1]) : NULL;
    if (g == NULL)
        return 2;
    struct setup s = setup_default(g->id);
    s.width = s.height = (uint8_t)atoi(argv[2]);
    int64_t run_us = 1000 * (int64_t)atoi(argv[3]);
    if (position_start(&start, &s) < 0)
        return 2;
    struct rng r;
    int64_t games = 0, used = 0;
    long plies = 0;
    rng_seed(&r, 1);
    for (int64_t began = clock_thread_cpu_us(); used < run_us;
         used = clock_thread_cpu_us() - began) {
        for (int i = 0; i < BATCH; i++) {
            position_copy(&p, &start);
            position_playout(&p, &r, NULL);
            if (games == 0)
                plies += p.ply;
        }
        games += BATCH;
    }
    printf("%.0f %ld\n", (double)games * 1e6 / (double)used, plies);
    return 0;
}

/* example_engine.c - two engines think side by side about Levee 7x7 (src/search/engine.h). */
#include "base/err.h"
#include "rules/position.h"
#include "search/engine.h"
#include <stdio.h>
#include <time.h>

/* Called by the engine's thread, ten times a second; false would stop the search. */
static bool enough(void *context, const struct search_report *so_far)
{
    return so_far->nodes_n < *(const int64_t *)context;
}

int main(void)
{
    struct setup setup = setup_default(GAME_LEVEE);
    setup.width = setup.height = 7;
    int64_t nodes[2] = {3000, 6000};
    struct engine *engines[2] = {NULL, NULL};
    struct position p;
    int err = position_start(&p, &setup);
    for (int i = 0; i < 2 && err == 0; i++) {
        const struct engine_options options = {.memory_bytes = 32U << 20, .seed = (uint64_t)i};
        const struct engine_limits limits = {.think_ms = 20000};
        const struct engine_watch watch = {.progress = enough, .context = &nodes[i]};
        engines[i] = engine_new(&options);
        err = engines[i] == NULL ? ERR_NO_MEMORY : engine_start(engines[i], &p, &limits, &watch);
    }
    struct search_report report = {0};
    while (err == 0 && engine_poll(engines[0], &report) == ENGINE_RUNNING)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL); /* time for other work */
    char word[MOVE_TEXT_BYTES];
    for (int i = 0; i < 2 && err == 0; i++)
        if ((err = engine_wait(engines[i], &report)) == 0)
            printf("%s wins %.0f %% after %lld playouts\n", move_print(report.best, 7, word),
                   (double)report.winrate * 100, (long long)report.nodes_n);
    engine_free(engines[0]);
    engine_free(engines[1]);
    return err == 0 ? 0 : 1;
}

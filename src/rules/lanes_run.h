/* lanes_run.h - which games are played in which lanes; for the files that play games in lanes only
 * (lanes.h, lanes_word.h).
 *
 * A lane whose game has ended gets the next one at once, so that lanes are empty only while the
 * last games are played. */
#ifndef LANES_RUN_H
#define LANES_RUN_H
#include "rules/game.h"
#include "rules/lanes_word.h"

struct lanes_run {
    struct rng *r;
    struct playlog *logs; /* NULL, or one for each game */
    struct ending *out;
    int n, begun, ended;
    int64_t game[LANES]; /* the number of the game in the lane, -1 for none */
};

/* No lane has a game yet. */
LANE struct lanes_run run_of(struct rng *r, int n, struct playlog *logs, struct ending *out)
{
    struct lanes_run run = {.r = r, .logs = logs, .out = out, .n = n};
    for (int i = 0; i < LANES; i++)
        run.game[i] = -1;
    return run;
}

/* Gives the lanes in the mask new games, as long as there are any, and their generators seeds: four
 * numbers for each game, in the order of the games. Returns the mask of those that have got one. */
LANE word_t run_begin(struct lanes_run *run, word_t mask, struct word_rng *random)
{
    uint64_t seeds[4][LANES];
    uint64_t begun[LANES];
    for (int i = 0; i < LANES; i++) {
        begun[i] = 0;
        for (int k = 0; k < 4; k++)
            seeds[k][i] = 0;
        if (word_get(mask, i) == 0)
            continue;
        run->game[i] = run->begun < run->n ? run->begun++ : -1;
        if (run->game[i] < 0)
            continue;
        begun[i] = ~(uint64_t)0;
        for (int k = 0; k < 4; k++)
            seeds[k][i] = rng_next(run->r);
    }
    mask = word_load(begun);
    random->s[0] = word_choose(mask, random->s[0], word_load(seeds[0]));
    random->s[1] = word_choose(mask, random->s[1], word_load(seeds[1]));
    random->s[2] = word_choose(mask, random->s[2], word_load(seeds[2]));
    random->s[3] = word_choose(mask, random->s[3], word_load(seeds[3]));
    return mask;
}

/* Notes how the game of a lane has ended, if there is one. */
LANE void run_end(struct lanes_run *run, int lane, struct ending ending)
{
    if (run->game[lane] < 0)
        return;
    run->out[run->game[lane]] = ending;
    run->ended++;
}

/* Adds a move to the log of a lane's game, if there is one. */
LANE void run_log(const struct lanes_run *run, int lane, int move)
{
    if (run->game[lane] < 0)
        return;
    struct playlog *log = &run->logs[run->game[lane]];
    if (log->n++ < log->cap)
        log->moves[log->n - 1] = (move_t)move;
}

/* A function that plays games on boards of so many words, by geometry_of() and play_on() of the
 * game. Each number has one of its own, because the compilers of browsers do not optimise one as
 * large as all of them. */
#define RUN_WORDS(name, words_n)                                                                   \
    static __attribute__((noinline)) void name(const struct position *p, struct rng *r, int n,     \
                                               const struct mast *mast, struct playlog *logs,      \
                                               struct ending *out)                                 \
    {                                                                                              \
        struct geometry g = geometry_of(p->setup.width);                                           \
        g.words = (words_n);                                                                       \
        play_on(p, r, n, mast, logs, out, g);                                                      \
    }

#endif

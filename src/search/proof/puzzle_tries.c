#include "search/proof/puzzle_tries.h"

#include "search/tree/level.h"

enum {
    OFTEN = 4, /* levels up to this one err, and cost little: they try most */
    TWICE = 6,
    BELIEF_DEVIATION = 250,
};

static const double elo_tenth = 400.0; /* points for ten times the chance */
static const double log_ten = 2.302585092994046;
static const double elo_root = 1.0057730630008696; /* ten to the power of 1 / elo_tenth */

static int tries_of(int level, const struct puzzle_tries_plan *plan)
{
    return level <= OFTEN   ? plan->tries
           : level <= TWICE ? (plan->tries + 1) / 2
                            : (plan->tries + 3) / 4;
}

struct watching {
    engine_progress *progress;
    void *context;
    bool stopped;
};

static bool on_progress(void *context, const struct search_report *so_far)
{
    struct watching *w = context;
    w->stopped = w->stopped || (w->progress != NULL && !w->progress(w->context, so_far));
    return !w->stopped;
}

int puzzle_tries_make(const struct puzzle *pz, struct engine *e,
                      const struct puzzle_tries_plan *plan, engine_progress *progress,
                      void *context, struct puzzle_tries *out)
{
    struct watching w = {progress, context, false};
    move_t legal[MOVES_MAX];
    uint64_t seed = rng_mix(plan->seed ^ position_hash_canonical(&pz->position));
    int in_a_row = 0;
    *out = (struct puzzle_tries){.legal = position_legal(&pz->position, legal)};
    for (int level = LEVEL_MIN; level <= plan->top && in_a_row < 2; level++) {
        /* Level 8 has no clock here either, and takes what it has in the page. */
        const struct engine_limits limits = {.level = level,
                                             .nodes_cap = level_nodes(level, &pz->setup, false)};
        int n = tries_of(level, plan);
        for (int i = 0; i < n; i++) {
            struct search_report report;
            engine_seed(e, rng_mix(seed + (uint64_t)(level * PUZZLE_TRIES_MAX + i)));
            int err = engine_search(e, &pz->position, &limits, on_progress, &w, &report);
            if (err < 0 || w.stopped)
                return err < 0 ? err : 1;
            out->tries[level]++;
            out->solved[level] += report.best == pz->solution;
        }
        in_a_row = out->solved[level] == n ? in_a_row + 1 : 0;
    }
    return 0;
}

/* Ten to the power of points / 400, by products alone: all machines agree. */
static double odds(int points)
{
    double power = elo_root;
    double out = 1.0;
    for (int n = points < 0 ? -points : points; n > 0; n >>= 1) {
        out *= (n & 1) != 0 ? power : 1.0;
        power *= power;
    }
    return points < 0 ? 1.0 / out : out;
}

/* The part of the fit that is the same for every rating. */
struct trial {
    const struct puzzle_tries *tries;
    int belief;
    int levels[LEVEL_MAX + 1]; /* their ratings */
};

/* How fast the logarithm of the chance of what happened grows with the puzzle's rating. */
static double slope(const struct trial *trial, int rating)
{
    const struct puzzle_tries *t = trial->tries;
    double luck = t->legal > 0 ? 1.0 / t->legal : 1.0;
    double off = trial->belief - rating;
    double sum = off / ((double)BELIEF_DEVIATION * BELIEF_DEVIATION);
    for (int level = LEVEL_MIN; level <= LEVEL_MAX && luck < 1.0; level++) {
        double share = 1.0 / (1.0 + odds(rating - trial->levels[level]));
        double solves = luck + (1.0 - luck) * share;
        double falls = (1.0 - luck) * share * (1.0 - share) * log_ten / elo_tenth;
        int failed = t->tries[level] - t->solved[level];
        if (failed > 0)
            sum += failed * falls / (1.0 - solves);
        sum -= t->solved[level] * falls / solves;
    }
    return sum;
}

int puzzle_tries_rating(const struct puzzle *pz, const struct puzzle_tries *t)
{
    struct trial trial = {.tries = t, .belief = puzzle_belief(pz)};
    double sum = 0.0; /* logarithm of the chance, but for a constant */
    double most = 0.0;
    int best = PUZZLE_RATING_LEAST;
    for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++)
        trial.levels[level] = level_rating(level, (enum game_id)pz->setup.game);
    /* With luck in it the chance may have several tops: look at all ratings. */
    for (int rating = PUZZLE_RATING_LEAST; rating < PUZZLE_RATING_MOST; rating++) {
        sum += slope(&trial, rating);
        if (sum > most) {
            most = sum;
            best = rating + 1;
        }
    }
    return best;
}

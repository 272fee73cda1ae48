#include "service/analysis/explored.h"

#include "base/err.h"
#include "service/matches/seats.h"
#include "store/community/fairplay.h"
#include "store/ratings/rating.h"
#include <time.h>

struct average {
    int64_t sum;
    int n;
};

/* As they were before the match. */
static void on_step(void *context, const struct rating_step *step)
{
    struct average *a = context;
    a->sum += (step->rating - step->change) / 1000;
    a->n++;
}

int explored_begin(struct store *s, const struct store_match *m, struct explored_match *out)
{
    struct average ratings = {0};
    struct tm day;
    time_t at = (time_t)(m->created_at / 1000);
    *out = (struct explored_match){.counts = m->state == MATCH_FINISHED && !m->is_private,
                                   .kind = seats_exhibition(m) ? EXPLORED_ENGINE
                                           : m->rated          ? EXPLORED_RATED
                                                               : EXPLORED_UNRATED,
                                   .winner = m->winner_side};
    out->year = gmtime_r(&at, &day) != NULL ? 1900 + day.tm_year : 0;
    int err = out->counts && m->rated ? rating_steps_of_match(s, m->id, on_step, &ratings) : 0;
    if (ratings.n > 0)
        out->rating = ratings.sum / ratings.n;
    if (err >= 0 && out->counts && m->rated) {
        struct fairplay_annulment annulled;
        err = fairplay_annulment_get(s, m->id, &annulled);
        out->counts = err == ERR_NOT_FOUND;
        err = err == ERR_NOT_FOUND ? 0 : err;
    }
    return err < 0 ? err : 0;
}

static struct explorer_step step_of(const struct explored_match *m, int64_t before, int64_t after)
{
    return (struct explorer_step){.position = before,
                                  .child = after,
                                  .year = m->year,
                                  .kind = m->kind,
                                  .rating = m->rating,
                                  .winner = m->winner};
}

int explored_enter(struct store *s, const struct explored_match *m, int64_t before, int64_t after)
{
    const struct explorer_step step = step_of(m, before, after);
    return explorer_add(s, &step);
}

int explored_leave(struct store *s, const struct explored_match *m, int64_t before, int64_t after)
{
    const struct explorer_step step = step_of(m, before, after);
    return explorer_take(s, &step);
}

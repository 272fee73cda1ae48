#include "service/puzzles/puzzles.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "service/people/profile.h"
#include "service/puzzles/composed.h"
#include "service/ratings/glicko.h"
#include "store/community/social.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THOUSAND         1e3
#define BILLION          1e9
#define PERIOD_DAYS      7.0
#define PUZZLE_DEVIATION 200.0 /* of a first estimate */

static struct glicko belief(const struct puzzles_belief *b)
{
    return (struct glicko){(double)b->rating / THOUSAND, (double)b->deviation / THOUSAND,
                           (double)b->volatility / BILLION};
}

static void set_belief(struct puzzles_belief *b, const struct glicko *g)
{
    b->rating = llround(g->rating * THOUSAND);
    b->deviation = llround(g->deviation * THOUSAND);
    b->volatility = llround(g->volatility * BILLION);
}

static void count(struct puzzles_belief *b, bool solved, int64_t at)
{
    b->tries++;
    b->solved += solved;
    b->at = at;
}

static int find(struct work *w, const struct puzzle_act *a, struct puzzle_found *out)
{
    int err = composed_find(w->s->store, a->puzzle, out);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no puzzle %s.", a->puzzle);
    return err;
}

static int load_puzzle(struct work *w, const struct puzzle_row *row, struct puzzles_puzzle *out)
{
    const struct glicko estimate = {row->rating, PUZZLE_DEVIATION, GLICKO_VOLATILITY};
    int err = puzzles_get(w->s->store, row->id, out);
    if (err != ERR_NOT_FOUND)
        return err;
    *out = (struct puzzles_puzzle){.now.at = w->now};
    snprintf(out->id, sizeof out->id, "%s", row->id);
    snprintf(out->game, sizeof out->game, "%s", games[row->setup.game]->name);
    set_belief(&out->now, &estimate);
    return 0;
}

/* The puzzle, if it is served. */
static int load_served(struct work *w, const struct puzzle_row *row, struct puzzles_puzzle *out)
{
    int err = load_puzzle(w, row, out);
    if (err == 0 && out->withdrawn_at != 0)
        return work_refuse(w, OUTCOME_CONFLICT, "Moderators have withdrawn this puzzle: %s",
                           out->reason);
    return err;
}

static int load_solver(struct work *w, const char *game, struct puzzles_solver *out)
{
    const struct glicko unknown = {puzzle_shelf_middle(game), GLICKO_DEVIATION, GLICKO_VOLATILITY};
    int err = puzzles_solver_get(w->s->store, w->order->asker.id, game, out);
    if (err != ERR_NOT_FOUND)
        return err;
    *out = (struct puzzles_solver){.player = w->order->asker.id, .now.at = w->now};
    snprintf(out->game, sizeof out->game, "%s", game);
    set_belief(&out->now, &unknown);
    return 0;
}

/* Both are rated by what they were before. */
static int rate(struct work *w, const struct puzzle_row *row, struct puzzles_try *t)
{
    struct puzzles_puzzle puzzle;
    struct puzzles_solver solver;
    int err = load_served(w, row, &puzzle);
    if (err == 0)
        err = load_solver(w, t->game, &solver);
    if (err < 0)
        return err;
    struct glicko mine = belief(&solver.now);
    struct glicko its = belief(&puzzle.now);
    const struct glicko_result ours = {its, t->solved ? 1 : 0, 1};
    const struct glicko_result theirs = {mine, t->solved ? 0 : 1, 1};
    double away = (double)(w->now > solver.now.at ? w->now - solver.now.at : 0) / (double)DAY_MS /
                  PERIOD_DAYS;
    t->before = solver.now.rating;
    mine = glicko_rate(&mine, &ours, 1, away);
    its = glicko_rate(&its, &theirs, 1, 0);
    set_belief(&solver.now, &mine);
    set_belief(&puzzle.now, &its);
    count(&solver.now, t->solved, w->now);
    count(&puzzle.now, t->solved, w->now);
    t->rating = solver.now.rating;
    err = puzzles_solver_put(w->s->store, &solver);
    return err < 0 ? err : puzzles_put(w->s->store, &puzzle);
}

int puzzles_attempt(struct work *w, void *context)
{
    struct puzzle_act *a = context;
    struct puzzle_found found;
    const struct puzzle_row *row = &found.row;
    struct puzzles_try t;
    int err = find(w, a, &found);
    if (err < 0)
        return err;
    if (found.composed.id != 0 && found.composed.player == w->order->asker.id)
        return work_refuse(w, OUTCOME_CONFLICT, "You have made this puzzle yourself.");
    a->why = NULL;
    err = puzzles_try_get(w->s->store, w->order->asker.id, row->id, &t);
    a->again = err == 0;
    if (err != ERR_NOT_FOUND)
        return err;
    if (a->solved)
        a->why = puzzle_shelf_judge(row, a->moves != NULL ? a->moves : "");
    t = (struct puzzles_try){.player = w->order->asker.id,
                             .at = w->now,
                             .solved = a->solved && a->why == NULL,
                             .rated = true};
    snprintf(t.puzzle, sizeof t.puzzle, "%s", row->id);
    snprintf(t.game, sizeof t.game, "%s", games[row->setup.game]->name);
    err = rate(w, row, &t);
    return err < 0 ? err : puzzles_try_add(w->s->store, &t);
}

/* The asker's attempt; only those who have tried a puzzle may judge it. */
static int find_try(struct work *w, const struct puzzle_act *a, struct puzzle_found *found,
                    struct puzzles_try *out)
{
    int err = find(w, a, found);
    if (err < 0)
        return err;
    err = puzzles_try_get(w->s->store, w->order->asker.id, a->puzzle, out);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_CONFLICT, "Try this puzzle first.");
    return err;
}

int puzzles_vote(struct work *w, void *context)
{
    const struct puzzle_act *a = context;
    struct puzzles_try t;
    struct puzzle_found found;
    struct puzzles_puzzle puzzle;
    int err = find_try(w, a, &found, &t);
    if (err == 0)
        err = load_puzzle(w, &found.row, &puzzle);
    if (err < 0)
        return err;
    puzzle.up += (a->vote > 0) - (t.vote > 0);
    puzzle.down += (a->vote < 0) - (t.vote < 0);
    err = puzzles_put(w->s->store, &puzzle);
    return err < 0 ? err : puzzles_try_vote(w->s->store, t.id, a->vote);
}

int puzzles_report(struct work *w, void *context)
{
    const struct puzzle_act *a = context;
    struct puzzles_try t;
    struct puzzle_found found;
    int64_t n = 0;
    int chars = text_characters(a->text);
    if (chars < 1 || chars > PUZZLES_REPORT_CHARS)
        return work_refuse(w, OUTCOME_RANGE, "text must have 1 to %d characters.",
                           PUZZLES_REPORT_CHARS);
    int err = find_try(w, a, &found, &t);
    if (err == 0)
        err = puzzles_reports_by(w->s->store, w->order->asker.id, &n);
    if (err == 0 && n >= PUZZLES_REPORTS_MAX)
        err = work_refuse(w, OUTCOME_TOO_MANY,
                          "You have %d open reports of puzzles; wait until moderators have "
                          "looked at them.",
                          PUZZLES_REPORTS_MAX);
    return err < 0 ? err : puzzles_report_put(w->s->store, t.id, a->text, w->now);
}

int puzzles_close(struct work *w, void *context)
{
    const struct puzzle_act *a = context;
    struct puzzles_report *r = calloc(1, sizeof *r);
    if (r == NULL)
        return ERR_NO_MEMORY;
    char detail[48];
    int err = puzzles_report_get(w->s->store, a->id, r);
    if (err == ERR_NOT_FOUND)
        err = work_refuse(w, OUTCOME_NOT_FOUND, "There is no such report.");
    else if (err == 0 && r->closed_at != 0)
        err = work_refuse(w, OUTCOME_CONFLICT, "This report is closed.");
    if (err == 0)
        err = puzzles_report_close(w->s->store, a->id, w->now);
    snprintf(detail, sizeof detail, "report of puzzle %s", r->puzzle);
    if (err == 0)
        err = social_audit_add(w->s->store, w->order->asker.id, "close", r->by.id, detail, w->now);
    free(r);
    return err;
}

struct told {
    int64_t players[PUZZLES_SHOWN_MAX];
    int n;
};

static void on_reporter(void *context, int64_t player)
{
    struct told *t = context;
    if (t->n < PUZZLES_SHOWN_MAX)
        t->players[t->n++] = player;
}

/* Those who have reported it learn what came of it (notify.c). */
static int tell_reporters(struct work *w, const struct puzzle_act *a)
{
    struct told told = {.n = 0};
    int err = puzzles_reporters(w->s->store, a->puzzle, on_reporter, &told);
    for (int i = 0; err == 0 && i < told.n; i++)
        err = work_tell(w, EVENT_PUZZLE,
                        JSON_OBJECT({"puzzle", json_string(a->puzzle)},
                                    {"did", json_string(a->withdraw ? "withdrawn" : "kept")},
                                    {"reason", json_string(a->text)}),
                        0, told.players[i], NULL);
    return err;
}

int puzzles_decide(struct work *w, void *context)
{
    const struct puzzle_act *a = context;
    struct puzzle_found found;
    struct puzzles_puzzle puzzle;
    int chars = text_characters(a->text);
    int err = find(w, a, &found);
    if (err < 0)
        return err;
    if (chars < 1 || chars > PUZZLES_REASON_CHARS)
        return work_refuse(w, OUTCOME_RANGE, "reason must have 1 to %d characters.",
                           PUZZLES_REASON_CHARS);
    err = load_puzzle(w, &found.row, &puzzle);
    puzzle.withdrawn_at = a->withdraw ? w->now : 0;
    snprintf(puzzle.reason, sizeof puzzle.reason, "%s", a->withdraw ? a->text : "");
    if (err == 0)
        err = puzzles_put(w->s->store, &puzzle);
    if (err == 0)
        err = tell_reporters(w, a);
    if (err == 0)
        err = puzzles_reports_decide(w->s->store, a->puzzle, w->now);
    return err < 0 ? err
                   : social_audit_add(w->s->store, w->order->asker.id,
                                      a->withdraw ? "withdraw puzzle" : "keep puzzle", 0, a->puzzle,
                                      w->now);
}

/* --- from the time before there was an account --- */

static int import_one(struct work *w, const char *id, int64_t at, bool solved)
{
    const struct puzzle_row *row = puzzle_shelf_find(id);
    struct puzzles_try t;
    if (row == NULL)
        return 0; /* of another version of the page */
    int err = puzzles_try_get(w->s->store, w->order->asker.id, row->id, &t);
    if (err != ERR_NOT_FOUND)
        return err;
    t = (struct puzzles_try){
        .player = w->order->asker.id, .at = at < w->now ? at : w->now, .solved = solved};
    snprintf(t.puzzle, sizeof t.puzzle, "%s", row->id);
    snprintf(t.game, sizeof t.game, "%s", games[row->setup.game]->name);
    return puzzles_try_add(w->s->store, &t);
}

int puzzles_import(struct work *w, void *context)
{
    const struct puzzle_act *a = context;
    size_t n = json_array_size(a->list);
    if (!json_is_array(a->list) || n > PUZZLES_IMPORT_MAX)
        return work_refuse(w, OUTCOME_RANGE, "attempts must be a list of at most %d.",
                           PUZZLES_IMPORT_MAX);
    for (size_t i = 0; i < n; i++) {
        const char *id;
        json_int_t at;
        int solved;
        if (json_unpack(json_array_get(a->list, i), "{s:s, s:I, s:b !}", "puzzle", &id, "at", &at,
                        "solved", &solved) != 0 ||
            at < 0)
            return work_refuse(w, OUTCOME_RANGE,
                               "Each of attempts must have puzzle, at (milliseconds since 1970) "
                               "and solved.");
        int err = import_one(w, id, at, solved != 0);
        if (err < 0)
            return err;
    }
    return 0;
}

/* --- lessons --- */

static bool is_step(const char *text)
{
    size_t n = strlen(text);
    return n >= 1 && n < PUZZLES_STEP_BYTES &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789.-") == n;
}

int puzzles_learn(struct work *w, void *context)
{
    const struct puzzle_act *a = context;
    int64_t known = 0;
    int64_t player = w->order->asker.id;
    if (!json_is_array(a->list) || json_array_size(a->list) > PUZZLES_STEPS_MAX)
        return work_refuse(w, OUTCOME_RANGE, "steps must be a list of at most %d.",
                           PUZZLES_STEPS_MAX);
    int err = 0;
    for (size_t i = 0; i < json_array_size(a->list) && err == 0; i++) {
        const char *step = json_string_value(json_array_get(a->list, i));
        if (step == NULL || !is_step(step))
            return work_refuse(w, OUTCOME_RANGE,
                               "Each of steps must be the name of a step: 1 to %d small letters, "
                               "digits, dots and hyphens.",
                               PUZZLES_STEP_BYTES - 1);
        err = puzzles_step_add(w->s->store, player, step, w->now);
    }
    if (err == 0)
        err = puzzles_steps_count(w->s->store, player, &known);
    if (err == 0 && known > PUZZLES_STEPS_MAX)
        err = work_refuse(w, OUTCOME_FULL, "You may send at most %d steps of lessons in all.",
                          PUZZLES_STEPS_MAX);
    return err;
}

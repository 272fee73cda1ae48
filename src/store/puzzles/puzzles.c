#include "store/puzzles/puzzles.h"

#include "base/err.h"
#include "store/core/queries.h"

ROW_READER(read_puzzle, struct puzzles_puzzle, PUZZLE_ROW)
ROW_BINDER(bind_puzzle, struct puzzles_puzzle, PUZZLE_ROW)
ROW_READER(read_solver, struct puzzles_solver, PUZZLE_SOLVER_ROW)
ROW_BINDER(bind_solver, struct puzzles_solver, PUZZLE_SOLVER_ROW)
ROW_READER(read_try, struct puzzles_try, PUZZLE_TRY_ROW)
ROW_BINDER(bind_try, struct puzzles_try, PUZZLE_TRY_NEW)
ROW_READER(read_report, struct puzzles_report, PUZZLE_REPORT_TOLD)

/* The receiver of the rows of a query. */
struct each {
    union {
        puzzles_on_puzzle *puzzle;
        puzzles_on_solver *solver;
        puzzles_on_try *try;
        puzzles_on_report *report;
        puzzles_on_step *step;
        puzzles_on_player *player;
        puzzles_on_id *id;
    } on;
    void *context;
};

/* --- puzzles --- */

static void on_one_puzzle(void *context, const struct store *s, void *row)
{
    read_puzzle(s, row, 0, context);
}

static void on_puzzle(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct puzzles_puzzle p;
    read_puzzle(s, row, 0, &p);
    e->on.puzzle(e->context, &p);
}

int puzzles_get(struct store *s, const char *id, struct puzzles_puzzle *out)
{
    return store_some(store_query(s, on_one_puzzle, out, Q_PUZZLES_GET, id));
}

int puzzles_put(struct store *s, const struct puzzles_puzzle *p)
{
    struct store_value v[ROW_N(PUZZLE_ROW)];
    int n = bind_puzzle(p, v);
    return store_done(store_run(s, NULL, NULL, Q_PUZZLES_PUT, v, n));
}

int puzzles_of_game(struct store *s, const char *game, puzzles_on_puzzle *on, void *context)
{
    struct each e = {.on.puzzle = on, .context = context};
    return store_done(store_query(s, on_puzzle, &e, Q_PUZZLES_OF_GAME, game));
}

/* --- solvers --- */

static void on_one_solver(void *context, const struct store *s, void *row)
{
    read_solver(s, row, 0, context);
}

static void on_solver(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct puzzles_solver p;
    read_solver(s, row, 0, &p);
    e->on.solver(e->context, &p);
}

int puzzles_solver_get(struct store *s, int64_t player, const char *game,
                       struct puzzles_solver *out)
{
    return store_some(store_query(s, on_one_solver, out, Q_PUZZLES_SOLVER_GET, player, game));
}

int puzzles_solver_put(struct store *s, const struct puzzles_solver *p)
{
    struct store_value v[ROW_N(PUZZLE_SOLVER_ROW)];
    int n = bind_solver(p, v);
    return store_done(store_run(s, NULL, NULL, Q_PUZZLES_SOLVER_PUT, v, n));
}

int puzzles_solvers_of(struct store *s, int64_t player, puzzles_on_solver *on, void *context)
{
    struct each e = {.on.solver = on, .context = context};
    return store_done(store_query(s, on_solver, &e, Q_PUZZLES_SOLVERS_OF, player));
}

/* --- tries --- */

static void on_one_try(void *context, const struct store *s, void *row)
{
    read_try(s, row, 0, context);
}

static void on_try(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct puzzles_try t;
    read_try(s, row, 0, &t);
    e->on.try(e->context, &t);
}

int puzzles_try_add(struct store *s, struct puzzles_try *t)
{
    struct store_value v[ROW_N(PUZZLE_TRY_NEW)];
    int n = bind_try(t, v);
    return store_some(store_run(s, store_on_int, &t->id, Q_PUZZLES_TRY_ADD, v, n));
}

int puzzles_try_get(struct store *s, int64_t player, const char *puzzle, struct puzzles_try *out)
{
    return store_some(store_query(s, on_one_try, out, Q_PUZZLES_TRY_GET, player, puzzle));
}

int puzzles_try_vote(struct store *s, int64_t id, int vote)
{
    return store_done(store_query(s, NULL, NULL, Q_PUZZLES_TRY_VOTE, vote, id));
}

int puzzles_tries(struct store *s, int64_t player, const char *game, int64_t before, int limit,
                  puzzles_on_try *on, void *context)
{
    struct each e = {.on.try = on, .context = context};
    if (game[0] == '\0')
        return store_query(s, on_try, &e, Q_PUZZLES_TRIES, player, before, limit);
    return store_query(s, on_try, &e, Q_PUZZLES_TRIES_GAME, player, game, before, limit);
}

/* --- reports --- */

static void on_one_report(void *context, const struct store *s, void *row)
{
    read_report(s, row, 0, context);
}

static void on_report(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct puzzles_report r;
    read_report(s, row, 0, &r);
    e->on.report(e->context, &r);
}

int puzzles_report_put(struct store *s, int64_t id, const char *text, int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_PUZZLES_REPORT_PUT, text, at, id));
}

int puzzles_report_close(struct store *s, int64_t id, int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_PUZZLES_REPORT_CLOSE, at, id));
}

int puzzles_report_get(struct store *s, int64_t id, struct puzzles_report *out)
{
    return store_some(store_query(s, on_one_report, out, Q_PUZZLES_REPORT_GET, id));
}

int puzzles_reports_by(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_PUZZLES_REPORTS_BY, player));
}

int puzzles_reports(struct store *s, bool closed, int64_t before, int limit, puzzles_on_report *on,
                    void *context)
{
    struct each e = {.on.report = on, .context = context};
    return store_query(s, on_report, &e, closed ? Q_PUZZLES_REPORTS_CLOSED : Q_PUZZLES_REPORTS_OPEN,
                       before, limit);
}

int puzzles_reported(struct store *s, int64_t before, int limit, int reports_max,
                     puzzles_on_report *on, void *context)
{
    struct each e = {.on.report = on, .context = context};
    return store_query(s, on_report, &e, Q_PUZZLES_REPORTED, before, (int64_t)limit,
                       (int64_t)reports_max);
}

static void on_player(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.player(e->context, store_row_int(s, row, 0));
}

int puzzles_reporters(struct store *s, const char *puzzle, puzzles_on_player *on, void *context)
{
    struct each e = {.on.player = on, .context = context};
    return store_done(store_query(s, on_player, &e, Q_PUZZLES_REPORTERS, puzzle));
}

int puzzles_reports_decide(struct store *s, const char *puzzle, int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_PUZZLES_REPORTS_DECIDE, at, puzzle));
}

static void on_id(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.id(e->context, store_row_text(s, row, 0));
}

int puzzles_withdrawn(struct store *s, puzzles_on_id *on, void *context)
{
    struct each e = {.on.id = on, .context = context};
    return store_done(store_query(s, on_id, &e, Q_PUZZLES_WITHDRAWN));
}

/* --- lessons --- */

static void on_step(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    e->on.step(e->context, store_row_text(s, row, 0), store_row_int(s, row, 1));
}

int puzzles_step_add(struct store *s, int64_t player, const char *step, int64_t at)
{
    return store_done(store_query(s, NULL, NULL, Q_PUZZLES_STEP_ADD, player, step, at));
}

int puzzles_steps(struct store *s, int64_t player, puzzles_on_step *on, void *context)
{
    struct each e = {.on.step = on, .context = context};
    return store_done(store_query(s, on_step, &e, Q_PUZZLES_STEPS, player));
}

int puzzles_steps_count(struct store *s, int64_t player, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_PUZZLES_STEPS_COUNT, player));
}

int puzzles_forget(struct store *s, int64_t player)
{
    static const int queries[] = {Q_PUZZLES_FORGET_SOLVER, Q_PUZZLES_FORGET_TRIES,
                                  Q_PUZZLES_FORGET_STEPS};
    int err = 0;
    for (size_t i = 0; i < ARRAY_LEN(queries) && err == 0; i++)
        err = store_done(store_query(s, NULL, NULL, queries[i], player));
    return err;
}

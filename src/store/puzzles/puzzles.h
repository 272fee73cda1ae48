/* puzzles.h - the players' results with puzzles, and the lesson steps that they know.
 *
 * The puzzles themselves are part of the program (service/puzzles/puzzle_shelf.h) and the store
 * knows only their names. A puzzle has a row once a player has tried it. A player has one row for
 * each puzzle, however often they try it: the first attempt, and their vote. */
#ifndef STORE_PUZZLES_H
#define STORE_PUZZLES_H
#include "store/core/store.h"

enum {
    PUZZLES_ID_BYTES = 16,
    PUZZLES_TEXT_BYTES = 2004, /* of a report: 500 characters of at most four bytes, with NUL */
    PUZZLES_STEP_BYTES = 64,   /* the name of a step of a lesson */
};

/* A rating (service/ratings/glicko.h): points and deviation in thousandths, volatility in
 * billionths; and the number of results behind it. */
struct puzzles_belief {
    int64_t rating, deviation, volatility;
    int64_t tries, solved;
    int64_t at; /* of the last one; ms since 1970 */
};

struct puzzles_puzzle {
    char id[PUZZLES_ID_BYTES];
    char game[16];
    struct puzzles_belief now;
    int64_t up, down;     /* votes */
    int64_t withdrawn_at; /* 0: it is served */
    char reason[PUZZLES_TEXT_BYTES];
};

/* A member as a solver of the puzzles of one game. */
struct puzzles_solver {
    int64_t player;
    char game[16];
    struct puzzles_belief now;
};

struct puzzles_try {
    int64_t id;
    int64_t player;
    char puzzle[PUZZLES_ID_BYTES];
    char game[16];
    int64_t at;
    bool solved;
    bool rated;             /* else it was made without an account, and changed no rating */
    int64_t before, rating; /* of the player, in thousandths; both 0 unless rated */
    int vote;               /* -1, 0, 1 */
    char report[PUZZLES_TEXT_BYTES]; /* "": none */
};

MUST_USE int puzzles_get(struct store *s, const char *id, struct puzzles_puzzle *out);
MUST_USE int puzzles_put(struct store *s, const struct puzzles_puzzle *p);
typedef void puzzles_on_puzzle(void *context, const struct puzzles_puzzle *p);
/* All of a game that have been tried: at most as many as the program has. */
MUST_USE int puzzles_of_game(struct store *s, const char *game, puzzles_on_puzzle *on,
                             void *context);

MUST_USE int puzzles_solver_get(struct store *s, int64_t player, const char *game,
                                struct puzzles_solver *out);
MUST_USE int puzzles_solver_put(struct store *s, const struct puzzles_solver *p);
typedef void puzzles_on_solver(void *context, const struct puzzles_solver *p);
MUST_USE int puzzles_solvers_of(struct store *s, int64_t player, puzzles_on_solver *on,
                                void *context);

/* Writes t->id. */
MUST_USE int puzzles_try_add(struct store *s, struct puzzles_try *t);
MUST_USE int puzzles_try_get(struct store *s, int64_t player, const char *puzzle,
                             struct puzzles_try *out);
MUST_USE int puzzles_try_vote(struct store *s, int64_t id, int vote);
typedef void puzzles_on_try(void *context, const struct puzzles_try *t);
/* Newest first, with ids below `before`; game "": of all. Returns the number of rows. */
MUST_USE int puzzles_tries(struct store *s, int64_t player, const char *game, int64_t before,
                           int limit, puzzles_on_try *on, void *context);

/* A report, on the row of the try. */
struct puzzles_report {
    int64_t id; /* of the try */
    char puzzle[PUZZLES_ID_BYTES];
    char text[PUZZLES_TEXT_BYTES];
    int64_t at;
    int64_t closed_at; /* 0: open */
    struct store_player by;
};
MUST_USE int puzzles_report_put(struct store *s, int64_t id, const char *text, int64_t at);
MUST_USE int puzzles_report_close(struct store *s, int64_t id, int64_t at);
MUST_USE int puzzles_report_get(struct store *s, int64_t id, struct puzzles_report *out);
/* Open ones of a player. */
MUST_USE int puzzles_reports_by(struct store *s, int64_t player, int64_t *n);
typedef void puzzles_on_report(void *context, const struct puzzles_report *r);
/* Open or closed, newest try first, with ids below `before`; returns the number of rows. */
MUST_USE int puzzles_reports(struct store *s, bool closed, int64_t before, int limit,
                             puzzles_on_report *on, void *context);

/* The open reports of the `limit` puzzles that were reported last, those whose newest report has an
 * id below `before`; newest first, at most `reports_max`. Returns the number of rows. */
MUST_USE int puzzles_reported(struct store *s, int64_t before, int limit, int reports_max,
                              puzzles_on_report *on, void *context);
/* The players who have an open report on the puzzle. */
typedef void puzzles_on_player(void *context, int64_t player);
MUST_USE int puzzles_reporters(struct store *s, const char *puzzle, puzzles_on_player *on,
                               void *context);
/* Closes all open reports of the puzzle. */
MUST_USE int puzzles_reports_decide(struct store *s, const char *puzzle, int64_t at);
typedef void puzzles_on_id(void *context, const char *puzzle);
MUST_USE int puzzles_withdrawn(struct store *s, puzzles_on_id *on, void *context);

/* --- lessons --- */
/* A step that is known already stays as it is. */
MUST_USE int puzzles_step_add(struct store *s, int64_t player, const char *step, int64_t at);
typedef void puzzles_on_step(void *context, const char *step, int64_t at);
MUST_USE int puzzles_steps(struct store *s, int64_t player, puzzles_on_step *on, void *context);
MUST_USE int puzzles_steps_count(struct store *s, int64_t player, int64_t *n);

/* All that a player did here. Ratings of puzzles and their votes stay as they are. */
MUST_USE int puzzles_forget(struct store *s, int64_t player);

#endif

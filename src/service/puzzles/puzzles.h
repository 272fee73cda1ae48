/* puzzles.h - solving puzzles as a member: attempts, ratings, votes, reports; and lessons.
 *
 * The first attempt at a puzzle counts, and no other one: it is a result between two players in the
 * sense of Glicko-2, the solver and the puzzle, each with a rating in that game. An attempt that is
 * sent twice is answered as the first time. Attempts that were made before there was an account are
 * kept, but they change no rating, and later attempts at the same puzzle change none.
 *
 * An ORDER_BATCH applies the functions puzzles_* that take a void *, on the writer thread; its
 * context is a struct puzzle_act. */
#ifndef PUZZLES_H
#define PUZZLES_H
#include "service/core/reader.h"
#include "service/core/service.h"
#include "service/puzzles/puzzle_shelf.h"
#include "store/puzzles/puzzles.h"

enum {
    PUZZLES_IMPORT_MAX = 500, /* attempts in one order */
    PUZZLES_STEPS_MAX = 200,  /* steps of lessons that a player may know */
    PUZZLES_REPORTS_MAX = 10, /* open reports of a player */
    PUZZLES_REPORT_CHARS = 500,
    PUZZLES_REASON_CHARS = 300, /* why a moderator keeps or withdraws one */
    PUZZLES_NEXT_MAX = 20,
    PUZZLES_GRAPH_MAX = 500, /* attempts that a profile shows */
    PUZZLES_SHOWN_MAX = 500, /* reports on one page of moderators */
};

struct puzzle_act {
    char puzzle[PUZZLES_ID_BYTES];
    const char *moves, *text; /* borrowed */
    bool solved;              /* as the page says; the moves are checked */
    bool withdraw;            /* a moderator's decision; else it is kept */
    int vote;
    int64_t id;         /* of a report */
    const json_t *list; /* borrowed: attempts or steps */
    /* Results of the attempt: */
    bool again;      /* there was an attempt before */
    const char *why; /* why the moves do not solve it; static, NULL if they do */
};

int puzzles_attempt(struct work *w, void *context);
int puzzles_vote(struct work *w, void *context);
int puzzles_report(struct work *w, void *context);
/* Attempts from the time before there was an account: [{"puzzle","at","solved"}]. */
int puzzles_import(struct work *w, void *context);
/* A moderator has looked at the report. */
int puzzles_close(struct work *w, void *context);
/* A moderator keeps or withdraws the puzzle. A withdrawn puzzle is not served until a moderator
 * keeps it after all. Closes its open reports and tells their senders. */
int puzzles_decide(struct work *w, void *context);
/* Steps of lessons that are done: ["GAME-1", …]; those that are known stay. */
int puzzles_learn(struct work *w, void *context);

struct puzzles_wish {
    const char *game;
    const char *theme; /* NULL: any */
    int64_t size;      /* width; 0: any */
    int64_t rating;    /* to be near to; 0: the asker's */
    int limit;
};

/* --- reading --- New references; NULL with *err set on failure. */
/* Puzzles that the asker (0: a stranger) has not tried, near their rating. */
json_t *reader_puzzles_next(struct reader *r, const struct puzzles_wish *wish, int64_t asker,
                            int *err);
json_t *reader_puzzle(struct reader *r, const char *id, int64_t asker, int *err);
json_t *reader_puzzle_try(struct reader *r, const struct puzzle_act *a, int64_t asker, int *err);
json_t *reader_puzzle_history(struct reader *r, int64_t player, const char *game, int64_t before,
                              int limit, int *err);
/* Ratings, the graph of the last attempts, and how each theme went, of a player. */
json_t *reader_puzzle_profile(struct reader *r, const char *name, int *err);
json_t *reader_puzzle_reports(struct reader *r, bool closed, int64_t before, int limit, int *err);
/* Puzzles with open reports, for moderators: with the solution, and with all that was said. */
json_t *reader_puzzles_reported(struct reader *r, int64_t before, int limit, int *err);
/* The names of those that were withdrawn. */
json_t *reader_puzzles_withdrawn(struct reader *r, int *err);
json_t *reader_lesson_steps(struct reader *r, int64_t player, int *err);

#endif

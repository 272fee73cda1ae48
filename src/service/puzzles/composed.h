/* composed.h - puzzles that members make.
 *
 *     a member sends a position --> it waits --> the engine's process claims it (bot/prover.h) and
 *     proves which moves win --> one: moderators decide --> published or refused
 *
 * Published ones are puzzles like those of the program: they are offered, tried and rated, and
 * carry their author's name. The account's deletion takes away all but the published ones, whose
 * author is then called as in matches. Nobody is rated by a puzzle of their own.
 *
 * A puzzle begins on the empty board, or from a position that was set up. Moves that lead through
 * the position of a running match of the member are refused, and so is such a start: their proof
 * would be help from the engine.
 *
 * Limits: COMPOSED_MINE_MAX of a member wait for their proof at once, COMPOSED_ALL_MAX of all (then
 * the one who has most loses the newest, as with reviews), and QUOTA_COMPOSE (quota.h) a day. A
 * proof may take COMPOSED_NODES positions for each move (puzzle.h). */
#ifndef COMPOSED_H
#define COMPOSED_H
#include "service/core/order.h"
#include "service/core/reader.h"
#include "service/core/service.h"
#include "service/puzzles/puzzle_shelf.h"
#include "store/puzzles/composed.h"

enum {
    COMPOSED_MINE_MAX = 3,
    COMPOSED_ALL_MAX = 200,
    COMPOSED_NODES = 20000, /* as many as the page asks for while it is solved */
    COMPOSED_CLAIM_MS = 10 * 60 * 1000,
    COMPOSED_REASON_CHARS = 300,
    COMPOSED_STONES_MAX = 169,  /* of a start position; their words fit the store */
    COMPOSED_MATCHES_MAX = 200, /* running ones of a game that a position is compared with */
    COMPOSED_PAGE_MAX = 100,
};

struct composed_act {
    int64_t id;
    /* Of a member; text is borrowed. */
    const char *game, *moves;
    const json_t *start; /* where the moves begin (start_json.h); NULL: on the empty board */
    int width, height, options;
    /* Of the engine: */
    const char *state, *puzzle, *solution, *others, *themes;
    int plies, rating;
    /* Of a moderator: */
    bool publish;
    const char *reason;
};

/* For ORDER_BATCH (batch.h); context: struct composed_act. */
/* out.id: its number; after reader_composed_check. */
MUST_USE int composed_make(struct work *w, void *context);
/* out.id: 0 if none waits. */
MUST_USE int composed_claim(struct work *w, void *context);
MUST_USE int composed_hand_in(struct work *w, void *context);
MUST_USE int composed_decide(struct work *w, void *context);

/* Whether it may be a puzzle; ERR_DENIED: *out says why not. On a reader, since the check may take
 * a tenth of a second, and moves wait for the writer. */
MUST_USE int reader_composed_check(struct reader *r, const struct composed_act *a, int64_t asker,
                                   struct outcome *out);

/* A puzzle of that name: of the program, or published. */
struct puzzle_found {
    struct puzzle_row row;    /* its texts live here, or in the program */
    struct composed composed; /* id 0: it is the program's */
};
MUST_USE int composed_find(struct store *s, const char *puzzle, struct puzzle_found *out);
/* The row of a proved puzzle; c keeps its texts. */
struct puzzle_row composed_row(const struct composed *c);

/* --- reading --- New references; NULL with *err set on failure. */
json_t *reader_composed(struct reader *r, int64_t id, int *err);
json_t *reader_composed_of(struct reader *r, int64_t player, int64_t before, int limit, int *err);
/* Those that wait for moderators. */
json_t *reader_composed_waiting(struct reader *r, int64_t before, int limit, int *err);
/* The position that the engine must prove. */
json_t *reader_composed_job(struct reader *r, int64_t id, int *err);

#endif

/* playout.h - plays a position to its end and gives each seat its reward.
 *
 * A reward is the result; in games with points it is
 *
 *     15/16 of the place + 1/16 of the points
 *
 * so that among equal places the engine takes the one with more points, but never gives a place
 * for points. Of two players the winner has place 1, the loser 0, a draw 1/2; points are the
 * margin, (margin + area) / (2 area), within 0..1. Of more, the places are worth 1, 1/3, 1/9, the
 * last 0, and who share places share their worth evenly: to share the first place, with however
 * many, is worth more than to be second, as the proofs have it (proof.h). Points are then one's own
 * / area. */
#ifndef PLAYOUT_H
#define PLAYOUT_H
#include "rules/game.h"
#include "search/tree/fact.h"

struct outcome {
    uint32_t reward[PLAYERS_MAX]; /* [seat - 1], 0 … REWARD_ONE */
    uint32_t win[PLAYERS_MAX];    /* [seat - 1], the same without the margin: a draw is shared */
    int16_t margin[PLAYERS_MAX];  /* [seat - 1], points less those of the best other */
};

/* Scores a finished position, or an unfinished one as if it ended now. */
void playout_score(const struct position *p, struct outcome *out);

/* Scores a game that went on from p in a lane (rules/lanes.h). */
void playout_ending(const struct position *p, const struct ending *e, struct outcome *out);

/* The points of a side less those of the best other, as it would be scored now; 0 in games without
 * points. */
int playout_lead(const struct position *p, int side);

/* Plays *p on until it can be judged, and judges it: at random, or by averages for its game and
 * board (mast.h; NULL: none). */
void playout_run(struct position *p, struct rng *r, struct playlog *log, const struct mast *mast,
                 struct outcome *out);

/* playout_fact gives the certain knowledge about a finished position. playout_from_fact gives the
 * rewards of a complete proof between two players (with more players a proof says who wins, not who
 * comes second). In games with points it takes the middle of the bounds as the margin. */
fact_t playout_fact(const struct position *p);
void playout_from_fact(fact_t fact, const struct setup *s, struct outcome *out);

#endif

/* playout.h - plays a position to its end and says what each seat gets for it.
 *
 * A reward is mostly the result; in the games with points (Palisade, Claims) a sixteenth of it is
 * the margin, so that among won positions the engine takes more and among lost ones it gives less,
 * but never a win for points. */
#ifndef PLAYOUT_H
#define PLAYOUT_H
#include "rules/game.h"
#include "search/proof.h"

struct outcome {
    uint32_t reward[PLAYERS_MAX]; /* [seat - 1], 0 … REWARD_ONE */
    uint32_t win[PLAYERS_MAX];    /* [seat - 1], the same without the margin: a draw is shared */
    int16_t margin[PLAYERS_MAX];  /* [seat - 1], points less those of the best other */
};

/* What a finished position is worth, or an unfinished one as it would be scored now. */
void playout_score(const struct position *p, struct outcome *out);

/* Plays *p on at random until it can be judged, and judges it. */
void playout_run(struct position *p, struct rng *r, struct playlog *log, struct outcome *out);

/* The proof of a finished position, and the rewards of a complete proof. */
proof_t playout_proof(const struct position *p);
void playout_from_proof(proof_t proof, int players, struct outcome *out);

#endif

/* match.h - games between players, several at a time, and their count (cmd_match.c).
 *
 * Games come in groups: one opening and one seed, as many games as the game has seats, the players
 * changing seats. Groups go round the pairings: with players 0..n-1, (0,1), (0,2), …, (n-2,n-1).
 * With more than two seats the first of a pairing takes one seat and the second all others.
 *
 * A game ends by the rules, by proof (a prover that belongs to neither side knows the result), or
 * by the fault of a program: an illegal move, no answer in time, its end. The player at fault has
 * lost. With more than two seats the game counts as lost for the first of the pairing if they are
 * at fault, otherwise as won. All jobs write into one count behind a lock, so that the result does
 * not depend on the order in which games end. */
#ifndef MATCH_H
#define MATCH_H
#include "arena/elo.h"
#include "arena/openings.h"
#include "arena/player.h"
#include "arena/sprt.h"
#include <stdatomic.h>
#include <stdio.h>

enum { MATCH_PLAYERS_MAX = ELO_PLAYERS_MAX, MATCH_JOBS_MAX = 256 };

enum match_reason {
    MATCH_RULES,
    MATCH_PROOF,
    MATCH_RESIGN,
    MATCH_TIME,    /* the clock ran out */
    MATCH_ILLEGAL, /* the rules forbid the move */
    MATCH_TIMEOUT, /* no answer */
    MATCH_CRASH,
    MATCH_REFUSED, /* a program said no, or something that is not GTP */
    MATCH_REASON_N
};

/* "rules", "proof", …, "illegal move". */
const char *match_reason_name(enum match_reason reason);

struct match_options {
    struct setup setup;
    struct player_spec players[MATCH_PLAYERS_MAX];
    int players_n;
    int64_t games_n; /* of each pairing */
    int64_t seed;
    int64_t random_plies;            /* after the opening */
    const struct openings *openings; /* NULL: none */
    int64_t prove_nodes;             /* positions for each proof; 0: no proofs */
    const struct sprt *sprt;         /* NULL: all games are played */
    struct player_options player;    /* enough is set by match_run */
    FILE *log;                       /* a line of JSON a game; NULL: none */
    int jobs_n;
    bool bar;            /* shows on standard error how far it is */
    int64_t progress_ms; /* instead a line that often; 0: none */
};

/* Results of the first of a pairing. */
struct tally {
    int64_t wins, draws, losses;
};

struct match_count {
    struct tally tally[MATCH_PLAYERS_MAX][MATCH_PLAYERS_MAX]
                      [PLAYERS_MAX]; /* [i][j], i < j, [seat of
                                                                             i - 1] */
    int64_t pairs[SPRT_OUTCOMES];    /* whole pairs of the first pairing, by points of player 0 */
    /* Games of two with points that came to their end by the rules: their number, and the sums of
     * player 0's points less the other's, and of their squares. */
    int64_t scored_n, margins, margins_squared;
    int64_t reasons[MATCH_REASON_N];
    int64_t faults[MATCH_PLAYERS_MAX]; /* games lost by each but on the board */
    int64_t plies_n, games_n;
    int64_t nodes_n[MATCH_PLAYERS_MAX], moves_n[MATCH_PLAYERS_MAX];
};

/* Plays. Returns an exit status; EXIT_OK: *out is filled, also when match_stop came in between or
 * the test has ended. One match at a time. */
MUST_USE int match_run(const struct match_options *options, struct match_count *out);

/* Breaks the games off that are played; from a signal handler, too. */
void match_stop(void);

#endif

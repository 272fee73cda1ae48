/* play.h - a game at one terminal: who sits where, the moves so far, undo, and the engine.
 *
 *   cmd_play.c    options; picks the face
 *   play.c        the session below, the same for both faces
 *   play_lines.c  the plain face: a board, a prompt, words
 *   play_screen.c the curses face: cursor, mouse, colours */
#ifndef PLAY_H
#define PLAY_H
#include "rules/position.h"
#include "search/engine.h"
#include <stdbool.h>

enum { PLY_MAX = 16384 };

struct play {
    struct setup setup;
    int level[PLAYERS_MAX]; /* [seat - 1]: engine level, 0: a person at this terminal */
    struct engine *engine;  /* owned */
    uint16_t moves_n;
    move_t moves[PLY_MAX];
    struct position now; /* after moves[0 … moves_n - 1] */
};

/* Starts a game. Returns 0 or ERR_NO_MEMORY. play_done gives everything back. */
MUST_USE int play_init(struct play *g, const struct setup *setup, const int level[PLAYERS_MAX],
                       uint64_t seed);
void play_done(struct play *g);

/* The seat to move, and its engine level (0: a person). Not at the end. */
int play_seat(const struct play *g);
int play_level(const struct play *g);

/* Plays m if it is legal; the verdict otherwise. */
MUST_USE enum verdict play_move(struct play *g, move_t m);

/* Takes back to before the last move of a person (of the seat to move if several sit here).
 * Returns the number of plies taken back, 0 if there is nothing. */
int play_undo(struct play *g);

/* Lets the engine choose at that level; MOVE_NONE when stopped by progress. */
move_t play_think(struct play *g, int level, engine_progress *progress, void *context,
                  struct search_report *report);

/* "Black", "White", "player 3", with the engine's level: who holds the side. */
void play_name(const struct play *g, int side, struct text *out);

/* One line on how it ended: "Black wins by 28 points to 21." */
void play_outcome(const struct play *g, struct text *out);

/* The faces. Return an exit status. */
int play_lines(struct play *g);
int play_screen(struct play *g);

#endif

/* play.h - a match at one terminal: its players, the moves so far, undo, the engine, and its file.
 *
 *   cmd_play.c    options; picks the face
 *   play.c        the session below, the same for both faces
 *   play_save.c   the game as a record, into a file
 *   play_lines.c  the plain face: a board, a prompt, words
 *   play_screen.c the curses face: cursor, mouse, keys; play_draw.c draws it */
#ifndef PLAY_H
#define PLAY_H
#include "record/record.h"
#include "rules/position.h"
#include "search/engine.h"
#include <stdbool.h>

enum { PLY_MAX = 16384, PLAY_HINT_LEVEL = 5 };

struct play {
    struct setup setup;
    int level[PLAYERS_MAX]; /* [seat - 1]: engine level, 0: a person at this terminal */
    struct engine *engine;  /* owned */
    struct record record;   /* owned: the loaded record; play_save adds the moves to it */
    struct position start;  /* before moves[0] */
    uint16_t moves_n;
    move_t moves[PLY_MAX];
    struct position now;   /* after moves[0 … moves_n - 1] */
    const char *keep_file; /* borrowed; where the game is written after every move, or NULL */
    const char *from_file; /* borrowed; where it came from, or NULL */
    bool dirty;            /* something is not in a file yet */
    bool undone;           /* what comes last was taking back */
};

/* Starts or resumes a game: the position at the end of the record's main line. Takes the record
 * over, also when it fails; options are the engine's. Returns 0, ERR_NO_MEMORY, or what
 * record_position says, with *error filled. play_done gives everything back. */
MUST_USE int play_init(struct play *g, struct record *r, const int level[PLAYERS_MAX],
                       const struct engine_options *options, struct record_error *error);
void play_done(struct play *g);

/* Restarts the same game. */
void play_again(struct play *g);

/* The seat to move, and its engine level (0: a person). Not at the end. */
int play_seat(const struct play *g);
int play_level(const struct play *g);

/* Plays m if it is legal; the verdict otherwise. */
MUST_USE enum verdict play_move(struct play *g, move_t m);

/* Takes back to before the last move of a person (of the seat to move if several sit here).
 * Returns the number of plies taken back, 0 if there is nothing. */
int play_undo(struct play *g);
bool play_can_undo(const struct play *g);

/* Lets the engine choose at that level; MOVE_NONE when stopped by progress. */
move_t play_think(struct play *g, int level, engine_progress *progress, void *context,
                  struct search_report *report);

/* "Black", "White", "player 3", with the engine's level: the player of the side. */
void play_name(const struct play *g, int side, struct text *out);

/* One line on how it ended: "Black wins by 28 points to 21." */
void play_outcome(const struct play *g, struct text *out);

/* After a swap: the player who swapped, and the colour that each has now. */
void play_swap_words(const struct play *g, struct text *out);

/* Prints the engine's findings about the position: the side that leads, and the line it expects. */
void play_evaluation(const struct play *g, const struct search_report *report, struct text *out);

/* Writes the game to a file, whole or not at all: JSON if the name ends so, else SGF. Returns 0, or
 * a negative ERR_* after a sentence in *why. */
MUST_USE int play_save(struct play *g, const char *name, struct text *why);

/* Writes the changes since the last writing to keep_file, as play_save does. Moves that were taken
 * back are dropped only at the end: until then another move may follow, and they stay beside it as
 * a variation. */
MUST_USE int play_keep(struct play *g, bool at_end, struct text *why);

/* A name for the file of this game that nothing has yet: where it came from, or "GAME-2.sgf". */
void play_file_name(const struct play *g, struct text *out);

/* The level of a seat as its name in a record says, 0 for a person, -1 for other names. With such
 * names a record needs no --players. */
int play_name_level(const char *name);

/* The faces. Return an exit status. */
int play_lines(struct play *g);
int play_screen(struct play *g);

#endif

/* game.h - the one face of the four games: setups, positions, moves, results, explanations.
 *
 * A *side* is a colour or place in turn order on the board: 1 Black / first, 2 White / second, … 4.
 * A *seat* is a player's number (G2). They are the same except in Redstone after a swap, where seat
 * 2 holds side 1 (R7); position_seat() maps (position.h). Everything in rules/ speaks of sides.
 *
 * A position is a plain value (position.h): copied by assignment, or by position_copy(), which
 * copies only the part that its board uses. No function here allocates, prints, or keeps state;
 * all may be called from any thread on different positions.
 *
 * Adding a game: one file with a `struct game`, its union member in position.h, its row in
 * games[] (game.c), its drawing in web/src/board. */
#ifndef GAME_H
#define GAME_H
#include "base/macros.h"
#include "base/rng.h"
#include "base/text.h"
#include "rules/move.h"
#include "rules/taste.h"
#include "rules/verdict.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct position; /* rules/position.h */

enum game_id { GAME_PALISADE, GAME_REDSTONE, GAME_LEVEE, GAME_CLAIMS, GAME_N };
enum { PLAYERS_MAX = 4 };
enum option_flag { OPTION_SWAP = 1, OPTION_JACKED = 2 }; /* bits of setup.options */

/* What is agreed before the first ply. */
struct setup {
    uint8_t game;    /* enum game_id */
    uint8_t width;   /* columns, 2 … 25 */
    uint8_t height;  /* rows; = width except in Claims */
    uint8_t players; /* 2; Claims 2 … 4 */
    uint8_t options; /* option_flag bits */
};

/* What stands on a point. */
enum cell_flag {
    CELL_JACKED = 1,  /* Claims: the stack was taken from another player (C6) */
    CELL_DOUBLED = 2, /* Claims: the occupant has two own pieces in a row on top (C2) */
};
enum { OWNER_NONE = 0, OWNER_NEUTRAL = 5 }; /* neutral: Redstone's red stones, Levee's stones */
struct cell {
    uint8_t owner;  /* OWNER_NONE empty, side 1 … 4, OWNER_NEUTRAL */
    uint8_t height; /* 0 empty, 1 stone, Claims 1 … */
    uint8_t flags;  /* cell_flag bits */
};

/* Moves of a playout in order. Filled up to cap; n counts all plies, also those beyond cap. */
struct playlog {
    move_t *moves; /* borrowed, cap entries */
    uint32_t cap;
    uint32_t n;
};

/* How a game ended, or would be scored now (points, owner and channels are also filled while the
 * game lasts). */
struct result {
    bool over;
    uint8_t winner;              /* side; 0: none yet, or a draw (Claims only) */
    int16_t points[PLAYERS_MAX]; /* [side - 1]: Palisade owned points (P6), Claims score (C8) */
    uint8_t owner[POINTS_MAX];   /* [point]: Palisade owner; Claims who scores the square; else 0 */
    uint16_t channel_n[2]; /* Levee: points of a shortest channel of each side, 0: none (L4) */
    point_t channel[2][POINTS_MAX];
};

/* Why a move is refused (G3). points are what a face should highlight: the circuit, the loop, the
 * group that would be bounded, the stacks whose claims prevail. */
struct explanation {
    enum verdict verdict;
    char text[256]; /* one sentence about this very move; "" if legal */
    move_t
        alternative; /* a legal move meant perhaps (the red stone for the own one), or MOVE_NONE */
    uint16_t points_n;
    point_t points[POINTS_MAX];
};

struct game {
    enum game_id id;
    const char *name;     /* "palisade": in commands, files, URLs */
    const char *title;    /* "Palisade" */
    const char *designer; /* "Mark Steere" */
    const char *year;     /* "2007" */
    const char *summary;  /* one sentence */
    uint8_t size_min, size_max, size_step, size_default;
    uint8_t players_min, players_max;
    uint8_t options;         /* option_flag bits that exist here */
    uint8_t options_default; /* those that are on by default */
    bool rectangular;        /* width and height may differ */
    bool has_red, has_pass, has_swap, has_score;
    /* Symmetries: bit s set in symmetries iff symmetry s (move.h) is one of the game on a square
     * board; in symmetries_swap iff it also exchanges sides 1 and 2 (Levee's quarter turns). */
    uint8_t symmetries, symmetries_swap;

    /* The rest is called through the position_* functions below, which check the arguments. */
    void (*start)(struct position *p);                        /* header is set by the caller */
    int (*set)(struct position *p, const struct cell *cells); /* see position_set */
    struct cell (*cell)(const struct position *p, point_t at);
    int (*legal)(const struct position *p, move_t *out);
    enum verdict (*judge)(const struct position *p, move_t m); /* m well-formed, game not over */
    void (*play)(struct position *p, move_t m);                /* m legal */
    move_t (*random)(struct position *p, struct rng *r);       /* uniform legal placement */
    void (*playout)(struct position *p, struct rng *r, struct playlog *log);
    /* Both NULL in games whose playouts do not learn (taste.h): a point's index in worth, and a
     * playout by it. */
    int (*taste_place)(const struct position *p, point_t at);
    void (*taste_playout)(struct position *p, struct rng *r, struct playlog *log,
                          const struct taste *taste);
    void (*score)(const struct position *p, int16_t points[PLAYERS_MAX]);
    void (*result)(const struct position *p, struct result *out); /* zeroed, over/winner set */
    void (*explain)(const struct position *p, move_t m,
                    struct explanation *out);                 /* judged illegal */
    uint64_t (*hash)(const struct position *p, int symmetry); /* from scratch */
    size_t (*bytes)(const struct position *p);                /* used prefix of *p */
};

extern const struct game *const games[GAME_N];

/* The game of that name, case-insensitively; NULL if none. */
const struct game *game_find(const char *name);

/* The default setup of a game. */
struct setup setup_default(enum game_id id);

/* 0, or ERR_RANGE and a sentence in *why (may be NULL) that says what is allowed. */
MUST_USE int setup_check(const struct setup *s, struct text *why);

/* The compact diagram of conformance files and tests: rows from the top, parted by '\n' (reading:
 * also by '/' or blanks), Palisade ".xo", Redstone ".bwr", Levee ".#+", Claims squares parted by
 * blanks, ".." or occupant (x o a b) and height. */
void diagram_print(const struct position *p, struct text *out);

/* Reads a diagram into cells[POINTS_MAX] for a board of the setup's size: 0, ERR_SYNTAX or
 * ERR_RANGE (wrong number of squares); *at (may be NULL) is the offset of the offending byte. */
MUST_USE int diagram_parse(const struct setup *s, const char *text, struct cell *cells, size_t *at);

#endif

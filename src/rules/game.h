/* game.h - the one face of the games: setups, positions, moves, results, explanations.
 *
 * A *side* is a colour or place in turn order on the board: 1 Black / first, 2 White / second, to
 * 4. A *seat* is a player's number (G2). They are the same except in Redstone after a swap, where
 * seat 2 holds side 1 (R7); position_seat() maps (position.h). Everything in rules/ speaks of
 * sides.
 *
 * A position is a plain value (position.h): copied by assignment, or by position_copy(), which
 * copies only the part that its board uses. No function here allocates, prints, or keeps state;
 * all may be called from any thread on different positions.
 *
 * A game is known by name in its own folders only. Everything else asks for its traits (struct
 * game), and a game that has no row in a layer does not link. HACKING.md tells how to add one. */
#ifndef GAME_H
#define GAME_H
#include "base/macros.h"
#include "base/rng.h"
#include "base/text.h"
#include "rules/mast.h"
#include "rules/move.h"
#include "rules/verdict.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct position; /* rules/position.h */

/* X(NAME, name): all games, in the order of their numbers. Every table over games is made from this
 * list. */
#define GAME_LIST(X)                                                                               \
    X(PALISADE, palisade)                                                                          \
    X(REDSTONE, redstone)                                                                          \
    X(LEVEE, levee)                                                                                \
    X(CLAIMS, claims)

enum game_id {
#define GAME_ENUM(NAME, name) GAME_##NAME,
    GAME_LIST(GAME_ENUM)
#undef GAME_ENUM
        GAME_N
};
enum { PLAYERS_MAX = 4 };
enum option_flag { OPTION_SWAP = 1, OPTION_JACKED = 2 }; /* bits of setup.options */

/* The agreement before the first ply: game, board, players and options. */
struct setup {
    uint8_t game;    /* enum game_id */
    uint8_t width;   /* columns, 2 … 25 */
    uint8_t height;  /* rows; = width except in Claims */
    uint8_t players; /* 2; Claims 2 … 4 */
    uint8_t options; /* option_flag bits */
};

/* Details of the occupant of a point. */
enum cell_flag {
    CELL_JACKED = 1,  /* Claims: the stack was taken from another player (C6) */
    CELL_DOUBLED = 2, /* Claims: the occupant has two own pieces in a row on top (C2) */
};
enum {
    OWNER_NONE = 0,
    OWNER_NEUTRAL = 5,
    OWNER_N
}; /* neutral: Redstone's red stones, Levee's stones */
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

/* How a random game of two sides ended. */
struct ending {
    uint32_t plies; /* since it began */
    uint8_t winner; /* side */
    int16_t points[2];
};

/* The code that plays many random games at once (lanes.h). */
enum lanes_path { LANES_PLAIN, LANES_AVX2, LANES_AVX512, LANES_PATH_N };

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

/* How the sides are named. 0 is not a value, so that a row that omits it is noticed. */
enum sides_kind {
    SIDES_COLOURS = 1, /* Black and White */
    SIDES_EDGES,       /* the owners of the top and bottom edges, and of the left and right ones
                        * (L1) */
    SIDES_NUMBERS,     /* player 1 … 4 */
};

/* The border around the board, where no side may play. */
enum border_kind {
    BORDER_NONE = 1,
    BORDER_RING,  /* stones of both colours (P2) */
    BORDER_EDGES, /* edges that belong to the sides (L1) */
};

/* The aim of the sides, which decides who owns a point at the end. */
enum aim_kind {
    AIM_POINTS = 1, /* to own more points: result.owner */
    AIM_STONES,     /* to have stones left: the owners of the cells */
    AIM_CHANNELS,   /* to keep the last channel: result.channel */
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
    uint8_t size_first;      /* for a first game against the engine */
    bool has_red, has_pass, has_swap;
    bool has_score;    /* points per side, and so margins */
    bool has_draws;    /* a game may end without a winner */
    bool has_heights;  /* a stack stands on a point, else one stone */
    bool has_captures; /* stones of the sides may leave the board */
    bool has_centre;   /* nothing is ever placed on the middle point */
    bool has_common;   /* stones are all alike and belong to no side */
    /* A match counts for ratings once it has as many plies as its board has points, divided by
     * this (setup_rated_plies). */
    uint8_t rated_part;
    enum sides_kind sides;
    enum border_kind border;
    enum aim_kind aim;
    const char *draws_rule; /* "P6": why there are no draws; "" where there are */
    /* [owner]: its letter in a compact diagram (diagram_print); '\0' for owners that the game
     * lacks. */
    char letters[OWNER_N];
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
    void (*endings)(const struct position *p, struct rng *r, int n, struct playlog *logs,
                    struct ending *out); /* NULL: a playout's last position costs little */
    /* Many random games at once (lanes.h): on boards up to that width, 0 if on none. mast is
     * NULL in games without lanes_place. */
    uint8_t lanes_width_max;
    void (*lanes_play[LANES_PATH_N])(const struct position *p, struct rng *r, int n,
                                     const struct mast *mast, struct playlog *logs,
                                     struct ending *out);
    int (*lanes_place)(const struct position *p, point_t at); /* as mast_place; or NULL */
    /* Both NULL in games whose playouts do not learn (mast.h): a point's index in worth, and a
     * playout by it. */
    int (*mast_place)(const struct position *p, point_t at);
    void (*mast_playout)(struct position *p, struct rng *r, struct playlog *log,
                         const struct mast *mast);
    void (*score)(const struct position *p, int16_t points[PLAYERS_MAX]);
    void (*result)(const struct position *p, struct result *out); /* zeroed, over/winner set */
    /* Plays of the side to move after this one, in its turn; NULL: a turn is one play. */
    int (*more)(const struct position *p);
    void (*explain)(const struct position *p, move_t m,
                    struct explanation *out);                 /* judged illegal */
    uint64_t (*hash)(const struct position *p, int symmetry); /* from scratch */
    size_t (*bytes)(const struct position *p);                /* used prefix of *p */
};

#define GAME_ROW(NAME, name) extern const struct game game_##name;
GAME_LIST(GAME_ROW)
#undef GAME_ROW

extern const struct game *const games[GAME_N];

/* The game of that name, case-insensitively; NULL if none. */
const struct game *game_find(const char *name);

/* "palisade, redstone, levee or claims": the names of all games, word before the last. Writes into
 * out and returns it. */
#define GAME_NAME_BYTES(NAME, name) +sizeof(", " #name) /* NOLINT(bugprone-macro-parentheses) */
enum { GAME_NAMES_BYTES = 8 GAME_LIST(GAME_NAME_BYTES) };
#undef GAME_NAME_BYTES
const char *game_names(const char *word, char out[GAME_NAMES_BYTES]);

/* The default setup of a game. */
struct setup setup_default(enum game_id id);

static inline bool setup_same(const struct setup *a, const struct setup *b)
{
    return a->game == b->game && a->width == b->width && a->height == b->height &&
           a->players == b->players && a->options == b->options;
}

/* 0, or ERR_RANGE and a sentence in *why (may be NULL) that says what is allowed. */
MUST_USE int setup_check(const struct setup *s, struct text *why);

/* How many plies a match must have before a resignation, a draw or a timeout is rated. */
int setup_rated_plies(const struct setup *s);

/* The compact diagram of conformance files and tests: rows from the top, separated by '\n'
 * (reading: also by '/' or blanks), Palisade ".xo", Redstone ".bwr", Levee ".#+", Claims squares
 * separated by blanks, ".." or occupant (x o a b) and height. */
void diagram_print(const struct position *p, struct text *out);

/* Reads a diagram into cells[POINTS_MAX] for a board of the setup's size: 0, ERR_SYNTAX or
 * ERR_RANGE (wrong number of squares); *at (may be NULL) is the offset of the offending byte. */
MUST_USE int diagram_parse(const struct setup *s, const char *text, struct cell *cells, size_t *at);

#endif

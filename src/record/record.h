/* record.h - the record of a match: setup, players, result, and a tree of nodes with moves.
 *
 *   root ─ e5 ─ swap ─ d4 ─ f6        the main line: first children from the root
 *               └ d5 ─ e6             a variation: a later child
 *
 * The root carries what is true before the first ply and never a move. Every other node may carry a
 * move, a comment, a name, times, and properties that no one here understands, kept as they came.
 * sgf.h and record_json.h read and write records; nothing is lost on the way between the two.
 *
 * Ownership: a record owns all that hangs on it, from one arena; record_free gives it back. Texts
 * given to functions are copied. Texts in a record are NUL-ended UTF-8, never NULL (`""` if
 * absent).
 *
 * Limits (they are for bytes that come from outside): input RECORD_INPUT_BYTES, nodes
 * RECORD_NODES_MAX, memory RECORD_LIMIT_BYTES. Depth is not limited: no function recurses. */
#ifndef RECORD_H
#define RECORD_H
#include "record/memory.h"
#include "rules/game.h"

enum {
    RECORD_INPUT_BYTES = 16 * 1024 * 1024,
    RECORD_LIMIT_BYTES = 256 * 1024 * 1024,
    RECORD_NODES_MAX = 500000,
    RECORD_PROPERTIES_MAX = 64, /* per node; they are searched one by one */
    RECORD_NAME_MAX = 32,       /* bytes of a property's name */
    RECORD_WARNINGS_MAX = 20,   /* that are kept */
};

#define RECORD_TIME_NONE INT64_MIN /* no time known */
#define RECORD_TIME_MAX  INT64_C(9000000000000000)

/* Where and why reading failed, or a move is not legal. line and column count from 1, columns in
 * characters; both 0 when there is no text to point at. */
struct record_error {
    int line, column;
    char text[320]; /* one sentence, no line break */
};

struct record_value {
    struct record_value *next;
    const char *text;      /* as between SGF's brackets: escapes not resolved */
    uint32_t line, column; /* in the text that was read; 0: none */
};

struct record_property {
    struct record_property *next;
    const char *name; /* 1 … RECORD_NAME_MAX capital letters */
    struct record_value *first, *last;
};

struct record_node {
    struct record_node *parent, *first_child, *last_child, *next; /* next: the next sibling */
    struct record_property *properties, *properties_last;         /* not understood, in order */
    const char *comment, *name;
    int64_t at_ms;                /* when the move was made, ms since 1970, or RECORD_TIME_NONE */
    int64_t left_ms[PLAYERS_MAX]; /* [side - 1]: clock after the move, or RECORD_TIME_NONE */
    uint32_t line, column;        /* of the move in the text that was read; 0: none */
    move_t move;                  /* MOVE_NONE: a node without a move */
    uint8_t side;                 /* the mover according to the file; 0: not said */
    bool edits;     /* it adds or removes stones by itself (SGF AB, AW, AE, PL after the root) */
    uint32_t opens; /* the SGF reader's own: variations that began behind it and have not ended */
};

enum record_reason {
    REASON_NONE,    /* no result known */
    REASON_RULES,   /* the game's own end */
    REASON_RESIGN,  /* the loser gave up */
    REASON_TIME,    /* the loser's clock ran out */
    REASON_FORFEIT, /* decided by a person */
    REASON_DRAW,    /* agreed, or equal scores */
    REASON_ABORT,   /* it does not count */
    REASON_N
};

struct record_result {
    enum record_reason reason;
    uint8_t winner;   /* the side (colour) that won; 0 for a draw, an abort, or none */
    int32_t margin;   /* points, with REASON_RULES; -1: not said */
    const char *text; /* an SGF RE that fits none of this, as it came; else "" */
};

/* Something in the text that was mended or left out: what and where (as in record_error). */
struct record_warning {
    struct record_warning *next;
    int line, column;
    const char *text; /* one sentence without a full stop */
};

struct record {
    struct arena arena;
    struct setup setup;
    struct cell *start; /* [point] of a start position that is not the empty board; else NULL */
    uint8_t start_side; /* side to move first; 1 unless start says otherwise */
    const char *players[PLAYERS_MAX]; /* [seat - 1] */
    const char *date;                 /* SGF's DT: "2026-03-01,02"; "" unknown */
    struct record_result result;
    struct record_node *root;
    uint32_t nodes_n;                                /* with the root */
    struct record_warning *warnings, *warnings_last; /* of reading, in the order of the text */
    uint32_t warnings_n;                             /* also of those beyond RECORD_WARNINGS_MAX */
};

/* An empty record. Returns 0 or ERR_NO_MEMORY; either way record_free may be called afterwards. */
MUST_USE int record_init(struct record *r, const struct memory *memory, const struct setup *setup);
void record_free(struct record *r);

/* A copy of a text inside the record; NULL when memory or limit is reached. */
MUST_USE const char *record_text(struct record *r, const char *text);

/* The start position's cells, all empty at first; NULL when memory is reached. */
MUST_USE struct cell *record_start_cells(struct record *r);

/* A new last child of parent without a move. Returns NULL when memory or a limit is reached. */
MUST_USE struct record_node *record_add(struct record *r, struct record_node *parent);

/* The same, with a move of a side (0: not said). */
MUST_USE struct record_node *record_add_move(struct record *r, struct record_node *parent,
                                             move_t move, int side);

/* Takes a node with all below it out of the tree; it stays in the record's memory. Not the root. */
void record_cut(struct record *r, struct record_node *node);

/* Adds a value to the property of that name (a new one if there is none); control characters in it
 * become blanks, but line breaks and tabs stay. 0, ERR_NO_MEMORY,
 * ERR_TOO_BIG (too many properties). */
MUST_USE int record_add_value(struct record *r, struct record_node *node, const char *name,
                              size_t name_len, const char *value, size_t value_len);

/* True iff a property of that name changes the board (AB AW AE PL ADDRED STACK): in any node but
 * the root it makes the node one that `edits`. */
bool record_name_edits(const char *name);

/* Cleans a text in place: line breaks of any kind become one '\n' (a blank if not multi_line),
 * other blank and control characters become blanks. */
void record_clean_text(char *text, bool multi_line);

/* The last node of the main line, and the node in it after `ply` moves (the root for 0); NULL if
 * the main line is shorter. */
struct record_node *record_main_end(const struct record *r);
struct record_node *record_main_ply(const struct record *r, int ply);

/* Moves from the root to this node. */
int record_node_ply(const struct record_node *node);

/* Whether a node changes the board at this position. One that only says that the side to move is to
 * move does not. */
bool record_node_edits(const struct record_node *n, const struct position *p);

/* Plays the move of one node, if it has one; errors are those of record_position. */
MUST_USE int record_play(const struct record_node *n, struct position *p,
                         struct record_error *error);

/* The position at the record's start, and after all moves from the root to a node, judged by the
 * rules. On ERR_ILLEGAL (a move that the rules forbid, or on the wrong turn), ERR_OVER,
 * ERR_UNSUPPORTED (a node that edits the board) or ERR_RANGE (a start position that cannot be)
 * *error says the ply, the rule and the place in the file; *out is untouched. */
MUST_USE int record_start_position(const struct record *r, struct position *out,
                                   struct record_error *error);
MUST_USE int record_position(const struct record *r, const struct record_node *node,
                             struct position *out, struct record_error *error);

/* Sets the result from a position that is over; leaves it alone otherwise. */
void record_take_result(struct record *r, const struct position *p);

/* "GAME", "GAME swap=1", "GAME jacked=0 players=3": the words of a setup without its
 * size, and back again (case-insensitive; blanks and commas part words). Returns 0 or ERR_UNKNOWN
 * (no such game), ERR_SYNTAX (a word that the game does not have); *setup keeps its size if it has
 * one (width > 0), else takes the game's default. */
void record_print_setup(const struct setup *setup, struct text *out);
MUST_USE int record_parse_setup(const char *words, struct setup *setup);

/* True iff both tell the same: everything but the places in the text, and the warnings. */
bool record_equal(const struct record *a, const struct record *b);

/* Fills an error from a printf-less list of texts ended by NULL. */
void record_error_set(struct record_error *error, uint32_t line, uint32_t column, ...);
/* Adds a warning in the same way; without memory it is lost, and only counted. */
void record_warn(struct record *r, uint32_t line, uint32_t column, ...);

#endif

/* gtp_int.h - the state of a GTP session, and what its command files share.
 *
 * Colours. GTP knows black and white. Here they name the players as they sat down: black is seat 1,
 * white seat 2, also after a swap in Redstone, so that a referee that asks b, w, b, w in turn and
 * believes `B+1` is right without knowing of swaps. A colour that names the side to move instead is
 * accepted too. Seats 3 and 4 of Claims are written 3 and 4 (1 and 2 are understood as well). */
#ifndef GTP_INT_H
#define GTP_INT_H
#include "gtp/gtp.h"
#include "rules/position.h"

enum { GTP_ARGS_MAX = 16, GTP_ANSWER_BYTES = 1 << 16 };

/* What a player may still use. */
struct gtp_clock {
    int64_t left_ms;
    int64_t stones; /* moves to be played in left_ms; 0: all that are to come */
};

struct gtp {
    struct gtp_options options;
    struct engine *engine; /* NULL until a move is to be found */
    _Atomic bool stop;

    struct position start;    /* the board before history[0] */
    struct position position; /* and after history[0 … moves_n - 1] */
    move_t *history;          /* MOVE_PASS after the end of a game changes nothing */
    size_t moves_n, moves_cap;

    bool timed; /* time_settings came */
    int64_t main_ms, extra_ms, extra_stones;
    struct gtp_clock clocks[PLAYERS_MAX]; /* [seat - 1] */

    bool done;
    bool comment, too_long; /* of the line being read */
    size_t line_n;
    char line[GTP_LINE_MAX + 1];

    struct text answer; /* of the command being carried out, without mark and id */
    char answer_bytes[GTP_ANSWER_BYTES];
};

/* A command: its name, how many arguments it takes at least and uses at most, and what it does. It
 * writes its answer to g->answer and returns whether it succeeded. More arguments than args_max are
 * ignored, as the protocol leaves it open. */
struct gtp_command {
    const char *name;
    int args_min, args_max;
    bool (*run)(struct gtp *g, int args_n, char *const *args);
};

/* Both tables end with a NULL name. */
extern const struct gtp_command gtp_standard[]; /* gtp_standard.c */
extern const struct gtp_command gtp_own[];      /* gtp_own.c: hoshi-… */

/* Puts a sentence in the place of the answer; returns false. */
bool gtp_fail(struct gtp *g, const char *why);

/* Empties the board; with a new setup if not NULL (which must be valid). */
void gtp_clear(struct gtp *g, const struct setup *setup);

/* Plays a legal move, or a pass after the end, and remembers it. False when memory is out. */
bool gtp_play(struct gtp *g, move_t m);

/* The seat that a word names, or 0. */
int gtp_seat(const struct gtp *g, const char *word);

/* True iff the seat is to move, or the word names the side that is. */
bool gtp_to_move(const struct gtp *g, const char *word);

/* GTP's vertex ("A1", no letter I, "D4r", "pass", "swap") from and to a move. */
int gtp_parse_vertex(const struct gtp *g, const char *word, move_t *out);
void gtp_print_vertex(const struct gtp *g, move_t m, struct text *out);

#endif

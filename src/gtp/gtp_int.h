/* gtp_int.h - the state of a GTP session, and the declarations that its command files share.
 *
 * Colours. GTP knows black and white. Here they name the seats: black is seat 1 and white seat 2,
 * also after a swap. So a referee that asks b, w, b, w in turn and trusts `B+1` is right without
 * knowing about swaps. A colour that names the side to move instead is accepted too. Seats 3 and 4
 * are written 3 and 4 (1 and 2 are understood as well). */
#ifndef GTP_INT_H
#define GTP_INT_H
#include "gtp/gtp.h"
#include "gtp/gtp_vertex.h"
#include "rules/position.h"

enum { GTP_ARGS_MAX = 2 * POINTS_MAX, GTP_ANSWER_BYTES = 1 << 16 };

/* The time that a player may still use. */
struct gtp_clock {
    int64_t left_ms;
    int64_t stones; /* moves to be played in left_ms; 0: all that are to come */
};

/* An analysis that prints lines until the next command. */
struct gtp_stream {
    bool open;
    bool kata; /* KataGo's words, else Leela Zero's */
    bool ownership, root_info;
    int max_moves;
    int64_t interval_ms, next_ms; /* between lines; when the next is due, on clock_ms */
    int64_t nodes_n;              /* playouts of the last line */
};

struct gtp {
    struct gtp_options options;
    struct engine *engine; /* NULL until a move is to be found */

    struct position start;    /* the board before history[0] */
    bool set_up;              /* which was set up, and is not the empty one */
    struct position position; /* and after history[0 … moves_n - 1] */
    move_t *history;          /* MOVE_PASS after the end of a game changes nothing */
    size_t moves_n, moves_cap;

    int64_t main_ms, extra_ms, extra_stones;
    struct gtp_clock clocks[PLAYERS_MAX]; /* [seat - 1] */

    struct gtp_stream stream;

    /* Where the answers go, during gtp_feed and gtp_tick only. */
    engine_progress *progress; /* of the search under way */
    gtp_write *write;
    void *write_context;

    const char *id;         /* of the command being carried out */
    struct text answer;     /* the same, without mark and id */
    size_t line_n;          /* bytes of the line being read */
    bool comment, too_long; /* likewise */
    bool begun;             /* mark and id were written: the answer came in pieces */
    bool timed;             /* time_settings came */
    bool done;
    char line[GTP_LINE_MAX + 1];
    char answer_bytes[GTP_ANSWER_BYTES];
};

/* A command: its name, the least number of arguments, the most that it uses, and its function. It
 * writes its answer to g->answer and returns whether it succeeded. Arguments beyond args_max are
 * ignored; the protocol allows this. */
struct gtp_command {
    const char *name;
    int args_min, args_max;
    bool (*run)(struct gtp *g, int args_n, char *const *args);
};

/* Each table ends with a NULL name; gtp_tables (gtp.c) has all of them and ends with NULL. */
extern const struct gtp_command gtp_standard[]; /* gtp_standard.c */
extern const struct gtp_command gtp_own[];      /* gtp_own.c: hoshi-… */
extern const struct gtp_command gtp_analyze[];  /* gtp_analyze.c: lz-…, kata-… */
extern const struct gtp_command gtp_gogui[];    /* gtp_gogui.c: gogui-… */
extern const struct gtp_command gtp_extra[];    /* gtp_extra.c: printsgf, set_position, kgs-… */
extern const struct gtp_command *const gtp_tables[];

/* Puts a sentence in the place of the answer; returns false. */
bool gtp_fail(struct gtp *g, const char *why);

/* Writes the mark and id of a success and ends the line, unless that was done: more lines
 * follow. */
void gtp_answer_begin(struct gtp *g);

/* Empties the board; with a new setup if not NULL (which must be valid). */
void gtp_clear(struct gtp *g, const struct setup *setup);

/* Sets up a position with that side to move; fails if no play leads there. */
bool gtp_set_up(struct gtp *g, const struct cell *cells, int side);

/* Plays a legal move, or a pass after the end, and remembers it. False when memory is out. */
bool gtp_play(struct gtp *g, move_t m);

/* The engine, made when it is needed first; NULL when there is no memory for it. */
struct engine *gtp_engine(struct gtp *g);

/* Lets the engine judge the board within the limits of a move. False: out of memory. progress may
 * be NULL. The board must not be over. */
bool gtp_think(struct gtp *g, engine_progress *progress, struct search_report *out);

/* Fills the clocks, as at the start of a game. */
void gtp_clock_start(struct gtp *g);

/* Takes the time of a move off a seat's clock, going over into periods as the draft has it. */
void gtp_clock_use(struct gtp *g, int seat, int64_t used_ms);

/* Ends a stream, if there is one: its last line, and the empty one. */
void gtp_stream_end(struct gtp *g);

/* Writes a line of a stream if one is due. */
void gtp_stream_tick(struct gtp *g);

/* A number like the draft's ints: 31 bits, not negative. */
bool gtp_parse_int(const char *word, int64_t *out);

/* The seat that a word names, or 0. */
int gtp_seat(const struct gtp *g, const char *word);

/* True iff the seat is to move, or the word names the side that is. */
bool gtp_to_move(const struct gtp *g, const char *word);

/* The same, but in a position that was set up, the first side that asks becomes the side to
 * move. */
bool gtp_take_turn(struct gtp *g, const char *word);

/* With options.plain, whether a word of a referee of Go says this move: points, passes, and the red
 * stone where the own one is forbidden. Else any. */
bool gtp_can_say(const struct gtp *g, move_t m);

/* The best move of a report that can be said. */
move_t gtp_sayable(const struct gtp *g, const struct search_report *report);

/* Appends a move of the present position as the session says it. */
void gtp_put_move(const struct gtp *g, move_t m, struct text *out);

/* `play`; `time_settings`; `genmove`, for the commands that are made of them. */
bool gtp_play_words(struct gtp *g, const char *colour, const char *vertex);
bool gtp_time_settings(struct gtp *g, int n, char *const *args);
bool gtp_genmove(struct gtp *g, int n, char *const *args);

#endif

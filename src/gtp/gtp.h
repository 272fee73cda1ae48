/* gtp.h - the engine as a Go Text Protocol process (GTP version 2, Farnebäck's draft of 2002).
 *
 * Bytes go in, answers come out through a function; no stream, file or clock of its own but the
 * engine's, so the same code serves standard input, tests and a fuzzer. Input may be cut anywhere
 * and may hold any bytes: control characters are dropped, tabs are blanks, `#` begins a comment,
 * CR LF ends a line. docs/GTP.md lists the commands.
 *
 * One thread at a time; gtp_stop may be called from any. */
#ifndef GTP_H
#define GTP_H
#include "rules/game.h"
#include "search/engine.h"

struct gtp; /* opaque */

enum {
    GTP_LINE_MAX = 1 << 16, /* bytes of a line that are read; a longer one is a syntax error */
    GTP_FILE_MAX = 1 << 24,
};

struct gtp_options {
    struct setup setup;           /* what clear_board gives; boardsize and hoshi-game change it */
    struct engine_options engine; /* taken when the first move is to be found */
    struct engine_limits limits;  /* of every move, as long as no time_settings come */
    /* Moves are points and passes, as referees of Go know them: no swap, and a point is the red
     * stone where the own one is forbidden (docs/GTP.md). */
    bool plain;
    bool fixed; /* hoshi-opt and time_settings do not change what the engine may use */
    /* Reads a whole file for loadsgf: bytes in the buffer, at most cap, or ERR_*. NULL: there are
     * no files. */
    int64_t (*read_file)(void *context, const char *name, char *buf, size_t cap);
    /* Writes a whole file for printsgf: 0 or ERR_*. NULL: there are no files. */
    int (*write_file)(void *context, const char *name, const char *buf, size_t len);
    /* Whether nobody waits for a move any more. It is asked about ten times a second during a
     * search, which then ends soon. NULL: somebody always does. */
    bool (*gone)(void *context);
    void *context;
};

/* NULL when there is no memory. options->setup must be valid. */
MUST_USE struct gtp *gtp_new(const struct gtp_options *options);
void gtp_free(struct gtp *g); /* NULL is fine */

/* Takes n bytes, and gives the answers to write() piece by piece, each at last with the empty line
 * that ends it. After `quit` the rest is ignored. */
typedef void gtp_write(void *context, const char *part, size_t len);
void gtp_feed(struct gtp *g, const char *bytes, size_t n, gtp_write *write, void *context);

/* True while an analysis (lz-analyze, kata-analyze) is under way, whose answer ends with the next
 * line that is fed, be it empty. gtp_tick writes the lines that are due; it does not wait and is to
 * be called every few milliseconds. */
bool gtp_streams(const struct gtp *g);
void gtp_tick(struct gtp *g, gtp_write *write, void *context);

/* True once `quit` was answered. */
bool gtp_done(const struct gtp *g);

/* Makes a running genmove answer soon. */
void gtp_stop(struct gtp *g);

/* The position on the board; valid until the next gtp_feed. */
const struct position *gtp_position(const struct gtp *g);

#endif

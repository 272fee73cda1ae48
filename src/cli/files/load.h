/* load.h - what a command line names: a file, a record in it, or a game and its moves. Messages go
 * to stderr. */
#ifndef LOAD_H
#define LOAD_H
#include "record/record.h"
#include <jansson.h>

/* The whole of a file ("-": standard input), or somewhat more than cap bytes of a longer one. The
 * caller frees; NULL after a message. */
MUST_USE char *load_file(const char *name, size_t cap, size_t *len);

/* Loads a record: SGF, JSON, or a file of hoshi's own (own.h); it recognises the format. index:
 * which game of an SGF collection, or of such a file, from 1. Returns an exit status (command.h);
 * EXIT_OK: the caller has a record to free. */
MUST_USE int load_record(const char *name, int index, struct record *out);

/* The options that go with FILE|GAME [MOVE...]. */
struct load_options {
    const char *size;        /* of a game; NULL: its default */
    const char *const *opts; /* "swap=0", …; ends with NULL */
    int players;             /* 0: the default */
    int index;               /* which game of an SGF collection, from 1 */
    const char *game;        /* the game of an SGF file that names none; NULL: such a file is an
                              * error */
    const char *setup; /* a file with the position that a game begins with; NULL: the empty board */
};

/* A record from the first words of a command: a file, or a game and moves, which the rules have not
 * judged (record_position does). Returns an exit status; EXIT_OK: the caller has a record to
 * free. */
MUST_USE int load_source(const char *command, const struct load_options *options,
                         const char *const *words, int words_n, struct record *out);

/* The node after `ply` moves of the main line (ply < 0: its last), and the position there. Returns
 * an exit status. */
MUST_USE int load_position(const char *name, const struct record *r, int ply,
                           const struct record_node **node, struct position *out);

/* "hoshi: NAME:LINE:COLUMN: sentence". */
void load_print_error(const char *name, const struct record_error *error);

#endif

/* gtp_client.h - a GTP program as one of the players of `hoshi match`.
 *
 * If the program knows `hoshi-game`, the client sends it the game and its options. If it knows
 * `gogui-rules_game_id`, its answer must name the game. Any other program is assumed to play the
 * game. Colours are players (docs/GTP.md). */
#ifndef GTP_CLIENT_H
#define GTP_CLIENT_H
#include "rules/game.h"
#include <stdatomic.h>

struct gtp_client; /* opaque */

/* The outcome of a question: success, or the reason why the program has lost. */
enum gtp_fate {
    GTP_OK,
    GTP_RESIGNS,
    GTP_CRASHED, /* it has ended, or closed its output */
    GTP_SILENT,  /* no answer in time */
    GTP_REFUSES, /* it answered ? to a required command, or not in GTP */
    GTP_ENOUGH,  /* *enough is no longer 0: no player is to blame */
};

struct gtp_client_options {
    const char *command;      /* for /bin/sh; borrowed */
    int64_t timeout_ms;       /* for each answer */
    const atomic_int *enough; /* not 0: give up; borrowed */
};

/* The program is started with the first game. NULL when there is no memory. */
MUST_USE struct gtp_client *gtp_client_new(const struct gtp_client_options *options);
void gtp_client_free(struct gtp_client *c); /* ends the program; NULL is fine */

/* Sets up an empty board. Starts the program if it is not running; ends and restarts a program that
 * has failed. Programs that take a seed get seed. clock may be NULL: no time_settings. */
struct gtp_clock_settings {
    int main_s, period_s, stones;
};
enum gtp_fate gtp_client_begin(struct gtp_client *c, const struct setup *s, uint64_t seed,
                               const struct gtp_clock_settings *clock);

/* Tells the program the move of another player. */
enum gtp_fate gtp_client_play(struct gtp_client *c, int seat, move_t m);

/* Asks for a move of that seat. *m is set with GTP_OK only; it has not been checked against the
 * rules. */
enum gtp_fate gtp_client_genmove(struct gtp_client *c, int seat, move_t *m);

/* Tells the program how much time a seat has left. */
enum gtp_fate gtp_client_time_left(struct gtp_client *c, int seat, int64_t left_ms, int stones);

/* "name version" of a program that has begun; "" if it does not say. */
const char *gtp_client_name(const struct gtp_client *c);

/* The last answer, or the refused question; for messages. Valid until the next question. */
const char *gtp_client_said(const struct gtp_client *c);

#endif

/* command.h - the table of subcommands; one file cmd_<name>.c each. */
#ifndef COMMAND_H
#define COMMAND_H
#include "base/exit.h"
#include "base/macros.h"
#include "rules/game.h"
#include <stdint.h>
#include <stdio.h>

struct command {
    const char *name;
    const char *summary; /* one line for `hoshi --help` */
    const char *help;    /* whole text of `hoshi NAME --help`; first line: usage */
    int (*run)(int argc, char *const *argv); /* argv[0] is the command's name; returns the status */
};

/* Every command, in the order of `hoshi --help`; ends with NULL. */
extern const struct command *const commands[];

/* "hoshi", or the program that is made of the same parts; in the file of its main. */
extern const char *const command_program;

/* Prints "hoshi: " and the message and a hint to --help on stderr; returns EXIT_USAGE. command:
 * NULL for the program itself. */
int usage_error(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);

/* usage_error for a missing game, and for a word that is no game: the messages list the games. */
int usage_no_game(const char *command);
int usage_not_game(const char *command, const char *word);

/* One option of a command line, as `--name VALUE`, `--name=VALUE`, or `--flag`. */
struct option_spec {
    const char *name;  /* "size", without dashes; NULL ends a list. options.c has the letters */
    bool *flag;        /* one of these is set: a flag, */
    const char **text; /* a text (borrowed from argv), */
    int64_t *number;   /* or an integer within min … max, */
    int64_t *ms;       /* or seconds, also "0.5", as milliseconds within min … max */
    int64_t min, max;
    /* A text that may also be given without a value, as "yes": the next word is its value only if
     * it fits. NULL: there must be a value. */
    bool (*fits)(const char *word);
};

/* Takes the options out of argv. --help prints help and exits 0. The other words (those that are no
 * options, and all after `--`) go to args, at most args_max; returns their number, or -1 after a
 * usage_error. A repeatable option (`--opt a=1 --opt b=0`) is given once per slot: text slots are
 * filled in order. */
int options_parse(const struct command *cmd, const struct option_spec *specs, int argc,
                  char *const *argv, const char **args, int args_max);

/* Names of a setup on the command line: game name, --size N or WxH, --players N, --opt name=0|1.
 * Unset fields keep the game's defaults. Returns 0, or -1 after a usage_error that says what is
 * allowed. size, opts may be NULL; opts is a NULL-ended list; players 0: default. */
MUST_USE int setup_from_words(const char *command, const char *game, const char *size, int players,
                              const char *const *opts, struct setup *out);

#endif

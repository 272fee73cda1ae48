/* commands.c - the list of subcommands. */
#include "cli/command.h"

extern const struct command cmd_bench;
extern const struct command cmd_check;
extern const struct command cmd_games;
extern const struct command cmd_match;
extern const struct command cmd_perft;

const struct command *const commands[] = {
    &cmd_games,
    &cmd_perft,
    &cmd_check,
    &cmd_match,
    &cmd_bench,
    NULL,
};

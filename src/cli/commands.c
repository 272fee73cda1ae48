/* commands.c - the list of subcommands. */
#include "cli/command.h"

extern const struct command cmd_games;

const struct command *const commands[] = {
    &cmd_games,
    NULL,
};

/* commands.c - the list of subcommands, in the order of `hoshi --help`. */
#include "cli/command.h"

#define COMMAND_LIST(X)                                                                            \
    X(games)                                                                                       \
    X(play)                                                                                        \
    X(serve)                                                                                       \
    X(match)                                                                                       \
    X(perft)                                                                                       \
    X(check)                                                                                       \
    X(bench)

#define COMMAND_DECLARE(name) extern const struct command cmd_##name;
COMMAND_LIST(COMMAND_DECLARE)
#undef COMMAND_DECLARE

const struct command *const commands[] = {
#define COMMAND_ROW(name) &cmd_##name,
    COMMAND_LIST(COMMAND_ROW)
#undef COMMAND_ROW
        NULL,
extern const struct command cmd_bench;
extern const struct command cmd_check;
extern const struct command cmd_games;
extern const struct command cmd_gtp;
extern const struct command cmd_match;
extern const struct command cmd_perft;

const struct command *const commands[] = {
    &cmd_games,
    &cmd_perft,
    &cmd_check,
    &cmd_match,
    &cmd_gtp,
    &cmd_bench,
    NULL,
};

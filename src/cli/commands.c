/* commands.c - the list of subcommands, in the order of `hoshi --help`. */
#include "cli/command.h"
#include "version.h"

#if HOSHI_SERVER
#define COMMAND_LIST_SERVER(X) X(serve) X(setup) X(admin) X(mail) X(pbm) X(bot)
#else
#define COMMAND_LIST_SERVER(X)
#endif
#define COMMAND_LIST(X)                                                                            \
    X(games)                                                                                       \
    X(rules)                                                                                       \
    X(show)                                                                                        \
    X(analyze)                                                                                     \
    X(play)                                                                                        \
    COMMAND_LIST_SERVER(X)                                                                         \
    X(selfplay)                                                                                    \
    X(match)                                                                                       \
    X(gtp)                                                                                         \
    X(solve)                                                                                       \
    X(verify)                                                                                      \
    X(puzzles)                                                                                     \
    X(rate)                                                                                        \
    X(perft)                                                                                       \
    X(table)                                                                                       \
    X(count)                                                                                       \
    X(check)

#define COMMAND_DECLARE(name) extern const struct command cmd_##name;
COMMAND_LIST(COMMAND_DECLARE)
#undef COMMAND_DECLARE

const struct command *const commands[] = {
#define COMMAND_ROW(name) &cmd_##name,
    COMMAND_LIST(COMMAND_ROW)
#undef COMMAND_ROW
        NULL,
};

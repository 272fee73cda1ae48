/* err.h - the one list of failures (theirs, not ours) with their texts.
 *
 * Functions return 0 or a negative ERR_* value. A refused move is not an error but a verdict
 * (rules/verdict.h); a bug is an ASSERT. */
#ifndef ERR_H
#define ERR_H

#define ERR_LIST(X)                                                                                \
    X(NONE, 0, "no error")                                                                         \
    X(NO_MEMORY, -1, "out of memory")                                                              \
    X(FULL, -2, "the space given is full")                                                         \
    X(RANGE, -3, "a value is out of range")                                                        \
    X(SYNTAX, -4, "the text is not in the expected form")                                          \
    X(UNKNOWN, -5, "no such name")                                                                 \
    X(ILLEGAL, -6, "a move is not legal")                                                          \
    X(OVER, -7, "the game is over")                                                                \
    X(IO, -8, "reading or writing failed")                                                         \
    X(NOT_FOUND, -9, "not found")                                                                  \
    X(CONFLICT, -10, "it changed meanwhile")                                                       \
    X(DENIED, -11, "not allowed")                                                                  \
    X(TOO_BIG, -12, "too large")                                                                   \
    X(BUSY, -13, "busy; try again")                                                                \
    X(STORE, -14, "the store failed")                                                              \
    X(UNSUPPORTED, -15, "not supported here")                                                      \
    X(NETWORK, -16, "the network failed")                                                          \
    X(REACH, -17, "it needs more of the store than was locked for it")

enum err {
#define ERR_ENUM(name, value, text) ERR_##name = (value),
    ERR_LIST(ERR_ENUM)
#undef ERR_ENUM
};

/* The sentence for an ERR_* value; "unknown error" for any other. Static storage. */
const char *err_text(int err);

/* The name, e.g. "ERR_FULL". Static storage. */
const char *err_name(int err);

#endif

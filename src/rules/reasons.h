/* reasons.h - what a move does, as facts that the rules alone confirm: what it takes, closes,
 * saves, threatens and prevents.
 *
 * A reason says nothing of how good the move is. Each can be checked by playing it out, and
 * tests/unit/test_reasons.c does so. For two players; with more players there are none. */
#ifndef REASONS_H
#define REASONS_H
#include "rules/position.h"

/* X(NAME): n, m and at as the comment says; other fields are 0 and MOVE_NONE. */
#define REASON_LIST(X)                                                                             \
    X(WINS)      /* the move ends the game, and the mover wins */                                  \
    X(LOSES)     /* the move ends the game, and the mover loses */                                 \
    X(TAKES)     /* n stones of the opponent leave the board */                                    \
    X(GIVES)     /* n stones of the mover leave the board */                                       \
    X(OWNS)      /* the mover owns n points more than before */                                    \
    X(SCORES)    /* the mover's score grows by n; m: the opponent's shrinks by m */                \
    X(ATTACKS)   /* a stack of the opponent of height n becomes the mover's */                     \
    X(CLOSES)    /* the opponent may no longer enter n empty squares */                            \
    X(SAVES)     /* an own group of n stones had one liberty and has m; at: the move's point */    \
    X(CORNERS)   /* leaves n stones of the opponent at `at` one liberty, which had more */         \
    X(LENGTHENS) /* the opponent's shortest channel grows from n to m points */                    \
    X(HINDERS)   /* the mover's shortest channel grows from n to m points */                       \
    X(THREATENS) /* could take n stones next, at `at`, which was not so before */                  \
    X(THREATENS_WIN) /* could win at once next, by n moves, one of them `at`; before by none */    \
    X(PREVENTS)      /* the opponent could have taken n stones at `at`, and cannot take any now */ \
    X(PREVENTS_WIN)  /* the opponent could have won at `at`, and cannot win at once now */

enum reason_kind {
#define REASON_ENUM(NAME) REASON_##NAME,
    REASON_LIST(REASON_ENUM)
#undef REASON_ENUM
        REASON_N
};
enum { REASONS_MAX = REASON_N + 3 }; /* four groups around a point may be cornered */

struct reason {
    enum reason_kind kind;
    int n, m;
    move_t at;
};

/* The reasons of a legal move, the most important first; returns their number. */
int reasons_of(const struct position *p, move_t move, struct reason out[REASONS_MAX]);

#endif

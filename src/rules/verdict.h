/* verdict.h - why a move is refused: each value names the rule of docs/RULES.md that forbids it. */
#ifndef VERDICT_H
#define VERDICT_H

/* X(name, rule cited, general sentence); the sentence about the case at hand is made by explain. */
#define VERDICT_LIST(X)                                                                            \
    X(OK, "", "The move is legal.")                                                                \
    X(G1, "G1", "That point is not on this board.")                                                \
    X(G3, "G3", "This game has no such move.")                                                     \
    X(G4, "G4", "The game is over.")                                                               \
    X(OCCUPIED, "G3", "That point is occupied.")                                                   \
    X(P1, "P1", "That point belongs to the other colour.")                                         \
    X(P5, "P5", "That point is inside a loop.")                                                    \
    X(P6, "P6", "There is no passing in Palisade.")                                                \
    X(R2, "R2", "That stone would leave a group without liberties.")                               \
    X(R3, "R3", "A red stone must leave a group without liberties.")                               \
    X(R6, "R6", "There is no passing in Redstone.")                                                \
    X(R7, "R7", "Only player 2 may swap, and only on ply 2.")                                      \
    X(L3, "L3", "That point is occupied.")                                                         \
    X(L3A, "L3a", "The centre stays empty.")                                                       \
    X(L3B, "L3b", "That stone would close a circuit around the centre.")                           \
    X(L4, "L4", "There is no passing in Levee.")                                                   \
    X(C2, "C2", "You have two pieces of your own on top of that stack already.")                   \
    X(C5, "C5", "Another player has more claims on that square.")                                  \
    X(C6, "C6", "You have too few claims to attack that stack.")

enum verdict {
#define VERDICT_ENUM(name, rule, text) VERDICT_##name,
    VERDICT_LIST(VERDICT_ENUM)
#undef VERDICT_ENUM
        VERDICT_N
};

/* The rule cited ("L3b"; "" for VERDICT_OK) and the general sentence. Static storage. */
const char *verdict_rule(enum verdict v);
const char *verdict_text(enum verdict v);

#endif

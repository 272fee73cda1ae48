/* naive_redstone.h - Redstone written straight from its rule sheet, slowly and plainly.
 *
 * The board is an array of characters. For each question it finds bounded groups by flooding the
 * whole board. It shares no code and no data with src/rules/redstone/redstone.c. Points are (x, y)
 * from the lower left: a1 = (0, 0). */
#ifndef NAIVE_REDSTONE_H
#define NAIVE_REDSTONE_H
#include <stdbool.h>

enum { NAIVE_SIDE = 25 };

/* Planted faults, to show that the comparison notices them. */
enum naive_fault {
    NAIVE_RIGHT,
    NAIVE_WRONG_NEIGHBOUR,  /* the top right corner does not see its left neighbour */
    NAIVE_MOVER_IS_RESCUED, /* as in Go: the enemy's groups go first, and free the mover's */
    NAIVE_MISSED_REMOVAL,   /* the stone with the highest place of a captured group stays */
    NAIVE_FAULTS_N
};

struct naive_redstone {
    int n;
    char cell[NAIVE_SIDE][NAIVE_SIDE]; /* [y][x]: '.', 'b', 'w', 'r' */
    char to_move;                      /* 'b' or 'w' */
    bool pie;                          /* the swap is agreed */
    bool swapped;
    int plies;
    char winner; /* 'b', 'w', or '.' while the game lasts */
    enum naive_fault fault;
};

/* Which points hold stones of groups without liberties. */
struct naive_marks {
    int n;
    bool at[NAIVE_SIDE][NAIVE_SIDE];
};

void naive_redstone_start(struct naive_redstone *m, int n, bool pie, enum naive_fault fault);

/* The bounded groups of both colours as the board stands. */
void naive_redstone_bounded(const struct naive_redstone *m, struct naive_marks *out);

/* The bounded groups after a stone ('b', 'w' or 'r') is put on an empty point. */
void naive_redstone_bounded_after(const struct naive_redstone *m, int x, int y, char stone,
                                  struct naive_marks *out);

/* The rule that forbids the placement: "" if none, "G3", "R2", "R3". The game must not be over. */
const char *naive_redstone_judge(const struct naive_redstone *m, int x, int y, bool red);

/* Whether player 2 may swap now. */
bool naive_redstone_may_swap(const struct naive_redstone *m);

/* Plays a legal placement, or the swap. */
void naive_redstone_play(struct naive_redstone *m, int x, int y, bool red);
void naive_redstone_swap(struct naive_redstone *m);

#endif

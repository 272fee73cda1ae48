/* play_screen.h - the contents of the screen of `hoshi play`, and their drawing.
 *
 * `struct screen` holds all visible state beside the game itself; the keys change it
 * (play_screen.c), and play_draw.c draws the whole screen from it after each key. Include curses.h
 * first. */
#ifndef PLAY_SCREEN_H
#define PLAY_SCREEN_H
#include "cli/play/play.h"

/* A smaller window gets a sentence that says so instead of a board. */
enum { SCREEN_COLUMNS_MIN = 40, SCREEN_LINES_MIN = 16 };

enum pair { PAIR_PLAIN, PAIR_ONE, PAIR_TWO, PAIR_THREE, PAIR_FOUR, PAIR_RED, PAIR_SOFT, PAIR_GO };

/* Where the board stands on the screen. A board that is too large is seen through a window of cols
 * x rows, which follows the cursor. */
struct layout {
    int pitch;         /* columns of the screen for one of the board */
    int step;          /* lines of the screen for one of the board */
    bool gaps;         /* with room for brackets around the cursor */
    int top;           /* line of the highest row that is seen */
    int cols, rows;    /* that are seen */
    int x0, y0;        /* the leftmost and the lowest of them */
    bool border;       /* ring or edges stand around */
    bool letters_top;  /* letters also above */
    bool beside;       /* words stand right of the board, else below */
    int column, width; /* of the words */
};

struct screen {
    struct play *game;
    int x, y;                   /* cursor, 0 … width - 1, 0 … height - 1 from the bottom */
    bool legal;                 /* mark legal points */
    bool help;                  /* the list of keys is shown */
    bool thinking;              /* the engine has the move: q alone works */
    bool asking;                /* the message is a question: its keys alone work */
    bool quit;                  /* q was confirmed */
    bool wants_quit;            /* q was pressed while the engine was thinking */
    bool utf8;                  /* round stones may be drawn */
    uint8_t marked[POINTS_MAX]; /* points of the explanation or hint */
    bool playable[POINTS_MAX];  /* some legal placement there */
    bool red, swap, pass;       /* such a move is legal now */
    struct layout layout;       /* of the last screen_draw */
    char message[640];
};

/* Draws everything, and finds the layout for the window as it is now. */
void screen_draw(struct screen *s);

/* The point under a place of the screen; POINT_NONE where there is none. */
point_t screen_point(const struct screen *s, int line, int column);

#endif

/* exit.h - what the program ends with. */
#ifndef EXIT_H
#define EXIT_H

enum {
    EXIT_OK = 0, /* done */
    EXIT_NO = 1, /* the answer is no (a difference, a failed check), or a failure while running */
    EXIT_USAGE = 2, /* wrong use: an unknown option, a bad value */
};

#endif

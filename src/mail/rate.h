/* rate.h - how many mails a provider lets the server send: "30/min,2000/day". */
#ifndef MAIL_RATE_H
#define MAIL_RATE_H
#include "store/people/mailbox.h"

enum { RATE_WINDOWS = 3 };

struct rate {
    struct rate_window {
        int most; /* 0: no limit */
        int64_t ms;
    } window[RATE_WINDOWS]; /* of a minute, an hour and a day */
};

/* ERR_SYNTAX: not of that form. */
MUST_USE int rate_parse(const char *text, struct rate *out);
/* The same as a question. */
bool rate_fits(const char *text);
/* How many mails may be sent now, at most `most`, and whether an hour's or a day's limit is near:
 * four fifths of it are used up. All servers of a site count together. */
MUST_USE int rate_room(struct store *s, const struct rate *r, int64_t now, int most, int *room,
                       bool *near);

#endif

/* reply.h - the text of a mail that goes out, plain and as HTML at once.
 *
 * Each function appends the same to both parts; boards are drawn with letters in the plain part and
 * as a table with inline styles in the other. reply_done gives the memory back. */
#ifndef REPLY_H
#define REPLY_H
#include "record/memory.h"
#include "rules/game.h"

struct reply {
    struct sink text, html;
};

void reply_init(struct reply *r);
void reply_done(struct reply *r);
/* A line of its own; an empty one parts paragraphs. */
void reply_say(struct reply *r, const char *format, ...) PRINTF_LIKE(2, 3);
/* Text that is laid out already. */
void reply_verbatim(struct reply *r, const char *text);
void reply_board(struct reply *r, const struct position *p);
/* Appends the contents of another reply. */
void reply_append(struct reply *r, const struct reply *more);

#endif

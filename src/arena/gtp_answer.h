/* gtp_answer.h - answers of GTP programs, line by line: a mark (`=` or `?`), perhaps an id, text,
 * and an empty line that ends it. Text before the mark is ignored. */
#ifndef GTP_ANSWER_H
#define GTP_ANSWER_H
#include "base/text.h"

enum { ANSWER_BYTES = 1 << 15 }; /* of a text; longer texts are cut */

struct gtp_answer {
    struct text text; /* without mark and id, lines separated by '\n' */
    bool begun, good;
    char bytes[ANSWER_BYTES];
};

enum gtp_answer_state { ANSWER_GOES_ON, ANSWER_SUCCESS, ANSWER_FAILURE };

void gtp_answer_start(struct gtp_answer *a);

/* Takes a line without its '\n'; a CR ends it. */
enum gtp_answer_state gtp_answer_line(struct gtp_answer *a, const char *line);

#endif

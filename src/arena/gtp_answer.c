#include "arena/gtp_answer.h"

#include <string.h>

void gtp_answer_start(struct gtp_answer *a)
{
    text_init(&a->text, a->bytes, sizeof a->bytes);
    a->begun = a->good = false;
}

enum gtp_answer_state gtp_answer_line(struct gtp_answer *a, const char *line)
{
    size_t len = strcspn(line, "\r");
    if (!a->begun) {
        if (line[0] != '=' && line[0] != '?')
            return ANSWER_GOES_ON;
        a->begun = true;
        a->good = line[0] == '=';
        size_t from = 1 + strspn(line + 1, "0123456789");
        from += strspn(line + from, " \t");
        while (len > from && (line[len - 1] == ' ' || line[len - 1] == '\t'))
            len--; /* "= D4 " is D4 */
        text_mem(&a->text, line + from, len > from ? len - from : 0);
        return ANSWER_GOES_ON;
    }
    if (len == 0)
        return a->good ? ANSWER_SUCCESS : ANSWER_FAILURE;
    text_char(&a->text, '\n');
    text_mem(&a->text, line, len);
    return ANSWER_GOES_ON;
}

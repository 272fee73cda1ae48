#include "mail/waiting.h"

#include "mail/pbm.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void waiting_add(struct waiting *w, struct arrivals *list, int64_t from_ms, int64_t match)
{
    if (match == 0 || w->n == PBM_COMMANDS_MAX)
        return;
    if (w->moves == NULL)
        w->moves = calloc(PBM_COMMANDS_MAX, sizeof *w->moves); /* they must not be moved */
    if (w->moves == NULL)
        return;
    struct arrival *a = &w->moves[w->n++];
    *a = (struct arrival){.match = match, .from_ms = from_ms};
    arrivals_add(list, a);
}

void waiting_add_commands(struct waiting *w, struct arrivals *list, int64_t from_ms,
                          const char *subject, const char *body)
{
    int64_t matches[PBM_COMMANDS_MAX];
    int n = pbm_matches(subject, body, matches);
    for (int i = 0; i < n; i++)
        waiting_add(w, list, from_ms, matches[i]);
}

void waiting_add_message(struct waiting *w, struct arrivals *list, int64_t from_ms,
                         const char *bytes, size_t n)
{
    static const char name[] = "Subject:";
    const size_t name_n = sizeof name - 1;
    char subject[400];
    const char *end = bytes + n;
    while (bytes < end && *bytes != '\r' && *bytes != '\n') { /* the head ends with an empty line */
        const char *line = bytes;
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        bytes = stop != NULL ? stop + 1 : end;
        size_t line_n = (size_t)((stop != NULL ? stop : end) - line);
        if (line_n < name_n || strncasecmp(line, name, name_n) != 0)
            continue;
        line_n -= name_n;
        if (line_n >= sizeof subject)
            return;
        memcpy(subject, line + name_n, line_n);
        subject[line_n] = '\0';
        waiting_add_commands(w, list, from_ms, subject, "");
        return;
    }
}

void waiting_end(struct waiting *w, struct arrivals *list)
{
    for (int i = 0; i < w->n; i++)
        arrivals_remove(list, &w->moves[i]);
    free(w->moves);
    *w = (struct waiting){.n = 0};
}

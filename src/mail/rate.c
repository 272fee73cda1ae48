#include "mail/rate.h"

#include "base/err.h"
#include "base/times.h"
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int64_t ms;
} windows[RATE_WINDOWS] = {{"min", MINUTE_MS}, {"hour", HOUR_MS}, {"day", DAY_MS}};

int rate_parse(const char *text, struct rate *out)
{
    *out = (struct rate){.window = {{0, 0}}};
    while (*text != '\0') {
        char *end;
        long n = strtol(text, &end, 10);
        size_t length = *end == '/' ? strcspn(end + 1, ",") : 0;
        int found = -1;
        for (int i = 0; i < RATE_WINDOWS; i++)
            if (strlen(windows[i].name) == length && strncmp(windows[i].name, end + 1, length) == 0)
                found = i;
        if (end == text || n < 1 || n > 10000000 || found < 0 || out->window[found].most != 0)
            return ERR_SYNTAX;
        out->window[found].most = (int)n;
        out->window[found].ms = windows[found].ms;
        text = end + 1 + length;
        if (*text == ',' && *++text == '\0')
            return ERR_SYNTAX;
    }
    return 0;
}

bool rate_fits(const char *text)
{
    struct rate r;
    return text[0] != '\0' && rate_parse(text, &r) == 0;
}

int rate_room(struct store *s, const struct rate *r, int64_t now, int most, int *room, bool *near)
{
    *room = most;
    *near = false;
    for (int i = 0; i < RATE_WINDOWS; i++) {
        const struct rate_window *w = &r->window[i];
        if (w->most == 0)
            continue;
        int n = mailbox_sent_since(s, now - w->ms, w->most);
        if (n < 0)
            return n;
        if (w->most - n < *room)
            *room = w->most - n;
        *near = *near || (w->ms > MINUTE_MS && n >= w->most - w->most / 5);
    }
    return 0;
}

#include "store/core/touched.h"

#include <stdlib.h>
#include <string.h>

void touched_seats(struct touched *t)
{
    t->any = true;
    t->seats = true;
}

void touched_people(struct touched *t, int64_t player)
{
    t->any = true;
    for (int i = 0; i < t->players_n; i++)
        if (t->players[i] == player)
            return;
    if (player == 0 || t->players_n == TOUCHED_PLAYERS)
        t->everybody = true;
    else
        t->players[t->players_n++] = player;
}

void touched_print(const struct touched *t, struct text *out)
{
    text_str(out, t->everybody ? "{\"everybody\":1" : "{\"everybody\":0");
    text_str(out, t->seats ? ",\"seats\":1,\"players\":[" : ",\"seats\":0,\"players\":[");
    for (int i = 0; i < t->players_n; i++) {
        text_str(out, i > 0 ? "," : "");
        text_int(out, t->players[i]);
    }
    text_str(out, "]}");
}

void touched_read(const char *data, struct touched *out)
{
    const char *at = strstr(data, "\"players\":[");
    *out = (struct touched){.any = true, .everybody = true, .seats = true};
    if (at == NULL) /* a process of another version wrote it */
        return;
    out->everybody = strstr(data, "\"everybody\":0") == NULL;
    out->seats = strstr(data, "\"seats\":0") == NULL;
    at += strlen("\"players\":");
    while ((*at == '[' || *at == ',') && at[1] != ']') {
        char *end;
        int64_t player = strtoll(at + 1, &end, 10);
        if (end == at + 1 || out->players_n == TOUCHED_PLAYERS) {
            out->everybody = true;
            return;
        }
        out->players[out->players_n++] = player;
        at = end;
    }
}

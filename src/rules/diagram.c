/* diagram.c - the compact diagrams of conformance files and tests (game.h). */
#include "base/err.h"
#include "rules/game.h"
#include "rules/position.h"

void diagram_print(const struct position *p, struct text *out)
{
    int w = p->setup.width;
    int h = p->setup.height;
    const struct game *g = games[p->setup.game];
    for (int y = h - 1; y >= 0; y--) {
        for (int x = 0; x < w; x++) {
            point_t at = (point_t)(y * w + x);
            struct cell c = position_cell(p, at);
            if (g->has_heights) {
                if (x > 0)
                    text_char(out, ' ');
                text_char(out, g->letters[c.owner]);
                if (c.owner == OWNER_NONE)
                    text_char(out, '.');
                else
                    text_int(out, c.height);
            } else if (g->has_centre && x == w / 2 && y == h / 2) {
                text_char(out, '+');
            } else {
                text_char(out, g->letters[c.owner]);
            }
        }
        if (y > 0)
            text_char(out, '\n');
    }
}

static bool is_gap(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '/';
}

/* Reads one square from *s; returns 0 or ERR_SYNTAX. */
static int square_parse(const struct game *g, const char **s, struct cell *out)
{
    char c = *(*s)++;
    *out = (struct cell){0};
    if (c == g->letters[OWNER_NONE]) {
        if (g->has_heights && **s == '.')
            (*s)++;
        return 0;
    }
    if (c == '+' && g->has_centre)
        return 0;
    for (uint8_t owner = 1; owner < OWNER_N; owner++)
        if (g->letters[owner] == c)
            out->owner = owner;
    if (out->owner == OWNER_NONE)
        return ERR_SYNTAX;
    out->height = 1;
    if (!g->has_heights)
        return 0;
    int height = 0;
    while (**s >= '0' && **s <= '9' && height < 100)
        height = height * 10 + (*(*s)++ - '0');
    if (height < 1 || height > 255)
        return ERR_SYNTAX;
    out->height = (uint8_t)height;
    return 0;
}

int diagram_parse(const struct setup *s, const char *text, struct cell *cells, size_t *at)
{
    size_t scrap;
    if (at == NULL)
        at = &scrap;
    int n = s->width * s->height;
    const char *c = text;
    for (int i = 0;; i++) {
        while (is_gap(*c))
            c++;
        *at = (size_t)(c - text);
        if (*c == '\0')
            return i == n ? 0 : ERR_RANGE;
        if (i == n)
            return ERR_RANGE;
        struct cell cell;
        if (square_parse(games[s->game], &c, &cell) < 0)
            return ERR_SYNTAX;
        int y = s->height - 1 - i / s->width;
        cells[y * s->width + i % s->width] = cell;
    }
}

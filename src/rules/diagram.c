/* diagram.c - the compact diagrams of conformance files and tests (game.h). */
#include "base/err.h"
#include "rules/game.h"
#include "rules/position.h"

static const char claims_letters[] = ".xoab";

static char stone_char(enum game_id game, struct cell c)
{
    switch (game) {
    case GAME_PALISADE:
        return ".xo"[c.owner];
    case GAME_REDSTONE:
        return c.owner == OWNER_NEUTRAL ? 'r' : ".bw"[c.owner];
    default:
        return c.owner == OWNER_NEUTRAL ? '#' : '.';
    }
}

void diagram_print(const struct position *p, struct text *out)
{
    int w = p->setup.width;
    int h = p->setup.height;
    enum game_id game = (enum game_id)p->setup.game;
    for (int y = h - 1; y >= 0; y--) {
        for (int x = 0; x < w; x++) {
            point_t at = (point_t)(y * w + x);
            struct cell c = position_cell(p, at);
            if (game == GAME_CLAIMS) {
                if (x > 0)
                    text_char(out, ' ');
                text_char(out, claims_letters[c.owner]);
                if (c.owner == OWNER_NONE)
                    text_char(out, '.');
                else
                    text_int(out, c.height);
            } else if (game == GAME_LEVEE && x == w / 2 && y == h / 2) {
                text_char(out, '+');
            } else {
                text_char(out, stone_char(game, c));
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
static int square_parse(enum game_id game, const char **s, struct cell *out)
{
    char c = *(*s)++;
    *out = (struct cell){0};
    if (game != GAME_CLAIMS) {
        switch (c) {
        case '.':
            return 0;
        case '+':
            return game == GAME_LEVEE ? 0 : ERR_SYNTAX;
        case 'x':
            out->owner = game == GAME_PALISADE ? 1 : 0;
            break;
        case 'o':
            out->owner = game == GAME_PALISADE ? 2 : 0;
            break;
        case 'b':
            out->owner = game == GAME_REDSTONE ? 1 : 0;
            break;
        case 'w':
            out->owner = game == GAME_REDSTONE ? 2 : 0;
            break;
        case 'r':
            out->owner = game == GAME_REDSTONE ? OWNER_NEUTRAL : 0;
            break;
        case '#':
            out->owner = game == GAME_LEVEE ? OWNER_NEUTRAL : 0;
            break;
        default:
            break;
        }
        out->height = 1;
        return out->owner == OWNER_NONE ? ERR_SYNTAX : 0;
    }
    if (c == '.') {
        if (**s == '.')
            (*s)++;
        return 0;
    }
    for (uint8_t i = 1; i <= PLAYERS_MAX; i++)
        if (claims_letters[i] == c)
            out->owner = i;
    int height = 0;
    while (**s >= '0' && **s <= '9' && height < 100)
        height = height * 10 + (*(*s)++ - '0');
    if (out->owner == OWNER_NONE || height < 1 || height > 255)
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
        if (square_parse((enum game_id)s->game, &c, &cell) < 0)
            return ERR_SYNTAX;
        int y = s->height - 1 - i / s->width;
        cells[y * s->width + i % s->width] = cell;
    }
}

#include "rules/placed.h"

#include "base/err.h"

enum { HEIGHT_MOST = 255 };

void placed_print(const struct setup *s, const struct cell *cells, int side, struct text *out)
{
    text_int(out, side);
    for (point_t at = 0; at < s->width * s->height; at++) {
        struct cell c = cells[at];
        if (c.owner == OWNER_NONE)
            continue;
        text_char(out, ' ');
        point_print(at, s->width, out);
        text_char(out, ':');
        if (c.owner == OWNER_NEUTRAL)
            text_char(out, 'n');
        else
            text_int(out, c.owner);
        if (c.height != 1) {
            text_char(out, 'h');
            text_int(out, c.height);
        }
        if ((c.flags & CELL_JACKED) != 0)
            text_char(out, 'j');
        if ((c.flags & CELL_DOUBLED) != 0)
            text_char(out, 'd');
    }
}

/* Whether the next character of *s is c; if so, moves *s behind it. */
static bool takes(const char **s, char c)
{
    if (**s != c)
        return false;
    (*s)++;
    return true;
}

/* A number of up to three digits; 0 if there is none. */
static int take_number(const char **s)
{
    int n = 0;
    for (int i = 0; i < 3 && **s >= '0' && **s <= '9'; i++)
        n = 10 * n + (*(*s)++ - '0');
    return n;
}

/* "a1:2h3jd" of *s, which is behind it then. */
static int take_cell(const char **s, const struct setup *setup, struct cell *cells)
{
    char name[MOVE_TEXT_BYTES];
    size_t n = 0;
    move_t at;
    while (n + 1 < sizeof name && **s != ':' && **s != '\0')
        name[n++] = *(*s)++;
    name[n] = '\0';
    if (!takes(s, ':') || move_parse(name, setup->width, setup->height, &at) < 0 ||
        !move_is_point(at) || move_is_red(at) || cells[at].owner != OWNER_NONE)
        return ERR_SYNTAX;
    bool is_neutral = takes(s, 'n');
    int owner = is_neutral ? OWNER_NEUTRAL : take_number(s);
    int height = takes(s, 'h') ? take_number(s) : 1;
    if (owner < 1 || (!is_neutral && owner >= OWNER_NEUTRAL) || height < 1 || height > HEIGHT_MOST)
        return ERR_SYNTAX;
    uint8_t flags = takes(s, 'j') ? CELL_JACKED : 0;
    if (takes(s, 'd'))
        flags |= CELL_DOUBLED;
    cells[at] = (struct cell){.owner = (uint8_t)owner, .height = (uint8_t)height, .flags = flags};
    return 0;
}

int placed_start(const char *words, const struct setup *s, struct position *out)
{
    struct cell cells[POINTS_MAX] = {{0}};
    if (*words == '\0')
        return position_start(out, s);
    int err = setup_check(s, NULL);
    if (err < 0)
        return err;
    int side = take_number(&words);
    while (err == 0 && takes(&words, ' '))
        err = take_cell(&words, s, cells);
    if (err == 0 && *words != '\0')
        err = ERR_SYNTAX;
    return err < 0 ? err : position_set(out, s, cells, side);
}

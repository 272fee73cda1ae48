/* gtp_vertex.c - GTP's words for colours and vertices (section 2.11 of the draft). */
#include "gtp/gtp_int.h"

#include "base/err.h"

int gtp_seat(const struct gtp *g, const char *word)
{
    static const struct {
        const char *word;
        int seat;
    } words[] = {{"b", 1}, {"black", 1}, {"w", 2}, {"white", 2},
                 {"1", 1}, {"2", 2},     {"3", 3}, {"4", 4}};
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (text_same_nocase(words[i].word, word))
            return words[i].seat <= g->position.setup.players ? words[i].seat : 0;
    return 0;
}

bool gtp_to_move(const struct gtp *g, const char *word)
{
    int seat = gtp_seat(g, word);
    return seat == position_seat(&g->position, g->position.side) || seat == g->position.side;
}

int gtp_parse_vertex(const struct gtp *g, const char *word, move_t *out)
{
    const struct setup *s = &g->position.setup;
    char letter = (char)(word[0] | 0x20);
    if (text_same_nocase(word, "pass")) {
        *out = MOVE_PASS;
        return 0;
    }
    if (text_same_nocase(word, "swap")) {
        *out = MOVE_SWAP;
        return 0;
    }
    if (letter < 'a' || letter > 'z' || letter == 'i')
        return ERR_SYNTAX;
    int x = letter - 'a' - (letter > 'i');
    int y = 0;
    int at = 1;
    for (; word[at] >= '0' && word[at] <= '9' && at <= 2; at++)
        y = 10 * y + (word[at] - '0');
    bool red = word[at] == 'r' || word[at] == 'R';
    if (at == 1 || word[1] == '0' || word[at + (red ? 1 : 0)] != '\0')
        return ERR_SYNTAX;
    if (x >= s->width || y > s->height)
        return ERR_RANGE;
    *out = (move_t)((y - 1) * s->width + x + (red ? MOVE_RED : 0));
    return 0;
}

void gtp_print_vertex(const struct gtp *g, move_t m, struct text *out)
{
    int width = g->position.setup.width;
    if (!move_is_point(m)) {
        text_str(out, m == MOVE_SWAP ? "swap" : "pass");
        return;
    }
    int x = move_point(m) % width;
    text_char(out, (char)('A' + x + (x >= 'I' - 'A')));
    text_int(out, move_point(m) / width + 1);
    if (move_is_red(m))
        text_char(out, 'r');
}

#include "gtp/gtp_vertex.h"

#include "base/err.h"

int gtp_vertex_parse(const struct setup *s, const char *word, move_t *out)
{
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

void gtp_vertex_print(const struct setup *s, move_t m, struct text *out)
{
    int width = s->width;
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

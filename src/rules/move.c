#include "rules/move.h"

#include "base/err.h"

int move_parse(const char *word, int width, int height, move_t *out)
{
    ASSERT(width > 0 && width <= SIDE_MAX && height > 0 && height <= SIDE_MAX);
    if (text_same_nocase(word, "pass") || text_same_nocase(word, "swap")) {
        *out = word[0] == 'p' || word[0] == 'P' ? MOVE_PASS : MOVE_SWAP;
        return 0;
    }
    char c = *word;
    if (c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    if (c < 'a' || c > 'z')
        return ERR_SYNTAX;
    word++;
    int x = c - 'a';
    int row = 0;
    int digits = 0;
    for (; *word >= '0' && *word <= '9'; word++, digits++) {
        if (digits == 3)
            return ERR_SYNTAX;
        row = row * 10 + (*word - '0');
    }
    if (digits == 0)
        return ERR_SYNTAX;
    move_t red = 0;
    if (*word == 'r' || *word == 'R') {
        red = MOVE_RED;
        word++;
    }
    if (*word != '\0')
        return ERR_SYNTAX;
    if (x >= width || row < 1 || row > height)
        return ERR_RANGE;
    *out = (move_t)((row - 1) * width + x + red);
    return 0;
}

void point_print(point_t p, int width, struct text *out)
{
    text_char(out, (char)('a' + p % width));
    text_int(out, p / width + 1);
}

char *move_print(move_t m, int width, char out[MOVE_TEXT_BYTES])
{
    struct text t;
    text_init(&t, out, MOVE_TEXT_BYTES);
    if (m == MOVE_PASS) {
        text_str(&t, "pass");
    } else if (m == MOVE_SWAP) {
        text_str(&t, "swap");
    } else if (!move_is_point(m)) {
        text_str(&t, "none");
    } else {
        point_print(move_point(m), width, &t);
        if (move_is_red(m))
            text_char(&t, 'r');
    }
    return out;
}

point_t symmetry_point(int s, int width, int height, point_t p)
{
    ASSERT(s >= 0 && s < SYMMETRIES_MAX && p >= 0 && p < width * height);
    int x = p % width;
    int y = p / width;
    if (s & SYMMETRY_TRANSPOSE) {
        ASSERT(width == height);
        int t = x;
        x = y;
        y = t;
    }
    if (s & SYMMETRY_MIRROR_X)
        x = width - 1 - x;
    if (s & SYMMETRY_MIRROR_Y)
        y = height - 1 - y;
    return (point_t)(y * width + x);
}

move_t symmetry_move(int s, int width, int height, move_t m)
{
    if (!move_is_point(m))
        return m;
    return (move_t)((m & MOVE_RED) | symmetry_point(s, width, height, move_point(m)));
}

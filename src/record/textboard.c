#include "record/textboard.h"

#include "record/game_record.h"
#include "rules/position.h"

enum { CELL_BYTES = 8 };

struct board {
    const struct position *p;
    const struct textboard_style *style;
    struct text *out;
    int width, height;
    int cell_w; /* characters of a square */
};

static const char side_signs[] = ".xoab";

static const struct game *game_of(const struct board *b)
{
    return games[b->p->setup.game];
}

static bool has_frame(const struct board *b)
{
    return game_of(b)->border != BORDER_NONE;
}

static bool is_centre(const struct board *b, int at)
{
    return game_of(b)->has_centre && at == (b->width * b->height) / 2;
}

static char mark_at(const struct board *b, int at)
{
    return b->style->marks != NULL ? b->style->marks[at] : '\0';
}

/* The text of a square, at most cell_w characters. */
static void square_text(const struct board *b, int at, char out[CELL_BYTES])
{
    struct cell c = position_cell(b->p, (point_t)at);
    struct text t;
    text_init(&t, out, CELL_BYTES);
    if (c.owner == OWNER_NONE) {
        char mark = mark_at(b, at);
        text_char(&t, mark ? mark : is_centre(b, at) ? '+' : '.');
        return;
    }
    text_char(&t, c.owner == OWNER_NEUTRAL ? '#' : side_signs[c.owner]);
    if (!game_of(b)->has_heights)
        return;
    text_int(&t, c.height);
    if ((b->p->setup.options & OPTION_JACKED) && (c.flags & CELL_JACKED))
        text_char(&t, '*');
}

static int text_width(const char *s)
{
    int n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

static void spaces(struct text *out, int n)
{
    for (int i = 0; i < n; i++)
        text_char(out, ' ');
}

/* Text in a colour, an ANSI number list as "1;31". */
static void paint(const struct board *b, const char *color, const char *s)
{
    if (!(b->style->flags & TEXTBOARD_COLOR)) {
        text_str(b->out, s);
        return;
    }
    text_str(b->out, "\033[");
    text_str(b->out, color);
    text_char(b->out, 'm');
    text_str(b->out, s);
    text_str(b->out, "\033[0m");
}

static const char *square_color(const struct board *b, int at)
{
    static const char *const colors[] = {"2", "1;36", "1;33", "1;32", "1;35", "1;31"};
    struct cell c = position_cell(b->p, (point_t)at);
    if (c.owner == OWNER_NONE)
        return mark_at(b, at) ? "1;32" : is_centre(b, at) ? "1;34" : "2";
    if (c.owner == OWNER_NEUTRAL && game_of(b)->has_common)
        return "1";
    return colors[c.owner];
}

char textboard_frame(const struct setup *s, int x, int y)
{
    bool side = x < 0 || x == s->width;
    bool above = y < 0 || y == s->height;
    enum border_kind border = games[s->game]->border;
    if (side == above || border == BORDER_NONE)
        return ' ';
    if (border == BORDER_RING) /* P1, P2: a1 is (1,1), Black on even sums */
        return (x + 1 + y + 1) % 2 == 0 ? 'x' : 'o';
    /* L1: the corners belong to no side. */
    if (side)
        return y == 0 || y == s->height - 1 ? ' ' : '2';
    return x == 0 || x == s->width - 1 ? ' ' : '1';
}

static void put_frame(const struct board *b, int x, int y)
{
    char s[2] = {textboard_frame(&b->p->setup, x, y), '\0'};
    if (s[0] == ' ')
        text_char(b->out, ' ');
    else if (game_of(b)->border == BORDER_RING)
        paint(b, "2", s);
    else
        paint(b, s[0] == '1' ? "1;36" : "1;33", s);
}

static void letters_line(const struct board *b)
{
    spaces(b->out, has_frame(b) ? 6 : 4);
    for (int x = 0; x < b->width; x++) {
        if (x > 0)
            spaces(b->out, b->cell_w);
        text_char(b->out, (char)('a' + x));
    }
    text_char(b->out, '\n');
}

static void frame_line(const struct board *b, int y)
{
    int end = b->width;
    while (textboard_frame(&b->p->setup, end - 1, y) == ' ')
        end--; /* no blanks at the end of a line */
    spaces(b->out, 6);
    for (int x = 0; x < end; x++) {
        if (x > 0)
            text_char(b->out, ' ');
        put_frame(b, x, y);
    }
    text_char(b->out, '\n');
}

static void row_number(const struct board *b, int y, bool left)
{
    if (left && y + 1 < 10)
        text_char(b->out, ' ');
    if (!left && y + 1 < 10)
        text_char(b->out, ' ');
    text_int(b->out, y + 1);
}

/* The pair of brackets that a square wears: 0 none, 1 the last move, 2 a marked stone. */
static int bracket(const struct board *b, int at)
{
    move_t last = b->p->last;
    if ((b->style->flags & TEXTBOARD_LAST) && move_is_point(last) && move_point(last) == at)
        return 1;
    return mark_at(b, at) && position_cell(b->p, (point_t)at).owner != OWNER_NONE ? 2 : 0;
}

static void row_line(const struct board *b, int y)
{
    row_number(b, y, true);
    text_char(b->out, ' ');
    if (has_frame(b)) {
        text_char(b->out, ' ');
        put_frame(b, -1, y);
    }
    int before = 0; /* bracket of the square to the left */
    for (int x = 0; x <= b->width; x++) {
        int at = y * b->width + x;
        int now = x < b->width ? bracket(b, at) : 0;
        text_char(b->out, now ? " (["[now] : before ? " )]"[before] : ' ');
        before = now;
        if (x == b->width)
            break;
        char s[CELL_BYTES];
        square_text(b, at, s);
        paint(b, square_color(b, at), s);
        int pad = b->cell_w - text_width(s);
        if (now && pad > 0) {
            text_char(b->out, " )]"[now]);
            pad--;
            before = 0;
        }
        spaces(b->out, pad);
    }
    if (has_frame(b)) {
        put_frame(b, b->width, y);
        text_char(b->out, ' ');
    }
    row_number(b, y, false);
    text_char(b->out, '\n');
}

const char *textboard_side(const struct setup *s, int side)
{
    static const char *const players[] = {"nobody", "player 1", "player 2", "player 3", "player 4"};
    if (games[s->game]->sides == SIDES_COLOURS)
        return side == 1 ? "Black" : "White";
    return players[side];
}

static void capital(struct text *out, const char *word)
{
    text_char(out, word[0] >= 'a' && word[0] <= 'z' ? (char)(word[0] - 'a' + 'A') : word[0]);
    text_str(out, word + 1);
}

static void status_over(const struct position *p, struct text *out)
{
    const struct setup *s = &p->setup;
    if (p->winner == 0) {
        text_str(out, "It is a draw");
    } else {
        capital(out, textboard_side(s, p->winner));
        text_str(out, " has won");
    }
    text_str(out, " after move ");
    text_int(out, p->ply);
    if (games[s->game]->has_score) {
        int16_t points[PLAYERS_MAX];
        position_score(p, points);
        int first = p->winner == 0 ? 1 : p->winner;
        text_str(out, ", ");
        text_int(out, points[first - 1]);
        text_str(out, " points to ");
        bool more = false;
        for (int i = 1; i <= s->players; i++) {
            if (i == first)
                continue;
            if (more)
                text_str(out, ", ");
            more = true;
            text_int(out, points[i - 1]);
        }
    }
    text_char(out, '.');
}

void textboard_status(const struct position *p, struct text *out)
{
    if (p->over) {
        status_over(p, out);
    } else {
        if (p->ply > 0) {
            text_str(out, "After move ");
            text_int(out, p->ply);
            text_str(out, " it is ");
            text_str(out, textboard_side(&p->setup, p->side));
        } else {
            capital(out, textboard_side(&p->setup, p->side));
        }
        text_str(out, p->ply > 0 ? "'s turn" : " begins");
        if (!games[p->setup.game]->has_common) {
            text_str(out, " (");
            text_char(out, side_signs[p->side]);
            text_char(out, ')');
        }
        text_char(out, '.');
    }
    if (p->swapped)
        text_str(out, " The players have swapped colours.");
}

static void legend(const struct board *b)
{
    const struct setup *s = &b->p->setup;
    const char *own = game_records[s->game]->legend;
    if (own != NULL) {
        text_str(b->out, own);
        text_char(b->out, '\n');
        return;
    }
    for (int i = 1; i <= s->players; i++) {
        text_str(b->out, i > 1 ? ", " : "");
        text_char(b->out, side_signs[i]);
        text_char(b->out, ' ');
        text_str(b->out, textboard_side(s, i));
    }
    if (game_of(b)->has_heights)
        text_str(b->out, ", with the height of the stack");
    if (s->options & OPTION_JACKED)
        text_str(b->out, "; * jacked");
    text_char(b->out, '\n');
}

void textboard_print(const struct position *p, const struct textboard_style *style,
                     struct text *out)
{
    struct board b = {.p = p, .style = style, .out = out};
    b.width = p->setup.width;
    b.height = p->setup.height;
    b.cell_w = 1;
    for (int i = 0; i < b.width * b.height; i++) {
        char s[CELL_BYTES];
        square_text(&b, i, s);
        int w = text_width(s);
        b.cell_w = w > b.cell_w ? w : b.cell_w;
    }
    if (game_of(&b)->has_heights && b.cell_w < 2)
        b.cell_w = 2; /* an empty board is as wide as one with stacks */
    letters_line(&b);
    if (has_frame(&b))
        frame_line(&b, b.height);
    for (int y = b.height - 1; y >= 0; y--)
        row_line(&b, y);
    if (has_frame(&b))
        frame_line(&b, -1);
    letters_line(&b);
    if (style->flags & TEXTBOARD_LEGEND)
        legend(&b);
    if (style->flags & TEXTBOARD_STATUS) {
        textboard_status(p, out);
        text_char(out, '\n');
    }
}

#include "record/reply.h"

#include "record/textboard.h"
#include "rules/position.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPLY_BYTES_MAX = 512 * 1024 };

void reply_init(struct reply *r)
{
    sink_init(&r->text, &memory_heap);
    sink_init(&r->html, &memory_heap);
    r->text.limit_bytes = REPLY_BYTES_MAX;
    r->html.limit_bytes = 4 * REPLY_BYTES_MAX;
}

void reply_done(struct reply *r)
{
    sink_done(&r->text);
    sink_done(&r->html);
}

void reply_say(struct reply *r, const char *format, ...)
{
    char line[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    sink_str(&r->text, line);
    sink_char(&r->text, '\n');
    sink_html(&r->html, line);
    sink_str(&r->html, "<br>\n");
}

void reply_verbatim(struct reply *r, const char *text)
{
    sink_str(&r->text, text);
    sink_str(&r->html, "<pre>");
    sink_html(&r->html, text);
    sink_str(&r->html, "</pre>\n");
}

/* Cells of the same width, whatever stands in them. */
#define CELL_STYLE "width:1.7em;height:1.5em"

static const char *cell_sign(const struct setup *s, const struct cell *c, char out[16])
{
    static const char *const stones[] = {"", "&#9679;", "&#9675;"};
    if (c->height == 0)
        return "&middot;";
    if (games[s->game]->has_heights) {
        bool jacked = (s->options & OPTION_JACKED) != 0 && (c->flags & CELL_JACKED) != 0;
        snprintf(out, 16, "%c%d%s", "-xoab"[c->owner], (int)c -> height, jacked ? "*" : "");
        return out;
    }
    if (c->owner == OWNER_NEUTRAL)
        return games[s->game]->has_red ? "<span style=\"color:#c00\">&#9679;</span>" : "&#9632;";
    return stones[c->owner];
}

static bool has_frame(const struct setup *s)
{
    return games[s->game]->border != BORDER_NONE;
}

/* A ring (P2) or owned edges (L1), paler than what is on the board. */
static void frame_cell(struct sink *out, const struct setup *s, int x, int y)
{
    char sign = textboard_frame(s, x, y);
    sink_str(out, "<td style=\"" CELL_STYLE ";color:#765\">");
    if (sign == 'x' || sign == 'o')
        sink_str(out, sign == 'x' ? "&#9679;" : "&#9675;");
    else if (sign != ' ')
        sink_char(out, sign);
    sink_str(out, "</td>");
}

static void board_cell(struct sink *out, const struct position *p, int x, int y)
{
    char sign[16];
    const struct setup *s = &p->setup;
    point_t at = (point_t)(y * s->width + x);
    struct cell c = position_cell(p, at);
    bool last = move_is_point(p->last) && move_point(p->last) == at;
    sink_str(out, last ? "<td style=\"" CELL_STYLE ";background:#fd8\">"
                       : "<td style=\"" CELL_STYLE "\">");
    if (games[s->game]->has_centre && c.height == 0 && x == s->width / 2 && y == s->height / 2)
        sink_str(out, "+");
    else
        sink_str(out, cell_sign(s, &c, sign));
    sink_str(out, "</td>");
}

/* One row, also those of the frame: y is -1 … height there. */
static void board_row(struct sink *out, const struct position *p, int y)
{
    const struct setup *s = &p->setup;
    int frame = has_frame(s);
    sink_str(out, "<tr><th>");
    if (y >= 0 && y < s->height)
        sink_int(out, y + 1);
    sink_str(out, "</th>");
    for (int x = -frame; x < s->width + frame; x++) {
        if (x < 0 || x == s->width || y < 0 || y == s->height)
            frame_cell(out, s, x, y);
        else
            board_cell(out, p, x, y);
    }
    sink_str(out, "</tr>\n");
}

void reply_board(struct reply *r, const struct position *p)
{
    char *buf = malloc(TEXTBOARD_BYTES);
    if (buf == NULL) {
        r->text.failed = true;
        return;
    }
    struct text t;
    struct textboard_style style = {.flags = TEXTBOARD_LAST};
    text_init(&t, buf, TEXTBOARD_BYTES);
    textboard_print(p, &style, &t);
    sink_str(&r->text, buf);
    free(buf);
    int frame = has_frame(&p->setup);
    sink_str(&r->html, "<table style=\"font-family:monospace;text-align:center;"
                       "background:#eec98b;color:#000;border-spacing:1px\">\n<tr><th></th>");
    for (int x = -frame; x < p->setup.width + frame; x++) {
        sink_str(&r->html, "<th>");
        if (x >= 0 && x < p->setup.width)
            sink_char(&r->html, (char)('a' + x));
        sink_str(&r->html, "</th>");
    }
    sink_str(&r->html, "</tr>\n");
    for (int y = p->setup.height - 1 + frame; y >= -frame; y--)
        board_row(&r->html, p, y);
    sink_str(&r->html, "</table>\n");
}

void reply_append(struct reply *r, const struct reply *more)
{
    sink_mem(&r->text, more->text.buf, more->text.len);
    sink_mem(&r->html, more->html.buf, more->html.len);
}

#include "record/svg.h"

#include "record/game_record.h"
#include "record/svg_int.h"
#include "record/textboard.h"

static const struct palette palettes[] = {
    [SVG_LIGHT] =
        {
            .background = "#f6f4ee",
            .wood = "#ecd9ae",
            .grid = "#8d7a55",
            .soft = "#6b655d",
            .go = "#2f6f5e",
            .red = "#c43a2f",
            .red_edge = "#8f241b",
            .stone = {"#1b1a16", "#fdfaf1", "#2c6fb0", "#8a4fa0"},
            .edge = {"#000000", "#8b8371", "#1c4a78", "#5c3070"},
            .text = {"#fdfaf1", "#23211d", "#ffffff", "#ffffff"},
            .wash = {"fill=\"#1b1a16\" fill-opacity=\".26\"",
                     "fill=\"#fffdf6\" fill-opacity=\".72\"",
                     "fill=\"#2c6fb0\" fill-opacity=\".3\"",
                     "fill=\"#8a4fa0\" fill-opacity=\".3\""},
            .dam = "#5b4a38",
            .dam_edge = "#33291d",
            .water = "#3f8fc4",
            .player = {"#2c6fb0", "#c77d1e"},
        },
    [SVG_DARK] =
        {
            .background = "#171a1c",
            .wood = "#3a3428",
            .grid = "#877a5c",
            .soft = "#98938a",
            .go = "#4fae94",
            .red = "#e2574b",
            .red_edge = "#ffb3aa",
            .stone = {"#0d0d0c", "#e9e3d3", "#5aa0e0", "#c08ad4"},
            .edge = {"#8d856f", "#ffffff", "#a9d0f5", "#e6c8f0"},
            .text = {"#f3eee0", "#1b1a16", "#0d1720", "#1c1022"},
            .wash = {"fill=\"#000000\" fill-opacity=\".5\"",
                     "fill=\"#e9e3d3\" fill-opacity=\".26\"",
                     "fill=\"#5aa0e0\" fill-opacity=\".28\"",
                     "fill=\"#c08ad4\" fill-opacity=\".28\""},
            .dam = "#b8a88a",
            .dam_edge = "#e4d8be",
            .water = "#58b1e6",
            .player = {"#5aa0e0", "#e0a04a"},
        },
};

void svg_put(struct drawing *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sink_put_list(d->out, format, args);
    va_end(args);
}

void svg_wash(struct drawing *d, int x, int y, int side)
{
    svg_put(d, "<rect x=\"%d\" y=\"%d\" width=\"100\" height=\"100\" %s/>\n", svg_x(d, x) - 50,
            svg_y(d, y) - 50, d->colors->wash[side - 1]);
}

static void labels(struct drawing *d, int out)
{
    svg_put(d,
            "<g fill=\"%s\" font-size=\"34\" font-family=\"system-ui,sans-serif\" "
            "text-anchor=\"middle\">\n",
            d->colors->soft);
    for (int x = 0; x < d->width; x++) {
        char letter[2] = {(char)('a' + x), '\0'};
        svg_put(d, "<text x=\"%d\" y=\"%d\">%s</text>\n", svg_x(d, x), svg_y(d, 0) + out + 42,
                letter);
    }
    for (int y = 0; y < d->height; y++)
        svg_put(d, "<text x=\"%d\" y=\"%d\">%d</text>\n", -out - 30, svg_y(d, y) + 12, y + 1);
    svg_put(d, "</g>\n");
}

static void marks(struct drawing *d)
{
    const char *m = d->style->marks;
    for (int at = 0; m != NULL && at < d->width * d->height; at++)
        if (m[at] != '\0')
            svg_put(d,
                    "<circle cx=\"%d\" cy=\"%d\" r=\"20\" fill=\"none\" stroke=\"%s\" "
                    "stroke-width=\"9\"/>\n",
                    svg_x(d, at % d->width), svg_y(d, at / d->width), d->colors->go);
}

static void notes(struct drawing *d)
{
    const char *ink = d->colors->text[d->style->theme == SVG_DARK ? 1 : 0];
    for (int i = 0; i < d->style->notes_n; i++) {
        const struct svg_note *n = &d->style->notes[i];
        int x = svg_x(d, n->at % d->width);
        int y = svg_y(d, n->at / d->width);
        int percent = n->percent < 99 ? n->percent : 99;
        svg_put(d, "<circle cx=\"%d\" cy=\"%d\" r=\"47\" fill=\"%s\" fill-opacity=\".%s%d\"/>\n", x,
                y, n->red ? d->colors->red : d->colors->go, percent < 10 ? "0" : "", percent);
        svg_put(d,
                "<g fill=\"%s\" font-family=\"system-ui,sans-serif\" text-anchor=\"middle\">"
                "<text x=\"%d\" y=\"%d\" font-size=\"34\" font-weight=\"bold\">%s</text>",
                ink, x, y + (n->lower[0] != '\0' ? 2 : 12), n->upper);
        if (n->lower[0] != '\0')
            svg_put(d, "<text x=\"%d\" y=\"%d\" font-size=\"26\">%s</text>", x, y + 30, n->lower);
        svg_put(d, "</g>\n");
    }
}

static void begin(struct drawing *d, int wood, int border)
{
    const struct position *p = d->p;
    int px = d->style->cell_px > 0 ? d->style->cell_px : 40;
    int w = (d->width - 1) * UNIT + 2 * border;
    int h = (d->height - 1) * UNIT + 2 * border;
    char buf[256];
    struct text t;
    text_init(&t, buf, sizeof buf);
    textboard_status(p, &t);
    svg_put(d,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"%d %d %d %d\" role=\"img\">\n",
            w * px / UNIT, h * px / UNIT, -border, -border, w, h);
    svg_put(d, "<title>%s, %d by %d</title>\n<desc>%s</desc>\n", games[p->setup.game]->title,
            d->width, d->height, buf);
    svg_put(d, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", -border,
            -border, w, h, d->colors->background);
    svg_put(d, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"24\" fill=\"%s\"/>\n",
            -wood, -wood, w - 2 * (border - wood), h - 2 * (border - wood), d->colors->wood);
}

void svg_print(const struct position *p, const struct svg_style *style, struct sink *out)
{
    const struct game_record *row = game_records[p->setup.game];
    struct drawing d = {.p = p, .style = style, .out = out, .colors = &palettes[style->theme]};
    d.width = p->setup.width;
    d.height = p->setup.height;
    position_result(p, &d.result);
    int wood = row->wood;
    begin(&d, wood, wood + (style->flags & SVG_LABELS ? 75 : 16));
    if (style->flags & SVG_LABELS)
        labels(&d, wood);
    row->draw(&d);
    marks(&d);
    notes(&d);
    svg_put(&d, "</svg>\n");
}

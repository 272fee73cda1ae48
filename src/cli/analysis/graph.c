#include "cli/analysis/graph.h"

enum { WIDTH = 720, HEIGHT = 260, LEFT = 52, RIGHT = 16, TOP = 40, BOTTOM = 34 };

void graph_print(const struct graph_point *points, int n, int columns, FILE *out)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int cells = n < columns ? n : columns;
    for (int c = 0; c < cells; c++) {
        /* The last known point of those that share the cell. */
        const struct graph_point *p = NULL;
        for (int i = (int)((int64_t)c * n / cells); i < (int)((int64_t)(c + 1) * n / cells); i++)
            if (points[i].known)
                p = &points[i];
        int height = p == NULL ? 0 : (int)(p->rate * 8);
        fputs(p == NULL ? " " : blocks[height > 7 ? 7 : height < 0 ? 0 : height], out);
    }
    fputc('\n', out);
}

static int x_of(int i, int n)
{
    int span = n > 1 ? n - 1 : 1;
    return LEFT + (int)((int64_t)i * (WIDTH - LEFT - RIGHT) / span);
}

static int y_of(double rate)
{
    return TOP + (int)((1 - rate) * (HEIGHT - TOP - BOTTOM) + 0.5);
}

static void axes(int n, bool dark, struct sink *out)
{
    const char *soft = dark ? "#98938a" : "#6b655d";
    sink_put(out, "<g fill=\"%s\" font-size=\"13\" font-family=\"system-ui,sans-serif\">\n", soft);
    for (int percent = 0; percent <= 100; percent += 25) {
        int y = y_of(percent / 100.0);
        sink_put(out,
                 "<path d=\"M%d %dH%d\" stroke=\"%s\" stroke-width=\"1\" stroke-opacity=\"%s\"/>"
                 "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d%s</text>\n",
                 LEFT, y, WIDTH - RIGHT, soft, percent == 50 ? "1" : ".3", LEFT - 6, y + 4, percent,
                 " %");
    }
    int step = n <= 12 ? 1 : n <= 60 ? 5 : n <= 120 ? 10 : n <= 600 ? 50 : 500;
    for (int i = 0; i < n; i += step)
        sink_put(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(i, n),
                 HEIGHT - BOTTOM + 20, i);
    sink_put(out, "</g>\n");
}

/* The line, broken where nothing is known. */
static void curve(const struct graph_point *points, int n, bool dark, struct sink *out)
{
    sink_put(out,
             "<path fill=\"none\" stroke=\"%s\" stroke-width=\"3\" stroke-linejoin=\"round\" d=\"",
             dark ? "#4fae94" : "#2f6f5e");
    bool down = false;
    for (int i = 0; i < n; i++) {
        if (points[i].known)
            sink_put(out, "%s%d %d", down ? "L" : "M", x_of(i, n), y_of(points[i].rate));
        down = points[i].known;
    }
    sink_put(out, "\"/>\n");
}

/* ---- labels of turning points ---- */

/* Sizes of a label are those of the widest usual font, so that it fits in any. */
enum { LABEL_HEIGHT = 14, LABEL_GLYPH = 8, LABELS_MAX = 32, LABEL_FAR = 26 };

struct box {
    int left, top, right, bottom;
};

static bool boxes_meet(const struct box *a, const struct box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Whether a segment has a point in a box, found by cutting it at the box's sides (Liang,
 * Barsky). */
static bool segment_meets(const struct box *b, int x0, int y0, int x1, int y1)
{
    double from = 0;
    double to = 1;
    const int step[4] = {x0 - x1, x1 - x0, y0 - y1, y1 - y0};
    const int room[4] = {x0 - b->left, b->right - x0, y0 - b->top, b->bottom - y0};
    for (int i = 0; i < 4; i++) {
        if (step[i] == 0) {
            if (room[i] < 0)
                return false;
            continue;
        }
        double at = (double)room[i] / step[i];
        if (step[i] < 0 && at > from)
            from = at;
        if (step[i] > 0 && at < to)
            to = at;
    }
    return from <= to;
}

static bool box_is_free(const struct box *b, const struct graph_point *points, int n,
                        const struct box *labels, int labels_n)
{
    if (b->left < LEFT || b->right > WIDTH - RIGHT || b->top < TOP - LABEL_HEIGHT ||
        b->bottom > HEIGHT - BOTTOM + 2)
        return false;
    for (int i = 0; i < labels_n; i++)
        if (boxes_meet(b, &labels[i]))
            return false;
    const struct box wide = {b->left - 3, b->top - 3, b->right + 3, b->bottom + 3};
    for (int i = 0; i + 1 < n; i++)
        if (points[i].known && points[i + 1].known &&
            segment_meets(&wide, x_of(i, n), y_of(points[i].rate), x_of(i + 1, n),
                          y_of(points[i + 1].rate)))
            return false;
    return true;
}

/* The free box nearest to a point, of those tried; false: there is no room. */
static bool label_place(const struct graph_point *points, int n, int i, int width,
                        const struct box *labels, int labels_n, struct box *out)
{
    int x = x_of(i, n);
    int y = y_of(points[i].rate);
    int best = -1;
    for (int dy = -96; dy <= 96; dy += 6)
        for (int dx = -120; dx <= 120; dx += 6) {
            int left = x + dx - width / 2;
            int top = y + dy - LABEL_HEIGHT / 2;
            const struct box b = {left, top, left + width, top + LABEL_HEIGHT};
            int away = dx * dx + 4 * dy * dy; /* beside is better than far above */
            if ((best >= 0 && away >= best) || !box_is_free(&b, points, n, labels, labels_n))
                continue;
            best = away;
            *out = b;
        }
    return best >= 0;
}

/* Dots on the line, and beside each, where there is room, the move; the description has them
 * all. */
static void turning_points(const struct graph_point *points, int n, bool dark, struct sink *out)
{
    const char *red = dark ? "#e2574b" : "#c43a2f";
    struct box labels[LABELS_MAX];
    int labels_n = 0;
    for (int i = 0; i < n; i++) {
        if (!points[i].turning || !points[i].known)
            continue;
        int x = x_of(i, n);
        int y = y_of(points[i].rate);
        char word[32];
        int glyphs = snprintf(word, sizeof word, "%d. %s", i, points[i].word);
        sink_put(out, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/>\n", x, y, red);
        if (labels_n == LABELS_MAX ||
            !label_place(points, n, i, glyphs * LABEL_GLYPH, labels, labels_n, &labels[labels_n]))
            continue;
        const struct box *b = &labels[labels_n++];
        int middle = (b->left + b->right) / 2;
        bool above = b->bottom < y;
        int edge = above ? b->bottom : b->top;
        if (edge - y > LABEL_FAR || y - edge > LABEL_FAR || middle - x > 60 || x - middle > 60)
            sink_put(out, "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-opacity=\".5\"/>\n", x, y,
                     middle, edge, red);
        sink_put(out,
                 "<text x=\"%d\" y=\"%d\" fill=\"%s\" font-size=\"13\" "
                 "font-family=\"system-ui,sans-serif\" text-anchor=\"middle\">%s</text>\n",
                 middle, b->bottom - 3, red, word);
    }
}

void graph_svg(const struct graph_point *points, int n, const char *title, const char *text,
               bool dark, struct sink *out)
{
    sink_put(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
             "viewBox=\"0 0 %d %d\" role=\"img\">\n<title>%s</title>\n<desc>%s</desc>\n",
             WIDTH, HEIGHT, WIDTH, HEIGHT, title, text);
    sink_put(out, "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", WIDTH, HEIGHT,
             dark ? "#171a1c" : "#f6f4ee");
    sink_put(out,
             "<text x=\"%d\" y=\"24\" fill=\"%s\" font-size=\"15\" "
             "font-family=\"system-ui,sans-serif\">%s</text>\n",
             LEFT, dark ? "#e9e3d3" : "#23211d", title);
    axes(n, dark, out);
    curve(points, n, dark, out);
    turning_points(points, n, dark, out);
    sink_put(out, "</svg>\n");
}

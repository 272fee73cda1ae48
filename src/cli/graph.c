#include "cli/graph.h"

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

static void turning_points(const struct graph_point *points, int n, bool dark, struct sink *out)
{
    const char *red = dark ? "#e2574b" : "#c43a2f";
    for (int i = 0; i < n; i++) {
        if (!points[i].turning || !points[i].known)
            continue;
        int x = x_of(i, n);
        int y = y_of(points[i].rate);
        sink_put(
            out,
            "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/><text x=\"%d\" y=\"%d\" fill=\"%s\" "
            "font-size=\"13\" font-family=\"system-ui,sans-serif\" text-anchor=\"%s\">%d. "
            "%s</text>\n",
            x, y, red, x, y < HEIGHT / 2 ? y + 19 : y - 9, red,
            x < LEFT + 40            ? "start"
            : x > WIDTH - RIGHT - 40 ? "end"
                                     : "middle",
            i, points[i].word);
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

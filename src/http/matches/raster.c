#include "http/matches/raster.h"

#include "base/err.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { POINTS_MAX = 16, GRADIENTS_MAX = 4 };

struct color {
    float r, g, b, a; /* 0 … 1; a 0: nothing is painted */
};

/* From the first color at `from` of its radius to the second at `to`. */
struct gradient {
    char id;
    float cx, cy, r, from, to;
    struct color first, second;
};

struct canvas {
    struct raster *out;
    float scale, left, top; /* a point of the picture to pixels */
    struct gradient gradients[GRADIENTS_MAX];
    int gradients_n;
    struct color inherited; /* a group's fill */
};

struct paint {
    struct color fill, stroke;
    const struct gradient *gradient; /* of the fill; NULL: it is plain */
    float width;                     /* of the stroke, pixels */
};

/* --- words of a tag --- */

/* The value of an attribute within one tag; NULL if it is not there. */
static const char *attribute(const char *tag, const char *name)
{
    const char *end = strchr(tag, '>');
    size_t n = strlen(name);
    for (const char *p = strchr(tag, ' '); p != NULL && p < end; p = strchr(p + 1, ' '))
        if (strncmp(p + 1, name, n) == 0 && p[n + 1] == '=' && p[n + 2] == '"')
            return p + n + 3;
    return NULL;
}

static float number(const char *tag, const char *name, float otherwise)
{
    const char *value = attribute(tag, name);
    return value != NULL ? strtof(value, NULL) : otherwise;
}

static struct color color_of(const char *text, float opacity)
{
    unsigned v = 0;
    if (text == NULL || sscanf(text, "#%6x", &v) != 1)
        return (struct color){.a = 0};
    return (struct color){(float)(v >> 16 & 255) / 255, (float)(v >> 8 & 255) / 255,
                          (float)(v & 255) / 255, opacity};
}

static struct paint paint_of(const struct canvas *c, const char *tag)
{
    const char *fill = attribute(tag, "fill");
    struct paint p = {.width = number(tag, "stroke-width", 1) * c->scale};
    p.stroke = color_of(attribute(tag, "stroke"), 1);
    if (fill == NULL)
        p.fill = c->inherited;
    else
        p.fill = color_of(fill, number(tag, "fill-opacity", 1));
    for (int i = 0; fill != NULL && i < c->gradients_n; i++)
        if (strncmp(fill, "url(#", 5) == 0 && fill[5] == c->gradients[i].id)
            p.gradient = &c->gradients[i];
    if (p.gradient != NULL)
        p.fill = p.gradient->first;
    return p;
}

static void take_gradient(struct canvas *c, const char *tag)
{
    const char *id = attribute(tag, "id");
    const char *stop = strstr(tag, "<stop");
    const char *next = stop != NULL ? strstr(stop + 1, "<stop") : NULL;
    if (id == NULL || next == NULL || c->gradients_n == GRADIENTS_MAX)
        return;
    c->gradients[c->gradients_n++] = (struct gradient){id[0],
                                                       number(tag, "cx", .5F),
                                                       number(tag, "cy", .5F),
                                                       number(tag, "r", .5F),
                                                       number(stop, "offset", 0),
                                                       number(next, "offset", 1),
                                                       color_of(attribute(stop, "stop-color"), 1),
                                                       color_of(attribute(next, "stop-color"), 1)};
}

/* --- pixels --- */

static void blend(const struct canvas *c, int x, int y, const struct color *color, float cover)
{
    uint8_t *p = c->out->rgb + 3 * ((size_t)y * (size_t)c->out->width + (size_t)x);
    const float value[3] = {color->r, color->g, color->b};
    float a = color->a * (cover > 1 ? 1 : cover);
    if (cover <= 0)
        return;
    for (int i = 0; i < 3; i++)
        p[i] = (uint8_t)((float)p[i] * (1 - a) + value[i] * 255 * a + .5F);
}

/* A shape: how far a point lies within its edge, in pixels; negative outside. */
struct shape {
    enum { CIRCLE, RECTANGLE, POLYGON, SEGMENT } kind;
    float x, y, w, h,
        r; /* the middle and half the sides, or the radius; of a segment its ends x, y, w, h */
    float px[POINTS_MAX], py[POINTS_MAX];
    int n;
};

static float inside_rectangle(const struct shape *s, float x, float y)
{
    float dx = fabsf(x - s->x) - (s->w - s->r);
    float dy = fabsf(y - s->y) - (s->h - s->r);
    float out = sqrtf(fmaxf(dx, 0) * fmaxf(dx, 0) + fmaxf(dy, 0) * fmaxf(dy, 0));
    return s->r - out - fminf(fmaxf(dx, dy), 0);
}

static float inside_polygon(const struct shape *s, float x, float y)
{
    float nearest = 1e9F;
    float turn = 0;
    for (int i = 0; i < s->n; i++)
        turn += s->px[i] * s->py[(i + 1) % s->n] - s->px[(i + 1) % s->n] * s->py[i];
    for (int i = 0; i < s->n; i++) {
        float ex = s->px[(i + 1) % s->n] - s->px[i];
        float ey = s->py[(i + 1) % s->n] - s->py[i];
        float length = sqrtf(ex * ex + ey * ey);
        float d = (ex * (y - s->py[i]) - ey * (x - s->px[i])) / (length > 0 ? length : 1);
        nearest = fminf(nearest, turn >= 0 ? d : -d);
    }
    return nearest;
}

static float inside_segment(const struct shape *s, float x, float y)
{
    float ex = s->w - s->x;
    float ey = s->h - s->y;
    float length2 = ex * ex + ey * ey;
    float t = length2 > 0 ? ((x - s->x) * ex + (y - s->y) * ey) / length2 : 0;
    t = fminf(fmaxf(t, 0), 1);
    float dx = x - (s->x + t * ex);
    float dy = y - (s->y + t * ey);
    return s->r - sqrtf(dx * dx + dy * dy);
}

static float inside(const struct shape *s, float x, float y)
{
    switch (s->kind) {
    case CIRCLE:
        return s->r - sqrtf((x - s->x) * (x - s->x) + (y - s->y) * (y - s->y));
    case RECTANGLE:
        return inside_rectangle(s, x, y);
    case POLYGON:
        return inside_polygon(s, x, y);
    case SEGMENT:
        return inside_segment(s, x, y);
    }
    return -1;
}

/* Left, top, right and bottom of all that a shape may touch. */
static void bounds(const struct shape *s, float more, float box[4])
{
    if (s->kind == POLYGON) {
        box[0] = box[2] = s->px[0];
        box[1] = box[3] = s->py[0];
        for (int i = 1; i < s->n; i++) {
            box[0] = fminf(box[0], s->px[i]);
            box[1] = fminf(box[1], s->py[i]);
            box[2] = fmaxf(box[2], s->px[i]);
            box[3] = fmaxf(box[3], s->py[i]);
        }
    } else if (s->kind == SEGMENT) {
        box[0] = fminf(s->x, s->w) - s->r;
        box[1] = fminf(s->y, s->h) - s->r;
        box[2] = fmaxf(s->x, s->w) + s->r;
        box[3] = fmaxf(s->y, s->h) + s->r;
    } else {
        float w = s->kind == CIRCLE ? s->r : s->w;
        float h = s->kind == CIRCLE ? s->r : s->h;
        box[0] = s->x - w;
        box[1] = s->y - h;
        box[2] = s->x + w;
        box[3] = s->y + h;
    }
    box[0] -= more;
    box[1] -= more;
    box[2] += more;
    box[3] += more;
}

static struct color color_at(const struct paint *p, const struct shape *s, float x, float y)
{
    const struct gradient *g = p->gradient;
    if (g == NULL || s->kind != CIRCLE)
        return p->fill;
    float u = (x - s->x) / (2 * s->r) + .5F - g->cx;
    float v = (y - s->y) / (2 * s->r) + .5F - g->cy;
    float t = (sqrtf(u * u + v * v) / g->r - g->from) / (g->to - g->from);
    t = fminf(fmaxf(t, 0), 1);
    return (struct color){g->first.r + t * (g->second.r - g->first.r),
                          g->first.g + t * (g->second.g - g->first.g),
                          g->first.b + t * (g->second.b - g->first.b), 1};
}

static int clamp(float v, int max)
{
    return v < 0 ? 0 : v > (float)max ? max : (int)v;
}

static void draw(const struct canvas *c, const struct shape *s, const struct paint *p)
{
    float box[4];
    bounds(s, p->width / 2 + 1, box);
    int right = clamp(box[2] + 1, c->out->width);
    int bottom = clamp(box[3] + 1, c->out->height);
    for (int y = clamp(box[1], c->out->height); y < bottom; y++)
        for (int x = clamp(box[0], c->out->width); x < right; x++) {
            float d = inside(s, (float)x + .5F, (float)y + .5F);
            if (d < -p->width / 2 - .5F)
                continue;
            struct color fill = color_at(p, s, (float)x + .5F, (float)y + .5F);
            blend(c, x, y, &fill, d + .5F);
            blend(c, x, y, &p->stroke, p->width / 2 - fabsf(d) + .5F);
        }
}

/* --- elements --- */

static float to_x(const struct canvas *c, float x)
{
    return c->left + x * c->scale;
}

static float to_y(const struct canvas *c, float y)
{
    return c->top + y * c->scale;
}

static void rectangle(const struct canvas *c, const char *tag)
{
    struct paint p = paint_of(c, tag);
    float w = number(tag, "width", 0) * c->scale / 2;
    float h = number(tag, "height", 0) * c->scale / 2;
    struct shape s = {.kind = RECTANGLE, .w = w, .h = h};
    s.x = to_x(c, number(tag, "x", 0)) + w;
    s.y = to_y(c, number(tag, "y", 0)) + h;
    s.r = fminf(number(tag, "rx", 0) * c->scale, fminf(w, h));
    draw(c, &s, &p);
}

static void circle(const struct canvas *c, const char *tag)
{
    struct paint p = paint_of(c, tag);
    struct shape s = {.kind = CIRCLE, .r = number(tag, "r", 0) * c->scale};
    s.x = to_x(c, number(tag, "cx", 0));
    s.y = to_y(c, number(tag, "cy", 0));
    draw(c, &s, &p);
}

static void segment(const struct canvas *c, const struct paint *p, const float a[2],
                    const float b[2])
{
    struct shape s = {.kind = SEGMENT,
                      .x = to_x(c, a[0]),
                      .y = to_y(c, a[1]),
                      .w = to_x(c, b[0]),
                      .h = to_y(c, b[1]),
                      .r = p->width / 2};
    const struct paint line = {.fill = p->stroke};
    if (p->stroke.a > 0)
        draw(c, &s, &line);
}

/* A figure of a path: filled where it is convex, as all of ours are. */
static void figure(const struct canvas *c, const struct paint *p, struct shape *s)
{
    struct paint fill = {.fill = p->fill};
    s->kind = POLYGON;
    if (s->n >= 3 && p->fill.a > 0)
        draw(c, s, &fill);
    s->n = 0;
}

static void path(const struct canvas *c, const char *tag)
{
    struct paint p = paint_of(c, tag);
    struct shape s = {.n = 0};
    const char *d = attribute(tag, "d");
    float at[2] = {0, 0};
    float first[2] = {0, 0};
    for (char kind = 0; d != NULL && *d != '"' && *d != '\0';) {
        float was[2] = {at[0], at[1]};
        if (strchr("MLHVlhvz", *d) != NULL)
            kind = *d++;
        if (kind == 'z') {
            segment(c, &p, at, first);
            figure(c, &p, &s);
            continue;
        }
        char *end;
        float v = strtof(d, &end);
        if (end == d)
            return; /* not a path that we write */
        bool both = kind == 'M' || kind == 'L' || kind == 'l';
        bool moves = kind == 'l' || kind == 'h' || kind == 'v';
        int i = kind == 'V' || kind == 'v' ? 1 : 0;
        at[i] = v + (moves ? was[i] : 0);
        if (both)
            at[1] = strtof(end, &end) + (moves ? was[1] : 0);
        d = end + (*end == ' ');
        if (kind == 'M') {
            figure(c, &p, &s);
            first[0] = at[0];
            first[1] = at[1];
        } else {
            segment(c, &p, was, at);
        }
        if (s.n < POINTS_MAX) {
            s.px[s.n] = to_x(c, at[0]);
            s.py[s.n++] = to_y(c, at[1]);
        }
    }
    figure(c, &p, &s);
}

/* Digits of seven strokes: top, left and right above, middle, left and right below, bottom. */
static void digits(const struct canvas *c, const char *tag)
{
    static const unsigned char strokes[10] = {0x77, 0x24, 0x5d, 0x6d, 0x2e,
                                              0x6b, 0x7b, 0x25, 0x7f, 0x6f};
    static const float ends[7][4] = {{0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 1, 1}, {0, 1, 1, 1},
                                     {0, 1, 0, 2}, {1, 1, 1, 2}, {0, 2, 1, 2}};
    const char *text = strchr(tag, '>');
    size_t n = text != NULL ? strspn(text + 1, "0123456789") : 0;
    if (n == 0 || text[1 + n] != '<')
        return;
    float size = number(tag, "font-size", 30) * .36F;
    struct paint p = {.stroke = paint_of(c, tag).fill, .width = size * .3F * c->scale};
    float x = number(tag, "x", 0) - (float)n * size * .5F + size * .1F;
    float y = number(tag, "y", 0) - 2 * size;
    for (size_t i = 0; i < n; i++) {
        unsigned char on = strokes[text[1 + i] - '0'];
        for (int k = 0; k < 7; k++) {
            const float a[2] = {x + ends[k][0] * size * .7F, y + ends[k][1] * size};
            const float b[2] = {x + ends[k][2] * size * .7F, y + ends[k][3] * size};
            if (on >> k & 1)
                segment(c, &p, a, b);
        }
        x += size * 1.1F;
    }
}

static void element(struct canvas *c, const char *tag)
{
    if (strncmp(tag, "<rect ", 6) == 0)
        rectangle(c, tag);
    else if (strncmp(tag, "<circle ", 8) == 0)
        circle(c, tag);
    else if (strncmp(tag, "<path ", 6) == 0)
        path(c, tag);
    else if (strncmp(tag, "<text ", 6) == 0)
        digits(c, tag);
    else if (strncmp(tag, "<radialGradient ", 16) == 0)
        take_gradient(c, tag);
    else if (strncmp(tag, "<g ", 3) == 0)
        c->inherited = color_of(attribute(tag, "fill"), 1);
    else if (strncmp(tag, "</g>", 4) == 0)
        c->inherited = (struct color){0, 0, 0, 1};
}

int raster_draw(const char *svg, int width, int height, struct raster *out)
{
    struct canvas c = {.out = out, .inherited = {0, 0, 0, 1}};
    const char *box = strncmp(svg, "<svg ", 5) == 0 ? attribute(svg, "viewBox") : NULL;
    const char *ground = strstr(svg, "<rect ");
    float x;
    float y;
    float w;
    float h;
    if (box == NULL || ground == NULL || sscanf(box, "%f %f %f %f", &x, &y, &w, &h) != 4 ||
        w <= 0 || h <= 0)
        return ERR_SYNTAX;
    *out = (struct raster){width, height, malloc(3 * (size_t)width * (size_t)height)};
    if (out->rgb == NULL)
        return ERR_NO_MEMORY;
    c.scale = fminf((float)width / w, (float)height / h);
    c.left = ((float)width - w * c.scale) / 2 - x * c.scale;
    c.top = ((float)height - h * c.scale) / 2 - y * c.scale;
    const struct color color = color_of(attribute(ground, "fill"), 1);
    blend(&c, 0, 0, &color, 1);
    for (size_t i = 3; i < 3 * (size_t)width * (size_t)height; i++)
        out->rgb[i] = out->rgb[i - 3];
    for (const char *tag = strchr(svg, '<'); tag != NULL; tag = strchr(tag + 1, '<'))
        element(&c, tag);
    return 0;
}

void raster_free(struct raster *r)
{
    free(r->rgb);
    r->rgb = NULL;
}

/* --- PNG --- */

static unsigned char *put_32(unsigned char *p, size_t v)
{
    for (int i = 3; i >= 0; i--)
        *p++ = (unsigned char)(v >> 8 * i & 255);
    return p;
}

/* The data stand at p + 8 already. */
static unsigned char *put_chunk(unsigned char *p, const char *name, size_t n)
{
    unsigned char *data = put_32(p, n);
    memcpy(data, name, 4);
    return put_32(data + 4 + n, crc32(0, data, (uInt)(n + 4)));
}

int raster_png(const struct raster *r, unsigned char **bytes, size_t *n)
{
    static const unsigned char head[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    size_t row = 3 * (size_t)r->width + 1;
    size_t raw_n = row * (size_t)r->height;
    uLongf packed_n = compressBound((uLong)raw_n);
    unsigned char *raw = malloc(raw_n);
    unsigned char *out = malloc(packed_n + 100);
    if (raw == NULL || out == NULL)
        goto failed;
    for (int y = 0; y < r->height; y++) {
        raw[(size_t)y * row] = 0;
        memcpy(raw + (size_t)y * row + 1, r->rgb + (size_t)y * (row - 1), row - 1);
    }
    memcpy(out, head, sizeof head);
    unsigned char *p = out + sizeof head;
    (void)put_32(put_32(p + 8, (size_t)r->width), (size_t)r->height);
    memcpy(p + 16, "\x08\x02\0\0\0", 5); /* eight bits of red, green and blue */
    p = put_chunk(p, "IHDR", 13);
    if (compress2(p + 8, &packed_n, raw, (uLong)raw_n, 3) != Z_OK)
        goto failed;
    p = put_chunk(p, "IDAT", packed_n);
    p = put_chunk(p, "IEND", 0);
    free(raw);
    *bytes = out;
    *n = (size_t)(p - out);
    return 0;
failed:
    free(raw);
    free(out);
    return ERR_NO_MEMORY;
}

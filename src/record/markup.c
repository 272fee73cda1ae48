#include "record/markup.h"

#include "base/err.h"

static bool is_markup(const char *name)
{
    static const char *const names[] = {"CR", "TR", "SQ", "MA"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (text_same(name, names[i]))
            return true;
    return false;
}

/* A column and a row from the top, of two letters. */
static bool read_point(const struct setup *s, const char *c, int *x, int *y)
{
    if (c[0] < 'a' || c[0] >= 'a' + s->width || c[1] < 'a' || c[1] >= 'a' + s->height)
        return false;
    *x = c[0] - 'a';
    *y = s->height - 1 - (c[1] - 'a');
    return true;
}

struct rectangle {
    int x[2], y[2];
};

/* "aa" or "aa:cc", whichever two corners. */
static bool read_rectangle(const struct setup *s, const char *c, struct rectangle *out)
{
    size_t n = text_length(c);
    if ((n != 2 && n != 5) || !read_point(s, c, &out->x[0], &out->y[0]))
        return false;
    const char *end = n == 5 ? c + 3 : c;
    if ((n == 5 && c[2] != ':') || !read_point(s, end, &out->x[1], &out->y[1]))
        return false;
    for (int *of = out->x; of != NULL; of = of == out->x ? out->y : NULL)
        if (of[0] > of[1]) {
            int low = of[1];
            of[1] = of[0];
            of[0] = low;
        }
    return true;
}

static int add_point(struct record *r, struct record_property *p, const struct record_value *at,
                     int x, int y)
{
    const char letters[3] = {(char)('a' + x), (char)('a' + r->setup.height - 1 - y), '\0'};
    struct record_value *v = arena_take(&r->arena, sizeof *v);
    const char *text = record_text(r, letters);
    if (v == NULL || text == NULL)
        return ERR_NO_MEMORY;
    *v = (struct record_value){.text = text, .line = at->line, .column = at->column};
    if (p->last != NULL)
        p->last->next = v;
    else
        p->first = v;
    p->last = v;
    return 0;
}

static int expand(struct record *r, struct record_property *p)
{
    bool seen[SIDE_MAX][SIDE_MAX] = {{false}};
    const struct record_value *all = p->first;
    p->first = p->last = NULL;
    for (const struct record_value *v = all; v != NULL; v = v->next) {
        struct rectangle a;
        if (!read_rectangle(&r->setup, v->text, &a))
            continue; /* all were read before */
        for (int y = a.y[0]; y <= a.y[1]; y++)
            for (int x = a.x[0]; x <= a.x[1]; x++) {
                int err = seen[y][x] ? 0 : add_point(r, p, v, x, y);
                if (err < 0)
                    return err;
                seen[y][x] = true;
            }
    }
    return 0;
}

int markup_expand(struct record *r, struct record_node *node)
{
    for (struct record_property *p = node->properties; p != NULL; p = p->next) {
        struct rectangle a;
        bool is_good = is_markup(p->name);
        bool has_rectangle = false;
        for (const struct record_value *v = p->first; v != NULL && is_good; v = v->next) {
            is_good = read_rectangle(&r->setup, v->text, &a);
            has_rectangle = has_rectangle || text_length(v->text) == 5;
        }
        int err = is_good && has_rectangle ? expand(r, p) : 0;
        if (err < 0)
            return err;
    }
    return 0;
}

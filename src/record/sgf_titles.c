/* sgf_titles.c - what the games of a collection are called (sgf.h). */
#include "base/err.h"
#include "record/sgf_int.h"

/* The end of the first node in s[0 … len - 1], which begins with a game. */
static size_t head_end(const char *s, size_t len)
{
    size_t i = 0;
    while (i < len && s[i] != ';')
        i++;
    for (i++; i < len && s[i] != ';' && s[i] != '(' && s[i] != ')'; i++)
        if (s[i] == '[')
            for (i++; i < len && s[i] != ']'; i++)
                i += s[i] == '\\';
    return i < len ? i : len;
}

/* The value of a property that means nothing to records, as one line. */
static bool put_value(const struct record *r, const char *name, struct sink *out)
{
    const struct record_property *p = r->root->properties;
    while (p != NULL && !text_same(p->name, name))
        p = p->next;
    for (const char *c = p != NULL ? p->first->text : ""; *c != '\0'; c++) {
        c += *c == '\\';
        sink_char(out, sgf_is_blank(*c) ? ' ' : *c);
    }
    return p != NULL;
}

static void put_title(const struct record *r, struct sink *out)
{
    const char *first = r->players[0];
    const char *second = r->players[1];
    bool both = first[0] != '\0' && second[0] != '\0';
    sink_put(out, "%s%s%s", first, both ? " – " : "", second);
    if (first[0] == '\0' && second[0] == '\0' && !put_value(r, "GN", out))
        put_value(r, "EV", out);
}

/* The first node as a record; of a file that does not name its game, as one that has its board. */
static int read_head(const struct memory *memory, const char *head, size_t len, struct record *r)
{
    struct record_error error;
    int err = sgf_read(memory, head, len, 0, r, &error);
    for (int game = 0; game < GAME_N && err < 0; game++) {
        const struct setup as = setup_default((enum game_id)game);
        err = sgf_read_as(memory, head, len, 0, &as, r, &error);
    }
    return err;
}

void sgf_titles(const struct memory *memory, const char *text, size_t len, struct sink *out)
{
    size_t start = 0;
    size_t end = 0;
    while (sgf_find_tree(text, len, end, &start, &end)) {
        struct record r;
        if (read_head(memory, text + start, head_end(text + start, end - start), &r) == 0) {
            put_title(&r, out);
            record_free(&r);
        }
        sink_char(out, '\n');
    }
}

/* sgf_read.c - SGF into a record (sgf.h).
 *
 * Two steps a node. First its properties are collected as they stand, each value with its place;
 * then the known ones are taken out of the list and applied, because the order of properties in a
 * node means nothing. The others are kept as unknown (sgf_node.c).
 *
 * No stack is needed for the parentheses: `(` is counted at the node behind which it stands, and
 * `)` climbs from the last node to the nearest that has one. Each node is climbed over once, so
 * reading is linear. */
#include "base/err.h"
#include "record/plain.h"
#include "record/sgf_int.h"

/* Moves the place over one byte; columns count characters, CR LF is one line break. */
static void place_step(const char *s, size_t len, size_t at, uint32_t *line, uint32_t *column)
{
    char c = s[at];
    if (c == '\n' || (c == '\r' && !(at + 1 < len && s[at + 1] == '\n'))) {
        (*line)++;
        *column = 1;
    } else if (((unsigned char)c & 0xc0) != 0x80) {
        (*column)++;
    }
}

static void step(struct sgf_reader *in)
{
    place_step(in->s, in->len, in->at, &in->line, &in->column);
    in->at++;
}

static void skip_blanks(struct sgf_reader *in)
{
    size_t n;
    while (in->at < in->len && (n = sgf_blank(in->s, in->len, in->at)) > 0)
        for (; n > 0; n--)
            step(in);
}

void sgf_warn(struct sgf_reader *in, const char *what)
{
    record_warn(in->r, in->line, in->column, what, NULL);
}

static const char ends_early[] = "the text ends in the middle of the game: ) is missing";

/* One value, from its [ on. */
static int read_value(struct sgf_reader *in, struct record_node *node, const char *name,
                      size_t name_len)
{
    uint32_t line = in->line;
    uint32_t column = in->column;
    step(in);
    size_t from = in->at;
    while (in->at < in->len && in->s[in->at] != ']') {
        if (in->s[in->at] == '\\' && in->at + 1 < in->len)
            step(in);
        step(in);
    }
    if (in->at >= in->len) {
        record_warn(in->r, line, column, "the text ends in the middle of this value", NULL);
        /* What there is of a comment is kept; half a move or name is left out. A backslash at the
         * end has nothing to escape. */
        if (!text_same(name, "C"))
            return 0;
        size_t end = in->len;
        size_t slashes = 0;
        while (end - slashes > from && in->s[end - slashes - 1] == '\\')
            slashes++;
        in->at = end - slashes % 2;
    }
    int err = record_add_value(in->r, node, name, name_len, in->s + from, in->at - from);
    if (err == ERR_TOO_BIG)
        return sgf_fail(in, err, "there are too many properties in this node");
    if (err < 0)
        return sgf_fail_memory(in);
    struct record_property *p = node->properties_last;
    if (!text_same(p->name, name))
        for (p = node->properties; !text_same(p->name, name);)
            p = p->next;
    p->last->line = line;
    p->last->column = column;
    if (in->at < in->len && in->s[in->at] == ']')
        step(in);
    else
        in->at = in->len;
    return 0;
}

/* From [ to behind ]. */
static void skip_value(struct sgf_reader *in)
{
    while (in->at < in->len && in->s[in->at] != ']') {
        if (in->s[in->at] == '\\' && in->at + 1 < in->len)
            step(in);
        step(in);
    }
    if (in->at < in->len)
        step(in);
}

static int read_property(struct sgf_reader *in, struct record_node *node)
{
    char name[RECORD_NAME_MAX + 1];
    size_t len = 0;
    size_t from = in->at;
    uint32_t line = in->line;
    uint32_t column = in->column;
    for (; in->at < in->len; step(in)) {
        char c = in->s[in->at];
        if (c >= 'A' && c <= 'Z') {
            if (len == RECORD_NAME_MAX)
                return sgf_fail(in, ERR_TOO_BIG, "this property's name is too long");
            name[len++] = c;
        } else if (!(c >= 'a' && c <= 'z')) {
            break; /* small letters: "Black[dd]" of FF[3] and before is B[dd] */
        }
    }
    name[len] = '\0';
    skip_blanks(in);
    if (in->at >= in->len) /* the end is warned of where it is met */
        return 0;
    if (in->s[in->at] != '[' || len == 0) {
        record_warn(in->r, line, column,
                    len == 0 ? "a property's name in capital letters is expected here"
                             : "this property has no value in brackets; it was left out",
                    NULL);
        /* A value without a name, and anything else that does not belong here. */
        if (in->s[in->at] == '[')
            skip_value(in);
        else if (in->at == from)
            step(in);
        return 0;
    }
    while (in->at < in->len && in->s[in->at] == '[') {
        int err = read_value(in, node, name, len);
        if (err < 0)
            return err;
        skip_blanks(in);
    }
    return 0;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static const char bare[] = "a variation begins with a node: ; is missing here";

/* "(;(GM[1]": the first node goes on behind a parenthesis too many. */
static bool skip_parentheses(struct sgf_reader *in, struct record_node *root)
{
    size_t i = in->at;
    size_t blank = 0;
    while (i < in->len && (in->s[i] == '(' || (blank = sgf_blank(in->s, in->len, i)) > 0))
        i += in->s[i] == '(' ? 1 : blank;
    if (root->properties != NULL || i >= in->len || !is_letter(in->s[i]))
        return false;
    for (; in->at < i; step(in))
        root->opens += in->s[in->at] == '(';
    sgf_warn(in, bare);
    return true;
}

/* A node; in->at is at its ; or, if that is missing, at its first property. */
static int read_node(struct sgf_reader *in, struct record_node *node)
{
    node->line = in->line;
    node->column = in->column;
    if (in->s[in->at] == ';')
        step(in);
    for (;;) {
        skip_blanks(in);
        if (in->at >= in->len)
            return sgf_apply_node(in, node);
        char c = in->s[in->at];
        if (c == '(' && node == in->r->root && skip_parentheses(in, node))
            continue;
        if (c == ';' || c == '(' || c == ')')
            return sgf_apply_node(in, node);
        int err = read_property(in, node);
        if (err < 0)
            return err;
    }
}

/* What belongs to no node. */
static void skip_stray(struct sgf_reader *in)
{
    sgf_warn(in, "; or ( or ) is expected here");
    if (!is_letter(in->s[in->at]) && in->s[in->at] != '[') {
        step(in);
        return;
    }
    while (in->at < in->len && is_letter(in->s[in->at]))
        step(in);
    for (skip_blanks(in); in->at < in->len && in->s[in->at] == '['; skip_blanks(in))
        skip_value(in);
}

/* The node whose variation ends behind `at`; NULL: the game ends. */
static struct record_node *close_variation(struct record_node *at)
{
    while (at != NULL && at->opens == 0)
        at = at->parent;
    if (at != NULL)
        at->opens--;
    return at;
}

static int read_tree(struct sgf_reader *in)
{
    struct record *r = in->r;
    struct record_node *at = NULL; /* the node behind which the next one stands */
    bool closed = false;           /* a variation has ended: only ( or ) may follow */
    bool opened = false;           /* a variation begins: ; should follow */
    for (skip_blanks(in); in->at < in->len; skip_blanks(in)) {
        char c = in->s[in->at];
        if (c == '(') {
            if (at != NULL)
                at->opens++;
            opened = true;
            closed = false;
            step(in);
            continue;
        }
        if (c == ')' && at != NULL) {
            step(in);
            if ((at = close_variation(at)) == NULL)
                return 0;
            closed = true;
            opened = false;
            continue;
        }
        bool is_bare = opened && is_letter(c);
        if (c != ';' && !is_bare) {
            skip_stray(in);
            continue;
        }
        if (closed)
            sgf_warn(in, "no node may follow a variation on its own level; it was read as another "
                         "variation");
        if (is_bare)
            sgf_warn(in, bare);
        struct record_node *node = at == NULL ? r->root : record_add(r, at);
        if (node == NULL)
            return sgf_fail_memory(in);
        closed = false;
        opened = false;
        int err = read_node(in, node);
        if (err < 0)
            return err;
        /* A root with a move, and a node with several, was split (apply_move); the rest hangs on
         * the last part. */
        for (at = node; at->first_child != NULL; at = at->first_child)
            ;
    }
    if (at == NULL)
        return sgf_fail(in, ERR_SYNTAX, ends_early);
    sgf_warn(in, ends_early);
    return 0;
}

/* A position in which PL does not say who moves first is that of the first move. */
static void take_turn(const struct sgf_reader *in)
{
    const struct record_node *n = in->r->root;
    while (n != NULL && n->move == MOVE_NONE)
        n = n->first_child;
    if (n != NULL && in->r->start != NULL && !in->has_turn && n->side == 2)
        in->r->start_side = 2;
}

int sgf_read(const struct memory *memory, const char *text, size_t len, int index,
             struct record *out, struct record_error *error)
{
    return sgf_read_as(memory, text, len, index, NULL, out, error);
}

int sgf_read_as(const struct memory *memory, const char *text, size_t len, int index,
                const struct setup *as, struct record *out, struct record_error *error)
{
    if (len > RECORD_INPUT_BYTES) {
        record_error_set(error, 0, 0, "the text is too large (16 MiB at most)", NULL);
        return ERR_TOO_BIG;
    }
    size_t start = 0;
    size_t end = 0;
    for (int i = 0; i <= index; i++)
        if (!sgf_find_tree(text, len, end, &start, &end)) {
            record_error_set(error, 1, 1,
                             i == 0 ? "this is not SGF: no game begins with (; in it"
                                    : "there are not so many games in the file",
                             NULL);
            return ERR_NOT_FOUND;
        }
    struct setup none = {0};
    struct record r;
    struct sgf_reader in = {
        .s = text, .len = len, .line = 1, .column = 1, .r = &r, .error = error, .as = as};
    int err = record_init(&r, memory, &none);
    if (err < 0) {
        record_error_set(error, 0, 0, "out of memory", NULL);
        goto out;
    }
    while (in.at < start)
        step(&in);
    in.s = text + start;
    in.len = end - start;
    in.at = 0;
    if ((err = read_tree(&in)) < 0)
        goto out;
    take_turn(&in);
    if (in.plain && (err = record_take_plain(&r, error)) < 0)
        goto out;
    *out = r;
out:
    if (err < 0)
        record_free(&r);
    return err;
}

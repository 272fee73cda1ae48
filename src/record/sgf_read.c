/* sgf_read.c - SGF into a record (sgf.h).
 *
 * Two steps a node. First its properties are collected as they stand, each value with its place;
 * then the known ones are taken out of the list and applied, because the order of properties in a
 * node means nothing (SZ may stand after the stones). What remains is kept as not understood.
 *
 * No stack is needed for the parentheses: the first node of each tree is marked, and `)` climbs
 * from the last node to that mark. Each node is climbed over once, so reading is linear. */
#include "base/err.h"
#include "record/sgf.h"

struct reader {
    const char *s; /* one game tree, UTF-8 */
    size_t len, at;
    uint32_t line, column; /* of s[at] */
    struct record *r;
    struct record_error *error;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

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

static void step(struct reader *in)
{
    place_step(in->s, in->len, in->at, &in->line, &in->column);
    in->at++;
}

static void skip_blanks(struct reader *in)
{
    while (in->at < in->len && is_blank(in->s[in->at]))
        step(in);
}

static int fail(struct reader *in, int err, const char *what)
{
    record_error_set(in->error, in->line, in->column, what, NULL);
    return err;
}

static int fail_memory(struct reader *in)
{
    return fail(in, in->r->nodes_n >= RECORD_NODES_MAX ? ERR_TOO_BIG : ERR_NO_MEMORY,
                in->r->nodes_n >= RECORD_NODES_MAX ? "there are too many nodes" : "out of memory");
}

static int fail_value(struct reader *in, const struct record_property *p,
                      const struct record_value *v, int err, const char *what)
{
    char shown[24];
    struct text t;
    text_init(&t, shown, sizeof shown);
    for (const char *c = v->text; *c != '\0' && (t.len < 20 || ((unsigned char)*c & 0xc0) == 0x80);
         c++)
        text_char(&t, *c);
    record_error_set(in->error, v->line, v->column, p->name, "[", shown, t.len >= 20 ? "…" : "",
                     "]: ", what, NULL);
    return err;
}

/* ---- step one: properties as they stand ---- */

/* One value, from its [ on. */
static int read_value(struct reader *in, struct record_node *node, const char *name,
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
        in->line = line;
        in->column = column;
        return fail(in, ERR_SYNTAX, "this value has no ] at its end");
    }
    int err = record_add_value(in->r, node, name, name_len, in->s + from, in->at - from);
    if (err == ERR_TOO_BIG)
        return fail(in, err, "there are too many properties in this node");
    if (err < 0)
        return fail_memory(in);
    struct record_property *p = node->properties_last;
    if (!text_same(p->name, name))
        for (p = node->properties; !text_same(p->name, name);)
            p = p->next;
    p->last->line = line;
    p->last->column = column;
    step(in);
    return 0;
}

static int read_property(struct reader *in, struct record_node *node)
{
    char name[RECORD_NAME_MAX + 1];
    size_t len = 0;
    uint32_t line = in->line;
    uint32_t column = in->column;
    for (; in->at < in->len; step(in)) {
        char c = in->s[in->at];
        if (c >= 'A' && c <= 'Z') {
            if (len == RECORD_NAME_MAX)
                return fail(in, ERR_TOO_BIG, "this property's name is too long");
            name[len++] = c;
        } else if (!(c >= 'a' && c <= 'z')) {
            break; /* small letters: "Black[dd]" of FF[3] and before is B[dd] */
        }
    }
    name[len] = '\0';
    skip_blanks(in);
    if (len == 0 || in->at >= in->len || in->s[in->at] != '[') {
        in->line = line;
        in->column = column;
        return fail(in, ERR_SYNTAX,
                    len == 0 ? "a property's name in capital letters is expected here"
                             : "this property has no value in brackets");
    }
    while (in->at < in->len && in->s[in->at] == '[') {
        int err = read_value(in, node, name, len);
        if (err < 0)
            return err;
        skip_blanks(in);
    }
    return 0;
}

/* ---- step two: the known ones ---- */

/* Takes the property of that name out of the list; NULL if there is none. */
static struct record_property *take(struct record_node *node, const char *name)
{
    struct record_property *before = NULL;
    struct record_property *p = node->properties;
    while (p != NULL && !text_same(p->name, name)) {
        before = p;
        p = p->next;
    }
    if (p == NULL)
        return NULL;
    if (before != NULL)
        before->next = p->next;
    else
        node->properties = p->next;
    if (node->properties_last == p)
        node->properties_last = before;
    return p;
}

/* As take, for properties with one value: *out is it, or NULL. */
static int take_one(struct reader *in, struct record_node *node, const char *name,
                    struct record_property **p, const struct record_value **out)
{
    *out = NULL;
    *p = take(node, name);
    if (*p == NULL)
        return 0;
    *out = (*p)->first;
    if ((*p)->first != (*p)->last)
        return fail_value(in, *p, (*p)->first->next, ERR_SYNTAX, "only one value may stand here");
    return 0;
}

/* SGF's Text and SimpleText: escapes resolved, soft line breaks dropped, blanks made plain. */
static int take_text(struct reader *in, struct record_node *node, const char *name, bool multi_line,
                     const char **out)
{
    struct record_property *p;
    const struct record_value *v;
    int err = take_one(in, node, name, &p, &v);
    if (err < 0 || v == NULL)
        return err;
    char *text = arena_copy(&in->r->arena, v->text, text_length(v->text));
    if (text == NULL)
        return fail_memory(in);
    char *to = text;
    for (const char *c = v->text; *c != '\0'; c++) {
        if (*c != '\\') {
            *to++ = *c;
            continue;
        }
        c++; /* a value never ends in a lone backslash: it would have escaped its ] */
        if (*c != '\n' && *c != '\r')
            *to++ = *c;
        else if ((c[1] == '\n' || c[1] == '\r') && c[1] != c[0])
            c++;
    }
    *to = '\0';
    record_clean_text(text, multi_line);
    *out = text;
    return 0;
}

static int take_milli(struct reader *in, struct record_node *node, const char *name, int64_t scale,
                      int64_t *out)
{
    struct record_property *p;
    const struct record_value *v;
    int err = take_one(in, node, name, &p, &v);
    if (err < 0 || v == NULL)
        return err;
    const char *c = v->text;
    bool negative = *c == '-';
    if (*c == '-' || *c == '+')
        c++;
    int64_t n = 0;
    int digits = 0;
    for (; is_digit(*c) && n < RECORD_TIME_MAX; c++, digits++)
        n = n * 10 + (*c - '0') * scale;
    if (*c == '.' && scale > 1) {
        c++;
        for (int64_t unit = scale / 10; is_digit(*c); c++, digits++, unit /= 10)
            n += (*c - '0') * unit; /* beyond milliseconds unit is 0 */
    }
    if (digits == 0 || *c != '\0' || n > RECORD_TIME_MAX)
        return fail_value(in, p, v, ERR_SYNTAX, "a number is expected here");
    *out = negative ? -n : n;
    return 0;
}

/* A point's two letters, from the top left (G1). Returns POINT_NONE if they are none. */
static point_t parse_point(const struct setup *s, const char *c)
{
    if (c[0] < 'a' || c[0] >= 'a' + s->width || c[1] < 'a' || c[1] >= 'a' + s->height)
        return POINT_NONE;
    return (point_t)((s->height - 1 - (c[1] - 'a')) * s->width + (c[0] - 'a'));
}

/* A list of points, rectangles "aa:cc" too: sets each of these cells. */
static int take_cells(struct reader *in, struct record_node *node, const char *name,
                      struct cell cell, bool *found)
{
    const struct record_property *p = take(node, name);
    if (p == NULL)
        return 0;
    *found = true;
    const struct setup *s = &in->r->setup;
    struct cell *cells = record_start_cells(in->r);
    if (cells == NULL)
        return fail_memory(in);
    for (const struct record_value *v = p->first; v != NULL; v = v->next) {
        size_t len = text_length(v->text);
        point_t from = len == 2 || len == 5 ? parse_point(s, v->text) : POINT_NONE;
        point_t to = from;
        if (len == 5)
            to = v->text[2] == ':' ? parse_point(s, v->text + 3) : POINT_NONE;
        if (from == POINT_NONE || to == POINT_NONE)
            return fail_value(in, p, v, ERR_RANGE, "that is not a point of this board");
        int w = s->width;
        for (int y = to / w; y <= from / w; y++) /* top left to bottom right */
            for (int x = from % w; x <= to % w; x++)
                cells[y * w + x] = cell;
    }
    return 0;
}

/* STACK[dd:3jd]: height, jacked, doubled. */
static int take_stacks(struct reader *in, struct record_node *node, bool *found)
{
    const struct record_property *p = take(node, "STACK");
    if (p == NULL)
        return 0;
    *found = true;
    struct cell *cells = record_start_cells(in->r);
    if (cells == NULL)
        return fail_memory(in);
    for (const struct record_value *v = p->first; v != NULL; v = v->next) {
        point_t at = parse_point(&in->r->setup, v->text);
        if (at == POINT_NONE || v->text[2] != ':' || cells[at].owner == OWNER_NONE)
            return fail_value(in, p, v, ERR_RANGE, "a point with a stone and its height, as dd:3");
        const char *c = v->text + 3;
        int height = 0;
        while (is_digit(*c) && height < 1000)
            height = height * 10 + (*c++ - '0');
        uint8_t flags = 0;
        for (; *c == 'j' || *c == 'd'; c++)
            flags |= *c == 'j' ? CELL_JACKED : CELL_DOUBLED;
        if (*c != '\0' || height < 1 || height > 255)
            return fail_value(in, p, v, ERR_RANGE, "the height is a number from 1 to 255");
        cells[at].height = (uint8_t)height;
        cells[at].flags = flags;
    }
    return 0;
}

static int apply_start(struct reader *in, struct record_node *root)
{
    struct record *r = in->r;
    bool levee = r->setup.game == GAME_LEVEE; /* all stones are alike (L1) */
    struct cell black = {.owner = levee ? OWNER_NEUTRAL : 1, .height = 1};
    struct cell white = {.owner = levee ? OWNER_NEUTRAL : 2, .height = 1};
    struct cell red = {.owner = OWNER_NEUTRAL, .height = 1};
    struct record_property *p;
    const struct record_value *v;
    bool found = false;
    int err;
    if ((err = take_cells(in, root, "AB", black, &found)) < 0 ||
        (err = take_cells(in, root, "AW", white, &found)) < 0 ||
        (err = take_cells(in, root, "ADDRED", red, &found)) < 0 ||
        (err = take_stacks(in, root, &found)) < 0 ||
        (err = take_cells(in, root, "AE", (struct cell){0}, &found)) < 0 ||
        (err = take_one(in, root, "PL", &p, &v)) < 0)
        return err;
    if (v != NULL) {
        if (text_same_nocase(v->text, "b") || text_same_nocase(v->text, "black"))
            r->start_side = 1;
        else if (text_same_nocase(v->text, "w") || text_same_nocase(v->text, "white"))
            r->start_side = 2;
        else
            return fail_value(in, p, v, ERR_SYNTAX, "B or W is expected here");
        if (record_start_cells(r) == NULL)
            return fail_memory(in);
    }
    return 0;
}

static int parse_size(const char *c, struct setup *s)
{
    int n[2] = {0, 0};
    int parts = 0;
    do {
        const char *from = c;
        while (is_digit(*c) && n[parts] < 1000)
            n[parts] = n[parts] * 10 + (*c++ - '0');
        if (c == from)
            return ERR_SYNTAX;
        parts++;
    } while (parts < 2 && *c == ':' && c++ != NULL);
    if (*c != '\0' || n[0] < 1 || n[0] > 255 || n[1] > 255)
        return ERR_SYNTAX;
    s->width = (uint8_t)n[0];
    s->height = (uint8_t)(parts == 2 ? n[1] : n[0]);
    return 0;
}

/* Which game, with which options, on which board. */
static int apply_setup(struct reader *in, struct record_node *root)
{
    struct setup *s = &in->r->setup;
    struct record_property *p;
    const struct record_value *size;
    const struct record_property *size_p;
    int err = take_one(in, root, "SZ", &p, &size);
    if (err < 0)
        return err;
    size_p = p;
    *s = (struct setup){0};
    if (size != NULL && parse_size(size->text, s) < 0)
        return fail_value(in, p, size, ERR_RANGE, "a size is a number, or columns:rows");
    const struct record_value *hoshi;
    const struct record_value *ru;
    struct record_property *hoshi_p;
    struct record_property *ru_p;
    if ((err = take_one(in, root, "HOSHI", &hoshi_p, &hoshi)) < 0 ||
        (err = take_one(in, root, "RU", &ru_p, &ru)) < 0)
        return err;
    if (hoshi == NULL) {
        hoshi = ru;
        hoshi_p = ru_p;
    }
    if (hoshi == NULL)
        return fail(in, ERR_UNKNOWN,
                    "the file does not say which game it is: HOSHI[game] is missing");
    err = record_parse_setup(hoshi->text, s);
    if (err == ERR_UNKNOWN)
        return fail_value(in, hoshi_p, hoshi, err, "there is no such game");
    if (err < 0)
        return fail_value(in, hoshi_p, hoshi, err, "the game has no such option");
    if (s->players != 2)
        return fail_value(in, hoshi_p, hoshi, ERR_UNSUPPORTED,
                          "SGF holds matches of two players only");
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (setup_check(s, &why) == 0)
        return 0;
    return size != NULL ? fail_value(in, size_p, size, ERR_RANGE, why_buf)
                        : fail(in, ERR_RANGE, why_buf);
}

static int apply_root(struct reader *in, struct record_node *root)
{
    struct record *r = in->r;
    struct record_property *p;
    const struct record_value *v;
    int err = take_one(in, root, "FF", &p, &v);
    if (err < 0)
        return err;
    if (v != NULL && (v->text[0] < '1' || v->text[0] > '4' || v->text[1] != '\0'))
        return fail_value(in, p, v, ERR_UNSUPPORTED, "only FF[1] to FF[4] are known here");
    take(root, "CA");
    take(root, "AP");
    const char *result = "";
    if ((err = apply_setup(in, root)) < 0 || (err = apply_start(in, root)) < 0 ||
        (err = take_text(in, root, "PB", false, &r->players[0])) < 0 ||
        (err = take_text(in, root, "PW", false, &r->players[1])) < 0 ||
        (err = take_text(in, root, "DT", false, &r->date)) < 0 ||
        (err = take_text(in, root, "RE", false, &result)) < 0)
        return err;
    r->result = sgf_parse_result(result, r->setup.players);
    r->result.text = r->result.reason == REASON_NONE ? result : "";
    return 0;
}

/* The move of a value of B or W; flags RED and SWAP stand beside it. */
static int parse_move(struct reader *in, const struct record_property *p,
                      const struct record_value *v, bool red, bool swap, move_t *out)
{
    const struct setup *s = &in->r->setup;
    size_t len = text_length(v->text);
    point_t at = len == 2 ? parse_point(s, v->text) : POINT_NONE;
    if (swap) {
        *out = MOVE_SWAP;
        return len == 0 ? 0 : fail_value(in, p, v, ERR_SYNTAX, "a swap has no point");
    }
    if (at != POINT_NONE) {
        *out = (move_t)(at + (red ? MOVE_RED : 0));
        return 0;
    }
    /* FF[3] and before wrote a pass as the point tt. */
    if (!red && (len == 0 || text_same(v->text, "tt"))) {
        *out = MOVE_PASS;
        return 0;
    }
    return fail_value(in, p, v, ERR_RANGE, "that is not a point of this board");
}

static int apply_move(struct reader *in, struct record_node *node, struct record_node *root)
{
    struct record_property *b_p;
    struct record_property *w_p;
    const struct record_value *b;
    const struct record_value *w;
    int err;
    if ((err = take_one(in, node, "B", &b_p, &b)) < 0 ||
        (err = take_one(in, node, "W", &w_p, &w)) < 0)
        return err;
    const struct record_property *red = take(node, "RED");
    const struct record_property *swap = take(node, "SWAP");
    if (b != NULL && w != NULL)
        return fail_value(in, w_p, w, ERR_SYNTAX, "a node has one move, and this is the second");
    if (b == NULL && w == NULL) {
        if (red == NULL && swap == NULL)
            return 0;
        if (red == NULL)
            red = swap;
        return fail_value(in, red, red->first, ERR_SYNTAX, "there is no move beside it");
    }
    const struct record_property *p = b != NULL ? b_p : w_p;
    const struct record_value *v = b != NULL ? b : w;
    move_t move;
    err = parse_move(in, p, v, red != NULL, swap != NULL, &move);
    if (err < 0)
        return err;
    struct record_node *to = node;
    if (node == root) {
        /* The root never has a move here; SGF allows it, though it calls it bad style. */
        to = record_add(in->r, root);
        if (to == NULL)
            return fail_memory(in);
    }
    to->move = move;
    to->side = b != NULL ? 1 : 2;
    to->line = v->line;
    to->column = v->column;
    if ((err = take_milli(in, node, "BL", 1000, &to->left_ms[0])) < 0 ||
        (err = take_milli(in, node, "WL", 1000, &to->left_ms[1])) < 0)
        return err;
    return take_milli(in, node, "TIMESTAMP", 1, &to->at_ms);
}

static int apply_node(struct reader *in, struct record_node *node)
{
    struct record *r = in->r;
    int err = node == r->root ? apply_root(in, node) : 0;
    if (err < 0 || (err = apply_move(in, node, r->root)) < 0 ||
        (err = take_text(in, node, "C", true, &node->comment)) < 0 ||
        (err = take_text(in, node, "N", false, &node->name)) < 0)
        return err;
    for (const struct record_property *p = node->properties; p != NULL; p = p->next)
        if (node != r->root && record_name_edits(p->name) && !node->edits) {
            node->edits = true;
            node->line = p->first->line;
            node->column = p->first->column;
        }
    return 0;
}

/* ---- the tree ---- */

static int read_node(struct reader *in, struct record_node *node)
{
    node->line = in->line;
    node->column = in->column;
    step(in); /* ; */
    for (;;) {
        skip_blanks(in);
        if (in->at >= in->len)
            return fail(in, ERR_SYNTAX, "the file ends in the middle of a game: ) is missing");
        char c = in->s[in->at];
        if (c == ';' || c == '(' || c == ')')
            return apply_node(in, node);
        int err = read_property(in, node);
        if (err < 0)
            return err;
    }
}

static int read_tree(struct reader *in)
{
    struct record *r = in->r;
    struct record_node *at = NULL; /* the node just read */
    bool closed = false;           /* a variation has ended: only ( or ) may follow */
    while (in->at < in->len) {
        skip_blanks(in);
        if (in->at >= in->len)
            break;
        char c = in->s[in->at];
        bool begins = c == '(';
        if (begins) {
            step(in);
            skip_blanks(in);
            if (in->at >= in->len || in->s[in->at] != ';')
                return fail(in, ERR_SYNTAX, "a variation begins with a node: ; is expected here");
        } else if (c == ';' && closed) {
            return fail(in, ERR_SYNTAX, "no node may follow a variation on its own level");
        } else if (c == ')') {
            while (!at->starts_tree)
                at = at->parent;
            step(in);
            if (at == r->root)
                return 0;
            at = at->parent;
            closed = true;
            continue;
        } else if (c != ';') {
            return fail(in, ERR_SYNTAX, "; or ( or ) is expected here");
        }
        struct record_node *node = at == NULL ? r->root : record_add(r, at);
        if (node == NULL)
            return fail_memory(in);
        node->starts_tree = begins;
        closed = false;
        int err = read_node(in, node);
        if (err < 0)
            return err;
        /* A root with a move was split in two (apply_move); the rest hangs on the second half. */
        at = node->first_child != NULL ? node->first_child : node;
    }
    return fail(in, ERR_SYNTAX, "the file ends in the middle of a game: ) is missing");
}

/* ---- the text around it ---- */

/* The first game tree at or after s[from] as s[*start … *end-1]. False: there is none. */
static bool find_tree(const char *s, size_t len, size_t from, size_t *start, size_t *end)
{
    size_t i = from;
    for (; i < len; i++) {
        if (s[i] != '(')
            continue;
        size_t j = i + 1;
        while (j < len && is_blank(s[j]))
            j++;
        if (j < len && s[j] == ';')
            break;
    }
    if (i >= len)
        return false;
    *start = i;
    size_t depth = 0;
    bool value = false;
    for (; i < len; i++) {
        if (value) {
            if (s[i] == '\\')
                i++;
            else if (s[i] == ']')
                value = false;
        } else if (s[i] == '[') {
            value = true;
        } else if (s[i] == '(') {
            depth++;
        } else if (s[i] == ')' && --depth == 0) {
            *end = i + 1;
            return true;
        }
    }
    *end = len;
    return true;
}

/* The value of CA in the root node, lower case; "" if there is none. */
static void find_charset(const char *s, size_t len, char out[24])
{
    out[0] = '\0';
    bool value = false;
    int nodes = 0;
    for (size_t i = 0; i < len; i++) {
        if (value) {
            if (s[i] == '\\')
                i++;
            else if (s[i] == ']')
                value = false;
            continue;
        }
        if (s[i] == ';' && ++nodes == 2)
            return;
        value = s[i] == '[';
        if (!value || i < 3 || s[i - 1] != 'A' || s[i - 2] != 'C' ||
            (s[i - 3] >= 'A' && s[i - 3] <= 'Z'))
            continue;
        size_t n = 0;
        for (i++; i < len && s[i] != ']' && n < 23; i++)
            out[n++] = s[i] >= 'A' && s[i] <= 'Z' ? (char)(s[i] - 'A' + 'a') : s[i];
        out[n] = '\0';
        return;
    }
}

/* The length of the well-formed UTF-8 at the start of s. */
static size_t utf8_span(const char *text, size_t len)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t i = 0;
    while (i < len) {
        unsigned char c = s[i];
        size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
        if (n == 0 || n > len - i)
            return i;
        for (size_t k = 1; k < n; k++)
            if ((s[i + k] & 0xc0) != 0x80)
                return i;
        /* no overlong forms, no surrogates, nothing above U+10FFFF */
        if ((c == 0xe0 && s[i + 1] < 0xa0) || (c == 0xed && s[i + 1] > 0x9f) ||
            (c == 0xf0 && s[i + 1] < 0x90) || (c == 0xf4 && s[i + 1] > 0x8f))
            return i;
        i += n;
    }
    return i;
}

/* Latin-1 (and the part of Windows-1252 that is the same) as UTF-8, in the record's arena. */
static bool latin1_convert(struct reader *in)
{
    size_t high = 0;
    for (size_t i = 0; i < in->len; i++)
        high += (unsigned char)in->s[i] >= 0x80;
    char *out = arena_take(&in->r->arena, in->len + high + 1);
    if (out == NULL)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < in->len; i++) {
        unsigned char c = (unsigned char)in->s[i];
        if (c >= 0x80)
            out[n++] = (char)(0xc0 | c >> 6);
        out[n++] = (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c);
    }
    in->s = out;
    in->len = n;
    return true;
}

static bool begins_with(const char *s, const char *with)
{
    while (*with != '\0')
        if (*s++ != *with++)
            return false;
    return true;
}

/* FF[4]'s default is Latin-1, but most files of today are UTF-8 without saying so: without CA, or
 * with CA[UTF-8], what is not UTF-8 is taken for Latin-1. */
static int to_utf8(struct reader *in)
{
    char charset[24];
    find_charset(in->s, in->len, charset);
    size_t span = utf8_span(in->s, in->len);
    bool latin1 = begins_with(charset, "iso-8859-1") || begins_with(charset, "iso8859-1") ||
                  text_same(charset, "latin1") || text_same(charset, "latin-1") ||
                  text_same(charset, "windows-1252");
    bool utf8 = charset[0] == '\0' || text_same(charset, "utf-8") || text_same(charset, "utf8") ||
                text_same(charset, "us-ascii") || text_same(charset, "ascii");
    bool ascii = true;
    for (size_t i = 0; i < in->len && ascii; i++)
        ascii = (unsigned char)in->s[i] < 0x80;
    if (ascii || (utf8 && span == in->len))
        return 0;
    if (!latin1 && !utf8) {
        record_error_set(in->error, in->line, in->column, "the character set ", charset,
                         " is not known here; UTF-8 and Latin-1 are", NULL);
        return ERR_UNSUPPORTED;
    }
    return latin1_convert(in) ? 0 : fail_memory(in);
}

int sgf_read(const struct memory *memory, const char *text, size_t len, int index,
             struct record *out, struct record_error *error)
{
    if (len > RECORD_INPUT_BYTES) {
        record_error_set(error, 0, 0, "the text is too large (16 MiB at most)", NULL);
        return ERR_TOO_BIG;
    }
    size_t start = 0;
    size_t end = 0;
    for (int i = 0; i <= index; i++)
        if (!find_tree(text, len, end, &start, &end)) {
            record_error_set(error, 1, 1,
                             i == 0 ? "this is not SGF: no game begins with (; in it"
                                    : "there are not so many games in the file",
                             NULL);
            return ERR_NOT_FOUND;
        }
    struct setup none = {0};
    struct record r;
    struct reader in = {.s = text, .len = len, .line = 1, .column = 1, .r = &r, .error = error};
    int err = record_init(&r, memory, &none);
    if (err < 0) {
        record_error_set(error, 0, 0, "out of memory", NULL);
        goto out;
    }
    while (in.at < start)
        step(&in);
    for (size_t i = start; i < end; i++)
        if (text[i] == '\0') {
            while (in.at < i)
                step(&in);
            err = fail(&in, ERR_SYNTAX, "a zero byte does not belong into a text");
            goto out;
        }
    in.s = text + start;
    in.len = end - start;
    in.at = 0;
    if ((err = to_utf8(&in)) < 0 || (err = read_tree(&in)) < 0)
        goto out;
    *out = r;
out:
    if (err < 0)
        record_free(&r);
    return err;
}

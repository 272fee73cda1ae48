/* sgf_node.c - applies the known properties of a node to the record (sgf_int.h).
 *
 * It takes them out of the node's list in any order, because the order means nothing (SZ may stand
 * after the stones). The others are kept as unknown. */
#include "base/err.h"
#include "record/markup.h"
#include "record/sgf_int.h"

int sgf_fail(struct sgf_reader *in, int err, const char *what)
{
    record_error_set(in->error, in->line, in->column, what, NULL);
    return err;
}

int sgf_fail_memory(struct sgf_reader *in)
{
    return sgf_fail(in, in->r->nodes_n >= RECORD_NODES_MAX ? ERR_TOO_BIG : ERR_NO_MEMORY,
                    in->r->nodes_n >= RECORD_NODES_MAX ? "there are too many nodes"
                                                       : "out of memory");
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

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

/* "NAME[value]: " for a message. */
static void show_value(const struct record_property *p, const struct record_value *v,
                       struct text *out)
{
    text_str(out, p->name);
    text_char(out, '[');
    size_t from = out->len;
    for (const char *c = v->text;
         *c != '\0' && (out->len - from < 20 || ((unsigned char)*c & 0xc0) == 0x80); c++)
        text_char(out, *c);
    text_str(out, out->len - from >= 20 ? "…]: " : "]: ");
}

enum { SHOWN_BYTES = RECORD_NAME_MAX + 40 };

static int fail_value(struct sgf_reader *in, const struct record_property *p,
                      const struct record_value *v, int err, const char *what)
{
    char shown[SHOWN_BYTES];
    struct text t;
    text_init(&t, shown, sizeof shown);
    show_value(p, v, &t);
    record_error_set(in->error, v->line, v->column, shown, what, NULL);
    return err;
}

/* The same for what is mended or left out. */
static void warn_value(struct sgf_reader *in, const struct record_property *p,
                       const struct record_value *v, const char *what)
{
    char shown[SHOWN_BYTES];
    struct text t;
    text_init(&t, shown, sizeof shown);
    show_value(p, v, &t);
    record_warn(in->r, v->line, v->column, shown, what, NULL);
}

/* As take, for properties with one value: *out is it, or NULL; of several the first counts. */
static void take_one(struct sgf_reader *in, struct record_node *node, const char *name,
                     struct record_property **p, const struct record_value **out)
{
    *out = NULL;
    *p = take(node, name);
    if (*p == NULL)
        return;
    *out = (*p)->first;
    if ((*p)->first != (*p)->last)
        warn_value(in, *p, (*p)->first->next, "only one value may stand here; it was left out");
}

/* A value without the blanks around it; one that does not fit fills the buffer. */
static const char *trimmed(const char *text, char *out, size_t size)
{
    size_t n = 0;
    size_t used = 0; /* up to the last byte that is no blank */
    size_t len = text_length(text);
    for (size_t i = 0, blank; i < len && used + 1 < size; i += blank > 0 ? blank : 1) {
        blank = sgf_blank(text, len, i);
        if (blank > 0 && n > 0 && n + 1 < size)
            out[n++] = ' ';
        if (blank > 0)
            continue;
        if (n + 1 < size)
            out[n++] = text[i];
        used = n;
    }
    n = used;
    out[n] = '\0';
    return out;
}

/* Appends SGF's Text: escapes resolved, soft line breaks dropped. */
static char *put_text(char *to, const char *c)
{
    for (; *c != '\0'; c++) {
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
    return to;
}

/* SGF's Text and SimpleText with plain blanks. Several values follow each other, so that none is
 * lost: programs write a second comment instead of a longer one. */
static int take_text(struct sgf_reader *in, struct record_node *node, const char *name,
                     bool multi_line, const char **out)
{
    const struct record_property *p = take(node, name);
    if (p == NULL)
        return 0;
    size_t size = 1;
    for (const struct record_value *v = p->first; v != NULL; v = v->next)
        size += text_length(v->text) + 1;
    char *text = arena_take(&in->r->arena, size);
    if (text == NULL)
        return sgf_fail_memory(in);
    char *to = text;
    for (const struct record_value *v = p->first; v != NULL; v = v->next) {
        if (v != p->first) {
            *to++ = multi_line ? '\n' : ' ';
            warn_value(in, p, v, "only one value may stand here; it was added to the first");
        }
        to = put_text(to, v->text);
    }
    *to = '\0';
    record_clean_text(text, multi_line);
    *out = text;
    return 0;
}

/* A number in thousandths of `scale` = 1000, or whole; a comma is read as a point. */
static bool parse_milli(const char *c, int64_t scale, int64_t *out)
{
    bool negative = *c == '-';
    if (*c == '-' || *c == '+')
        c++;
    int64_t n = 0;
    int digits = 0;
    for (; is_digit(*c) && n < RECORD_TIME_MAX; c++, digits++)
        n = n * 10 + (*c - '0') * scale;
    if ((*c == '.' || *c == ',') && scale > 1) {
        c++;
        for (int64_t unit = scale / 10; is_digit(*c); c++, digits++, unit /= 10)
            n += (*c - '0') * unit; /* beyond milliseconds unit is 0 */
    }
    *out = negative ? -n : n;
    return digits > 0 && *c == '\0' && n <= RECORD_TIME_MAX;
}

/* A clock that cannot be read does not cost the move beside it. */
static void take_milli(struct sgf_reader *in, struct record_node *node, const char *name,
                       int64_t scale, int64_t *out)
{
    char text[32];
    struct record_property *p;
    const struct record_value *v;
    int64_t n;
    take_one(in, node, name, &p, &v);
    if (v == NULL)
        return;
    if (parse_milli(trimmed(v->text, text, sizeof text), scale, &n))
        *out = n;
    else
        warn_value(in, p, v, "a number is expected here; it was left out");
}

/* A point's two letters, from the top left (G1). Returns POINT_NONE if they name no point. */
static point_t parse_point(const struct setup *s, const char *c)
{
    if (c[0] < 'a' || c[0] >= 'a' + s->width || c[1] < 'a' || c[1] >= 'a' + s->height)
        return POINT_NONE;
    return (point_t)((s->height - 1 - (c[1] - 'a')) * s->width + (c[0] - 'a'));
}

/* Sets the cells of a rectangle, whichever two of its corners are given. */
static void fill(struct cell *cells, int w, point_t a, point_t b, struct cell cell)
{
    int x_min = a % w < b % w ? a % w : b % w;
    int x_max = a % w < b % w ? b % w : a % w;
    for (int y = (a < b ? a : b) / w; y <= (a < b ? b : a) / w; y++)
        for (int x = x_min; x <= x_max; x++)
            cells[y * w + x] = cell;
}

/* A list of points, rectangles "aa:cc" too: sets each of these cells. */
static int take_cells(struct sgf_reader *in, struct record_node *node, const char *name,
                      struct cell cell, bool *found)
{
    const struct record_property *p = take(node, name);
    if (p == NULL)
        return 0;
    *found = true;
    const struct setup *s = &in->r->setup;
    struct cell *cells = record_start_cells(in->r);
    if (cells == NULL)
        return sgf_fail_memory(in);
    for (const struct record_value *v = p->first; v != NULL; v = v->next) {
        char text[8];
        trimmed(v->text, text, sizeof text);
        size_t len = text_length(text);
        if (len == 0) {
            warn_value(in, p, v, "a point is expected here; it was left out");
            continue;
        }
        point_t from = len == 2 || len == 5 ? parse_point(s, text) : POINT_NONE;
        point_t to = from;
        if (len == 5)
            to = text[2] == ':' ? parse_point(s, text + 3) : POINT_NONE;
        if (from == POINT_NONE || to == POINT_NONE)
            return fail_value(in, p, v, ERR_RANGE, "that is not a point of this board");
        fill(cells, s->width, from, to, cell);
    }
    return 0;
}

/* STACK[dd:3jd]: height, jacked, doubled. */
static int take_stacks(struct sgf_reader *in, struct record_node *node, bool *found)
{
    const struct record_property *p = take(node, "STACK");
    if (p == NULL)
        return 0;
    *found = true;
    struct cell *cells = record_start_cells(in->r);
    if (cells == NULL)
        return sgf_fail_memory(in);
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

static const char no_side[] = "B or W is expected here; it was left out";

/* The side that PL names: "B", "black", "1" of FF[1] and others. 0: none. */
static int side_of(const struct record_value *v)
{
    char word[8];
    char c = trimmed(v->text, word, sizeof word)[0];
    return c == 'b' || c == 'B' || c == '1' ? 1 : c == 'w' || c == 'W' || c == '2' ? 2 : 0;
}

static int apply_start(struct sgf_reader *in, struct record_node *root)
{
    struct record *r = in->r;
    bool common = games[r->setup.game]->has_common; /* all stones are alike (L1) */
    struct cell black = {.owner = common ? OWNER_NEUTRAL : 1, .height = 1};
    struct cell white = {.owner = common ? OWNER_NEUTRAL : 2, .height = 1};
    struct cell red = {.owner = OWNER_NEUTRAL, .height = 1};
    struct record_property *p;
    const struct record_value *v;
    bool found = false;
    int err;
    if ((err = take_cells(in, root, "AB", black, &found)) < 0 ||
        (err = take_cells(in, root, "AW", white, &found)) < 0 ||
        (err = take_cells(in, root, "ADDRED", red, &found)) < 0 ||
        (err = take_stacks(in, root, &found)) < 0 ||
        (err = take_cells(in, root, "AE", (struct cell){0}, &found)) < 0)
        return err;
    take_one(in, root, "PL", &p, &v);
    if (v == NULL)
        return 0;
    int side = side_of(v);
    if (side == 0) {
        warn_value(in, p, v, no_side);
        return 0;
    }
    in->has_turn = true;
    r->start_side = (uint8_t)side;
    return record_start_cells(r) != NULL ? 0 : sgf_fail_memory(in);
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

/* The game that the reader was told, on the file's board. */
static void take_plain_setup(struct sgf_reader *in, struct setup *s)
{
    enum { SGF_SIZE_DEFAULT = 19 };
    const struct setup size = *s;
    *s = *in->as;
    s->width = size.width > 0 ? size.width : SGF_SIZE_DEFAULT;
    s->height = size.width > 0 ? size.height : SGF_SIZE_DEFAULT;
    in->plain = true;
}

/* The setup that HOSHI or RU names. */
static int take_named_setup(struct sgf_reader *in, const struct record_property *p,
                            const struct record_value *v, struct setup *s)
{
    int err = record_parse_setup(v->text, s);
    if (err == 0 && in->as != NULL && in->as->game != s->game)
        return fail_value(in, p, v, ERR_UNKNOWN, "the file is of another game");
    if (err == ERR_UNKNOWN)
        return fail_value(in, p, v, err, "there is no such game");
    if (err < 0)
        return fail_value(in, p, v, err, "the game has no such option");
    if (s->players != 2)
        return fail_value(in, p, v, ERR_UNSUPPORTED, "SGF holds matches of two players only");
    return 0;
}

/* Which game, with which options, on which board. */
static int apply_setup(struct sgf_reader *in, struct record_node *root)
{
    struct setup *s = &in->r->setup;
    struct record_property *p;
    const struct record_value *size;
    const struct record_property *size_p;
    int err;
    char words[16];
    take_one(in, root, "SZ", &p, &size);
    size_p = p;
    *s = (struct setup){0};
    if (size != NULL && trimmed(size->text, words, sizeof words)[0] == '\0') {
        warn_value(in, p, size, "a size is expected here; the usual one was taken");
        size = NULL;
    }
    if (size != NULL && parse_size(words, s) < 0)
        return fail_value(in, p, size, ERR_RANGE, "a size is a number, or columns:rows");
    const struct record_value *hoshi;
    const struct record_value *ru;
    struct record_property *hoshi_p;
    struct record_property *ru_p;
    take_one(in, root, "HOSHI", &hoshi_p, &hoshi);
    take_one(in, root, "RU", &ru_p, &ru);
    struct setup rules = {0};
    if (hoshi == NULL && ru != NULL &&
        (in->as == NULL || record_parse_setup(ru->text, &rules) != ERR_UNKNOWN)) {
        hoshi = ru;
        hoshi_p = ru_p;
    }
    if (hoshi == NULL && in->as == NULL)
        return sgf_fail(in, ERR_UNKNOWN,
                        "the file does not say which game it is: HOSHI[game] is missing");
    if (hoshi == NULL)
        take_plain_setup(in, s);
    else if ((err = take_named_setup(in, hoshi_p, hoshi, s)) < 0)
        return err;
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (setup_check(s, &why) == 0)
        return 0;
    return size != NULL ? fail_value(in, size_p, size, ERR_RANGE, why_buf)
                        : sgf_fail(in, ERR_RANGE, why_buf);
}

static int apply_root(struct sgf_reader *in, struct record_node *root)
{
    struct record *r = in->r;
    struct record_property *p;
    const struct record_value *v;
    char word[8];
    int err;
    take_one(in, root, "FF", &p, &v);
    if (v != NULL && trimmed(v->text, word, sizeof word)[0] != '\0' &&
        (word[0] < '1' || word[0] > '4' || word[1] != '\0'))
        warn_value(in, p, v, "only FF[1] to FF[4] are known here; it was read as FF[4]");
    take(root, "CA");
    take(root, "AP");
    const char *result = "";
    int black = take(root, "SWAPPED") != NULL ? 1 : 0; /* seat - 1 of the player who is Black at the
                                                        * end */
    if ((err = apply_setup(in, root)) < 0 || (err = apply_start(in, root)) < 0 ||
        (err = take_text(in, root, "PB", false, &r->players[black])) < 0 ||
        (err = take_text(in, root, "PW", false, &r->players[1 - black])) < 0 ||
        (err = take_text(in, root, "DT", false, &r->date)) < 0 ||
        (err = take_text(in, root, "RE", false, &result)) < 0)
        return err;
    r->result = sgf_parse_result(result, r->setup.players);
    r->result.text = r->result.reason == REASON_NONE ? result : "";
    return 0;
}

/* The move of a value of B or W; the flags RED and SWAP stand beside it. */
static int parse_move(struct sgf_reader *in, const struct record_property *p,
                      const struct record_value *v, const struct record_property *red,
                      const struct record_property *swap, move_t *out)
{
    const struct setup *s = &in->r->setup;
    char text[8];
    trimmed(v->text, text, sizeof text);
    size_t len = text_length(text);
    point_t at = len == 2 ? parse_point(s, text) : POINT_NONE;
    if (at != POINT_NONE) {
        if (swap != NULL)
            warn_value(in, swap, swap->first, "a swap has no point; it was left out");
        *out = (move_t)(at + (red != NULL ? MOVE_RED : 0));
        return 0;
    }
    /* FF[3] and before wrote a pass as the point tt. */
    if (len == 0 || text_same(text, "tt")) {
        if (red != NULL)
            warn_value(in, red, red->first, "a red stone needs a point; it was left out");
        *out = swap != NULL ? MOVE_SWAP : MOVE_PASS;
        return 0;
    }
    return fail_value(in, p, v, ERR_RANGE, "that is not a point of this board");
}

static bool stands_before(const struct record_value *a, const struct record_value *b)
{
    return a->line < b->line || (a->line == b->line && a->column < b->column);
}

static void warn_alone(struct sgf_reader *in, const struct record_property *p)
{
    if (p != NULL)
        warn_value(in, p, p->first, "there is no move beside it; it was left out");
}

/* The moves of a node. There should be one at most; each further one gets a node of its own below,
 * in the order of the text. */
static int apply_move(struct sgf_reader *in, struct record_node *node, struct record_node *root)
{
    const struct record_property *b_p = take(node, "B");
    const struct record_property *w_p = take(node, "W");
    const struct record_property *red = take(node, "RED");
    const struct record_property *swap = take(node, "SWAP");
    const struct record_value *b = b_p != NULL ? b_p->first : NULL;
    const struct record_value *w = w_p != NULL ? w_p->first : NULL;
    struct record_node *to = node;
    if (b == NULL && w == NULL) {
        warn_alone(in, red);
        warn_alone(in, swap);
        return 0;
    }
    for (bool first = true; b != NULL || w != NULL; first = false) {
        bool black = w == NULL || (b != NULL && stands_before(b, w));
        const struct record_property *p = black ? b_p : w_p;
        const struct record_value *v = black ? b : w;
        move_t move = MOVE_NONE;
        int err = parse_move(in, p, v, first ? red : NULL, first ? swap : NULL, &move);
        if (err < 0)
            return err;
        /* The root never has a move here; SGF allows it, though it calls it bad style. */
        if ((!first || node == root) && (to = record_add(in->r, to)) == NULL)
            return sgf_fail_memory(in);
        if (!first)
            warn_value(in, p, v, "a node has one move; this one was read as the next");
        to->move = move;
        to->side = black ? 1 : 2;
        to->line = v->line;
        to->column = v->column;
        b = black ? b->next : b;
        w = black ? w : w->next;
    }
    take_milli(in, node, "BL", 1000, &to->left_ms[0]);
    take_milli(in, node, "WL", 1000, &to->left_ms[1]);
    take_milli(in, node, "TIMESTAMP", 1, &to->at_ms);
    return 0;
}

/* PL in the middle of a game that names no side says nothing. */
static void drop_turn(struct sgf_reader *in, struct record_node *node)
{
    struct record_property *before = NULL;
    struct record_property *p = node->properties;
    for (; p != NULL && !text_same(p->name, "PL"); p = p->next)
        before = p;
    if (p == NULL || side_of(p->first) != 0)
        return;
    warn_value(in, p, p->first, no_side);
    if (before != NULL)
        before->next = p->next;
    else
        node->properties = p->next;
    if (node->properties_last == p)
        node->properties_last = before;
}

int sgf_apply_node(struct sgf_reader *in, struct record_node *node)
{
    struct record *r = in->r;
    int err = node == r->root ? apply_root(in, node) : 0;
    if (err < 0 || (err = apply_move(in, node, r->root)) < 0 ||
        (err = take_text(in, node, "C", true, &node->comment)) < 0 ||
        (err = take_text(in, node, "N", false, &node->name)) < 0)
        return err;
    if (markup_expand(r, node) < 0)
        return sgf_fail_memory(in);
    if (node != r->root)
        drop_turn(in, node);
    for (const struct record_property *p = node->properties; p != NULL; p = p->next)
        if (node != r->root && record_name_edits(p->name) && !node->edits) {
            node->edits = true;
            node->line = p->first->line;
            node->column = p->first->column;
        }
    return 0;
}

/* sgf_write.c - a record as SGF (sgf.h). */
#include "base/err.h"
#include "record/sgf.h"
#include "rules/position.h"
#include "version.h"

enum { LINE_BYTES = 76 }; /* a node that begins beyond this gets a line of its own */

struct writer {
    const struct record *r;
    struct sink *out;
    size_t line_start; /* offset of the present line in out */
};

static void write_value(struct sink *out, const char *name, const char *raw)
{
    sink_str(out, name);
    sink_char(out, '[');
    sink_str(out, raw);
    sink_char(out, ']');
}

/* Text and SimpleText: only ] and \ need an escape outside composed values. */
static void write_text(struct sink *out, const char *name, const char *text)
{
    if (text[0] == '\0')
        return;
    sink_str(out, name);
    sink_char(out, '[');
    for (; *text != '\0'; text++) {
        if (*text == ']' || *text == '\\')
            sink_char(out, '\\');
        sink_char(out, *text);
    }
    sink_char(out, ']');
}

static void write_point(struct sink *out, const struct setup *s, point_t p)
{
    sink_char(out, (char)('a' + p % s->width));
    sink_char(out, (char)('a' + s->height - 1 - p / s->width));
}

/* name[aa][bb]… for all points whose cell has that owner; nothing if there are none. */
static void write_cells(struct sink *out, const struct record *r, const char *name, int owner)
{
    bool first = true;
    for (int p = 0; p < r->setup.width * r->setup.height; p++) {
        if (r->start[p].owner != owner)
            continue;
        if (first)
            sink_str(out, name);
        first = false;
        sink_char(out, '[');
        write_point(out, &r->setup, (point_t)p);
        sink_char(out, ']');
    }
}

static void write_stacks(struct sink *out, const struct record *r)
{
    bool first = true;
    for (int p = 0; p < r->setup.width * r->setup.height; p++) {
        struct cell c = r->start[p];
        if (c.owner == OWNER_NONE || (c.height == 1 && c.flags == 0))
            continue;
        if (first)
            sink_str(out, "STACK");
        first = false;
        sink_char(out, '[');
        write_point(out, &r->setup, (point_t)p);
        sink_char(out, ':');
        sink_int(out, c.height);
        if (c.flags & CELL_JACKED)
            sink_char(out, 'j');
        if (c.flags & CELL_DOUBLED)
            sink_char(out, 'd');
        sink_char(out, ']');
    }
}

static void write_start(struct sink *out, const struct record *r)
{
    if (r->start == NULL)
        return;
    bool common = games[r->setup.game]->has_common;
    write_cells(out, r, "AB", common ? OWNER_NEUTRAL : 1);
    write_cells(out, r, "AW", common ? -1 : 2);
    write_cells(out, r, "ADDRED", common ? -1 : OWNER_NEUTRAL);
    write_stacks(out, r);
    write_value(out, "PL", r->start_side == 2 ? "W" : "B");
}

/* Whether there was a swap in the main line (R7). */
static bool has_swap(const struct record *r)
{
    const struct record_node *n = r->root;
    while (n != NULL && n->move != MOVE_SWAP)
        n = n->first_child;
    return n != NULL;
}

static void write_root(struct sink *out, const struct record *r)
{
    const struct setup *s = &r->setup;
    char buf[96];
    struct text words;
    sink_str(out, "FF[4]CA[UTF-8]AP[hoshi:" HOSHI_VERSION "]");
    text_init(&words, buf, sizeof buf);
    record_print_setup(s, &words);
    write_value(out, "HOSHI", buf);
    sink_str(out, "RU[");
    sink_str(out, games[s->game]->title);
    sink_str(out, buf + text_length(games[s->game]->name));
    sink_str(out, "]SZ[");
    sink_int(out, s->width);
    if (s->height != s->width) {
        sink_char(out, ':');
        sink_int(out, s->height);
    }
    sink_char(out, ']');
    /* Other readers take PB for the player of the black stones, and RE for a colour: after a swap
     * the names go with the stones. */
    bool swapped = has_swap(r);
    write_text(out, "PB", r->players[swapped ? 1 : 0]);
    write_text(out, "PW", r->players[swapped ? 0 : 1]);
    if (swapped)
        sink_str(out, "SWAPPED[]");
    write_text(out, "DT", r->date);
    if (r->result.reason != REASON_NONE) {
        text_init(&words, buf, sizeof buf);
        sgf_print_result(&r->result, &words);
        write_value(out, "RE", buf);
    } else {
        write_text(out, "RE", r->result.text);
    }
    write_start(out, r);
}

static void write_move(struct sink *out, const struct record *r, const struct record_node *n,
                       int side)
{
    sink_char(out, side == 1 ? 'B' : 'W');
    sink_char(out, '[');
    if (move_is_point(n->move))
        write_point(out, &r->setup, move_point(n->move));
    sink_char(out, ']');
    if (n->move == MOVE_SWAP)
        sink_str(out, "SWAP[]");
    else if (n->move != MOVE_PASS && move_is_red(n->move))
        sink_str(out, "RED[]");
    for (int i = 0; i < 2; i++) {
        if (n->left_ms[i] == RECORD_TIME_NONE)
            continue;
        sink_str(out, i == 0 ? "BL[" : "WL[");
        sink_milli(out, n->left_ms[i]);
        sink_char(out, ']');
    }
    if (n->at_ms == RECORD_TIME_NONE)
        return;
    sink_str(out, "TIMESTAMP[");
    sink_int(out, n->at_ms);
    sink_char(out, ']');
}

static void write_node(struct writer *w, const struct record_node *n, int side)
{
    struct sink *out = w->out;
    if (out->len - w->line_start > LINE_BYTES) {
        sink_char(out, '\n');
        w->line_start = out->len;
    }
    sink_char(out, ';');
    if (n == w->r->root)
        write_root(out, w->r);
    if (n->move != MOVE_NONE)
        write_move(out, w->r, n, side);
    write_text(out, "N", n->name);
    write_text(out, "C", n->comment);
    for (const struct record_property *p = n->properties; p != NULL; p = p->next) {
        sink_str(out, p->name);
        for (const struct record_value *v = p->first; v != NULL; v = v->next) {
            sink_char(out, '[');
            sink_str(out, v->text);
            sink_char(out, ']');
        }
    }
}

int sgf_write(const struct record *r, struct sink *out)
{
    if (r->setup.players != 2)
        return ERR_UNSUPPORTED;
    struct writer w = {.r = r, .out = out, .line_start = out->len};
    const struct record_node *n = r->root;
    int turn = r->start_side; /* the side of a move that does not say whose it is: by turns */
    sink_char(out, '(');
    for (;;) {
        write_node(&w, n, n->side != 0 ? n->side : turn);
        if (n->move != MOVE_NONE)
            turn = 3 - (n->side != 0 ? n->side : turn);
        if (n->first_child != NULL) {
            n = n->first_child;
            if (n->next != NULL)
                sink_char(out, '(');
            continue;
        }
        while (n != NULL && n->next == NULL) {
            if (n->move != MOVE_NONE)
                turn = n->side != 0 ? n->side : 3 - turn;
            if (n->parent != NULL && n->parent->first_child != n)
                sink_char(out, ')');
            n = n->parent;
        }
        if (n == NULL)
            break;
        if (n->move != MOVE_NONE)
            turn = n->side != 0 ? n->side : 3 - turn;
        sink_str(out, ")(");
        n = n->next;
    }
    sink_str(out, ")\n");
    return out->failed ? ERR_NO_MEMORY : 0;
}

void sgf_print_result(const struct record_result *result, struct text *out)
{
    switch (result->reason) {
    case REASON_DRAW:
        text_char(out, '0');
        return;
    case REASON_ABORT:
        text_str(out, "Void");
        return;
    case REASON_NONE:
    case REASON_N:
        return;
    default:
        break;
    }
    if (result->winner <= 2)
        text_char(out, result->winner == 1 ? 'B' : 'W');
    else
        text_int(out, result->winner);
    text_char(out, '+');
    if (result->reason == REASON_RULES && result->margin >= 0)
        text_int(out, result->margin);
    else if (result->reason != REASON_RULES)
        text_char(out, result->reason == REASON_RESIGN ? 'R'
                       : result->reason == REASON_TIME ? 'T'
                                                       : 'F');
}

struct record_result sgf_parse_result(const char *text, int players)
{
    struct record_result none = {.reason = REASON_NONE, .margin = -1, .text = ""};
    struct record_result out = none;
    if (text_same(text, "0") || text_same_nocase(text, "draw")) {
        out.reason = REASON_DRAW;
        return out;
    }
    if (text_same_nocase(text, "void")) {
        out.reason = REASON_ABORT;
        return out;
    }
    char c = text[0];
    if (c == 'B' || c == 'b' || c == 'W' || c == 'w')
        out.winner = c == 'B' || c == 'b' ? 1 : 2;
    else if (c >= '3' && c <= '0' + players)
        out.winner = (uint8_t)(c - '0');
    if (out.winner == 0 || text[1] != '+')
        return none;
    text += 2;
    static const struct {
        const char *letter, *word;
        enum record_reason reason;
    } words[] = {{"r", "resign", REASON_RESIGN},
                 {"t", "time", REASON_TIME},
                 {"f", "forfeit", REASON_FORFEIT},
                 {"", "", REASON_RULES}};
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (text_same_nocase(text, words[i].letter) || text_same_nocase(text, words[i].word)) {
            out.reason = words[i].reason;
            return out;
        }
    out.margin = 0;
    int digits = 0;
    for (; *text >= '0' && *text <= '9' && digits < 9; text++, digits++)
        out.margin = out.margin * 10 + (*text - '0');
    out.reason = REASON_RULES;
    return digits > 0 && *text == '\0' ? out : none;
}

/* record_json_write.c - a record as JSON (record_json.h). */
#include "base/err.h"
#include "record/record_json.h"

/* A line of moves yet to be written: it begins at `first`, in place of moves[index] of `line`. */
struct branch {
    const struct record_node *first;
    uint32_t line, index;
};

static void put_text(struct sink *out, const char *text)
{
    static const char hex[] = "0123456789abcdef";
    sink_char(out, '"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            sink_char(out, '\\');
            sink_char(out, *text);
        } else if (c == '\n') {
            sink_str(out, "\\n");
        } else if (c < ' ' || c == 0x7f) {
            sink_str(out, "\\u00");
            sink_char(out, hex[c >> 4]);
            sink_char(out, hex[c & 15]);
        } else {
            sink_char(out, *text);
        }
    }
    sink_char(out, '"');
}

/* A further member's name: `, "name": `; the first of an object has no comma. */
static void put_name(struct sink *out, bool *first, const char *name)
{
    sink_str(out, *first ? "\"" : ", \"");
    *first = false;
    sink_str(out, name);
    sink_str(out, "\": ");
}

static void put_notes(struct sink *out, const struct record_node *n, bool *first)
{
    if (n->name[0] != '\0') {
        put_name(out, first, "name");
        put_text(out, n->name);
    }
    if (n->comment[0] != '\0') {
        put_name(out, first, "comment");
        put_text(out, n->comment);
    }
    if (n->properties == NULL)
        return;
    put_name(out, first, "properties");
    bool none = true;
    sink_char(out, '{');
    for (const struct record_property *p = n->properties; p != NULL; p = p->next) {
        put_name(out, &none, p->name);
        sink_char(out, '[');
        for (const struct record_value *v = p->first; v != NULL; v = v->next) {
            if (v != p->first)
                sink_str(out, ", ");
            put_text(out, v->text);
        }
        sink_char(out, ']');
    }
    sink_char(out, '}');
}

static void put_left(struct sink *out, const struct record *r, const struct record_node *n,
                     bool *first)
{
    bool any = false;
    for (int i = 0; i < r->setup.players; i++)
        any |= n->left_ms[i] != RECORD_TIME_NONE;
    if (!any)
        return;
    put_name(out, first, "left");
    for (int i = 0; i < r->setup.players; i++) {
        sink_str(out, i == 0 ? "[" : ", ");
        if (n->left_ms[i] == RECORD_TIME_NONE)
            sink_str(out, "null");
        else
            sink_int(out, n->left_ms[i]);
    }
    sink_char(out, ']');
}

static void put_node(struct sink *out, const struct record *r, const struct record_node *n)
{
    bool first = true;
    sink_char(out, '{');
    if (n->move != MOVE_NONE) {
        char buf[MOVE_TEXT_BYTES];
        put_name(out, &first, "move");
        put_text(out, move_print(n->move, r->setup.width, buf));
        if (n->side != 0) {
            put_name(out, &first, "side");
            sink_int(out, n->side);
        }
        if (n->at_ms != RECORD_TIME_NONE) {
            put_name(out, &first, "at");
            sink_int(out, n->at_ms);
        }
        put_left(out, r, n, &first);
    }
    put_notes(out, n, &first);
    sink_char(out, '}');
}

static void put_start(struct sink *out, const struct record *r)
{
    bool first = true;
    sink_str(out, ",\n \"start\": {\"side\": ");
    sink_int(out, r->start_side);
    sink_str(out, ", \"cells\": [");
    for (int at = 0; at < r->setup.width * r->setup.height; at++) {
        struct cell c = r->start[at];
        if (c.owner == OWNER_NONE)
            continue;
        char buf[MOVE_TEXT_BYTES];
        sink_str(out, first ? "\n  {\"point\": " : ",\n  {\"point\": ");
        first = false;
        put_text(out, move_print((move_t)at, r->setup.width, buf));
        sink_str(out, ", \"owner\": ");
        if (c.owner == OWNER_NEUTRAL)
            sink_str(out, "\"neutral\"");
        else
            sink_int(out, c.owner);
        if (c.height != 1) {
            sink_str(out, ", \"height\": ");
            sink_int(out, c.height);
        }
        if (c.flags & CELL_JACKED)
            sink_str(out, ", \"jacked\": true");
        if (c.flags & CELL_DOUBLED)
            sink_str(out, ", \"doubled\": true");
        sink_char(out, '}');
    }
    sink_str(out, "]}");
}

static void put_result(struct sink *out, const struct record_result *result)
{
    static const char *const reasons[REASON_N] = {"",        "rules", "resign", "time",
                                                  "forfeit", "draw",  "abort"};
    if (result->reason == REASON_NONE && result->text[0] == '\0')
        return;
    bool first = true;
    sink_str(out, ",\n \"result\": {");
    if (result->reason == REASON_NONE) {
        put_name(out, &first, "text");
        put_text(out, result->text);
    } else {
        put_name(out, &first, "reason");
        put_text(out, reasons[result->reason]);
        if (result->winner != 0) {
            put_name(out, &first, "winner_side");
            sink_int(out, result->winner);
        }
        if (result->margin >= 0) {
            put_name(out, &first, "margin");
            sink_int(out, result->margin);
        }
    }
    sink_char(out, '}');
}

static void put_options(struct sink *out, const struct setup *s)
{
    static const struct {
        uint8_t flag;
        const char *name;
    } options[] = {{OPTION_SWAP, "swap"}, {OPTION_JACKED, "jacked"}};
    bool first = true;
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        if (!(games[s->game]->options & options[i].flag))
            continue;
        sink_str(out, first ? ", \"options\": {" : "");
        put_name(out, &first, options[i].name);
        sink_str(out, s->options & options[i].flag ? "true" : "false");
    }
    if (!first)
        sink_char(out, '}');
}

static void put_head(struct sink *out, const struct record *r)
{
    const struct setup *s = &r->setup;
    sink_str(out, "{\"hoshi\": 1, \"game\": ");
    put_text(out, games[s->game]->name);
    sink_str(out, ", \"width\": ");
    sink_int(out, s->width);
    sink_str(out, ", \"height\": ");
    sink_int(out, s->height);
    put_options(out, s);
    sink_str(out, ",\n \"players\": [");
    for (int i = 0; i < s->players; i++) {
        sink_str(out, i == 0 ? "{\"seat\": " : ", {\"seat\": ");
        sink_int(out, i + 1);
        sink_str(out, ", \"name\": ");
        put_text(out, r->players[i]);
        sink_char(out, '}');
    }
    sink_char(out, ']');
    if (r->date[0] != '\0') {
        sink_str(out, ",\n \"date\": ");
        put_text(out, r->date);
    }
    put_result(out, &r->result);
    if (r->start != NULL)
        put_start(out, r);
    if (r->root->name[0] != '\0' || r->root->comment[0] != '\0' || r->root->properties != NULL) {
        bool first = true;
        sink_str(out, ",\n ");
        put_notes(out, r->root, &first);
    }
}

/* Writes the moves of a line and puts the variations on it into the queue. Returns its new
 * length. */
static size_t put_line(struct sink *out, const struct record *r, const struct record_node *first,
                       uint32_t line, struct branch *queue, size_t queue_n)
{
    uint32_t index = 0;
    sink_str(out, "\"moves\": [");
    for (const struct record_node *n = first; n != NULL; n = n->first_child, index++) {
        sink_str(out, index == 0 ? "\n  " : ",\n  ");
        put_node(out, r, n);
        if (n->parent->first_child != n)
            continue; /* the start of a variation: its siblings belong to the line it leaves */
        for (const struct record_node *other = n->next; other != NULL; other = other->next)
            queue[queue_n++] = (struct branch){.first = other, .line = line, .index = index};
    }
    sink_char(out, ']');
    return queue_n;
}

static size_t count_branches(const struct record *r)
{
    size_t branches_n = 0;
    const struct record_node *n = r->root;
    for (;;) {
        branches_n += n->parent != NULL && n->parent->first_child != n;
        if (n->first_child != NULL) {
            n = n->first_child;
            continue;
        }
        while (n->next == NULL) {
            n = n->parent;
            if (n == NULL)
                return branches_n;
        }
        n = n->next;
    }
}

int record_json_write(const struct record *r, struct sink *out)
{
    const struct memory *memory = r->arena.memory;
    size_t branches_n = count_branches(r);
    struct branch *queue = NULL;
    if (branches_n > 0) {
        queue = memory->take(memory->context, branches_n * sizeof *queue);
        if (queue == NULL)
            return ERR_NO_MEMORY;
    }
    put_head(out, r);
    sink_str(out, ",\n ");
    size_t queue_n = put_line(out, r, r->root->first_child, 0, queue, 0);
    if (branches_n > 0)
        sink_str(out, ",\n \"variations\": [");
    for (size_t i = 0; i < branches_n; i++) {
        sink_str(out, i == 0 ? "\n  {\"line\": " : ",\n  {\"line\": ");
        sink_int(out, queue[i].line);
        sink_str(out, ", \"index\": ");
        sink_int(out, queue[i].index);
        sink_str(out, ", ");
        queue_n = put_line(out, r, queue[i].first, (uint32_t)i + 1, queue, queue_n);
        sink_char(out, '}');
    }
    if (branches_n > 0) {
        sink_char(out, ']');
        memory->give(memory->context, queue);
    }
    ASSERT(queue_n == branches_n);
    sink_str(out, "}\n");
    return out->failed ? ERR_NO_MEMORY : 0;
}

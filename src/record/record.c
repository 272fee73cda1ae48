#include "record/record.h"

#include "base/err.h"
#include "rules/position.h"
#include <stdarg.h>

/* Control characters of either kind become a blank, so that no record steers a terminal. Line
 * breaks and tabs stay. */
static void drop_controls(char *text)
{
    char *out = text;
    for (const char *in = text; *in != '\0'; in++) {
        unsigned char c = (unsigned char)*in;
        bool is_c1 = c == 0xc2 && (unsigned char)in[1] >= 0x80 && (unsigned char)in[1] < 0xa0;
        in += is_c1;
        *out++ = is_c1 || c == 0x7f || c < '\t' || (c > '\r' && c < ' ') ? ' ' : *in;
    }
    *out = '\0';
}

static void error_set(struct record_error *error, uint32_t line, uint32_t column, va_list args)
{
    struct text t;
    text_init(&t, error->text, sizeof error->text);
    error->line = (int)line;
    error->column = (int)column;
    for (const char *s = va_arg(args, const char *); s != NULL; s = va_arg(args, const char *))
        text_str(&t, s);
    drop_controls(error->text);
    for (char *c = error->text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    t.len = text_length(error->text);
    /* A text that did not fit may be cut within a character. */
    while (t.full && t.len > 0 && ((unsigned char)error->text[t.len - 1] & 0x80))
        error->text[--t.len] = '\0';
}

void record_error_set(struct record_error *error, uint32_t line, uint32_t column, ...)
{
    va_list args;
    va_start(args, column);
    error_set(error, line, column, args);
    va_end(args);
}

void record_warn(struct record *r, uint32_t line, uint32_t column, ...)
{
    struct record_error e;
    va_list args;
    va_start(args, column);
    error_set(&e, line, column, args);
    va_end(args);
    if (r->warnings_n++ >= RECORD_WARNINGS_MAX)
        return;
    struct record_warning *w = arena_take(&r->arena, sizeof *w);
    if (w == NULL || (w->text = record_text(r, e.text)) == NULL)
        return;
    w->line = e.line;
    w->column = e.column;
    if (r->warnings_last != NULL)
        r->warnings_last->next = w;
    else
        r->warnings = w;
    r->warnings_last = w;
}

int record_init(struct record *r, const struct memory *memory, const struct setup *setup)
{
    *r = (struct record){.setup = *setup, .start_side = 1, .date = ""};
    r->result = (struct record_result){.margin = -1, .text = ""};
    for (int i = 0; i < PLAYERS_MAX; i++)
        r->players[i] = "";
    arena_init(&r->arena, memory, RECORD_LIMIT_BYTES);
    r->root = record_add(r, NULL);
    return r->root != NULL ? 0 : ERR_NO_MEMORY;
}

void record_free(struct record *r)
{
    arena_done(&r->arena);
    r->root = NULL;
    r->start = NULL;
    r->nodes_n = 0;
}

const char *record_text(struct record *r, const char *text)
{
    return arena_copy(&r->arena, text, text_length(text));
}

struct cell *record_start_cells(struct record *r)
{
    if (r->start == NULL)
        r->start = arena_take(&r->arena, POINTS_MAX * sizeof *r->start);
    return r->start;
}

struct record_node *record_add(struct record *r, struct record_node *parent)
{
    if (r->nodes_n >= RECORD_NODES_MAX)
        return NULL;
    struct record_node *n = arena_take(&r->arena, sizeof *n);
    if (n == NULL)
        return NULL;
    n->parent = parent;
    n->comment = "";
    n->name = "";
    n->move = MOVE_NONE;
    n->at_ms = RECORD_TIME_NONE;
    for (int i = 0; i < PLAYERS_MAX; i++)
        n->left_ms[i] = RECORD_TIME_NONE;
    r->nodes_n++;
    if (parent == NULL)
        return n;
    if (parent->last_child != NULL)
        parent->last_child->next = n;
    else
        parent->first_child = n;
    parent->last_child = n;
    return n;
}

struct record_node *record_add_move(struct record *r, struct record_node *parent, move_t move,
                                    int side)
{
    struct record_node *n = record_add(r, parent);
    if (n != NULL) {
        n->move = move;
        n->side = (uint8_t)side;
    }
    return n;
}

void record_cut(struct record *r, struct record_node *node)
{
    struct record_node *parent = node->parent;
    struct record_node *before = parent->first_child == node ? NULL : parent->first_child;
    while (before != NULL && before->next != node)
        before = before->next;
    if (before == NULL)
        parent->first_child = node->next;
    else
        before->next = node->next;
    if (parent->last_child == node)
        parent->last_child = before;
    const struct record_node *n = node;
    for (;;) { /* all below it, each once */
        r->nodes_n--;
        if (n->first_child != NULL) {
            n = n->first_child;
            continue;
        }
        while (n != node && n->next == NULL)
            n = n->parent;
        if (n == node)
            return;
        n = n->next;
    }
}

static bool name_same(const char *name, const char *other, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (name[i] == '\0' || name[i] != other[i])
            return false;
    return name[len] == '\0';
}

int record_add_value(struct record *r, struct record_node *node, const char *name, size_t name_len,
                     const char *value, size_t value_len)
{
    struct record_property *p = node->properties_last; /* mostly a further value of the same */
    int properties_n = 0;
    if (p != NULL && !name_same(p->name, name, name_len)) {
        p = node->properties;
        while (p != NULL && !name_same(p->name, name, name_len)) {
            p = p->next;
            properties_n++;
        }
    }
    struct record_value *v = arena_take(&r->arena, sizeof *v);
    char *text = v != NULL ? arena_copy(&r->arena, value, value_len) : NULL;
    if (text == NULL)
        return ERR_NO_MEMORY;
    drop_controls(text);
    v->text = text;
    if (p == NULL) {
        if (properties_n >= RECORD_PROPERTIES_MAX)
            return ERR_TOO_BIG;
        p = arena_take(&r->arena, sizeof *p);
        if (p == NULL || (p->name = arena_copy(&r->arena, name, name_len)) == NULL)
            return ERR_NO_MEMORY;
        if (node->properties_last != NULL)
            node->properties_last->next = p;
        else
            node->properties = p;
        node->properties_last = p;
    }
    if (p->last != NULL)
        p->last->next = v;
    else
        p->first = v;
    p->last = v;
    return 0;
}

bool record_name_edits(const char *name)
{
    static const char *const names[] = {"AB", "AW", "AE", "PL", "ADDRED", "STACK"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (text_same(name, names[i]))
            return true;
    return false;
}

void record_clean_text(char *text, bool multi_line)
{
    char *out = text;
    drop_controls(text);
    for (const char *in = text; *in != '\0'; in++) {
        if (*in == '\n' || *in == '\r') {
            if ((in[1] == '\n' || in[1] == '\r') && in[1] != in[0])
                in++;
            *out++ = multi_line ? '\n' : ' ';
        } else {
            *out++ = *in == '\t' || *in == '\v' || *in == '\f' ? ' ' : *in;
        }
    }
    *out = '\0';
}

struct record_node *record_main_end(const struct record *r)
{
    struct record_node *n = r->root;
    while (n->first_child != NULL)
        n = n->first_child;
    return n;
}

struct record_node *record_main_ply(const struct record *r, int ply)
{
    struct record_node *n = r->root;
    while (n != NULL && ply > 0) {
        n = n->first_child;
        if (n != NULL && n->move != MOVE_NONE)
            ply--;
    }
    return n;
}

int record_node_ply(const struct record_node *node)
{
    int ply = 0;
    for (; node != NULL; node = node->parent)
        ply += node->move != MOVE_NONE;
    return ply;
}

static const struct {
    const char *name;
    uint8_t flag;
} option_names[] = {{"swap", OPTION_SWAP}, {"jacked", OPTION_JACKED}};

void record_print_setup(const struct setup *setup, struct text *out)
{
    const struct game *g = games[setup->game];
    text_str(out, g->name);
    for (size_t i = 0; i < ARRAY_LEN(option_names); i++) {
        if (!(g->options & option_names[i].flag))
            continue;
        text_char(out, ' ');
        text_str(out, option_names[i].name);
        text_str(out, setup->options & option_names[i].flag ? "=1" : "=0");
    }
    if (setup->players != 2) {
        text_str(out, " players=");
        text_int(out, setup->players);
    }
}

/* Copies the next word to out (cut to size); returns what follows it, NULL at the end. */
static const char *next_word(const char *s, char *out, size_t size)
{
    while (*s == ' ' || *s == ',' || *s == '\n')
        s++;
    if (*s == '\0')
        return NULL;
    size_t n = 0;
    for (; *s != '\0' && *s != ' ' && *s != ',' && *s != '\n'; s++)
        if (n + 1 < size)
            out[n++] = *s;
    out[n] = '\0';
    return s;
}

static int setup_word(const char *word, const struct game *g, struct setup *s)
{
    size_t len = text_length(word);
    if (len < 3 || word[len - 2] != '=')
        return ERR_SYNTAX;
    char name[16] = "";
    for (size_t i = 0; i < len - 2 && i + 1 < sizeof name; i++)
        name[i] = word[i];
    char value = word[len - 1];
    if (text_same_nocase(name, "players")) {
        if (value < '0' + g->players_min || value > '0' + g->players_max)
            return ERR_SYNTAX;
        s->players = (uint8_t)(value - '0');
        return 0;
    }
    for (size_t i = 0; i < ARRAY_LEN(option_names); i++) {
        uint8_t flag = option_names[i].flag;
        if (!(g->options & flag) || !text_same_nocase(name, option_names[i].name))
            continue;
        if (value != '0' && value != '1')
            return ERR_SYNTAX;
        s->options = (uint8_t)((s->options & ~flag) | (value == '1' ? flag : 0));
        return 0;
    }
    return ERR_SYNTAX;
}

int record_parse_setup(const char *words, struct setup *setup)
{
    char word[32];
    words = next_word(words, word, sizeof word);
    const struct game *g = words != NULL ? game_find(word) : NULL;
    if (g == NULL)
        return ERR_UNKNOWN;
    struct setup s = setup_default(g->id);
    if (setup->width > 0) {
        s.width = setup->width;
        s.height = setup->height;
    }
    while ((words = next_word(words, word, sizeof word)) != NULL) {
        int err = setup_word(word, g, &s);
        if (err < 0)
            return err;
    }
    *setup = s;
    return 0;
}

void record_take_result(struct record *r, const struct position *p)
{
    if (!p->over)
        return;
    r->result = (struct record_result){.reason = REASON_RULES, .margin = -1, .text = ""};
    r->result.winner = p->winner;
    if (p->winner == 0)
        r->result.reason = REASON_DRAW;
    if (p->winner == 0 || !games[p->setup.game]->has_score || p->setup.players != 2)
        return;
    int16_t points[PLAYERS_MAX];
    position_score(p, points);
    r->result.margin = points[p->winner - 1] - points[2 - p->winner];
}

static bool properties_equal(const struct record_property *a, const struct record_property *b)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        if (!text_same(a->name, b->name))
            return false;
        const struct record_value *v = a->first;
        const struct record_value *w = b->first;
        for (; v != NULL && w != NULL; v = v->next, w = w->next)
            if (!text_same(v->text, w->text))
                return false;
        if (v != NULL || w != NULL)
            return false;
    }
    return a == NULL && b == NULL;
}

static bool node_equal(const struct record_node *a, const struct record_node *b)
{
    for (int i = 0; i < PLAYERS_MAX; i++)
        if (a->left_ms[i] != b->left_ms[i])
            return false;
    return a->move == b->move && a->side == b->side && a->edits == b->edits &&
           a->at_ms == b->at_ms && text_same(a->comment, b->comment) &&
           text_same(a->name, b->name) && properties_equal(a->properties, b->properties);
}

static bool tree_equal(const struct record_node *a, const struct record_node *b)
{
    for (;;) {
        if (!node_equal(a, b) || !a->first_child != !b->first_child || !a->next != !b->next)
            return false;
        if (a->first_child != NULL) {
            a = a->first_child;
            b = b->first_child;
            continue;
        }
        while (a->next == NULL) {
            a = a->parent;
            b = b->parent;
            if (a == NULL)
                return true;
            if (!a->next != !b->next)
                return false;
        }
        a = a->next;
        b = b->next;
    }
}

static bool start_equal(const struct record *a, const struct record *b)
{
    if (!a->start != !b->start || a->start_side != b->start_side)
        return false;
    for (int i = 0; a->start != NULL && i < a->setup.width * a->setup.height; i++)
        if (__builtin_memcmp(&a->start[i], &b->start[i], sizeof a->start[i]) != 0)
            return false;
    return true;
}

bool record_equal(const struct record *a, const struct record *b)
{
    for (int i = 0; i < PLAYERS_MAX; i++)
        if (!text_same(a->players[i], b->players[i]))
            return false;
    return __builtin_memcmp(&a->setup, &b->setup, sizeof a->setup) == 0 && start_equal(a, b) &&
           text_same(a->date, b->date) && a->result.reason == b->result.reason &&
           a->result.winner == b->result.winner && a->result.margin == b->result.margin &&
           text_same(a->result.text, b->result.text) && a->nodes_n == b->nodes_n &&
           tree_equal(a->root, b->root);
}

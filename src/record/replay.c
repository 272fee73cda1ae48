/* replay.c - the positions of a record, judged by the rules (record.h). */
#include "base/err.h"
#include "record/record.h"
#include "record/textboard.h"
#include "rules/position.h"

/* position.ply is 16 bits; a match of that many plies would be no match. */
enum { PLY_MAX = 60000 };

static void number_print(int v, char out[16])
{
    struct text t;
    text_init(&t, out, 16);
    text_int(&t, v);
}

int record_start_position(const struct record *r, struct position *out, struct record_error *error)
{
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (setup_check(&r->setup, &why) < 0) {
        record_error_set(error, r->root->line, r->root->column, why_buf, NULL);
        return ERR_RANGE;
    }
    int err = r->start != NULL ? position_set(out, &r->setup, r->start, r->start_side)
                               : position_start(out, &r->setup);
    if (err == ERR_ILLEGAL)
        record_error_set(error, r->root->line, r->root->column,
                         "no play leads to the start position", NULL);
    else if (err < 0)
        record_error_set(error, r->root->line, r->root->column,
                         "the start position has stones that the game has not", NULL);
    return err;
}

/* "move 5, d4r, is illegal (rule R3): …" or "move 5, d4r: the game is over before it" */
static int refuse(const struct record_node *n, int ply, int width, int err, const char *rule,
                  const char *why, struct record_error *error)
{
    char number[16];
    char move[MOVE_TEXT_BYTES];
    bool named = rule[0] != '\0';
    number_print(ply, number);
    record_error_set(error, n->line, n->column, "move ", number, ", ",
                     move_print(n->move, width, move), named ? ", is illegal (rule " : "", rule,
                     named ? "): " : ": ", why, NULL);
    return err;
}

bool record_node_edits(const struct record_node *n, const struct position *p)
{
    for (const struct record_property *at = n->properties; at != NULL; at = at->next) {
        if (!record_name_edits(at->name))
            continue;
        const char *c = at->first->text;
        while (*c == ' ')
            c++;
        bool first = *c == 'b' || *c == 'B' || *c == '1';
        bool second = *c == 'w' || *c == 'W' || *c == '2';
        if (!text_same(at->name, "PL") || !(p->side == 1 ? first : p->side == 2 && second))
            return true;
    }
    return n->edits && n->move != MOVE_NONE;
}

int record_play(const struct record_node *n, struct position *p, struct record_error *error)
{
    if (record_node_edits(n, p)) {
        record_error_set(error, n->line, n->column,
                         "this node adds or removes stones in the middle of a match, which no rule "
                         "of the game does",
                         NULL);
        return ERR_UNSUPPORTED;
    }
    if (n->move == MOVE_NONE)
        return 0;
    int ply = p->ply + 1;
    int width = p->setup.width;
    if (p->over)
        return refuse(n, ply, width, ERR_OVER, "", "the game is over before it", error);
    if (ply > PLY_MAX)
        return refuse(n, ply, width, ERR_TOO_BIG, "", "there are too many moves", error);
    if (n->side != 0 && n->side != p->side) {
        char why[40];
        struct text t;
        text_init(&t, why, sizeof why);
        text_str(&t, "it is ");
        text_str(&t, textboard_side(&p->setup, p->side));
        text_str(&t, "'s turn");
        return refuse(n, ply, width, ERR_ILLEGAL, "", why, error);
    }
    enum verdict v = position_play(p, n->move);
    if (v == VERDICT_OK)
        return 0;
    struct explanation e;
    position_explain(p, n->move, &e);
    return refuse(n, ply, width, ERR_ILLEGAL, verdict_rule(v), e.text[0] ? e.text : verdict_text(v),
                  error);
}

int record_position(const struct record *r, const struct record_node *node, struct position *out,
                    struct record_error *error)
{
    struct position p;
    int err = record_start_position(r, &p, error);
    if (err < 0)
        return err;
    size_t n = 0;
    for (const struct record_node *at = node; at != r->root; at = at->parent)
        n++;
    /* The way down from the root, which the tree only knows upwards. */
    const struct memory *memory = r->arena.memory;
    const struct record_node **path = NULL;
    if (n > 0) {
        path = memory->take(memory->context, n * sizeof(struct record_node *));
        if (path == NULL) {
            record_error_set(error, 0, 0, "out of memory", NULL);
            return ERR_NO_MEMORY;
        }
    }
    for (const struct record_node *at = node; at != r->root; at = at->parent)
        path[--n] = at;
    for (const struct record_node *at = node; at != r->root; at = at->parent)
        n++;
    for (size_t i = 0; i < n && err == 0; i++)
        err = record_play(path[i], &p, error);
    if (path != NULL)
        memory->give(memory->context, (void *)path);
    if (err == 0)
        position_copy(out, &p);
    return err;
}

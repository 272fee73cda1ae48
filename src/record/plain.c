#include "record/plain.h"

#include "base/err.h"
#include "rules/position.h"

/* Moves that may be replayed to come to the beginnings of variations. */
enum { REPLAY_MAX = 20 * 1000 * 1000 };

static bool is_legal(const struct position *p, move_t m)
{
    return position_judge(p, m) == VERDICT_OK;
}

/* Interprets a node of a plain file. */
static void take_node(struct record_node *n, const struct position *p)
{
    if (n->move == MOVE_PASS && p->over) {
        n->move = MOVE_NONE;
        n->side = 0;
        return;
    }
    if (p->over)
        return;
    if (n->move == MOVE_PASS && !is_legal(p, MOVE_PASS) && is_legal(p, MOVE_SWAP))
        n->move = MOVE_SWAP;
    else if (move_is_point(n->move) && !move_is_red(n->move) && !is_legal(p, n->move) &&
             is_legal(p, n->move | MOVE_RED))
        n->move |= MOVE_RED;
    if (p->swapped) /* the referee's colours are the seats, which have changed theirs */
        n->side = p->side;
}

/* The position before a node, all of whose forebears are legal. */
static int position_before(const struct record *r, const struct record_node *node,
                           const struct position *start, int64_t *replayed, struct position *out)
{
    const struct memory *memory = r->arena.memory;
    size_t n = 0;
    for (const struct record_node *at = node->parent; at != r->root; at = at->parent)
        n++;
    *replayed += (int64_t)n;
    position_copy(out, start);
    if (n == 0)
        return 0;
    if (*replayed > REPLAY_MAX)
        return ERR_TOO_BIG;
    const struct record_node **path =
        memory->take(memory->context, n * sizeof(struct record_node *));
    if (path == NULL)
        return ERR_NO_MEMORY;
    size_t i = n;
    for (const struct record_node *at = node->parent; at != r->root; at = at->parent)
        path[--i] = at;
    for (; i < n; i++)
        if (path[i]->move != MOVE_NONE)
            position_play_legal(out, path[i]->move);
    memory->give(memory->context, (void *)path);
    return 0;
}

/* Plays the tree from the left to the right. judge: warns of moves in variations that are not
 * allowed; otherwise interprets each node first. */
static int walk(struct record *r, bool judge, struct record_error *error)
{
    struct position start;
    struct position p;
    int64_t replayed = 0;
    int err = record_start_position(r, &start, error);
    struct record_node *n = r->root->first_child;
    bool main = true;
    position_copy(&p, &start);
    while (err == 0 && n != NULL) {
        if (!judge)
            take_node(n, &p);
        bool good = record_play(n, &p, error) == 0;
        if (judge && !good && !main) {
            record_warn(r, (uint32_t)error->line, (uint32_t)error->column,
                        "the rest of this variation was left out: ", error->text, NULL);
            record_cut(r, n);
        }
        if (good && n->first_child != NULL) {
            n = n->first_child;
            continue;
        }
        if (!judge && n->first_child == NULL && n == record_main_end(r))
            record_take_result(r, &p);
        while (n != r->root && n->next == NULL)
            n = n->parent;
        if (n == r->root)
            break;
        n = n->next;
        main = false;
        err = position_before(r, n, &start, &replayed, &p);
        if (err < 0)
            record_error_set(error, n->line, n->column,
                             err == ERR_TOO_BIG ? "there are too many variations" : "out of memory",
                             NULL);
    }
    return err;
}

int record_take_plain(struct record *r, struct record_error *error)
{
    return walk(r, false, error);
}

void record_judge_variations(struct record *r)
{
    struct record_error error;
    (void)walk(r, true, &error);
}

#include "search/tree/follow.h"

#include "rules/position.h"

/* A stone that was placed on the way from `from` to `to` has changed its point, unless it was
 * captured again: then nothing is found, and only the old tree is lost. */
static bool may_lead(const struct position *from, const struct position *to, move_t m)
{
    if (!move_is_point(m))
        return true;
    struct cell before = position_cell(from, move_point(m));
    struct cell after = position_cell(to, move_point(m));
    return before.owner != after.owner || before.height != after.height ||
           before.flags != after.flags;
}

static const struct node *find(const struct tree *t, const struct node *node,
                               const struct position *at, const struct position *p, int plies)
{
    const struct node *child = tree_children(t, node);
    if (child == NULL)
        return NULL;
    if (plies == 0)
        return position_equal(at, p) ? node : NULL;
    for (int i = 0; i < node->children_n; i++) {
        if (tree_children(t, &child[i]) == NULL || !may_lead(at, p, child[i].move))
            continue;
        struct position next;
        position_copy(&next, at);
        position_play_legal(&next, child[i].move);
        const struct node *found = find(t, &child[i], &next, p, plies - 1);
        if (found != NULL)
            return found;
    }
    return NULL;
}

const struct node *follow_find(const struct tree *t, const struct position *root,
                               const struct position *p)
{
    int plies = p->ply - root->ply;
    if (plies < 0 || plies > FOLLOW_PLIES || p->over ||
        __builtin_memcmp(&root->setup, &p->setup, sizeof p->setup) != 0)
        return NULL;
    return find(t, &t->nodes[TREE_ROOT], root, p, plies);
}

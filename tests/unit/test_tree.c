/* test_tree.c - moving and dropping nodes of the tree loses no other node. */
#include "testing.h"

#include "base/rng.h"
#include "rules/position.h"
#include "search/tree/tree.h"
#include <stdlib.h>
#include <string.h>

enum { NODES = 64 * 512, BLOCK_BYTES = NODES * 33 };

/* A tree without a game: `sum` of each node is its number, and it has at most its parent's visits.
 * */
static uint64_t number;

static void grow(struct tree *t, struct node *node, const struct position *p, struct rng *rng)
{
    static move_t moves[MOVES_MAX];
    int n = 1 + (int)rng_below(rng, 40);
    for (int i = 0; i < n; i++)
        moves[i] = (move_t)i;
    if (!tree_expand(t, node, p, moves, n))
        return;
    for (int i = 0; i < n; i++) {
        struct node *child = &tree_children(t, node)[i];
        atomic_store(&child->visits, rng_below(rng, tree_visits(node) / (uint32_t)(i / 4 + 1) + 1));
        atomic_store(&child->sum, ++number);
        atomic_store(&child->amaf, (uint64_t)number * AMAF_SAMPLE);
    }
}

static void fill(struct tree *t, const struct position *p, struct rng *rng)
{
    number = 0;
    atomic_store(&t->nodes[TREE_ROOT].visits, 1u << 30);
    grow(t, &t->nodes[TREE_ROOT], p, rng);
    for (uint32_t at = TREE_FIRST; !atomic_load(&t->starved); at++)
        if (tree_visits(&t->nodes[at]) > 1 && rng_below(rng, 3) > 0)
            grow(t, &t->nodes[at], p, rng);
        else if (at + 1 >= atomic_load(&t->nodes_n))
            return;
}

/* Whether the tree needs no more visits of a node. */
static bool is_settled(const struct tree *t, const struct node *node)
{
    fact_t f = tree_fact(node);
    return f != 0 && (!atomic_load(&t->points) || fact_exact(f));
}

/* The subtree of a node as one number; *nodes_n counts its nodes. visits > 0: without the nodes
 * that tree_prune drops at that bound. */
static uint64_t mix(const struct tree *t, const struct node *node, uint32_t visits, bool root,
                    uint32_t *nodes_n)
{
    uint64_t sum = rng_mix(atomic_load(&node->sum) ^ (uint64_t)tree_visits(node) << 32) ^
                   (root ? 0 : node->move);
    const struct node *child = tree_children(t, node);
    ++*nodes_n;
    if (child == NULL ||
        (!root && visits > 0 && (tree_visits(node) < visits || is_settled(t, node))))
        return rng_mix(sum);
    for (int i = 0; i < node->children_n; i++)
        sum = rng_mix(sum ^ mix(t, &child[i], visits, false, nodes_n));
    return sum + node->seat;
}

/* Children are stored after their parents, side by side, and there are no other nodes. */
static void well_formed(const struct tree *t)
{
    uint32_t end = atomic_load(&t->nodes_n);
    uint8_t *seen = calloc(end, 1);
    assert_non_null(seen);
    for (uint32_t i = 0; i < end; i == TREE_ROOT ? i = TREE_FIRST : i++) {
        const struct node *child = tree_children(t, &t->nodes[i]);
        if (child == NULL)
            continue;
        assert_true(child - t->nodes > (ptrdiff_t)i);
        assert_true(child - t->nodes + t->nodes[i].children_n <= (ptrdiff_t)end);
        for (int k = 0; k < t->nodes[i].children_n; k++)
            assert_int_equal(seen[child - t->nodes + k]++, 0);
    }
    for (uint32_t i = TREE_FIRST; i < end; i++)
        assert_int_equal(seen[i], 1);
    free(seen);
}

static struct position start(void)
{
    struct position p;
    struct setup s = setup_default(GAME_LEVEE);
    assert_int_equal(position_start(&p, &s), 0);
    return p;
}

static void pruning_keeps_what_was_visited_often(void **state)
{
    (void)state;
    unsigned char *block = malloc(BLOCK_BYTES);
    assert_non_null(block);
    struct position p = start();
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct rng rng;
        struct tree t;
        rng_seed(&rng, seed);
        tree_init(&t, block, BLOCK_BYTES);
        assert_true(t.cap >= NODES);
        fill(&t, &p, &rng);
        assert_true(atomic_load(&t.starved));
        for (uint32_t i = 500; i < atomic_load(&t.nodes_n); i += 97)
            atomic_store(&t.nodes[i].fact, fact_make(0, 3, i % 2 == 0 ? 3 : 9));
        atomic_store(&t.points, seed % 2 == 0); /* then the result alone does not settle a node */
        for (int round = 0; round < 3; round++) {
            struct tree before = t;
            uint32_t wanted_n = 0;
            uint32_t got_n = 0;
            before.nodes = malloc(sizeof(struct node) * t.cap);
            assert_non_null(before.nodes);
            memcpy(before.nodes, t.nodes, sizeof(struct node) * t.cap);
            tree_prune(&t);
            assert_true(t.full);
            assert_true(t.expand_visits > before.expand_visits);
            well_formed(&t);
            uint64_t wanted =
                mix(&before, &before.nodes[TREE_ROOT], t.expand_visits, true, &wanted_n);
            assert_true(mix(&t, &t.nodes[TREE_ROOT], 0, true, &got_n) == wanted);
            assert_int_equal(got_n, wanted_n);
            assert_int_equal(got_n + 1, atomic_load(&t.nodes_n));
            assert_true(got_n <= t.cap / 2 + 50);
            assert_true(round > 0 || got_n > t.cap / 8); /* and not only the root */
            free(before.nodes);
        }
    }
    free(block);
}

static void bounds_are_the_best_of_the_children_for_the_player_to_move(void **state)
{
    (void)state;
    enum { MOVES = 30, FAR = 9 };
    static unsigned char block[1 << 16];
    static const move_t moves[MOVES];
    struct rng rng;
    rng_seed(&rng, 4);
    for (int round = 0; round < 2000; round++) {
        struct position p = start();
        struct tree t;
        int seat = 1 + round % 2;
        if (seat == 2)
            position_play_legal(&p, position_random(&p, &rng));
        int n = 1 + (int)rng_below(&rng, MOVES);
        tree_init(&t, block, sizeof block);
        struct node *root = &t.nodes[TREE_ROOT];
        assert_true(tree_expand(&t, root, &p, moves, n));
        assert_int_equal(root->seat, seat);
        assert_int_equal(tree_prove(&t, root), 0);
        int least = -FACT_FAR;
        int most = -FACT_FAR;
        for (int i = 0; i < n; i++) { /* from the view of the player to move */
            int low = (int)rng_below(&rng, 2 * FAR + 1) - FAR;
            int high = low + (int)rng_below(&rng, 4);
            least = low > least ? low : least;
            most = high > most ? high : most;
            struct node *child = &tree_children(&t, root)[i];
            (void)tree_learn(child,
                             seat == 1 ? fact_make(0, low, high) : fact_make(0, -high, -low));
        }
        fact_t f = tree_prove(&t, root);
        assert_int_equal(f, tree_fact(root));
        assert_int_equal(fact_least(f, seat), least);
        assert_int_equal(fact_most(f, seat), most);
        assert_int_equal(proof_of(fact_proof(f), seat) == PROOF_WIN, least > 0);
        assert_int_equal(proof_of(fact_proof(f), 3 - seat) == PROOF_WIN, most < 0);
    }
}

static void a_node_becomes_the_root_with_all_below_it(void **state)
{
    (void)state;
    unsigned char *block = malloc(BLOCK_BYTES);
    assert_non_null(block);
    struct position p = start();
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct rng rng;
        struct tree t;
        rng_seed(&rng, seed);
        tree_init(&t, block, BLOCK_BYTES);
        fill(&t, &p, &rng);
        while (tree_children(&t, &t.nodes[TREE_ROOT]) != NULL) {
            const struct node *root = &t.nodes[TREE_ROOT];
            const struct node *node = NULL;
            for (int i = 0; i < root->children_n; i++) {
                const struct node *child = &tree_children(&t, root)[i];
                if (tree_children(&t, child) != NULL && (node == NULL || rng_below(&rng, 2) == 0))
                    node = child;
            }
            if (node == NULL)
                break;
            uint32_t wanted_n = 0;
            uint32_t got_n = 0;
            uint64_t wanted = mix(&t, node, 0, true, &wanted_n);
            tree_root(&t, node);
            well_formed(&t);
            assert_true(mix(&t, &t.nodes[TREE_ROOT], 0, true, &got_n) == wanted);
            assert_int_equal(got_n, wanted_n);
            assert_int_equal(got_n + 1, atomic_load(&t.nodes_n));
            assert_false(t.full);
        }
    }
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_the_best_of_the_children_for_the_player_to_move),
        cmocka_unit_test(pruning_keeps_what_was_visited_often),
        cmocka_unit_test(a_node_becomes_the_root_with_all_below_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

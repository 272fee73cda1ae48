#include "cli/solving/puzzle_judge.h"

#include "base/err.h"
#include "cli/solving/puzzle_record.h"
#include "search/proof/proof_write.h"
#include "search/proof/puzzle_themes.h"
#include "search/proof/puzzle_tries.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_BYTES = 14 << 20,
    COUNT_BYTES = 10 << 20,
    NODES_MOST = 10000,
    WRONG_LEAST = 3,   /* wrong moves that a puzzle must offer */
    GLANCE_NODES = 60, /* for a first look at each move */
    TRIES = 4,         /* of each lower level, for the rating */
};

bool puzzle_judge_open(struct puzzle_judge *j)
{
    const struct engine_options engine_options = {.memory_bytes = PUZZLE_TRIES_MEMORY,
                                                  .no_net = true};
    const struct pns_options pns_options = {.memory_bytes = TABLE_BYTES};
    const struct pns_options count_options = {.memory_bytes = COUNT_BYTES};
    j->engine = engine_new(&engine_options);
    j->pns = pns_new(&j->setup, &pns_options);
    j->count_pns = pns_new(&j->setup, &count_options);
    j->resist = resist_new(&j->setup, PUZZLE_THEMES_MEMORY);
    j->proof = malloc(2 * (size_t)j->bytes + 2);
    j->seen = calloc((size_t)j->count + 1, sizeof *j->seen);
    rng_seed(&j->rng, (uint64_t)j->seed);
    return j->engine != NULL && j->pns != NULL && j->count_pns != NULL && j->resist != NULL &&
           j->proof != NULL && j->seen != NULL;
}

void puzzle_judge_close(struct puzzle_judge *j)
{
    engine_free(j->engine);
    pns_free(j->pns);
    pns_free(j->count_pns);
    resist_free(j->resist);
    free(j->proof);
    free(j->seen);
}

void puzzle_judge_begin(struct puzzle_judge *j)
{
    pns_clear(j->pns);
    j->spent = 0;
    memset(j->visited, 0, sizeof j->visited);
}

bool puzzle_judge_visit(struct puzzle_judge *j, const struct position *p)
{
    if (progress_due(&j->progress))
        progress_tell(&j->progress, "%lld of %lld puzzles found", (long long)j->found_n,
                      (long long)j->count);
    uint64_t key = position_hash_canonical(p) | 1u;
    uint64_t *at = &j->visited[(key >> 32) % PUZZLE_JUDGE_VISITED_N];
    if (*at == key)
        return false;
    *at = key;
    return true;
}

bool puzzle_judge_seen(const struct puzzle_judge *j, const struct position *p)
{
    uint64_t key = position_hash_canonical(p);
    for (int64_t i = 0; i < j->found_n; i++)
        if (j->seen[i] == key)
            return true;
    return false;
}

/* How many moves are known to reach the goal after so many nodes for each, up to two; *only is the
 * last of them. -1 if not all are known and fewer than two are. */
static int reaching(struct pns *pns, const struct position *p, int goal, int64_t nodes_cap,
                    move_t *only)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int found = 0;
    bool known = true;
    for (int i = 0; i < n && found < 2; i++) {
        struct position q;
        struct pns_report r;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (pns_solve(pns, &q, pns_goal_other(goal), nodes_cap, NULL, NULL, &r) < 0)
            return -1;
        known = known && r.value != 0;
        if (r.value < 0 && q.over)
            return 2; /* it is reached at once: that is no puzzle */
        if (r.value < 0) {
            found++;
            *only = legal[i];
        }
    }
    return known || found > 1 ? found : -1;
}

move_t puzzle_judge_only(struct pns *pns, const struct position *p, int goal, int64_t nodes_cap)
{
    move_t legal[MOVES_MAX];
    move_t only = MOVE_NONE;
    if (position_legal(p, legal) <= WRONG_LEAST ||
        reaching(pns, p, goal, GLANCE_NODES, &only) > 1 ||
        reaching(pns, p, goal, nodes_cap, &only) != 1)
        return MOVE_NONE;
    return only;
}

bool puzzle_judge_has_only(const struct puzzle_judge *j, const struct position *p, int goal)
{
    move_t only;
    int n = j->table != NULL ? puzzle_reaching(j->table, p, goal, &only) : -1;
    return n < 0 ? puzzle_judge_only(j->pns, p, goal, j->nodes) != MOVE_NONE : n == 1;
}

int puzzle_judge_value(const struct puzzle_judge *j, const struct position *p, int goal)
{
    struct tablebase_value v;
    struct pns_report r;
    if (j->table != NULL && tablebase_get(j->table, p, &v))
        return v.margin >= goal ? 1 : -1;
    return pns_solve(j->pns, p, goal, j->nodes, NULL, NULL, &r) < 0 ? 0 : r.value;
}

bool puzzle_judge_unique(struct puzzle_judge *j, struct puzzle *pz, int64_t nodes_cap)
{
    pns_clear(j->count_pns);
    int64_t before = pns_nodes(j->count_pns);
    pz->solution = puzzle_judge_only(j->count_pns, &pz->position, pz->goal, nodes_cap);
    pz->nodes = pns_nodes(j->count_pns) - before;
    j->spent += pz->nodes;
    return pz->solution != MOVE_NONE;
}

bool puzzle_judge_examine(struct puzzle_judge *j, struct puzzle *pz)
{
    if (!puzzle_judge_unique(j, pz, j->nodes) || pz->nodes < j->least || pz->nodes > NODES_MOST)
        return false;
    resist_clear(j->resist); /* the page, too, begins without knowledge */
    if (!puzzle_themes_measure(pz, j->resist, &puzzle_themes_limits) || pz->plies < j->plies ||
        pz->plies > PUZZLE_JUDGE_PLIES_MOST)
        return false;
    puzzle_tempt(pz, &j->rng);
    return true;
}

/* A buffer for both trees. */
struct buffer {
    char *text;
    size_t len, cap;
};

static bool buffer_write(void *context, const void *bytes, size_t n)
{
    struct buffer *b = context;
    if (b->len + n + 1 > b->cap)
        return false;
    memcpy(b->text + b->len, bytes, n);
    for (size_t i = 0; i < n; i++, b->len++)
        if (b->text[b->len] == '\n')
            b->text[b->len] = ' ';
    b->text[b->len] = '\0';
    return true;
}

/* Writes both trees; false if they do not fit into j->bytes. */
static bool prove(const struct puzzle_judge *j, struct puzzle *pz)
{
    struct buffer room = {.text = j->proof, .cap = 2 * (size_t)j->bytes + 2};
    struct buffer *b = &room;
    struct pns_report r;
    struct proof_written written = {.bytes_n = 0}; /* of both trees */
    uint64_t most = (uint64_t)j->bytes;
    if (pns_solve(j->pns, &pz->position, pz->goal, 0, NULL, NULL, &r) < 0 || r.value <= 0 ||
        proof_write_tree(j->pns, &pz->position, true, pz->goal, MOVE_NONE, 1 << 20, most,
                         buffer_write, b, &written) < 0)
        return false;
    size_t others = ++b->len; /* after the first tree's end */
    b->text[others] = '\0';
    if (proof_write_tree(j->pns, &pz->position, false, pns_goal_other(pz->goal), pz->solution,
                         1 << 20, most, buffer_write, b, &written) < 0)
        return false;
    pz->win = b->text;
    pz->others = b->text + others;
    return b->len <= (size_t)j->bytes;
}

/* Rates it by what the levels make of it, or by the work of its proof; false: out of memory. */
static bool rate(struct puzzle_judge *j, struct puzzle *pz)
{
    const struct puzzle_tries_plan plan = {(uint64_t)j->seed, TRIES, LEVEL_MAX};
    struct puzzle_tries tries;
    pz->rating = puzzle_belief(pz);
    if (!j->rated)
        return true;
    if (puzzle_tries_make(pz, j->engine, &plan, NULL, NULL, &tries) < 0)
        return false;
    pz->rating = puzzle_tries_rating(pz, &tries);
    return true;
}

int puzzle_judge_print(struct puzzle_judge *j, struct puzzle *pz)
{
    if (!j->bare && !prove(j, pz))
        return 0;
    if (!rate(j, pz))
        return ERR_NO_MEMORY;
    json_t *json = puzzle_record_write(pz);
    char *line = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    bool done = line != NULL && puts(line) >= 0 && fflush(stdout) == 0;
    free(line);
    json_decref(json);
    j->plies_n[pz->plies]++;
    j->seen[j->found_n++] = position_hash_canonical(&pz->position);
    return done ? 1 : ERR_NO_MEMORY;
}

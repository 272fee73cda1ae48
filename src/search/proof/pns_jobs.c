#include "search/proof/pns_jobs.h"

#include "search/proof/pns_int.h"

enum {
    WALKS_MAX = 64, /* ways down that are tried */
};

/* A way down from the question. */
struct way {
    struct pns *s;
    int goal; /* of the question */
    uint64_t key[PNS_JOB_PLIES + 1];
};

static int goal_at(const struct way *w, int depth)
{
    return depth % 2 == 0 ? w->goal : pns_goal_other(w->goal);
}

/* Looks at the children of the position that deep and writes down its numbers, with more work. True
 * if they have changed. *n: the children, in the first worker's list. */
static bool renew(const struct way *w, int depth, uint64_t work, int *n, struct pns_numbers *now)
{
    struct pns_worker *one = &w->s->workers[0];
    struct pns_numbers before = {.work = 0};
    uint32_t open_n;
    one->children = 0;
    *n = pns_expand(one, &one->position[depth], goal_at(w, depth), one->child);
    w->s->nodes_before++;
    for (int i = 0; i < *n; i++)
        pns_refresh(w->s, &one->child[i]);
    *now = pns_look(one->child, *n, &open_n);
    bool had = pns_table_get(&w->s->table, w->key[depth], &before);
    bool changed = !had || before.proof != now->proof || before.disproof != now->disproof;
    now->work = before.work + work + !had;
    if (changed || work > 0)
        pns_table_put(&w->s->table, w->key[depth], now);
    return changed;
}

static bool is_known(const struct pns_numbers *is)
{
    return is->proof == 0 || is->disproof == 0;
}

static void way_init(struct way *w, struct pns *s, const struct position *p, int goal)
{
    struct pns_sight sight;
    ASSERT(s->keys.claimant == 0);
    *w = (struct way){.s = s, .goal = goal};
    pns_sight(&s->keys, p, &sight);
    w->key[0] = pns_question_key(s, &sight, goal);
    position_copy(&s->workers[0].position[0], p);
}

/* Plays a move of the way from the position that deep. */
static void step(const struct way *w, int depth, move_t move)
{
    struct pns_worker *one = &w->s->workers[0];
    position_copy(&one->position[depth + 1], &one->position[depth]);
    position_play_legal(&one->position[depth + 1], move);
}

/* Goes down to a job; false: an answer was met on the way, at *depth. */
static bool walk_down(struct way *w, uint64_t work_least, struct pns_job *out, int *depth)
{
    struct pns_worker *one = &w->s->workers[0];
    out->moves_n = 0;
    for (*depth = 0; *depth < PNS_JOB_PLIES; ++*depth) {
        struct pns_numbers now;
        struct pns_numbers is;
        uint32_t second;
        int n;
        (void)renew(w, *depth, 0, &n, &now);
        if (is_known(&now))
            return false;
        const struct pns_child *c = pns_choose(w->s, one->child, n, true, &second);
        out->moves[out->moves_n++] = c->move;
        w->key[*depth + 1] = c->key;
        step(w, *depth, c->move);
        if (!pns_table_get(&w->s->table, c->key, &is) || is.work < work_least)
            break;
    }
    return true;
}

/* Renews the numbers on the way up from a depth; true if any has changed. */
static bool walk_up(const struct way *w, int depth, uint64_t work)
{
    bool changed = false;
    for (int d = depth; d >= 0; d--) {
        struct pns_numbers now;
        int n;
        changed = renew(w, d, work, &n, &now) || changed;
    }
    return changed;
}

/* Marks the positions on the way to somebody's job. */
static void mark(struct pns *s, const struct position *p, int goal, const struct pns_job *job)
{
    struct position *at = &s->workers[0].after;
    position_copy(at, p);
    for (int i = 0; i < job->moves_n && !at->over; i++) {
        struct pns_sight sight;
        if (position_judge(at, job->moves[i]) != VERDICT_OK)
            return; /* no job of this question */
        position_play_legal(at, job->moves[i]);
        goal = pns_goal_other(goal);
        if (at->over)
            return;
        pns_sight(&s->keys, at, &sight);
        uint64_t key = pns_question_key(s, &sight, goal);
        if (atomic_load(&s->busy[key % BUSY_N]) < UINT8_MAX)
            atomic_fetch_add(&s->busy[key % BUSY_N], 1);
    }
}

static bool same(const struct pns_job *a, const struct pns_job *b)
{
    bool is = a->moves_n == b->moves_n;
    for (int i = 0; is && i < a->moves_n; i++)
        is = a->moves[i] == b->moves[i];
    return is;
}

bool pns_jobs_pick(struct pns *s, const struct position *p, int goal, uint64_t work_least,
                   const struct pns_job *others, int others_n, struct pns_job *out)
{
    struct way w;
    bool found = false;
    __builtin_memset(s->busy, 0, sizeof s->busy);
    for (int i = 0; i < others_n; i++)
        mark(s, p, goal, &others[i]);
    for (int walks = 0; walks < WALKS_MAX && !found && pns_value(s, p, goal, NULL) == 0; walks++) {
        int depth;
        way_init(&w, s, p, goal);
        bool down = walk_down(&w, work_least, out, &depth);
        bool changed = walk_up(&w, down ? out->moves_n - 1 : depth, 0);
        found = down && (!changed || walks > WALKS_MAX / 2);
        for (int i = 0; found && i < others_n; i++)
            if (same(out, &others[i])) {
                found = false;
                mark(s, p, goal, out); /* harder still */
            }
    }
    __builtin_memset(s->busy, 0, sizeof s->busy);
    return found;
}

void pns_jobs_back(struct pns *s, const struct position *p, int goal, const struct pns_job *job,
                   uint64_t work)
{
    struct way w;
    way_init(&w, s, p, goal);
    for (int d = 0; d < job->moves_n; d++) {
        struct pns_sight sight;
        step(&w, d, job->moves[d]);
        pns_sight(&s->keys, &s->workers[0].position[d + 1], &sight);
        w.key[d + 1] = pns_question_key(s, &sight, goal_at(&w, d + 1));
    }
    (void)walk_up(&w, job->moves_n - 1, work);
}

void pns_jobs_note(struct pns *s, struct pns_notes *notes)
{
    ASSERT(s->threads == 1);
    s->table.notes = notes;
}

int pns_jobs_tell(struct pns *s, int64_t nodes_n, pns_write *write, void *context)
{
    int err = pns_table_save_notes(&s->table, &s->setup, nodes_n, write, context);
    s->table.notes->n = 0;
    return err;
}

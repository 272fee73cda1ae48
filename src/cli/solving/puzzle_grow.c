#include "cli/solving/puzzle_grow.h"

#include "cli/files/load.h"
#include "cli/files/own.h"
#include "cli/solving/puzzle_record.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_BYTES = 64 << 20,
    VARIATIONS = 100, /* in a round */
    ROUNDS_MOST = 40, /* of a puzzle */
    SHUFFLE_EVERY = 16,
    SWAPS = 8,
    PAIR = 2,                   /* plies */
    PLY_WORTH = 3,              /* as much as an eighth of the work */
    EASY_NODES = 1000,          /* less work than that does not count */
    ROUND_WORTH = 2,            /* a round counts against a puzzle like four times the work */
    SLACK = 3,                  /* a variation may be worth less by up to two */
    DIFFER_LEAST = 4,           /* points in which two of a length differ */
    CAP_LEAST = 500,            /* a variation may take so much work, */
    CAP_TIMES = 4,              /* and so many times that of the puzzle */
    RESIST_POSITIONS = 20000,   /* a bound for a first look at its length, */
    RETRACT_POSITIONS = 150000, /* and for one that may be longer */
    PLY_NODES = 500,            /* a ply more is worth so much more work */
};

struct puzzle_grown {
    struct parent {
        struct puzzle pz;
        int rounds;     /* of variations that were made of it */
        bool retracted; /* its moves were taken back in pairs */
    } * list;           /* [cap] those of the file, and those that grew */
    int64_t n, cap;
};

static struct puzzle *grown_place(struct puzzle_grown *g)
{
    if (g->n == g->cap) {
        int64_t cap = 2 * g->cap + 16;
        struct parent *list = realloc(g->list, (size_t)cap * sizeof *list);
        if (list == NULL)
            return NULL;
        g->list = list;
        g->cap = cap;
    }
    g->list[g->n].rounds = 0;
    g->list[g->n].retracted = false;
    return &g->list[g->n].pz;
}

/* Reads them; false after a message. */
static bool read_puzzles(struct puzzle_grown *g, const char *file)
{
    size_t len;
    char *text = load_file(file, FILE_BYTES, &len);
    const char *why = text != NULL && len == 0 ? "there is no puzzle in it" : NULL;
    for (size_t at = 0; text != NULL && at < len && why == NULL;) {
        struct puzzle *pz = grown_place(g);
        json_t *json = own_line(text, len, &at);
        why = pz == NULL ? "out of memory" : json == NULL ? "this is not JSON" : NULL;
        if (why == NULL && puzzle_record_read(json, pz, &why) == 0) {
            pz->win = pz->others = NULL; /* borrowed from json */
            if (memcmp(&pz->setup, &g->list[0].pz.setup, sizeof pz->setup) != 0)
                why = "it has another game or board than the first";
            else
                g->n++;
        }
        json_decref(json);
    }
    if (why != NULL)
        fprintf(stderr, "hoshi: %s:%lld: %s\n", file, (long long)g->n + 1, why);
    free(text);
    return text != NULL && why == NULL;
}

struct puzzle_grown *puzzle_grow_read(const char *file, struct setup *setup)
{
    struct puzzle_grown *g = calloc(1, sizeof *g);
    if (g == NULL || !read_puzzles(g, file)) {
        puzzle_grow_free(g);
        return NULL;
    }
    *setup = g->list[0].pz.setup;
    return g;
}

void puzzle_grow_free(struct puzzle_grown *g)
{
    if (g != NULL)
        free(g->list);
    free(g);
}

/* Replays moves; false where one is not legal, or ends the game. */
static bool replay(struct puzzle *out)
{
    int err = position_start(&out->position, &out->setup);
    ASSERT(err == 0);
    for (int i = 0; i < out->moves_n; i++)
        if (position_play(&out->position, out->moves[i]) != VERDICT_OK || out->position.over)
            return false;
    return true;
}

/* Leaves out the moves at `one` and `other`, which are of different sides: each side plays the rest
 * of its moves in their order. */
static void take_back(const struct puzzle *from, int one, int other, struct puzzle *out)
{
    int at[2] = {0, 1};
    out->moves_n = from->moves_n - 2;
    for (int i = 0; i < out->moves_n; i++) {
        int *next = &at[i & 1];
        if (*next == one || *next == other)
            *next += 2;
        out->moves[i] = from->moves[*next];
        *next += 2;
    }
}

/* Another place for a move: often one near it. */
static move_t elsewhere(struct puzzle_judge *j, struct position *p, move_t old)
{
    if (!move_is_point(old) || rng_below(&j->rng, 3) == 0)
        return position_random(p, &j->rng);
    int width = j->setup.width;
    int x = move_point(old) % width + (int)rng_below(&j->rng, 5) - 2;
    int y = move_point(old) / width + (int)rng_below(&j->rng, 5) - 2;
    if (x < 0 || y < 0 || x >= width || y >= j->setup.height)
        return position_random(p, &j->rng);
    return (move_t)(old - move_point(old) + y * width + x);
}

/* Replays `from` with up to three moves replaced; false where that is not legal. */
static bool displace(struct puzzle_judge *j, const struct puzzle *from, struct puzzle *out)
{
    int at[3];
    int n = 1 + (int)rng_below(&j->rng, 3);
    for (int i = 0; i < n; i++)
        at[i] = (int)rng_below(&j->rng, (uint32_t)from->moves_n);
    int err = position_start(&out->position, &out->setup);
    ASSERT(err == 0);
    for (int i = 0; i < out->moves_n; i++) {
        for (int k = 0; k < n; k++)
            if (at[k] == i)
                out->moves[i] = elsewhere(j, &out->position, from->moves[i]);
        if (position_play(&out->position, out->moves[i]) != VERDICT_OK || out->position.over)
            return false;
    }
    return true;
}

/* Changes a puzzle at random: a move of each side is taken back or added, or up to three are
 * others. */
static bool vary(struct puzzle_judge *j, const struct puzzle *from, struct puzzle *out)
{
    uint32_t n = (uint32_t)from->moves_n;
    uint32_t kind = n > 0 ? rng_below(&j->rng, 8) : 3; /* 3: one is added */
    out->setup = from->setup;
    out->goal = from->goal;
    out->win = out->others = NULL;
    out->moves_n = from->moves_n;
    memcpy(out->moves, from->moves, n * sizeof *out->moves);
    if (kind < 3 && n > 2) {
        int one = (int)rng_below(&j->rng, n);
        int other = (int)rng_below(&j->rng, n / 2) * 2 + !(one & 1);
        if (other >= (int)n)
            return false;
        take_back(from, one, other, out);
        return replay(out);
    }
    if (kind > 3)
        return displace(j, from, out);
    if (!replay(out) || n + 2 > PUZZLE_MOVES_MAX)
        return false;
    for (int i = 0; i < 2; i++) {
        move_t move = position_random(&out->position, &j->rng);
        out->moves[out->moves_n++] = move;
        position_play_legal(&out->position, move);
        if (out->position.over)
            return false;
    }
    return true;
}

/* Lets moves change their places as long as the same position results: in games whose stones are
 * all alike, others can then be taken back together. */
static void shuffle(struct puzzle_judge *j, struct puzzle *pz)
{
    static struct puzzle other;
    uint64_t hash = position_hash(&pz->position, 0);
    for (int i = 0; i < SWAPS && pz->moves_n > 0; i++) {
        uint32_t one = rng_below(&j->rng, (uint32_t)pz->moves_n);
        uint32_t two = rng_below(&j->rng, (uint32_t)pz->moves_n);
        other = *pz;
        other.moves[one] = pz->moves[two];
        other.moves[two] = pz->moves[one];
        if (replay(&other) && position_hash(&other.position, 0) == hash)
            *pz = other;
    }
}

/* What a puzzle is worth as a parent: long, and yet not hard to prove, so that there is room for
 * more. Among those that are easily proved the least work is no aim: it leads to bare positions. */
static int worth(const struct puzzle *pz)
{
    int bits = 0;
    for (int64_t n = pz->nodes / EASY_NODES; n > 0; n /= 2)
        bits++;
    return PLY_WORTH * pz->plies - bits;
}

/* Whether one that was kept is much the same: it has the length, and stands nearly so. */
static bool alike(const struct puzzle_grown *g, const struct puzzle *pz)
{
    int points = pz->setup.width * pz->setup.height;
    for (int64_t i = 0; i < g->n; i++) {
        const struct puzzle *o = &g->list[i].pz;
        int differ = 0;
        if (o->plies != pz->plies)
            continue;
        for (int k = 0; k < points; k++) {
            struct cell a = position_cell(&o->position, (point_t)k);
            struct cell b = position_cell(&pz->position, (point_t)k);
            differ += a.owner != b.owner || a.height != b.height;
        }
        if (differ < DIFFER_LEAST)
            return true;
    }
    return false;
}

/* Whether puzzles of so many plies may come of it by taking moves back, which is done once. */
static bool fresh(const struct parent *p, int64_t plies)
{
    return !p->retracted && p->pz.plies + PAIR >= plies;
}

/* The next to be varied: each round that was made of a puzzle counts as much as so many plies. But
 * the fresh ones come first, the long and easily proved before the others. */
static int64_t next_parent(const struct puzzle_grown *g, int64_t plies)
{
    int64_t best = -1;
    int64_t best_worth = 0;
    bool best_fresh = false;
    for (int64_t i = 0; i < g->n; i++) {
        const struct parent *p = &g->list[i];
        bool now = fresh(p, plies);
        int64_t here = now ? (int64_t)PLY_NODES * p->pz.plies - p->pz.nodes
                           : worth(&p->pz) - ROUND_WORTH * p->rounds;
        if (p->rounds < ROUNDS_MOST &&
            (best < 0 || (now != best_fresh ? now : here > best_worth))) {
            best = i;
            best_worth = here;
            best_fresh = now;
        }
    }
    return best;
}

/* The work that a variation of a puzzle may take. */
static int64_t cap_of(const struct puzzle_judge *j, const struct puzzle *from)
{
    int64_t cap = CAP_LEAST + CAP_TIMES * from->nodes;
    return cap < j->nodes ? cap : j->nodes;
}

/* Whether it is a puzzle, within such bounds; measures its length. */
static bool measure(struct puzzle_judge *j, struct puzzle *pz, int64_t cap, int64_t positions)
{
    struct pns_report r;
    struct resist_report distance;
    const struct resist_limits limits = {.nodes_cap = cap, .positions_cap = positions};
    if (!puzzle_judge_visit(j, &pz->position) || puzzle_judge_seen(j, &pz->position) ||
        (j->table != NULL && !puzzle_judge_has_only(j, &pz->position, pz->goal)) ||
        pns_solve(j->pns, &pz->position, pz->goal, cap, NULL, NULL, &r) < 0 || r.value <= 0 ||
        !puzzle_judge_unique(j, pz, cap) ||
        resist_ask(j->resist, &pz->position, pz->goal, &limits, &distance) < 0 ||
        distance.value <= 0 || !distance.exact)
        return false;
    pz->plies = distance.plies;
    return true;
}

/* Whether a variation is a puzzle that is worth about as much. */
static bool promising(struct puzzle_judge *j, const struct puzzle *from, struct puzzle *pz)
{
    return vary(j, from, pz) && measure(j, pz, cap_of(j, from), RESIST_POSITIONS) &&
           worth(pz) >= worth(from) - (int)rng_below(&j->rng, SLACK);
}

/* Adds a puzzle that was printed to those that are varied; false if memory is short. */
static bool add(struct puzzle_grown *g, const struct puzzle *pz)
{
    struct puzzle *place = grown_place(g);
    if (place == NULL)
        return false;
    *place = *pz;
    g->n++;
    return true;
}

/* Prints a puzzle that is long enough and not much the same as another, and adds it to those that
 * are varied; false: out of memory, or the output is closed. */
static bool keep(struct puzzle_grown *g, struct puzzle_judge *j, struct puzzle *pz)
{
    if (pz->plies < j->plies || alike(g, pz) || !puzzle_judge_examine(j, pz))
        return true;
    int printed = puzzle_judge_print(j, pz);
    return printed >= 0 && (printed == 0 || add(g, pz));
}

/* The puzzle without its moves at `one` and `other`; false if the other moves are not legal. Two
 * moves of the same side can go if one of them may change its place with the next, as where all
 * stones are alike. */
static bool without(const struct puzzle *from, int one, int other, struct puzzle *out)
{
    static struct puzzle swapped;
    int next = other + 1 < from->moves_n ? other + 1 : other - 1;
    swapped = *from;
    if (((one ^ other) & 1) == 0) {
        swapped.moves[other] = from->moves[next];
        swapped.moves[next] = from->moves[other];
        other = next;
        if (one == other || !replay(&swapped) ||
            position_hash(&swapped.position, 0) != position_hash(&from->position, 0))
            return false;
    }
    *out = swapped;
    take_back(&swapped, one, other, out);
    return replay(out);
}

/* Takes back each pair of moves, which may have been the last two: where the winner's was again the
 * only one that wins, the puzzle is two plies longer. False: out of memory, or the output is
 * closed. */
static bool retract(struct puzzle_grown *g, struct puzzle_judge *j, int64_t index)
{
    static struct puzzle from; /* the list may move */
    static struct puzzle pz;
    g->list[index].retracted = true;
    from = g->list[index].pz;
    puzzle_judge_begin(j);
    bool done = true;
    for (int one = 0; one < from.moves_n; one++)
        for (int other = one + 1; other < from.moves_n && j->found_n < j->count && done; other++)
            if (without(&from, one, other, &pz) &&
                measure(j, &pz, cap_of(j, &from), RETRACT_POSITIONS) && pz.plies > from.plies)
                done = keep(g, j, &pz);
    return done;
}

/* A round of variations of a puzzle; false: out of memory, or the output is closed. */
static bool vary_round(struct puzzle_grown *g, struct puzzle_judge *j, int64_t index)
{
    static struct puzzle from; /* the list may move */
    static struct puzzle pz;
    g->list[index].rounds++;
    from = g->list[index].pz;
    puzzle_judge_begin(j);
    for (int i = 0; i < VARIATIONS && j->found_n < j->count; i++) {
        if (i % SHUFFLE_EVERY == 0)
            shuffle(j, &from);
        if (!promising(j, &from, &pz))
            continue;
        from = pz;
        if (!keep(g, j, &pz))
            return false;
    }
    /* The next round continues from there. */
    if (worth(&from) >= worth(&g->list[index].pz))
        g->list[index].pz = from;
    return true;
}

bool puzzle_grow_run(struct puzzle_grown *g, struct puzzle_judge *j)
{
    bool done = true;
    while (done && j->found_n < j->count) {
        int64_t index = next_parent(g, j->plies);
        if (index < 0)
            break;
        done = fresh(&g->list[index], j->plies) ? retract(g, j, index) : vary_round(g, j, index);
    }
    return done;
}

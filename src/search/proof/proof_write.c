#include "search/proof/proof_write.h"

#include "base/err.h"
#include "platform/heap.h"
#include "rules/position.h"
#include "search/proof/proof_check.h"
#include "search/proof/proof_form.h"

enum {
    CHOICES_N = 8, /* moves that are compared, of those that win */
    COST_NEW = 24, /* words that a position costs which was not written before, at least */
};

struct writer {
    struct pns *pns;
    int margin;     /* of the claimant */
    uint64_t slots; /* a power of two; open addressing, at most 3/4 full */
    uint64_t used;
    uint64_t *key; /* [slot], 0: free */
    uint32_t *id;  /* [slot] */
    uint8_t *form; /* [slot][form_bytes] */
    size_t form_bytes;
    bool by_live;              /* form has what matters (proof_form.h), not all that stands there */
    struct position *position; /* [depth] the path */
    struct proof_written *out;
    uint64_t bytes_cap;
    pns_write *write;
    void *context;
    int column;
};

static int put(struct writer *w, const char *s, size_t n)
{
    if (w->bytes_cap > 0 && (uint64_t)w->out->bytes_n + n > w->bytes_cap)
        return ERR_TOO_BIG;
    w->out->bytes_n += (int64_t)n;
    return w->write(w->context, s, n) ? 0 : ERR_IO;
}

/* A word and what parts it from the one before. */
static int put_word(struct writer *w, const char *s, size_t n)
{
    int err = 0;
    if (w->column > 0) {
        bool full = w->column + (int)n >= 90;
        err = put(w, full ? "\n" : " ", 1);
        w->column = full ? 0 : w->column + 1;
    }
    w->column += (int)n;
    return err < 0 ? err : put(w, s, n);
}

/* Equal for positions that may be cited for one another. */
static uint64_t key_of(const struct writer *w, const struct position *p)
{
    /* The search's key is shared by positions that differ, which cannot be cited in all games. */
    return (w->by_live ? pns_position_key(w->pns, p) : position_hash_canonical(p)) | 1u;
}

static void pack(const struct writer *w, const struct position *p, const struct proof_live *live,
                 int symmetry, uint8_t *out)
{
    if (w->by_live)
        proof_live_pack(p, live, symmetry, out);
    else
        proof_form_pack(p, symmetry, out);
}

/* Looks for p among those written; *symmetry makes it that one. Returns the slot with its id, or
 * a free slot; key is that of p. */
static uint64_t find(const struct writer *w, const struct position *p, uint64_t key, bool *found,
                     int *symmetry)
{
    uint8_t seen[PROOF_FORM_BYTES_MAX];
    struct proof_live live;
    bool has_live = false;
    uint64_t at = key & (w->slots - 1);
    *found = false;
    for (; w->key[at] != 0; at = (at + 1) & (w->slots - 1)) {
        if (w->key[at] != key)
            continue;
        if (w->by_live && !has_live)
            proof_live_find(p, &live);
        has_live = true;
        for (int s = 0; s < SYMMETRIES_MAX; s++) {
            if ((position_symmetries(p) >> s & 1) == 0)
                continue;
            pack(w, p, &live, s, seen);
            if (__builtin_memcmp(seen, w->form + at * w->form_bytes, w->form_bytes) != 0)
                continue;
            *found = true;
            *symmetry = s;
            return at;
        }
    }
    return at;
}

static int cite(struct writer *w, uint32_t id, int symmetry)
{
    char buf[32];
    struct text t;
    text_init(&t, buf, sizeof buf);
    text_char(&t, w->by_live ? '~' : '=');
    text_int(&t, id);
    if (symmetry != 0) {
        text_char(&t, '/');
        text_int(&t, symmetry);
    }
    w->out->cited_n++;
    return put_word(w, buf, t.len);
}

static int write_other(struct writer *w, int depth, move_t except);

/* A move of the claimant, and what it would cost to prove that it wins. */
struct choice {
    move_t move;
    uint64_t work; /* nodes that the search expanded below */
};

/* The cost of the words after the position q, in which the other is to move: an answer that ends
 * the game costs none, one that is cited one, any other many. (How much work it was to search says
 * little: weighing it made proofs longer.) Gives up at `most`. */
static uint64_t cost_of(const struct writer *w, const struct position *q, struct position *scratch,
                        uint64_t most)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(q, legal);
    uint64_t cost = 0;
    for (int i = 0; i < n && cost < most; i++) {
        position_copy(scratch, q);
        position_play_legal(scratch, legal[i]);
        if (scratch->over)
            continue;
        bool found;
        int symmetry;
        (void)find(w, scratch, key_of(w, scratch), &found, &symmetry);
        cost += found ? 1 : COST_NEW;
    }
    return cost;
}

/* The winning move whose proof looks shortest: one that ends the game, else of those that took
 * little work to search the one that leaves least to be written. Many moves of a won position win
 * alike, and the shortest proof keeps to positions that were written before. MOVE_NONE: none is
 * known. */
static move_t choose(const struct writer *w, const struct position *p, struct position *scratch)
{
    move_t legal[MOVES_MAX];
    struct choice best[CHOICES_N];
    int best_n = 0;
    int n = position_legal(p, legal);
    for (int i = 0; i < n; i++) {
        struct choice c = {.move = legal[i]};
        position_copy(scratch, p);
        position_play_legal(scratch, c.move);
        if (pns_value(w->pns, scratch, pns_goal_other(w->margin), &c.work) >= 0)
            continue;
        if (scratch->over)
            return c.move;
        int at = best_n < CHOICES_N ? best_n++ : CHOICES_N;
        for (; at > 0 && best[at - 1].work > c.work; at--)
            if (at < CHOICES_N)
                best[at] = best[at - 1];
        if (at < CHOICES_N)
            best[at] = c;
    }
    if (best_n <= 1 || best[0].work < 2) /* at leaves there is little to choose */
        return best_n == 0 ? MOVE_NONE : best[0].move;
    move_t move = MOVE_NONE;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < best_n; i++) {
        position_copy(scratch, p);
        position_play_legal(scratch, best[i].move);
        uint64_t cost = cost_of(w, scratch, scratch + 1, least);
        if (cost < least) {
            least = cost;
            move = best[i].move;
        }
    }
    return move;
}

/* A move that wins position p, which is known to be won while the table has forgotten by what: the
 * moves are asked again, with more and more patience. MOVE_NONE: stopped. scratch is the
 * caller's. */
static move_t find_again(const struct writer *w, const struct position *p, struct position *scratch)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    for (int64_t cap = 64; cap < INT64_MAX / 8; cap *= 4)
        for (int i = 0; i < n; i++) {
            struct pns_report r;
            position_copy(scratch, p);
            position_play_legal(scratch, legal[i]);
            if (pns_solve(w->pns, scratch, pns_goal_other(w->margin), cap, NULL, NULL, &r) < 0)
                return MOVE_NONE;
            if (r.value < 0)
                return legal[i];
        }
    return MOVE_NONE;
}

/* The claimant is to move in position[depth]. Depth is bounded by PROOF_DEPTH_MAX. */
static int write_claimant(struct writer *w, int depth)
{
    const struct position *p = &w->position[depth];
    if (p->over)
        return 0;
    if (depth + 2 >= PROOF_DEPTH_MAX || w->out->nodes_n >= INT32_MAX)
        return ERR_TOO_BIG;
    uint64_t key = key_of(w, p);
    bool found;
    int symmetry;
    uint64_t slot = find(w, p, key, &found, &symmetry);
    if (found)
        return cite(w, w->id[slot], symmetry);
    move_t m = choose(w, p, &w->position[depth + 1]);
    if (m == MOVE_NONE) {
        struct pns_report again;
        int err = pns_solve(w->pns, p, w->margin, 0, NULL, NULL, &again);
        if (err < 0)
            return err;
        m = choose(w, p, &w->position[depth + 1]);
        if (again.value == 0)
            return ERR_BUSY;
        if (again.value > 0 && m == MOVE_NONE)
            m = find_again(w, p, &w->position[depth + 1]);
        if (again.value < 0 || m == MOVE_NONE)
            return ERR_NOT_FOUND;
    }
    char name[MOVE_TEXT_BYTES];
    move_print(m, p->setup.width, name);
    size_t n = 0;
    while (name[n] != '\0')
        n++;
    int err = put_word(w, name, n);
    if (err < 0)
        return err;
    uint32_t id = (uint32_t)w->out->nodes_n++;
    position_copy(&w->position[depth + 1], p);
    position_play_legal(&w->position[depth + 1], m);
    err = write_other(w, depth + 1, MOVE_NONE);
    if (err < 0)
        return err;
    /* Only now it may be cited. The slot is looked for again: others were filled meanwhile. */
    if (w->used < w->slots / 4 * 3) {
        slot = find(w, p, key, &found, &symmetry);
        w->key[slot] = key;
        w->id[slot] = id;
        struct proof_live live;
        if (w->by_live)
            proof_live_find(p, &live);
        pack(w, p, &live, 0, w->form + slot * w->form_bytes);
        w->used++;
    }
    return 0;
}

static int write_other(struct writer *w, int depth, move_t except)
{
    const struct position *p = &w->position[depth];
    if (p->over)
        return 0;
    move_t *legal = heap_new(MOVES_MAX * sizeof *legal);
    if (legal == NULL)
        return ERR_NO_MEMORY;
    int n = position_legal(p, legal);
    int err = 0;
    for (int i = 0; i < n && err == 0; i++) {
        if (legal[i] == except)
            continue;
        position_copy(&w->position[depth + 1], p);
        position_play_legal(&w->position[depth + 1], legal[i]);
        err = write_claimant(w, depth + 1);
    }
    heap_free(legal);
    return err;
}

int proof_write_tree(struct pns *s, const struct position *p, bool his_move, int margin,
                     move_t except, uint64_t memory_bytes, uint64_t bytes_cap, pns_write *write,
                     void *context, struct proof_written *out)
{
    int64_t before = out->bytes_n;
    *out = (struct proof_written){.bytes_n = before};
    struct writer w = {.pns = s,
                       .margin = margin,
                       .form_bytes = proof_live_bytes(&p->setup),
                       .out = out,
                       .bytes_cap = bytes_cap,
                       .write = write,
                       .context = context};
    w.by_live = w.form_bytes > 0;
    if (!w.by_live)
        w.form_bytes = proof_form_bytes(&p->setup);
    uint64_t slot_bytes = sizeof *w.key + sizeof *w.id + w.form_bytes;
    w.slots = 64;
    while (w.slots * 2 * slot_bytes <= memory_bytes)
        w.slots *= 2;
    char *block = heap_new(w.slots * slot_bytes);
    w.position = heap_new(PROOF_DEPTH_MAX * sizeof *w.position);
    int err = ERR_NO_MEMORY;
    if (block != NULL && w.position != NULL) {
        w.key = (void *)block;
        w.id = (void *)(block + w.slots * sizeof *w.key);
        w.form = (uint8_t *)(block + w.slots * (sizeof *w.key + sizeof *w.id));
        __builtin_memset(w.key, 0, w.slots * sizeof *w.key);
        position_copy(&w.position[0], p);
        err = his_move ? write_claimant(&w, 0) : write_other(&w, 0, except);
    }
    heap_free(block);
    heap_free(w.position);
    return err;
}

/* ---- files ---- */

static void line_numbers(struct text *t, const int *v, int n)
{
    for (int i = 0; i < n; i++) {
        text_char(t, ' ');
        text_int(t, v[i]);
    }
    text_char(t, '\n');
}

/* Writes what t holds and empties it. */
static int flush(struct text *t, pns_write *write, void *context, struct proof_written *out)
{
    ASSERT(!t->full);
    bool done = write(context, t->buf, t->len);
    out->bytes_n += (int64_t)t->len;
    text_init(t, t->buf, t->size);
    return done ? 0 : ERR_IO;
}

static int write_start(const struct position *start, struct text *t, pns_write *write,
                       void *context, struct proof_written *out)
{
    const struct setup *s = &start->setup;
    int err = 0;
    for (point_t at = 0; at < s->width * s->height && err == 0; at++) {
        struct cell c = position_cell(start, at);
        if (c.owner == OWNER_NONE)
            continue;
        text_str(t, "stone ");
        point_print(at, s->width, t);
        line_numbers(t, (int[]){c.owner, c.height, c.flags}, 3);
        err = flush(t, write, context, out);
    }
    text_str(t, "turn");
    line_numbers(t, (int[]){start->side}, 1);
    return err < 0 ? err : flush(t, write, context, out);
}

int proof_write_file(struct pns *s, const struct position *p, int goal,
                     const struct proof_from *from, uint64_t memory_bytes, uint64_t bytes_cap,
                     pns_write *write, void *context, struct proof_written *out)
{
    *out = (struct proof_written){.nodes_n = 0};
    int value = pns_value(s, p, goal, NULL);
    if (value == 0)
        return ERR_NOT_FOUND;
    int side = value > 0 ? p->side : 3 - p->side;
    int margin = pns_goal_round(&p->setup, value > 0 ? goal : pns_goal_other(goal));
    char buf[160];
    struct text t;
    text_init(&t, buf, sizeof buf);
    text_str(&t, "hoshi-proof ");
    text_int(&t, proof_live_bytes(&p->setup) > 0 ? 2 : 1); /* the oldest that suffices */
    text_str(&t, "\ngame ");
    text_str(&t, games[p->setup.game]->name);
    line_numbers(&t, (int[]){p->setup.width, p->setup.height, p->setup.options}, 3);
    int err = flush(&t, write, context, out);
    if (err == 0 && from->start != NULL)
        err = write_start(from->start, &t, write, context, out);
    for (int i = 0; i < from->moves_n && err == 0; i++) {
        char name[MOVE_TEXT_BYTES];
        text_str(&t, "move ");
        text_str(&t, move_print(from->moves[i], p->setup.width, name));
        text_char(&t, '\n');
        err = flush(&t, write, context, out);
    }
    if (err < 0)
        return err;
    text_str(&t, "claim");
    line_numbers(&t, (int[]){side, margin}, 2);
    text_str(&t, "tree\n");
    err = flush(&t, write, context, out);
    if (err == 0)
        err = proof_write_tree(s, p, value > 0, margin, MOVE_NONE, memory_bytes, bytes_cap, write,
                               context, out);
    if (err == 0 && !write(context, "\n", 1))
        err = ERR_IO;
    out->bytes_n++;
    return err;
}

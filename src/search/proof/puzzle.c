#include "search/proof/puzzle.h"

#include "search/tree/playout.h"
#include "search/tree/tree.h"

enum { PLAYOUTS = 100 }; /* for a wrong move's temptation */

static const char *const theme_names[THEME_N] = {
#define PUZZLE_THEME(NAME, text) [THEME_##NAME] = (text),
    PUZZLE_THEMES(PUZZLE_THEME)
#undef PUZZLE_THEME
};

void puzzle_name(const struct position *p, char id[PUZZLE_ID_BYTES])
{
    uint64_t hash = rng_mix(position_hash_canonical(p));
    id[0] = games[p->setup.game]->name[0];
    for (int i = 1; i < PUZZLE_ID_BYTES - 1; i++)
        id[i] = "0123456789abcdef"[hash >> (64 - 4 * i) & 15u];
    id[PUZZLE_ID_BYTES - 1] = '\0';
}

int puzzle_belief(const struct puzzle *pz)
{
    int64_t half = 0; /* hundred halves of log2: whole powers, and a straight line between them */
    int64_t power = 1;
    while (power * 2 <= pz->nodes) {
        power *= 2;
        half += 50;
    }
    half += (pz->nodes - power) * 50 / power;
    return 600 + (int)half + pz->temptation;
}

const char *puzzle_theme_name(enum puzzle_theme theme)
{
    return theme_names[theme];
}

enum puzzle_value puzzle_prove(struct puzzle *pz, struct pns *pns, int64_t nodes_cap,
                               pns_progress *progress, void *context, struct puzzle_moves *out)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(&pz->position, legal);
    bool known = true;
    out->n = 0;
    pns_clear(pns);
    int64_t before = pns_nodes(pns);
    for (int i = 0; i < n; i++) {
        struct position q;
        struct pns_report r;
        if (pns_nodes(pns) - before >= PUZZLE_QUESTIONS * nodes_cap) {
            known = false;
            break;
        }
        position_copy(&q, &pz->position);
        position_play_legal(&q, legal[i]);
        if (pns_solve(pns, &q, pns_goal_other(pz->goal), nodes_cap, progress, context, &r) < 0)
            r.value = 0;
        known = known && r.value != 0;
        if (r.value < 0)
            out->reach[out->n++] = legal[i];
    }
    pz->nodes = pns_nodes(pns) - before;
    pz->solution = known && out->n == 1 ? out->reach[0] : MOVE_NONE;
    return out->n > 1    ? PUZZLE_MANY
           : !known      ? PUZZLE_OPEN
           : out->n == 1 ? PUZZLE_UNIQUE
                         : PUZZLE_NONE;
}

int puzzle_reaching(const struct tablebase *t, const struct position *p, int goal, move_t *only)
{
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int found = 0;
    for (int i = 0; i < n; i++) {
        struct position q;
        struct tablebase_value v;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (!tablebase_get(t, &q, &v))
            return -1;
        if (tablebase_before(v).margin >= goal) {
            found++;
            *only = legal[i];
        }
    }
    return found;
}

/* Share of random playouts, in thousandths, that the mover wins after the move that led to p. */
static int playouts_won(struct rng *rng, const struct position *p, int seat)
{
    uint64_t won = 0;
    for (int i = 0; i < PLAYOUTS; i++) {
        struct position q;
        struct outcome outcome;
        struct playlog log = {.cap = 0};
        position_copy(&q, p);
        playout_run(&q, rng, &log, NULL, &outcome);
        won += outcome.win[seat - 1];
    }
    return (int)(won * 1000 / PLAYOUTS / REWARD_ONE);
}

void puzzle_tempt(struct puzzle *pz, struct rng *rng)
{
    const struct position *p = &pz->position;
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    pz->temptation = 0;
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (legal[i] == pz->solution || q.over)
            continue;
        int won = playouts_won(rng, &q, position_seat(p, p->side));
        pz->temptation = won > pz->temptation ? won : pz->temptation;
    }
    puzzle_name(p, pz->id);
}

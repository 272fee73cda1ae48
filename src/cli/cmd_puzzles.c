/* cmd_puzzles.c - `hoshi puzzles`: positions with exactly one winning move, mined from
 * self-play. */
#include "cli/command.h"
#include "cli/puzzle.h"
#include "search/engine.h"
#include "search/proof/game_proof.h"
#include "search/proof/pns.h"
#include "search/proof/proof_write.h"
#include "search/proof/resist.h"
#include "search/tree/playout.h"
#include "search/tree/tree.h"
#include <stdlib.h>
#include <string.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_puzzles;
const struct command cmd_puzzles = {
    .name = "puzzles",
    .summary = "find positions with exactly one winning move",
    .help =
        "usage: hoshi puzzles GAME [options]\n\n"
        "Plays games against itself, from random openings, and looks from their ends backwards\n"
        "for positions with exactly one winning move. Prints one puzzle a line as JSON with\n"
        "proofs (docs/PUZZLES.md): the solution wins, every other move does not. `hoshi verify`\n"
        "checks them. The same options give the same puzzles.\n\n"
        "  --count N         how many (default 10)\n"
        "  --size N or WxH   the board (default: Palisade 7, Redstone 4, Levee 5, Claims 3)\n"
        "  --opt NAME=0|1    its options\n"
        "  --seed S          of the games (default 1)\n"
        "  --nodes N         positions that a question may take (default 3000)\n"
        "  --least N         leave out puzzles that took fewer positions (default 40, Levee 10)\n"
        "  --bytes N         leave out longer proofs (default 9000 a puzzle)\n",
    .run = run,
};

enum {
    OPTS_MAX = 3,
    ENGINE_NODES = 96, /* a move: plays well enough, and errs often enough */
    PLAYOUTS = 100,    /* for a wrong move's temptation */
    ENGINE_BYTES = 16 << 20,
    TABLE_BYTES = 14 << 20,
    RESIST_BYTES = 40 << 20,
    RESIST_POSITIONS = 20000,
    WRONG_LEAST = 3,        /* wrong moves that a puzzle must offer */
    GAMES_PER_PUZZLE = 400, /* before giving up */
};

struct mine {
    struct setup setup;
    int64_t count, seed, nodes, least, bytes;
    struct rng rng;
    struct engine *engine;
    struct pns *pns;
    struct resist *resist;
    uint64_t *seen; /* [count] keys of the puzzles so far */
    int64_t found_n;
};

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

/* A game from a random opening; returns its plies. */
static int play_game(struct mine *m, move_t moves[PUZZLE_MOVES_MAX])
{
    struct position p;
    int n = 0;
    int opening = m->setup.width * m->setup.height / 6 + (int)rng_below(&m->rng, 4);
    int err = position_start(&p, &m->setup);
    ASSERT(err == 0);
    engine_clear(m->engine);
    engine_seed(m->engine, rng_next(&m->rng));
    while (!p.over && n < PUZZLE_MOVES_MAX) {
        const struct engine_limits limits = {.nodes_cap = ENGINE_NODES};
        struct search_report report;
        move_t move = MOVE_NONE;
        if (n >= opening && engine_search(m->engine, &p, &limits, NULL, NULL, &report) == 0)
            move = report.best;
        if (move == MOVE_NONE)
            move = position_random(&p, &m->rng);
        moves[n++] = move;
        position_play_legal(&p, move);
    }
    return n;
}

/* Share of random playouts, in thousandths, that the mover wins after his move led to p. */
static int playouts_won(struct mine *m, const struct position *p, int seat)
{
    uint64_t won = 0;
    for (int i = 0; i < PLAYOUTS; i++) {
        struct position q;
        struct outcome outcome;
        struct playlog log = {.cap = 0};
        position_copy(&q, p);
        playout_run(&q, &m->rng, &log, NULL, &outcome);
        won += outcome.win[seat - 1];
    }
    return (int)(won * 1000 / PLAYOUTS / REWARD_ONE);
}

/* Answers all moves of a position; true if exactly one wins, and not at once. */
static bool examine(struct mine *m, struct puzzle *pz)
{
    const struct position *p = &pz->position;
    move_t legal[MOVES_MAX];
    int n = position_legal(p, legal);
    int wins_n = 0;
    pz->temptation = 0;
    if (n < WRONG_LEAST + 1)
        return false;
    for (int i = 0; i < n; i++) {
        struct position q;
        struct pns_report r;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (pns_solve(m->pns, &q, 0, m->nodes, NULL, NULL, &r) < 0 || r.value == 0)
            return false;
        if (r.value > 0)
            continue;
        pz->solution = legal[i];
        if (q.over || ++wins_n > 1)
            return false;
    }
    for (int i = 0; i < n && wins_n == 1; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, legal[i]);
        if (legal[i] == pz->solution || q.over)
            continue;
        int won = playouts_won(m, &q, position_seat(p, p->side));
        pz->temptation = won > pz->temptation ? won : pz->temptation;
    }
    pz->nodes = pns_nodes(m->pns);
    pz->goal = 1;
    pz->rating = puzzle_rating(pz->nodes, pz->temptation);
    return wins_n == 1;
}

/* Writes both trees into a buffer of m->bytes; false if they do not fit. */
static bool prove(const struct mine *m, struct puzzle *pz, struct buffer *b)
{
    struct pns_report r;
    struct proof_written written;
    b->len = 0;
    if (pns_solve(m->pns, &pz->position, 1, 0, NULL, NULL, &r) < 0 || r.value <= 0 ||
        proof_write_tree(m->pns, &pz->position, true, 1, MOVE_NONE, 1 << 20, (uint64_t)m->bytes,
                         buffer_write, b, &written) < 0)
        return false;
    size_t others = ++b->len; /* after the first tree's end */
    b->text[others] = '\0';
    if (proof_write_tree(m->pns, &pz->position, false, 0, pz->solution, 1 << 20, (uint64_t)m->bytes,
                         buffer_write, b, &written) < 0)
        return false;
    pz->win = b->text;
    pz->others = b->text + others;
    return b->len <= (size_t)m->bytes;
}

/* The length of the solution against the longest resistance. */
static bool measure(struct mine *m, struct puzzle *pz)
{
    const struct resist_limits limits = {.nodes_cap = m->nodes, .positions_cap = RESIST_POSITIONS};
    struct resist_report report;
    if (resist_ask(m->resist, &pz->position, pz->goal, &limits, &report) < 0)
        return false;
    pz->plies = report.plies;
    puzzle_name(&pz->position, pz->id);
    return true;
}

static bool seen_before(struct mine *m, uint64_t key)
{
    for (int64_t i = 0; i < m->found_n; i++)
        if (m->seen[i] == key)
            return true;
    m->seen[m->found_n] = key;
    return false;
}

/* The hardest puzzle of a game, printed. Returns 1 if there is one, 0 if not, -1 out of memory. */
static int mine_game(struct mine *m)
{
    static struct puzzle now;
    static struct puzzle best;
    static move_t moves[PUZZLE_MOVES_MAX];
    size_t cap = 2 * (size_t)m->bytes + 2;
    struct buffer b = {.cap = cap};
    struct buffer best_b = {.cap = cap};
    int plies = play_game(m, moves);
    int status = 0;
    best.rating = -1;
    b.text = malloc(cap);
    best_b.text = malloc(cap);
    if (b.text == NULL || best_b.text == NULL)
        status = -1;
    for (int ply = plies - 2; ply >= 2 && status >= 0; ply--) {
        struct pns_report r;
        now.setup = m->setup;
        now.moves_n = ply;
        memcpy(now.moves, moves, sizeof moves);
        int err = position_start(&now.position, &m->setup);
        ASSERT(err == 0);
        for (int i = 0; i < ply; i++)
            position_play_legal(&now.position, moves[i]);
        bool known =
            pns_solve(m->pns, &now.position, 1, m->nodes, NULL, NULL, &r) == 0 && r.value != 0;
        /* With what was learned so far; if it is one, anew, to count what it takes by itself. */
        bool found = known && r.value > 0 && examine(m, &now);
        if (found) {
            pns_clear(m->pns);
            found = examine(m, &now) && now.nodes >= m->least && now.rating > best.rating &&
                    prove(m, &now, &b);
        }
        if (found) {
            uint64_t key = pns_position_key(m->pns, &now.position);
            if (!seen_before(m, key)) {
                best = now;
                memcpy(best_b.text, b.text, b.len + 1);
                best.win = best_b.text;
                best.others = best_b.text + (now.others - b.text);
                status = 1;
            }
        }
        if (!known)
            break; /* earlier ones are harder still */
    }
    if (status > 0 && !measure(m, &best))
        status = -1;
    if (status > 0) {
        json_t *json = puzzle_to_json(&best);
        char *line = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
        status = line != NULL && puts(line) >= 0 && fflush(stdout) == 0 ? 1 : -1;
        m->found_n += status > 0;
        free(line);
        json_decref(json);
    }
    free(b.text);
    free(best_b.text);
    return status;
}

static int run(int argc, char *const *argv)
{
    struct mine m = {.count = 10, .seed = 1, .nodes = 3000, .least = -1, .bytes = 9000};
    const char *size = NULL;
    const char *opts[OPTS_MAX + 1] = {NULL};
    const struct option_spec specs[] = {
        {.name = "count", .number = &m.count, .min = 1, .max = 100000},
        {.name = "size", .letter = 'n', .text = &size},
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "opt", .text = &opts[2]},
        {.name = "seed", .number = &m.seed, .min = 0, .max = INT64_MAX},
        {.name = "nodes", .number = &m.nodes, .min = 1, .max = INT64_MAX},
        {.name = "least", .number = &m.least, .min = 0, .max = INT64_MAX},
        {.name = "bytes", .number = &m.bytes, .min = 100, .max = 1 << 30},
        {.name = NULL},
    };
    const char *args[2];
    int n = options_parse(&cmd_puzzles, specs, argc, argv, args, 2);
    if (n < 0)
        return EXIT_USAGE;
    if (n != 1)
        return usage_no_game("puzzles");
    const struct game *g = game_find(args[0]);
    const struct game_proof *proof = g != NULL ? game_proofs[g->id] : NULL;
    if (m.least < 0 && proof != NULL)
        m.least = proof->puzzle_least;
    if (size == NULL && proof != NULL)
        size = proof->puzzle_size;
    if (setup_from_words("puzzles", args[0], size, 2, opts, &m.setup) < 0)
        return EXIT_USAGE;
    const struct engine_options engine_options = {.memory_bytes = ENGINE_BYTES, .no_net = true};
    const struct pns_options pns_options = {.memory_bytes = TABLE_BYTES};
    m.engine = engine_new(&engine_options);
    m.pns = pns_new(&m.setup, &pns_options);
    m.resist = resist_new(&m.setup, RESIST_BYTES);
    m.seen = calloc((size_t)m.count + 1, sizeof *m.seen);
    rng_seed(&m.rng, (uint64_t)m.seed);
    int status = m.engine != NULL && m.pns != NULL && m.resist != NULL && m.seen != NULL ? 0 : -1;
    for (int64_t games_n = 0; m.found_n < m.count && status >= 0; games_n++) {
        if (games_n >= GAMES_PER_PUZZLE * m.count)
            break;
        status = mine_game(&m);
    }
    if (status < 0)
        fputs("hoshi: out of memory, or the output is closed\n", stderr);
    else if (m.found_n < m.count)
        fprintf(stderr, "hoshi: only %lld found\n", (long long)m.found_n);
    engine_free(m.engine);
    pns_free(m.pns);
    resist_free(m.resist);
    free(m.seen);
    return status >= 0 && m.found_n == m.count ? EXIT_OK : EXIT_NO;
}

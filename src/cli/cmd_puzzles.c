/* cmd_puzzles.c - `hoshi puzzles`: positions with exactly one winning move, mined from
 * self-play. */
#include "cli/command.h"
#include "cli/load.h"
#include "cli/puzzle_record.h"
#include "search/engine.h"
#include "search/proof/game_proof.h"
#include "search/proof/pns.h"
#include "search/proof/proof_write.h"
#include "search/proof/puzzle_themes.h"
#include "search/proof/puzzle_tries.h"
#include "search/proof/resist.h"
#include <stdlib.h>
#include <string.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_puzzles;
const struct command cmd_puzzles = {
    .name = "puzzles",
    .summary = "find positions with exactly one winning move",
    .help =
        "usage: hoshi puzzles GAME [options]\n"
        "       hoshi puzzles --grow FILE [options]\n\n"
        "Plays games against itself from random openings. Searches their ends, and random\n"
        "continuations there, for positions in which exactly one move wins or reaches the best\n"
        "result. Prints each puzzle as a line of JSON with proofs (docs/PUZZLES.md) that the\n"
        "solution reaches the goal and every other move does not. `hoshi verify` checks them. The\n"
        "same options give the same puzzles.\n\n"
        "With --grow, changes the moves before each puzzle of FILE at random, and keeps the\n"
        "longer puzzles that result; these are changed in turn. All puzzles of FILE must have\n"
        "the same game and board.\n\n"
        "  --count N         how many (default 10)\n"
        "  --size N or WxH   the board (default: Palisade 7, Redstone 4, Levee 5, Claims 3)\n"
        "  --opt NAME=0|1    an option of the game (see `hoshi games`)\n"
        "  --seed S          seed of the games (default 1)\n"
        "  --nodes N         limit of positions for one proof (default 3000)\n"
        "  --least N         leave out puzzles that took fewer positions (default 40, Levee 10)\n"
        "  --plies N         leave out shorter solutions (default 3)\n"
        "  --bytes N         leave out puzzles with longer proofs (default 9000)\n"
        "  --bare            print no proofs; `hoshi verify` finds them again\n"
        "  --grow FILE       begin with these puzzles instead of games\n",
    .run = run,
};

enum {
    OPTS_MAX = 3,
    ENGINE_NODES = 96, /* a move: plays well enough, and errs often enough */
    TABLE_BYTES = 14 << 20,
    COUNT_BYTES = 10 << 20,
    RESIST_BYTES = 40 << 20,
    RESIST_NODES = 20000, /* as the page asks (docs/PUZZLES.md) */
    RESIST_POSITIONS = 20000,
    NODES_MOST = 10000,
    PLIES_MOST = 40,
    WRONG_LEAST = 3,        /* wrong moves that a puzzle must offer */
    GAMES_PER_PUZZLE = 400, /* before giving up */
    WALKS = 24,             /* lines tried from each place where a game was left */
    PER_GAME = 6,           /* puzzles from one game: more would be much alike */
    GOAL_PART = 4,          /* a goal is this part of the board's points at most */
    GAME_QUESTIONS = 12,    /* a game may take so many times the nodes of a question */
    GLANCE_NODES = 60,      /* for a first look at each move */
    VISITED_N = 1 << 16,
    FILE_BYTES = 64 << 20,
    TRIES = 4,        /* of each lower level, for the rating */
    VARIATIONS = 400, /* of a puzzle that is grown */
};

struct mine {
    struct setup setup;
    int64_t count, seed, nodes, least, bytes, plies;
    bool bare;
    struct rng rng;
    struct engine *engine;
    struct pns *pns;       /* what is learned of a game helps with all its positions */
    struct pns *count_pns; /* emptied for each puzzle, to count what it takes by itself */
    struct resist *resist;
    uint64_t *seen;                  /* [count] keys of the puzzles so far */
    uint64_t visited[VISITED_N];     /* keys of positions that were looked at; 0: free */
    int64_t plies_n[PLIES_MOST + 1]; /* puzzles so far, by length */
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

/* The best margin above 0 that the side to move reaches, 0 if none, -1 if that is not known. */
static int best_margin(struct mine *m, const struct position *p)
{
    struct pns_report r;
    int reached = 0;
    int step = 1;
    int over = POINTS_MAX; /* is not reached */
    /* Up in growing steps, then halving: each answer helps the next. */
    for (int goal = 1; reached + 1 < over;) {
        if (pns_solve(m->pns, p, goal, m->nodes, NULL, NULL, &r) < 0 || r.value == 0)
            return -1;
        if (r.value > 0) {
            reached = pns_goal_round(&m->setup, goal);
            step *= 2;
        } else {
            over = goal;
        }
        if (!games[m->setup.game]->has_score || reached == 0)
            break;
        goal = over == POINTS_MAX ? reached + step : reached + (over - reached + 1) / 2;
        if (pns_goal_round(&m->setup, goal) >= over)
            break;
    }
    return reached;
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

/* The only move that reaches the goal, MOVE_NONE if there is another or one is not known. */
static move_t only_move(struct pns *pns, const struct position *p, int goal, int64_t nodes_cap)
{
    move_t legal[MOVES_MAX];
    move_t only = MOVE_NONE;
    if (position_legal(p, legal) <= WRONG_LEAST ||
        reaching(pns, p, goal, GLANCE_NODES, &only) > 1 ||
        reaching(pns, p, goal, nodes_cap, &only) != 1)
        return MOVE_NONE;
    return only;
}

/* Fills in all that a puzzle tells of itself but its trees; false if it is none. */
static bool examine(struct mine *m, struct puzzle *pz)
{
    const struct resist_limits limits = {.nodes_cap = RESIST_NODES,
                                         .positions_cap = RESIST_POSITIONS};
    const struct position *p = &pz->position;
    pns_clear(m->count_pns);
    int64_t before = pns_nodes(m->count_pns);
    pz->solution = only_move(m->count_pns, p, pz->goal, m->nodes);
    pz->nodes = pns_nodes(m->count_pns) - before;
    if (pz->solution == MOVE_NONE || pz->nodes < m->least || pz->nodes > NODES_MOST ||
        !puzzle_themes_measure(pz, m->resist, &limits) || pz->plies < m->plies ||
        pz->plies > PLIES_MOST)
        return false;
    puzzle_tempt(pz, &m->rng);
    return true;
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

static bool seen_before(const struct mine *m, uint64_t key)
{
    for (int64_t i = 0; i < m->found_n; i++)
        if (m->seen[i] == key)
            return true;
    return false;
}

/* True the first time, as long as there is room. */
static bool visit(struct mine *m, const struct position *p)
{
    uint64_t key = position_hash_canonical(p) | 1u;
    uint64_t *at = &m->visited[(key >> 32) % VISITED_N];
    if (*at == key)
        return false;
    *at = key;
    return true;
}

/* A puzzle is worth more the fewer there are of its length. */
struct candidates {
    struct puzzle best[PER_GAME];
    int n;
};

static void offer(const struct mine *m, struct candidates *c, const struct puzzle *pz)
{
    int worst = 0;
    for (int i = 0; i < c->n; i++) {
        /* The same move again is the same idea again. */
        if (c->best[i].solution == pz->solution && c->best[i].plies == pz->plies)
            return;
        if (m->plies_n[c->best[i].plies] > m->plies_n[c->best[worst].plies])
            worst = i;
    }
    if (c->n < PER_GAME)
        c->best[c->n++] = *pz;
    else if (m->plies_n[pz->plies] < m->plies_n[c->best[worst].plies])
        c->best[worst] = *pz;
}

/* Looks at a position, which pz leads to; false when its value is not known. */
static bool look(struct mine *m, struct puzzle *pz, struct candidates *c)
{
    struct pns_report r;
    if (pns_solve(m->pns, &pz->position, 1, m->nodes, NULL, NULL, &r) < 0 || r.value == 0)
        return false;
    if (r.value < 0)
        return true;
    pz->goal = 1;
    bool found = only_move(m->pns, &pz->position, 1, m->nodes) != MOVE_NONE;
    if (!found && games[m->setup.game]->has_score) {
        pz->goal = best_margin(m, &pz->position);
        found = pz->goal > 1 && pz->goal <= m->setup.width * m->setup.height / GOAL_PART &&
                only_move(m->pns, &pz->position, pz->goal, m->nodes) != MOVE_NONE;
    }
    if (found && !seen_before(m, position_hash_canonical(&pz->position)) && examine(m, pz))
        offer(m, c, pz);
    return true;
}

/* Plays a random line from a place in the game, looking at each position of it. */
static bool walk(struct mine *m, const move_t *moves, int ply, struct candidates *c)
{
    static struct puzzle pz;
    pz.setup = m->setup;
    pz.moves_n = ply;
    memcpy(pz.moves, moves, (size_t)ply * sizeof *moves);
    pz.win = pz.others = NULL;
    int err = position_start(&pz.position, &m->setup);
    ASSERT(err == 0);
    for (int i = 0; i < ply; i++)
        position_play_legal(&pz.position, moves[i]);
    for (bool first = true; !pz.position.over && pz.moves_n < PUZZLE_MOVES_MAX; first = false) {
        if (visit(m, &pz.position) && !look(m, &pz, c))
            return !first;
        move_t move = position_random(&pz.position, &m->rng);
        pz.moves[pz.moves_n++] = move;
        position_play_legal(&pz.position, move);
    }
    return true;
}

/* Rates it by what the levels make of it, and prints it. */
static bool print_puzzle(struct mine *m, struct puzzle *pz)
{
    const struct puzzle_tries_plan plan = {(uint64_t)m->seed, TRIES, LEVEL_MAX};
    struct puzzle_tries tries;
    if (puzzle_tries_make(pz, m->engine, &plan, NULL, NULL, &tries) < 0)
        return false;
    pz->rating = puzzle_tries_rating(pz, &tries);
    json_t *json = puzzle_record_write(pz);
    char *line = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    bool done = line != NULL && puts(line) >= 0 && fflush(stdout) == 0;
    free(line);
    json_decref(json);
    return done;
}

/* The puzzles of a game, printed; false: out of memory, or the output is closed. */
static bool mine_game(struct mine *m, struct buffer *b)
{
    static struct candidates c;
    static move_t moves[PUZZLE_MOVES_MAX];
    int plies = play_game(m, moves);
    c.n = 0;
    pns_clear(m->pns);
    memset(m->visited, 0, sizeof m->visited);
    int64_t most = pns_nodes(m->pns) + GAME_QUESTIONS * m->nodes;
    bool known = true;
    for (int ply = plies - 2; ply >= 2 && known; ply--) {
        known = walk(m, moves, ply, &c);
        for (int i = 1; i < WALKS && known; i++) {
            (void)walk(m, moves, ply, &c);
            known = pns_nodes(m->pns) < most; /* the earlier, the harder */
        }
    }
    bool done = true;
    for (int i = 0; i < c.n && m->found_n < m->count && done; i++) {
        if (!m->bare && !prove(m, &c.best[i], b))
            continue; /* its proof is too long */
        done = print_puzzle(m, &c.best[i]);
        m->plies_n[c.best[i].plies]++;
        m->seen[m->found_n++] = position_hash_canonical(&c.best[i].position);
    }
    return done;
}

/* --- growing: puzzles that are changed a little, and are longer then --- */

struct grown {
    const char *file;
    struct puzzle *list; /* [cap] those of the file, and those that grew */
    int64_t n, cap;
};

static struct puzzle *grown_place(struct grown *g)
{
    if (g->n == g->cap) {
        int64_t cap = 2 * g->cap + 16;
        struct puzzle *list = realloc(g->list, (size_t)cap * sizeof *list);
        if (list == NULL)
            return NULL;
        g->list = list;
        g->cap = cap;
    }
    return &g->list[g->n];
}

/* The puzzles of the file; false after a message. */
static bool read_puzzles(struct grown *g)
{
    size_t len;
    char *text = load_file(g->file, FILE_BYTES, &len);
    const char *why = text != NULL && len == 0 ? "there is no puzzle in it" : NULL;
    for (size_t at = 0; text != NULL && at < len && why == NULL;) {
        struct puzzle *pz = grown_place(g);
        json_t *json = load_line(text, len, &at);
        why = pz == NULL ? "out of memory" : json == NULL ? "this is not JSON" : NULL;
        if (why == NULL && puzzle_record_read(json, pz, &why) == 0) {
            pz->win = pz->others = NULL; /* borrowed from json */
            if (memcmp(&pz->setup, &g->list[0].setup, sizeof pz->setup) != 0)
                why = "it has another game or board than the first";
            else
                g->n++;
        }
        json_decref(json);
    }
    if (why != NULL)
        fprintf(stderr, "hoshi: %s:%lld: %s\n", g->file, (long long)g->n + 1, why);
    free(text);
    return text != NULL && why == NULL;
}

/* Replays `from` without the moves at `one` and `other`, which are of different sides: each side
 * plays the rest of its moves in their order. False where that is not legal, or ends the game. */
static bool take_back(const struct puzzle *from, int one, int other, struct puzzle *out)
{
    int at[2] = {0, 1};
    out->moves_n = from->moves_n - 2;
    for (int i = 0; i < out->moves_n; i++) {
        int *next = &at[i & 1];
        if (*next == one || *next == other)
            *next += 2;
        out->moves[i] = from->moves[*next];
        *next += 2;
        if (out->moves[i] == MOVE_SWAP ||
            position_play(&out->position, out->moves[i]) != VERDICT_OK || out->position.over)
            return false;
    }
    return true;
}

/* Replays `from` with another move at `one` and at `other`. */
static bool displace(struct mine *m, const struct puzzle *from, int one, int other,
                     struct puzzle *out)
{
    out->moves_n = from->moves_n;
    for (int i = 0; i < out->moves_n; i++) {
        bool new = i == one || i == other;
        out->moves[i] = new ? position_random(&out->position, &m->rng) : from->moves[i];
        if (position_play(&out->position, out->moves[i]) != VERDICT_OK || out->position.over)
            return false;
    }
    return true;
}

/* Changes a puzzle at random: a move of each side is taken back, or one or two are others. */
static bool vary(struct mine *m, const struct puzzle *from, struct puzzle *out)
{
    uint32_t n = (uint32_t)from->moves_n;
    int one = (int)rng_below(&m->rng, n);
    int other = (int)rng_below(&m->rng, n);
    out->setup = from->setup;
    out->goal = from->goal;
    out->win = out->others = NULL;
    int err = position_start(&out->position, &out->setup);
    ASSERT(err == 0);
    if (((one ^ other) & 1) != 0 && rng_below(&m->rng, 2) == 0)
        return take_back(from, one, other, out);
    return displace(m, from, one, rng_below(&m->rng, 2) == 0 ? one : other, out);
}

/* Makes variations of a puzzle, prints those that are longer and adds them to the list; false: out
 * of memory, or the output is closed. A variation of the same length is not printed, but it is what
 * the next ones vary, so that they begin elsewhere. */
static bool grow(struct mine *m, struct grown *g, int64_t index, struct buffer *b)
{
    static struct puzzle from; /* the list may move */
    static struct puzzle pz;
    struct pns_report r;
    bool done = true;
    from = g->list[index];
    pns_clear(m->pns);
    memset(m->visited, 0, sizeof m->visited);
    for (int i = 0; i < VARIATIONS && m->found_n < m->count && done; i++) {
        if (!vary(m, &from, &pz) || !visit(m, &pz.position) ||
            seen_before(m, position_hash_canonical(&pz.position)) ||
            pns_solve(m->pns, &pz.position, pz.goal, m->nodes, NULL, NULL, &r) < 0 ||
            r.value <= 0 || only_move(m->pns, &pz.position, pz.goal, m->nodes) == MOVE_NONE ||
            !examine(m, &pz) || pz.plies < from.plies)
            continue;
        bool longer = pz.plies > from.plies && (m->bare || prove(m, &pz, b));
        from = pz;
        if (!longer)
            continue;
        struct puzzle *place = grown_place(g);
        done = place != NULL && print_puzzle(m, &pz);
        m->plies_n[pz.plies]++;
        m->seen[m->found_n++] = position_hash_canonical(&pz.position);
        if (place != NULL) {
            *place = pz;
            g->n++;
        }
    }
    return done;
}

static bool mine_open(struct mine *m)
{
    const struct engine_options engine_options = {.memory_bytes = PUZZLE_TRIES_MEMORY,
                                                  .no_net = true};
    const struct pns_options pns_options = {.memory_bytes = TABLE_BYTES};
    const struct pns_options count_options = {.memory_bytes = COUNT_BYTES};
    m->engine = engine_new(&engine_options);
    m->pns = pns_new(&m->setup, &pns_options);
    m->count_pns = pns_new(&m->setup, &count_options);
    m->resist = resist_new(&m->setup, RESIST_BYTES);
    m->seen = calloc((size_t)m->count + 1, sizeof *m->seen);
    rng_seed(&m->rng, (uint64_t)m->seed);
    return m->engine != NULL && m->pns != NULL && m->count_pns != NULL && m->resist != NULL &&
           m->seen != NULL;
}

static void mine_close(struct mine *m)
{
    engine_free(m->engine);
    pns_free(m->pns);
    pns_free(m->count_pns);
    resist_free(m->resist);
    free(m->seen);
}

/* The setup of a GAME and its options, or of the puzzles to grow; an exit status. */
static int read_setup(struct mine *m, const char *const *args, int args_n, const char *size,
                      const char *const *opts, struct grown *grown)
{
    if (grown->file != NULL && args_n > 0)
        return usage_error("puzzles", "--grow takes the game from its file");
    if (grown->file == NULL && args_n != 1)
        return usage_no_game("puzzles");
    if (grown->file != NULL && !read_puzzles(grown))
        return EXIT_NO;
    if (grown->file != NULL)
        m->setup = grown->list[0].setup;
    const struct game *g = grown->file != NULL ? games[m->setup.game] : game_find(args[0]);
    const struct game_proof *proof = g != NULL ? game_proofs[g->id] : NULL;
    if (m->least < 0 && proof != NULL)
        m->least = proof->puzzle_least;
    if (size == NULL && proof != NULL)
        size = proof->puzzle_size;
    if (grown->file == NULL && setup_from_words("puzzles", args[0], size, 2, opts, &m->setup) < 0)
        return EXIT_USAGE;
    return EXIT_OK;
}

static int run(int argc, char *const *argv)
{
    static struct mine m = {
        .count = 10, .seed = 1, .nodes = 3000, .least = -1, .bytes = 9000, .plies = 3};
    struct grown grown = {.file = NULL};
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
        {.name = "plies", .number = &m.plies, .min = 2, .max = PLIES_MOST},
        {.name = "bytes", .number = &m.bytes, .min = 100, .max = 1 << 30},
        {.name = "bare", .flag = &m.bare},
        {.name = "grow", .text = &grown.file},
        {.name = NULL},
    };
    const char *args[2];
    int n = options_parse(&cmd_puzzles, specs, argc, argv, args, 2);
    int status = n < 0 ? EXIT_USAGE : read_setup(&m, args, n, size, opts, &grown);
    if (status != EXIT_OK) {
        free(grown.list);
        return status;
    }
    struct buffer b = {.cap = 2 * (size_t)m.bytes + 2};
    b.text = malloc(b.cap);
    bool done = mine_open(&m) && b.text != NULL;
    for (int64_t i = 0; i < grown.n && m.found_n < m.count && done; i++)
        done = grow(&m, &grown, i, &b);
    for (int64_t games_n = 0; grown.file == NULL && m.found_n < m.count && done; games_n++) {
        if (games_n >= GAMES_PER_PUZZLE * m.count)
            break;
        done = mine_game(&m, &b);
    }
    if (!done)
        fputs("hoshi: out of memory, or the output is closed\n", stderr);
    else if (m.found_n < m.count)
        fprintf(stderr, "hoshi: only %lld found\n", (long long)m.found_n);
    free(b.text);
    free(grown.list);
    mine_close(&m);
    return done && m.found_n == m.count ? EXIT_OK : EXIT_NO;
}

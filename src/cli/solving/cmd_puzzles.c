/* cmd_puzzles.c - `hoshi puzzles`: positions with exactly one winning move, mined from
 * self-play. */
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/solving/puzzle_grow.h"
#include "cli/solving/tables.h"
#include "search/proof/game_proof.h"
#include <stdio.h>
#include <string.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_puzzles;
const struct command cmd_puzzles = {
    .name = "puzzles",
    .summary = "find positions with exactly one winning move",
    .help = "usage: hoshi puzzles GAME [options]\n"
            "       hoshi puzzles --grow FILE [options]\n\n"
            "Plays games against itself from random openings. Searches their ends, and random\n"
            "continuations there, for positions in which exactly one move wins or reaches the\n"
            "best result. Prints each puzzle as a line of JSON with proofs (docs/PUZZLES.md)\n"
            "that the solution reaches the goal and every other move does not. `hoshi verify`\n"
            "checks them. The same options give the same puzzles. With a table of all\n"
            "positions of the board (see `hoshi table`) it looks for them there first, and\n"
            "finds other ones.\n\n"
            "With --grow, takes back pairs of the moves before the puzzles of FILE, then\n"
            "changes moves at random, the longest puzzles first. Prints the puzzles of at\n"
            "least --plies that result, and continues from them. Their ratings are guesses:\n"
            "`hoshi rate` rates them. All puzzles of FILE must have the same game and board.\n\n"
            "  --count N         how many (default 10)\n"
            "  --size N or WxH   the board (default: Palisade 7, Redstone 4, Levee 5, Claims\n"
            "                    3)\n"
            "  --opt NAME=0|1    an option of the game (see `hoshi games`)\n"
            "  --seed N          seed of the games (default 1)\n"
            "  --nodes N         limit of positions for one proof (default 3000)\n"
            "  --least N         leave out puzzles that took fewer positions (default 40,\n"
            "                    Levee 10)\n"
            "  --plies N         leave out shorter solutions (default 3)\n"
            "  --bytes N         leave out puzzles with longer proofs (default 9000)\n"
            "  --tables FOLDER   folder of tables of `hoshi table` (its own); none: no table\n"
            "  --playouts N      of each move of the games (default 96)\n"
            "  --random N        random plies that begin a game (default: a sixth of the\n"
            "                    points)\n"
            "  --leave N         look at positions at most N plies from a game, and keep\n"
            "                    each solution once (default: go on to the end)\n"
            "  --bare            print no proofs; `hoshi verify` finds them again\n"
            "  --grow FILE       begin with these puzzles instead of games\n"
            "  --progress S      a line on standard error every S seconds\n\n"
            "Examples:\n"
            "  hoshi puzzles levee --count 20 > levee.jsonl\n"
            "  hoshi puzzles --grow levee.jsonl --plies 7\n",
    .run = run,
};

enum {
    OPTS_MAX = 3,
    GAMES_PER_PUZZLE = 400, /* before giving up */
    WALKS = 24,             /* lines tried from each place where a game was left */
    PER_GAME = 6,           /* puzzles from one game: more would be much alike */
    GOAL_PART = 4,          /* a goal is this part of the board's points at most */
    GAME_QUESTIONS = 12,    /* a game may take so many times the nodes of a question */
};

/* A game from a random opening; returns its plies. */
static int play_game(struct puzzle_judge *j, move_t moves[PUZZLE_MOVES_MAX])
{
    struct position p;
    int n = 0;
    int opening = j->opening < 0 ? j->setup.width * j->setup.height / 6 : (int)j->opening;
    opening += (int)rng_below(&j->rng, 4);
    int err = position_start(&p, &j->setup);
    ASSERT(err == 0);
    engine_clear(j->engine);
    engine_seed(j->engine, rng_next(&j->rng));
    while (!p.over && n < PUZZLE_MOVES_MAX) {
        const struct engine_limits limits = {.nodes_cap = j->playouts};
        struct search_report report;
        move_t move = MOVE_NONE;
        if (n >= opening && engine_search(j->engine, &p, &limits, NULL, NULL, &report) == 0)
            move = report.best;
        if (move == MOVE_NONE)
            move = position_random(&p, &j->rng);
        moves[n++] = move;
        position_play_legal(&p, move);
    }
    return n;
}

/* The best margin above 0 that the side to move reaches, 0 if none, -1 if that is not known. */
static int best_margin(struct puzzle_judge *j, const struct position *p)
{
    int reached = 0;
    int step = 1;
    int over = POINTS_MAX; /* is not reached */
    /* Up in growing steps, then halving: each answer helps the next. */
    for (int goal = 1; reached + 1 < over;) {
        int value = puzzle_judge_value(j, p, goal);
        if (value == 0)
            return -1;
        if (value > 0) {
            reached = pns_goal_round(&j->setup, goal);
            step *= 2;
        } else {
            over = goal;
        }
        if (!games[j->setup.game]->has_score || reached == 0)
            break;
        goal = over == POINTS_MAX ? reached + step : reached + (over - reached + 1) / 2;
        if (pns_goal_round(&j->setup, goal) >= over)
            break;
    }
    return reached;
}

/* A puzzle is worth more the fewer there are of its length. */
struct candidates {
    struct puzzle best[PER_GAME];
    int n;
};

static void offer(const struct puzzle_judge *j, struct candidates *c, const struct puzzle *pz)
{
    int worst = 0;
    for (int i = 0; i < c->n; i++) {
        /* The same move again is the same idea again, near one game also when it takes longer. */
        if (c->best[i].solution == pz->solution && (j->leave > 0 || c->best[i].plies == pz->plies))
            return;
        if (j->plies_n[c->best[i].plies] > j->plies_n[c->best[worst].plies])
            worst = i;
    }
    if (c->n < PER_GAME)
        c->best[c->n++] = *pz;
    else if (j->plies_n[pz->plies] < j->plies_n[c->best[worst].plies])
        c->best[worst] = *pz;
}

/* Looks at a position, which pz leads to; false when its value is not known. */
static bool look(struct puzzle_judge *j, struct puzzle *pz, struct candidates *c)
{
    int value = puzzle_judge_value(j, &pz->position, 1);
    if (value <= 0)
        return value < 0;
    pz->goal = 1;
    bool found = puzzle_judge_has_only(j, &pz->position, 1);
    if (!found && games[j->setup.game]->has_score) {
        pz->goal = best_margin(j, &pz->position);
        found = pz->goal > 1 && pz->goal <= j->setup.width * j->setup.height / GOAL_PART &&
                puzzle_judge_has_only(j, &pz->position, pz->goal);
    }
    if (!found || puzzle_judge_seen(j, &pz->position))
        return true;
    if (puzzle_judge_examine(j, pz))
        offer(j, c, pz);
    else if (j->table != NULL && pz->solution == MOVE_NONE && pz->nodes >= j->nodes)
        return false; /* the table knows it, but a proof takes too long */
    return true;
}

/* Plays a random line from a place in the game, looking at each position of it. */
static bool walk(struct puzzle_judge *j, const move_t *moves, int ply, struct candidates *c)
{
    static struct puzzle pz;
    pz.setup = j->setup;
    pz.moves_n = ply;
    memcpy(pz.moves, moves, (size_t)ply * sizeof *moves);
    pz.win = pz.others = NULL;
    int err = position_start(&pz.position, &j->setup);
    ASSERT(err == 0);
    for (int i = 0; i < ply; i++)
        position_play_legal(&pz.position, moves[i]);
    int most = j->leave > 0 ? ply + (int)j->leave : PUZZLE_MOVES_MAX;
    if (most > PUZZLE_MOVES_MAX)
        most = PUZZLE_MOVES_MAX;
    for (bool first = true; !pz.position.over && pz.moves_n < most; first = false) {
        if (puzzle_judge_visit(j, &pz.position) && !look(j, &pz, c))
            return !first;
        move_t move = position_random(&pz.position, &j->rng);
        pz.moves[pz.moves_n++] = move;
        position_play_legal(&pz.position, move);
    }
    return true;
}

/* The puzzles of a game, printed; false: out of memory, or the output is closed. */
static bool mine_game(struct puzzle_judge *j)
{
    static struct candidates c;
    static move_t moves[PUZZLE_MOVES_MAX];
    int plies = play_game(j, moves);
    c.n = 0;
    puzzle_judge_begin(j);
    int64_t most = pns_nodes(j->pns) + GAME_QUESTIONS * j->nodes;
    bool known = true;
    for (int ply = plies - 2; ply >= 2 && known; ply--) {
        known = walk(j, moves, ply, &c);
        for (int i = 1; i < WALKS && known; i++) {
            (void)walk(j, moves, ply, &c);
            int64_t took = pns_nodes(j->pns) + (j->table != NULL ? j->spent : 0);
            known = took < most; /* the earlier, the harder */
        }
    }
    bool done = true;
    for (int i = 0; i < c.n && j->found_n < j->count && done; i++)
        done = puzzle_judge_print(j, &c.best[i]) >= 0;
    return done;
}

/* The setup of a GAME and its options, or of the puzzles to grow; an exit status. */
static int read_setup(struct puzzle_judge *j, const char *const *args, int args_n, const char *size,
                      const char *const *opts, const char *file, struct puzzle_grown **grown)
{
    if (file != NULL && args_n > 0)
        return usage_error("puzzles", "--grow takes the game from its file");
    if (file == NULL && args_n != 1)
        return usage_no_game("puzzles");
    if (file != NULL && (*grown = puzzle_grow_read(file, &j->setup)) == NULL)
        return EXIT_NO;
    const struct game *g = file != NULL ? games[j->setup.game] : game_find(args[0]);
    const struct game_proof *proof = g != NULL ? game_proofs[g->id] : NULL;
    if (j->least < 0 && proof != NULL)
        j->least = proof->puzzle_least;
    if (size == NULL && proof != NULL)
        size = proof->puzzle_size;
    if (file == NULL && setup_from_words("puzzles", args[0], size, 2, opts, &j->setup) < 0)
        return EXIT_USAGE;
    return EXIT_OK;
}

/* Plays games until there are enough puzzles; false: out of memory, or the output is closed. */
static bool mine(struct puzzle_judge *j)
{
    bool done = true;
    for (int64_t games_n = 0; j->found_n < j->count && done; games_n++) {
        if (games_n >= GAMES_PER_PUZZLE * j->count)
            break;
        done = mine_game(j);
    }
    return done;
}

static int run(int argc, char *const *argv)
{
    static struct puzzle_judge j = {.count = 10,
                                    .seed = 1,
                                    .nodes = 3000,
                                    .least = -1,
                                    .bytes = 9000,
                                    .plies = 3,
                                    /* 96 play well enough, and err often enough. */
                                    .playouts = 96,
                                    .opening = -1};
    struct puzzle_grown *grown = NULL;
    const char *file = NULL;
    const char *tables = NULL;
    const char *size = NULL;
    const char *opts[OPTS_MAX + 1] = {NULL};
    int64_t progress_ms = 0;
    const struct option_spec specs[] = {
        {.name = "count", .number = &j.count, .min = 1, .max = 100000},
        {.name = "size", .text = &size},
        {.name = "opt", .text = &opts[0]},
        {.name = "opt", .text = &opts[1]},
        {.name = "opt", .text = &opts[2]},
        {.name = "seed", .number = &j.seed, .min = 0, .max = INT64_MAX},
        {.name = "nodes", .number = &j.nodes, .min = 1, .max = INT64_MAX},
        {.name = "least", .number = &j.least, .min = 0, .max = INT64_MAX},
        {.name = "plies", .number = &j.plies, .min = 2, .max = PUZZLE_JUDGE_PLIES_MOST},
        {.name = "bytes", .number = &j.bytes, .min = 100, .max = 1 << 30},
        {.name = "playouts", .number = &j.playouts, .min = 1, .max = INT32_MAX},
        {.name = "random", .number = &j.opening, .min = 0, .max = POINTS_MAX},
        {.name = "leave", .number = &j.leave, .min = 1, .max = PUZZLE_MOVES_MAX},
        {.name = "bare", .flag = &j.bare},
        {.name = "grow", .text = &file},
        {.name = "tables", .text = &tables},
        PROGRESS_SPEC(progress_ms),
        {.name = NULL},
    };
    const char *args[2];
    int n = options_parse(&cmd_puzzles, specs, argc, argv, args, 2);
    int status = n < 0 ? EXIT_USAGE : read_setup(&j, args, n, size, opts, file, &grown);
    if (status != EXIT_OK)
        return status;
    j.rated = grown == NULL;
    char own[TABLES_PATH_BYTES];
    tables_folder(own);
    struct tables_file table;
    bool has_table = (tables == NULL || strcmp(tables, "none") != 0) &&
                     tables_find(tables != NULL ? tables : own, &j.setup, &table);
    j.table = has_table ? &table.table : NULL;
    progress_begin(&j.progress, progress_ms);
    bool done = puzzle_judge_open(&j) && (grown != NULL ? puzzle_grow_run(grown, &j) : mine(&j));
    progress_end(&j.progress);
    if (!done)
        fputs("hoshi: out of memory, or the output is closed\n", stderr);
    else if (j.found_n < j.count)
        fprintf(stderr, "hoshi: only %lld found\n", (long long)j.found_n);
    puzzle_grow_free(grown);
    puzzle_judge_close(&j);
    if (has_table)
        tables_close(&table);
    return done && j.found_n == j.count ? EXIT_OK : EXIT_NO;
}

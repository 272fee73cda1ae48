/* cmd_solve.c - `hoshi solve`: the exact value of a position, by proof search
 * (search/proof/pns.h). */
#include "base/err.h"
#include "cli/analysis/analysis.h"
#include "cli/analysis/seats.h"
#include "cli/analysis/split.h"
#include "cli/analysis/winner.h"
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/solving/proof_file.h"
#include "cli/solving/solver.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "record/textboard.h"
#include "rules/position.h"
#include "search/proof/pns.h"
#include "search/proof/proof_write.h"
#include <stdlib.h>
#include <string.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_solve;
const struct command cmd_solve = {
    .name = "solve",
    .summary = "prove who wins, and write the proof",
    .help = "usage: hoshi solve GAME [MOVE...] [options]\n"
            "       hoshi solve FILE [--ply N] [options]\n"
            "       hoshi solve GAME [MOVE...] --split FOLDER\n"
            "       hoshi solve --work FOLDER [options]\n"
            "       hoshi solve --merge FOLDER [options]\n\n"
            "Proves the best result that the side to move can reach: on an empty board, after\n"
            "the given moves, or in a record (SGF or JSON). With three or four players: for\n"
            "each player whether they end first, alone or together with others, whatever the\n"
            "others do, even together.\n\n"
            "  --size N or WxH   size of the board of a GAME\n"
            "  --players N       for a GAME of more than two (see `hoshi games`); without\n"
            "                    --exact, --all, --proof and --split\n"
            "  --opt NAME=0|1    its options\n"
            "  --ply N           after N moves of the record's main line instead of all\n"
            "  --index N         game N of an SGF file that holds several, from 1\n"
            "  --game GAME       the game of an SGF file that does not name it\n"
            "  --setup FILE      begin GAME with the last position of a record, or with a\n"
            "                    board as `hoshi show --format diagram` draws it\n"
            "  --exact           also prove by how many points\n"
            "  --all             draw the value of every first move as a board: W wins, L\n"
            "                    loses\n"
            "  --proof FILE      write a proof, for `hoshi verify`; with --exact, of the\n"
            "                    margin that the side to move reaches\n"
            "  --json            the answer as one JSON object\n"
            "  --table FILE      read earlier results from FILE, and save them: every ten\n"
            "                    minutes, when interrupted, before a proof is written, and at\n"
            "                    the end\n"
            "  --resume          continue from the table, which must exist\n"
            "  --progress S      every S seconds a line on standard error: time, positions,\n"
            "                    speed, proof and disproof number, table in use; a terminal\n"
            "                    always shows it\n"
            "  --memory MIB      limit of the table (default 256); --proof may take as much\n"
            "                    again\n"
            "  --threads N       1 (default) to 64\n"
            "  --nodes N         give up after N positions\n"
            "  --seconds S       give up after S seconds\n\n"
            "Many processes, on one machine or on several with a common folder:\n\n"
            "  --split FOLDER    write the question into FOLDER\n"
            "  --work FOLDER     take jobs from FOLDER until it is known who wins. Start as\n"
            "                    many processes as you like, whenever you like; when one\n"
            "                    dies, only its present job is lost\n"
            "  --job-nodes N     positions of a job (default: more as the search grows)\n"
            "  --merge FOLDER    answer from the results of all processes; takes the options\n"
            "                    above\n\n"
            "An interrupt (Ctrl-C) stops the search and leaves a checkpoint: the table's\n"
            "file, or without --table hoshi-GAME-WxH.checkpoint\n"
            "(hoshi-GAME-WxH-3-players.checkpoint) in the working directory. The same command\n"
            "with --resume continues. Status: 0 solved, 1 not solved, 130 interrupted (143 by\n"
            "SIGTERM).\n\n"
            "Examples:\n"
            "  hoshi solve levee --size 5 --all\n"
            "  hoshi solve claims --size 6x3 --memory 6000 --table claims.table --proof p\n",
    .run = run,
};

enum { WORDS_MAX = 1024, OPTS_MAX = 3, LINE_MAX_PLIES = 400 };

struct options {
    struct solver_options solver;
    const char *size, *game, *setup, *proof, *split, *work, *merge;
    int64_t job_nodes;
    const char *opts[OPTS_MAX + 1];
    int64_t ply, index, players;
    bool exact, all, json;
};

struct session {
    struct options options;
    struct solver solver;
    struct position p;     /* the question's */
    struct position start; /* of the record, if it is not the empty board */
    bool from_start;
    move_t moves[WORDS_MAX]; /* that lead to p */
    int moves_n;
    bool draws;
    json_t *said; /* with --json: the answer, printed at the end; owned */
};

static int ask(struct session *s, const struct position *p, int goal)
{
    return solver_ask(&s->solver, p, goal);
}

/* ---- values ---- */

/* The results that the side to move surely reaches, and those that it cannot reach. */
struct bounds {
    int low, high; /* margin >= low is proved, margin >= high disproved */
    bool low_known, high_known;
};

static void learn(struct bounds *b, int goal, int value)
{
    if (value > 0 && (!b->low_known || goal > b->low)) {
        b->low = goal;
        b->low_known = true;
    }
    if (value < 0 && (!b->high_known || goal < b->high)) {
        b->high = goal;
        b->high_known = true;
    }
}

static struct bounds bounds_of(struct session *s, const struct position *p)
{
    struct bounds b = {.low_known = false};
    learn(&b, 1, ask(s, p, 1));
    if (s->draws && !b.low_known)
        learn(&b, 0, ask(s, p, 0));
    if (!s->options.exact || !(games[p->setup.game]->has_score))
        return b;
    int step = s->draws ? 1 : 2;
    int most = p->setup.width * p->setup.height;
    /* From the border between winning and losing outwards, to the first change. */
    while (b.low_known && !b.high_known && b.low <= most) {
        int value = ask(s, p, b.low + step);
        if (value == 0)
            break;
        learn(&b, b.low + step, value);
    }
    while (b.high_known && !b.low_known && b.high >= -most) {
        int value = ask(s, p, b.high - step);
        if (value == 0)
            break;
        learn(&b, b.high - step, value);
    }
    return b;
}

/* 'W', 'L', 'D' or '?' for the player to move in p. */
static char letter(const struct session *s, const struct bounds *b)
{
    if (b->low_known && b->low >= 1)
        return 'W';
    if (b->high_known && b->high <= (s->draws ? 0 : 1))
        return 'L';
    if (b->low_known && b->high_known)
        return 'D';
    return '?';
}

static bool is_exact(const struct session *s, const struct bounds *b)
{
    return b->low_known && b->high_known && b->high - b->low <= (s->draws ? 1 : 2);
}

/* Where a swap may come it is the winner who is named, since colours alone would mislead. */
static void name_winner(const struct session *s, bool wins, struct text *t)
{
    const struct position *p = &s->p;
    if (wins || winner_may_swap(p))
        winner_print(p, wins ? p->side : 3 - p->side,
                     wins ? pns_move(s->solver.pns, p, 1) : MOVE_NONE, "wins", t);
    else
        winner_print(p, p->side, MOVE_NONE, "loses", t);
}

/* "win", "loss", "draw" for the player to move, or null. */
static json_t *value_json(char value)
{
    return value == 'W'   ? json_string("win")
           : value == 'L' ? json_string("loss")
           : value == 'D' ? json_string("draw")
                          : json_null();
}

static void add_value(const struct session *s, const struct bounds *b, const char *who)
{
    const struct setup *u = &s->p.setup;
    json_object_update_new(
        s->said, JSON_OBJECT({"game", json_string(games[u->game]->name)},
                             {"width", json_integer(u->width)}, {"height", json_integer(u->height)},
                             {"ply", json_integer(s->p.ply)}, {"side", json_integer(s->p.side)}));
    json_object_set_new(s->said, "value", value_json(letter(s, b)));
    json_object_set_new(s->said, "result", json_string(who));
    if (!games[u->game]->has_score || !s->options.exact)
        return;
    if (b->low_known)
        json_object_set_new(s->said, "margin_least", json_integer(b->low));
    if (b->high_known) /* margins of games without draws have the parity of the board */
        json_object_set_new(s->said, "margin_most", json_integer(b->high - (s->draws ? 1 : 2)));
}

static void print_value(const struct session *s, const struct bounds *b)
{
    const struct position *p = &s->p;
    char value = letter(s, b);
    char who[160];
    struct text t;
    text_init(&t, who, sizeof who);
    if (value == 'W' || value == 'L')
        name_winner(s, value == 'W', &t);
    else
        text_str(&t, value == 'D' ? "a draw" : "not known yet");
    if (s->said != NULL) {
        add_value(s, b, who);
        return;
    }
    printf("value: %s", who);
    if (games[p->setup.game]->has_score && s->options.exact) {
        if (is_exact(s, b))
            printf(", margin %d", b->low);
        else if (b->low_known)
            printf(", margin at least %d", b->low);
        else if (b->high_known)
            printf(", margin less than %d", b->high);
    }
    putchar('\n');
}

/* ---- lines, maps, proofs, tables ---- */

/* Both play on: the winner what wins with least work, the loser what resists longest. */
static void print_line(struct session *s, int goal)
{
    struct position p;
    position_copy(&p, &s->p);
    json_t *line = json_array();
    if (s->said == NULL)
        printf("line:");
    for (int i = 0; !p.over && i < LINE_MAX_PLIES; i++) {
        move_t m = ask(s, &p, goal) != 0 ? pns_move(s->solver.pns, &p, goal) : MOVE_NONE;
        char name[MOVE_TEXT_BYTES] = "...";
        if (m != MOVE_NONE)
            move_print(m, p.setup.width, name);
        if (s->said == NULL)
            printf(" %s", name);
        if (m == MOVE_NONE)
            break;
        json_array_append_new(line, json_string(name));
        position_play_legal(&p, m);
        goal = pns_goal_other(goal);
    }
    if (s->said == NULL)
        putchar('\n');
    else
        json_object_set(s->said, "line", line);
    json_decref(line);
}

static bool print_map(struct session *s)
{
    static char buf[TEXTBOARD_BYTES];
    char marks[POINTS_MAX] = {0};
    move_t legal[MOVES_MAX];
    bool all = true;
    int n = position_legal(&s->p, legal);
    int n_by[256] = {0};
    json_t *moves = json_array();
    if (s->said == NULL)
        printf("moves:");
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, &s->p);
        position_play_legal(&q, legal[i]);
        struct bounds b = bounds_of(s, &q);
        char theirs = letter(s, &b);
        char mine = theirs == 'W' ? 'L' : theirs == 'L' ? 'W' : theirs;
        char name[MOVE_TEXT_BYTES];
        bool margin = s->options.exact && is_exact(s, &b);
        move_print(legal[i], s->p.setup.width, name);
        json_t *row = JSON_OBJECT({"move", json_string(name)}, {"value", value_json(mine)});
        if (margin)
            json_object_set_new(row, "margin", json_integer(-b.low));
        json_array_append_new(moves, row);
        if (s->said == NULL)
            printf(" %s=%c", name, mine);
        if (s->said == NULL && margin)
            printf("%+d", -b.low);
        fflush(stdout);
        if (move_is_point(legal[i]) && !move_is_red(legal[i]))
            marks[move_point(legal[i])] = mine;
        all = all && mine != '?';
        n_by[(unsigned char)mine]++;
    }
    if (s->said != NULL)
        json_object_set(s->said, "moves", moves);
    json_decref(moves);
    if (s->said != NULL)
        return all;
    printf("\n%d win, %d draw, %d lose, %d not known\n\n", n_by['W'], n_by['D'], n_by['L'],
           n_by['?']);
    struct text t;
    text_init(&t, buf, sizeof buf);
    const struct textboard_style style = {.marks = marks};
    textboard_print(&s->p, &style, &t);
    puts(buf);
    return all;
}

static bool proof_write(void *file, const void *bytes, size_t n)
{
    return !solver_interrupted() && proof_file_write(file, bytes, n);
}

static bool write_proof(struct session *s, int goal)
{
    const struct proof_from from = {
        .start = s->from_start ? &s->start : NULL, .moves = s->moves, .moves_n = s->moves_n};
    struct proof_written out;
    struct proof_file *f = proof_file_create(s->options.proof);
    int err = f == NULL ? ERR_IO
                        : proof_write_file(s->solver.pns, &s->p, goal, &from,
                                           (uint64_t)s->options.solver.memory_mb << 20, 0,
                                           proof_write, f, &out);
    if (f != NULL && !proof_file_close(f) && err == 0)
        err = ERR_IO;
    if (err < 0) {
        fprintf(stderr, "hoshi: %s: %s\n", s->options.proof,
                solver_interrupted() ? "interrupted; the proof is not complete" : err_text(err));
        return false;
    }
    if (s->said != NULL)
        json_object_set_new(s->said, "proof",
                            JSON_OBJECT({"file", json_string(s->options.proof)},
                                        {"moves", json_integer(out.nodes_n)},
                                        {"cited", json_integer(out.cited_n)},
                                        {"bytes", json_integer(out.bytes_n)}));
    else
        printf("proof: %lld moves, %lld cited positions, %lld bytes in %s\n",
               (long long)out.nodes_n, (long long)out.cited_n, (long long)out.bytes_n,
               s->options.proof);
    return true;
}

/* ---- the command ---- */

/* The question: the position of a record after --ply moves, and the moves that lead there. */
static int take_question(struct session *s, const char *name, const struct record *r)
{
    const struct record_node *node;
    struct record_error error;
    int status = load_position(name, r, (int)s->options.ply, &node, &s->p);
    if (status != EXIT_OK)
        return status;
    if (record_start_position(r, &s->start, &error) < 0) {
        load_print_error(name, &error);
        return EXIT_NO;
    }
    s->moves_n = record_node_ply(node);
    if (s->moves_n > WORDS_MAX) {
        fprintf(stderr, "hoshi: %s: too many moves\n", name);
        return EXIT_NO;
    }
    s->from_start = r->start != NULL;
    int i = s->moves_n;
    for (const struct record_node *at = node; at != NULL; at = at->parent)
        if (at->move != MOVE_NONE)
            s->moves[--i] = at->move;
    return EXIT_OK;
}

static int from_source(struct session *s, const char *const *words, int n)
{
    const struct load_options options = {.size = s->options.size,
                                         .opts = s->options.opts,
                                         .players = (int)s->options.players,
                                         .index = (int)s->options.index,
                                         .game = s->options.game,
                                         .setup = s->options.setup};
    struct record r;
    int status = load_source("solve", &options, words, n, &r);
    if (status != EXIT_OK)
        return status;
    status = take_question(s, words[0], &r);
    record_free(&r);
    return status;
}

static int solve(struct session *s)
{
    int64_t cpu_begun = clock_process_cpu_us();
    struct bounds b = bounds_of(s, &s->p);
    bool solved = letter(s, &b) != '?' &&
                  (!s->options.exact || is_exact(s, &b) || !games[s->p.setup.game]->has_score);
    int64_t cpu = clock_process_cpu_us() - cpu_begun;
    print_value(s, &b);
    if (s->said == NULL)
        printf("positions: %lld, %.2f s of processor time\n", (long long)pns_nodes(s->solver.pns),
               (double)cpu / 1e6);
    fflush(stdout);
    int goal = s->options.exact && b.low_known ? b.low : letter(s, &b) == 'D' ? 0 : 1;
    if (solved)
        print_line(s, goal);
    if (s->options.all && !s->p.over)
        solved = print_map(s) && solved;
    if (s->options.proof != NULL && letter(s, &b) != '?') {
        /* The search may have taken days, and the proof needs memory of its own. */
        const char *table = s->options.solver.table;
        solved = (table == NULL || solver_write(&s->solver, table, false)) && solved;
        solved = write_proof(s, goal) && solved;
    }
    if (s->said != NULL) {
        json_object_set_new(s->said, "positions",
                            json_integer((json_int_t)pns_nodes(s->solver.pns)));
        json_object_set_new(s->said, "cpu_s",
                            json_real((double)(clock_process_cpu_us() - cpu_begun) / 1e6));
        solved = analysis_print_json(s->said, stdout) && solved;
        s->said = NULL;
    } else if (s->options.all || s->options.proof != NULL)
        printf("positions in all: %lld, %.2f s of processor time\n",
               (long long)pns_nodes(s->solver.pns),
               (double)(clock_process_cpu_us() - cpu_begun) / 1e6);
    return solved ? EXIT_OK : EXIT_NO;
}

static int begin(struct session *s, const char *const *args, int n)
{
    char path[4096];
    if (s->options.merge != NULL) {
        if (n > 0)
            return usage_error("solve", "--merge takes the question from its folder");
        (void)snprintf(path, sizeof path, "%s/%s", s->options.merge, SPLIT_QUESTION);
        args = (const char *const[]){path};
        return from_source(s, args, 1);
    }
    return n == 0 ? usage_error("solve", "a game, or the file of a record, is missing")
                  : from_source(s, args, n);
}

static int split(const struct session *s)
{
    const struct options *o = &s->options;
    if (s->from_start)
        return usage_error("solve", "--split takes games that begin with the empty board");
    if (o->exact || o->all || o->proof != NULL)
        return usage_error("solve", "--exact, --all and --proof go with --merge, not with --split");
    int status = split_new(o->split, &s->p.setup, s->moves, s->moves_n);
    if (status == EXIT_OK)
        printf("the question is in %s; work on it with: hoshi solve --work %s\n", o->split,
               o->split);
    return status;
}

static int work(const struct options *o, int n)
{
    const struct split_options options = {
        .folder = o->work, .job_nodes = o->job_nodes, .progress_ms = o->solver.progress_ms};
    if (n > 0 || o->split != NULL || o->merge != NULL || o->exact || o->all || o->proof != NULL)
        return usage_error("solve", "--work takes the question from its folder, and finds out who "
                                    "wins; --merge does the rest");
    if (o->solver.threads > 1 || o->solver.table != NULL || o->solver.resume)
        return usage_error("solve", "--work takes no --threads, --table or --resume: start more "
                                    "processes, and again to go on");
    return split_work(&options, &o->solver);
}

static int run(int argc, char *const *argv)
{
    static struct session s;
    struct options *o = &s.options;
    const char *args[WORDS_MAX + 1];
    *o = (struct options){
        .ply = -1, .index = 1, .solver = {.memory_mb = SOLVER_MEMORY_MB, .threads = 1}};
    const struct option_spec specs[] = {
        {.name = "size", .text = &o->size},
        {.name = "players", .number = &o->players, .min = 2, .max = PLAYERS_MAX},
        {.name = "opt", .text = &o->opts[0]},
        {.name = "opt", .text = &o->opts[1]},
        {.name = "opt", .text = &o->opts[2]},
        {.name = "ply", .number = &o->ply, .min = 0, .max = 65535},
        {.name = "index", .number = &o->index, .min = 1, .max = RECORD_NODES_MAX},
        {.name = "game", .text = &o->game},
        {.name = "setup", .text = &o->setup},
        {.name = "split", .text = &o->split},
        {.name = "work", .text = &o->work},
        {.name = "merge", .text = &o->merge},
        {.name = "job-nodes", .number = &o->job_nodes, .min = 1, .max = INT64_MAX / 4},
        {.name = "exact", .flag = &o->exact},
        {.name = "all", .flag = &o->all},
        {.name = "proof", .text = &o->proof},
        {.name = "json", .flag = &o->json},
        {.name = "table", .text = &o->solver.table},
        {.name = "resume", .flag = &o->solver.resume},
        PROGRESS_SPEC(o->solver.progress_ms),
        {.name = "memory", .number = &o->solver.memory_mb, .min = 16, .max = 1 << 20},
        {.name = "threads", .number = &o->solver.threads, .min = 1, .max = 64},
        {.name = "nodes", .number = &o->solver.nodes, .min = 1, .max = INT64_MAX / 2},
        {.name = "seconds", .ms = &o->solver.ms, .min = 1, .max = INT64_C(1000) << 30},
        {.name = NULL},
    };
    int n = options_parse(&cmd_solve, specs, argc, argv, args, WORDS_MAX + 1);
    if (n < 0)
        return EXIT_USAGE;
    if (o->work != NULL)
        return work(o, n);
    int status = begin(&s, args, n);
    if (status != EXIT_OK)
        return status;
    bool parties = s.p.setup.players > 2;
    if (parties && (o->exact || o->all || o->proof != NULL || o->split != NULL || o->merge != NULL))
        return usage_error("solve", "--exact, --all, --proof, --split and --merge are for games of "
                                    "two players");
    if (o->split != NULL)
        return split(&s);
    if (o->json && parties)
        return usage_error("solve", "--json is for games of two players");
    s.said = o->json ? json_object() : NULL;
    s.draws = games[s.p.setup.game]->has_draws;
    status = solver_open(&s.solver, &s.p.setup, &o->solver);
    if (status != EXIT_OK)
        return status;
    if (o->merge != NULL)
        status = split_learn(o->merge, &s.solver);
    if (status == EXIT_OK)
        status = parties ? seats_solve(&s.solver, &s.p) : solve(&s);
    return solver_close(&s.solver, status);
}

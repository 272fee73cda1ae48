/* cmd_match.c - `hoshi match`: players against each other, how sure the result is, and ratings. */
#include "arena/machine.h"
#include "arena/match.h"
#include "arena/wilson.h"
#include "cli/analysis/net_choice.h"
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/progress.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "platform/thread.h"
#include "version.h"
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_match;
const struct command cmd_match = {
    .name = "match",
    .summary = "play engines against each other and rate them",
    .help = "usage: hoshi match GAME --a PLAYER --b PLAYER [options]\n"
            "       hoshi match GAME --player PLAYER --player PLAYER... [options]\n\n"
            "Plays games between two players, who change seats, or between all pairs of\n"
            "several. Prints the result in words on a terminal, else (or with --json) as one\n"
            "JSON object: wins, draws and losses of a, share of points with its 95 % interval\n"
            "(Wilson), Elo difference, results by seat, seed, machine; with --player a table\n"
            "of Elo ratings. In games of three or four, a takes each\n"
            "seat in turn and b has all other seats.\n\n"
            "  PLAYER           level=1 ... 8, nodes=N, seconds=S, cpu-seconds=S (the engine:\n"
            "                   playing level, or playouts, seconds, or seconds of processor\n"
            "                   time a move), each also with ,net=none (without nets) or\n"
            "                   ,net=FILE, flat=N (one-ply sampler, N playouts), greedy,\n"
            "                   random, 'gtp:COMMAND' (any program that speaks GTP; the shell\n"
            "                   runs it)\n"
            "  --a PLAYER       the first player, whose results are counted\n"
            "  --b PLAYER       the second player\n"
            "  --player PLAYER  one of 2 to 16 players, each of whom meets all others\n"
            "  --games N        games, of each pair (100); both seats get the same opening\n"
            "                   and seed\n"
            "  --size SIZE      size of the board: N, or WxH where both may differ\n"
            "  --players N      for a game of more than two (see `hoshi games`)\n"
            "  --opt NAME=0|1   an option of the game (see `hoshi games`)\n"
            "  --openings FILE  a line of moves for each two games, repeated as often as\n"
            "                   needed\n"
            "  --random N       N random plies after the opening (0)\n"
            "  --sprt TEST      E0,E1 or E0,E1,A,B: end as soon as the test decides between\n"
            "                   Elo E0 and E1, with errors A and B (0.05,0.05);\n"
            "                   docs/MATCHES.md has the formula\n"
            "  --prove N        a prover with N positions a ply ends decided games (two\n"
            "                   players)\n"
            "  --log FILE       write a line of JSON for each game: players, moves, times,\n"
            "                   result, reason\n"
            "  --timeout S      a program that does not answer for S seconds loses (60)\n"
            "  --clock TIME     M or M,P,N: programs have M seconds, then P for every N moves\n"
            "  --seed N         group i of games has seed N + i (1); without seconds= and\n"
            "                   programs, and with one thread, the match is the same on every\n"
            "                   machine\n"
            "  --jobs N         games played at the same time (the number of processors)\n"
            "  --threads N      threads of each engine (1)\n"
            "  --memory MIB     memory of each engine (64)\n"
            "  --json           JSON also on a terminal\n"
            "  --progress S     a line on standard error every S seconds\n"
            "  --quiet          no progress on the terminal\n\n"
            "A program loses if it plays an illegal move, ends, does not answer or refuses a\n"
            "legal move. The log has the reason, and the program is started again. Ctrl-C\n"
            "ends the match and prints the results so far.\n\n"
            "Examples:\n"
            "  hoshi match palisade --size 9 --a level=4 --b level=3 --games 40\n"
            "  hoshi match levee --random 4 --a cpu-seconds=0.1 \\\n"
            "      --b cpu-seconds=0.1,net=none\n",
    .run = run,
};

enum { GAMES_MAX = 10000000, OPENINGS_BYTES_MAX = 64 << 20 };

static atomic_int interrupted;

static void on_interrupt(int sig)
{
    interrupted = sig;
    match_stop();
}

/* ---- the result ---- */

static void tally_add(struct tally *sum, const struct tally *t)
{
    sum->wins += t->wins;
    sum->draws += t->draws;
    sum->losses += t->losses;
}

/* All seats of a pairing. */
static struct tally tally_of(const struct match_count *c, int i, int j)
{
    struct tally sum = {0};
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        tally_add(&sum, &c->tally[i][j][seat]);
    return sum;
}

static json_t *tally_json(const struct tally *t)
{
    int64_t n = t->wins + t->draws + t->losses;
    json_t *o = JSON_OBJECT({"games", json_integer(n)}, {"wins", json_integer(t->wins)},
                            {"draws", json_integer(t->draws)}, {"losses", json_integer(t->losses)});
    if (n == 0)
        return o;
    double low;
    double high;
    double share = ((double)t->wins + 0.5 * (double)t->draws) / (double)n;
    wilson(share, (double)n, &low, &high);
    json_object_set_new(o, "share", json_real(share));
    json_object_set_new(o, "interval", json_pack("[f,f]", low, high));
    return o;
}

static json_t *finite_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* Elo difference of the shares m - e … m + e. */
static json_t *elo_json(double mean, double error)
{
    double low = mean - 1.96 * error;
    double high = mean + 1.96 * error;
    return json_pack("{s:o, s:[o,o]}", "difference", finite_json(sprt_elo(mean)), "interval",
                     low > 0 ? finite_json(sprt_elo(low)) : json_null(),
                     high < 1 ? finite_json(sprt_elo(high)) : json_null());
}

/* The mean margin of a, with the interval of its standard error. */
static json_t *margin_json(const struct match_count *c)
{
    double n = (double)c->scored_n;
    double mean = (double)c->margins / n;
    double error = sqrt(fmax(0, (double)c->margins_squared / n - mean * mean) / n);
    return json_pack("{s:I, s:f, s:[f,f]}", "games", (json_int_t)c->scored_n, "mean", mean,
                     "interval", mean - 1.96 * error, mean + 1.96 * error);
}

static json_t *pairs_json(const int64_t pairs[SPRT_OUTCOMES])
{
    json_t *list = json_array();
    for (int i = 0; i < SPRT_OUTCOMES; i++)
        json_array_append_new(list, json_integer((json_int_t)pairs[i]));
    return list;
}

static json_t *sprt_json(const struct sprt *s, const int64_t pairs[SPRT_OUTCOMES])
{
    double llr = sprt_llr(s, pairs);
    return JSON_OBJECT({"elo0", json_real(s->elo0)}, {"elo1", json_real(s->elo1)},
                       {"alpha", json_real(s->alpha)}, {"beta", json_real(s->beta)},
                       {"llr", json_real(llr)}, {"lower", json_real(sprt_lower(s))},
                       {"upper", json_real(sprt_upper(s))},
                       {"accepted", json_string(llr >= sprt_upper(s)   ? "H1"
                                                : llr <= sprt_lower(s) ? "H0"
                                                                       : "none")});
}

/* The facts of the match that do not depend on the players. */
static void add_setup(json_t *root, const struct match_options *o, const struct match_count *c,
                      int64_t elapsed_ms)
{
    const struct setup *s = &o->setup;
    json_t *reasons = json_object();
    for (int i = 0; i < MATCH_REASON_N; i++)
        if (c->reasons[i] > 0)
            json_object_set_new(reasons, match_reason_name((enum match_reason)i),
                                json_integer((json_int_t)c->reasons[i]));
    json_object_update_new(
        root,
        JSON_OBJECT({"game", json_string(games[s->game]->name)}, {"width", json_integer(s->width)},
                    {"height", json_integer(s->height)}, {"players", json_integer(s->players)},
                    {"swap", json_boolean((s->options & OPTION_SWAP) != 0)},
                    {"jacked", json_boolean((s->options & OPTION_JACKED) != 0)},
                    {"seed", json_integer(o->seed)}, {"jobs", json_integer(o->jobs_n)},
                    {"threads", json_integer(o->player.threads)},
                    {"random_plies", json_integer(o->random_plies)},
                    {"prove", json_integer(o->prove_nodes)},
                    {"interrupted", json_boolean(interrupted != 0)},
                    {"seconds", json_real((double)elapsed_ms / 1000)}, {"reasons", reasons},
                    {"machine", machine_json()}, {"version", json_string(HOSHI_VERSION)}));
    if (c->games_n > 0)
        json_object_set_new(root, "plies_mean", json_real((double)c->plies_n / (double)c->games_n));
}

static void add_player(json_t *root, const char *key, const struct match_options *o,
                       const struct match_count *c, const char *name, int i)
{
    char word[32];
    json_object_set_new(root, key, json_string(o->players[i].word));
    if (name[0] != '\0') {
        (void)snprintf(word, sizeof word, "%s_name", key);
        json_object_set_new(root, word, json_string(name));
    }
    if (c->moves_n[i] > 0 && o->players[i].kind != PLAYER_GTP) {
        (void)snprintf(word, sizeof word, "%s_nodes_mean", key);
        json_object_set_new(root, word, json_integer((json_int_t)(c->nodes_n[i] / c->moves_n[i])));
    }
    (void)snprintf(word, sizeof word, "%s_faults", key);
    json_object_set_new(root, word, json_integer((json_int_t)c->faults[i]));
}

/* a against b. */
static json_t *duel_json(const struct match_options *o, const struct match_count *c,
                         char (*names)[PLAYER_NAME_BYTES])
{
    struct tally all = tally_of(c, 0, 1);
    json_t *root = tally_json(&all);
    add_player(root, "a", o, c, names[0], 0);
    add_player(root, "b", o, c, names[1], 1);
    json_t *seats = json_array();
    for (int seat = 0; seat < o->setup.players; seat++)
        json_array_append_new(seats, tally_json(&c->tally[0][1][seat]));
    json_object_set_new(root, "by_seat", seats);
    if (o->setup.players == 2) {
        double mean;
        double error;
        sprt_mean(c->pairs, &mean, &error);
        json_object_set_new(root, "pairs", pairs_json(c->pairs));
        if (error > 0)
            json_object_set_new(root, "elo", elo_json(mean, error));
        if (c->scored_n > 0)
            json_object_set_new(root, "margin", margin_json(c));
        if (o->sprt != NULL)
            json_object_set_new(root, "sprt", sprt_json(o->sprt, c->pairs));
    }
    return root;
}

/* All against all: ratings, best first, and each pairing. */
static json_t *table_json(const struct match_options *o, const struct match_count *c,
                          char (*names)[PLAYER_NAME_BYTES])
{
    struct elo_results r = {.n = o->players_n};
    struct elo_rating ratings[ELO_PLAYERS_MAX];
    json_t *pairings = json_array();
    for (int i = 0; i < o->players_n; i++)
        for (int j = i + 1; j < o->players_n; j++) {
            struct tally t = tally_of(c, i, j);
            double n = (double)(t.wins + t.draws + t.losses);
            r.games[i][j] = r.games[j][i] = n;
            r.points[i][j] = (double)t.wins + 0.5 * (double)t.draws;
            r.points[j][i] = n - r.points[i][j];
            json_t *pairing = tally_json(&t);
            json_object_set_new(pairing, "a", json_string(o->players[i].word));
            json_object_set_new(pairing, "b", json_string(o->players[j].word));
            json_array_append_new(pairings, pairing);
        }
    elo_rate(&r, ratings);
    json_t *table = json_array();
    bool told[ELO_PLAYERS_MAX] = {false};
    for (int place = 0; place < o->players_n; place++) {
        int best = -1;
        for (int i = 0; i < o->players_n; i++)
            if (!told[i] && (best < 0 || ratings[i].elo > ratings[best].elo))
                best = i;
        told[best] = true;
        double played = 0;
        double points = 0;
        for (int j = 0; j < o->players_n; j++) {
            played += r.games[best][j];
            points += r.points[best][j];
        }
        json_t *row = JSON_OBJECT({"elo", json_real(ratings[best].elo)},
                                  {"error", json_real(ratings[best].error)},
                                  {"games", json_real(played)}, {"points", json_real(points)});
        add_player(row, "player", o, c, names[best], best);
        json_array_append_new(table, row);
    }
    return JSON_OBJECT({"table", table}, {"pairings", pairings});
}

static double field(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

static void print_table(const json_t *root, FILE *out)
{
    size_t i;
    json_t *row;
    fprintf(out, "    Elo   +/-  games  points  player\n");
    json_array_foreach(json_object_get(root, "table"), i, row)
    {
        fprintf(out, "%7.0f %5.0f %6.0f %7.1f  %s\n", field(row, "elo"), field(row, "error"),
                field(row, "games"), field(row, "points"),
                json_string_value(json_object_get(row, "player")));
    }
}

/* The result for people: what was played, and how a did against b. */
static void print_duel(const json_t *root)
{
    const json_t *interval = json_object_get(root, "interval");
    const json_t *sprt = json_object_get(root, "sprt");
    double games_n = field(root, "games");
    printf("%s\n  against %s:\n", json_string_value(json_object_get(root, "a")),
           json_string_value(json_object_get(root, "b")));
    printf("%.0f games: %.0f won, %.0f drawn, %.0f lost", games_n, field(root, "wins"),
           field(root, "draws"), field(root, "losses"));
    if (games_n > 0)
        printf("; share of points %.3f [%.3f, %.3f]", field(root, "share"),
               json_number_value(json_array_get(interval, 0)),
               json_number_value(json_array_get(interval, 1)));
    putchar('\n');
    if (field(root, "a_faults") + field(root, "b_faults") > 0)
        printf("lost by faults (see --log): %.0f and %.0f\n", field(root, "a_faults"),
               field(root, "b_faults"));
    if (sprt != NULL)
        printf("sequential test: %.2f, between %.2f and %.2f; accepted: %s\n", field(sprt, "llr"),
               field(sprt, "lower"), field(sprt, "upper"),
               json_string_value(json_object_get(sprt, "accepted")));
}

/* ---- the command ---- */

/* Starts each program once, to see that it plays the game, and how it is called. */
static int try_programs(const struct match_options *o, char (*names)[PLAYER_NAME_BYTES])
{
    static const char *const why[] = {[GTP_RESIGNS] = "it resigns",
                                      [GTP_CRASHED] = "the program exited immediately",
                                      [GTP_SILENT] = "it does not answer",
                                      [GTP_REFUSES] = "it does not play this game on this board",
                                      [GTP_ENOUGH] = "interrupted"};
    for (int i = 0; i < o->players_n; i++) {
        if (o->players[i].kind != PLAYER_GTP)
            continue;
        struct player_options options = o->player;
        struct player pl;
        options.enough = &interrupted;
        if (player_init(&pl, &o->players[i], &options) < 0) {
            fputs("hoshi: out of memory\n", stderr);
            return EXIT_NO;
        }
        enum gtp_fate fate = player_begin(&pl, &o->setup, 1);
        (void)snprintf(names[i], PLAYER_NAME_BYTES, "%s", gtp_client_name(pl.gtp));
        if (fate != GTP_OK)
            fprintf(stderr, "hoshi: %s: %s%s%s\n", o->players[i].word, why[fate],
                    gtp_client_said(pl.gtp)[0] != '\0' ? ": " : "", gtp_client_said(pl.gtp));
        player_done(&pl);
        if (fate != GTP_OK)
            return EXIT_NO;
    }
    return EXIT_OK;
}

/* The status of a match whose results are printed: also an interrupted one has some. */
static int ended(void)
{
    return interrupted != 0 ? 128 + interrupted : EXIT_OK;
}

static int play(const struct match_options *o, bool duel, bool quiet, bool json)
{
    static struct match_count count;
    static char names[MATCH_PLAYERS_MAX][PLAYER_NAME_BYTES];
    const struct sigaction stop = {.sa_handler = on_interrupt};
    (void)sigaction(SIGINT, &stop, NULL);
    (void)sigaction(SIGTERM, &stop, NULL);
    int64_t begun_ms = clock_ms();
    int status = try_programs(o, names);
    if (status == EXIT_OK)
        status = match_run(o, &count);
    if (status != EXIT_OK)
        return status;
    json_t *root = duel ? duel_json(o, &count, names) : table_json(o, &count, names);
    add_setup(root, o, &count, clock_ms() - begun_ms);
    if (!json && isatty(STDOUT_FILENO) != 0) {
        if (duel)
            print_duel(root);
        else
            print_table(root, stdout);
        json_decref(root);
        return fflush(stdout) != 0 ? EXIT_NO : ended();
    }
    if (!duel && !quiet)
        print_table(root, stderr);
    char *text = json_dumps(root, JSON_REAL_PRECISION(5));
    json_decref(root);
    if (text == NULL)
        return EXIT_NO;
    puts(text);
    free(text);
    return ended();
}

/* "300" or "0,30,5". */
static bool clock_parse(const char *word, struct gtp_clock_settings *out)
{
    int value[3] = {0, 0, 0};
    int n = 0;
    for (;; word++) {
        char *end;
        long v = strtol(word, &end, 10);
        if (n == 3 || end == word || v < 0 || v > 1000000 || (*end != ',' && *end != '\0'))
            return false;
        value[n++] = (int)v;
        word = end;
        if (*end == '\0')
            break;
    }
    *out = (struct gtp_clock_settings){value[0], value[1], value[2]};
    bool period = n == 3 && value[1] > 0 && value[2] > 0;
    return n == 1 ? value[0] > 0 : period;
}

struct words {
    const char *a, *b, *size, *openings, *sprt, *log, *clock;
    const char *players[MATCH_PLAYERS_MAX + 1];
    const char *opts[3];
    bool json;
};

/* The players of the match. Returns an exit status. */
static int take_players(const struct words *w, struct match_options *o)
{
    const char *const *list = w->players;
    const char *const two[] = {w->a != NULL ? w->a : w->b, w->a != NULL ? w->b : NULL, NULL};
    if (w->players[0] == NULL)
        list = two;
    else if (w->a != NULL || w->b != NULL)
        return usage_error("match", "--player does not go with --a and --b");
    for (; list[o->players_n] != NULL; o->players_n++) {
        if (o->players_n == MATCH_PLAYERS_MAX)
            return usage_error("match", "at most %d players", MATCH_PLAYERS_MAX);
        if (player_parse(list[o->players_n], &o->players[o->players_n]) < 0)
            return usage_error("match", "\"%s\" is not a player: " PLAYER_WORDS,
                               list[o->players_n]);
    }
    if (w->players[0] != NULL && o->players_n < 2)
        return usage_error("match", "--player names one of two players or more; one is missing");
    if (o->players_n < 2)
        return usage_error("match", "%s missing: " PLAYER_WORDS,
                           w->a != NULL   ? "--b PLAYER is"
                           : w->b != NULL ? "--a PLAYER is"
                                          : "--a PLAYER and --b PLAYER are");
    if (o->players_n > 2 && o->setup.players > 2)
        return usage_error("match", "--player needs a game of two players");
    return EXIT_OK;
}

static int load_openings(const char *name, const struct setup *s, struct openings *out)
{
    char sentence[256];
    struct text why;
    size_t len;
    int line;
    text_init(&why, sentence, sizeof sentence);
    char *text = load_file(name, OPENINGS_BYTES_MAX, &len);
    if (text == NULL)
        return EXIT_NO;
    int err = openings_read(text, len, s, out, &line, &why);
    free(text);
    if (err < 0)
        fprintf(stderr, "hoshi: %s:%d: %s\n", name, line, sentence);
    return err < 0 ? EXIT_NO : EXIT_OK;
}

static int with_files(struct match_options *o, const struct words *w, bool quiet)
{
    struct openings openings = {.n = 0};
    int status = EXIT_OK;
    if (w->openings != NULL) {
        status = load_openings(w->openings, &o->setup, &openings);
        o->openings = &openings;
    }
    if (status == EXIT_OK && w->log != NULL) {
        o->log = fopen(w->log, "w");
        if (o->log == NULL) {
            fprintf(stderr, "hoshi: %s: writing failed\n", w->log);
            status = EXIT_NO;
        }
    }
    if (status == EXIT_OK)
        status = play(o, w->players[0] == NULL, quiet, w->json);
    if (o->log != NULL && fclose(o->log) != 0)
        status = EXIT_NO;
    openings_done(&openings);
    return status;
}

/* Reads the nets that the players' words name, and plays. */
static int with_nets(struct match_options *o, const struct words *w, bool quiet)
{
    struct net_choice choices[MATCH_PLAYERS_MAX] = {{.none = false}};
    int status = EXIT_OK;
    for (int i = 0; status == EXIT_OK && i < o->players_n; i++)
        status = net_choice_player(&o->players[i], &choices[i]);
    if (status == EXIT_OK)
        status = with_files(o, w, quiet);
    for (int i = 0; i < o->players_n; i++)
        net_choice_done(&choices[i]);
    return status;
}

static int run(int argc, char *const *argv)
{
    static struct match_options o;
    struct words w = {.a = NULL};
    struct sprt sprt;
    struct gtp_clock_settings clock;
    int64_t players = 0;
    int64_t jobs_n = 0;
    int64_t memory_mib = 64;
    int64_t threads = 1;
    int64_t timeout_ms = 60000;
    bool quiet = false;
    o = (struct match_options){.games_n = 100, .seed = 1};
    const struct option_spec specs_once[] = {
        {.name = "a", .text = &w.a},
        {.name = "b", .text = &w.b},
        {.name = "games", .number = &o.games_n, .min = 1, .max = GAMES_MAX},
        {.name = "size", .text = &w.size},
        {.name = "players", .number = &players, .min = 2, .max = PLAYERS_MAX},
        {.name = "opt", .text = &w.opts[0]},
        {.name = "opt", .text = &w.opts[1]},
        {.name = "openings", .text = &w.openings},
        {.name = "random", .number = &o.random_plies, .min = 0, .max = 1000},
        {.name = "sprt", .text = &w.sprt},
        {.name = "prove", .number = &o.prove_nodes, .min = 1, .max = INT64_MAX / 4},
        {.name = "log", .text = &w.log},
        {.name = "timeout", .ms = &timeout_ms, .min = 10, .max = 1000000000},
        {.name = "clock", .text = &w.clock},
        {.name = "seed", .number = &o.seed, .min = 0, .max = INT64_MAX / 4},
        {.name = "jobs", .number = &jobs_n, .min = 1, .max = MATCH_JOBS_MAX},
        {.name = "threads", .number = &threads, .min = 1, .max = 256},
        {.name = "memory", .number = &memory_mib, .min = 1, .max = 1 << 20},
        {.name = "json", .flag = &w.json},
        {.name = "quiet", .flag = &quiet},
        PROGRESS_SPEC(o.progress_ms),
    };
    struct option_spec specs[ARRAY_LEN(specs_once) + MATCH_PLAYERS_MAX + 1] = {{.name = NULL}};
    memcpy(specs, specs_once, sizeof specs_once);
    for (int i = 0; i < MATCH_PLAYERS_MAX; i++)
        specs[(int)ARRAY_LEN(specs_once) + i] =
            (struct option_spec){.name = "player", .text = &w.players[i]};
    const char *args[1];
    int n = options_parse(&cmd_match, specs, argc, argv, args, 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_error("match", "name a game, --a PLAYER and --b PLAYER");
    if (setup_from_words("match", args[0], w.size, (int)players, w.opts, &o.setup) < 0)
        return EXIT_USAGE;
    int status = take_players(&w, &o);
    if (status != EXIT_OK)
        return status;
    if (w.sprt != NULL && sprt_parse(w.sprt, &sprt) < 0)
        return usage_error("match", "--sprt takes ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, not \"%s\"",
                           w.sprt);
    if (w.sprt != NULL && (o.players_n > 2 || o.setup.players > 2))
        return usage_error("match", "--sprt is for two players");
    if (o.prove_nodes > 0 && o.setup.players > 2)
        return usage_error("match", "--prove is for two players");
    if (w.clock != NULL && !clock_parse(w.clock, &clock))
        return usage_error("match", "--clock takes SECONDS or SECONDS,PERIOD,MOVES, not \"%s\"",
                           w.clock);
    o.sprt = w.sprt != NULL ? &sprt : NULL;
    o.player = (struct player_options){.memory_bytes = (uint64_t)memory_mib << 20,
                                       .threads = (int)threads,
                                       .timeout_ms = timeout_ms,
                                       .clock = w.clock != NULL ? &clock : NULL};
    if (o.players_n > 2) /* each pair has whole groups */
        o.games_n += o.games_n % 2;
    int64_t total = o.games_n * (o.players_n * (o.players_n - 1) / 2);
    o.jobs_n = jobs_n == 0 ? thread_cpus() : (int)jobs_n;
    if (o.jobs_n > total)
        o.jobs_n = (int)total;
    o.bar = !quiet && isatty(STDERR_FILENO);
    return with_nets(&o, &w, quiet);
}

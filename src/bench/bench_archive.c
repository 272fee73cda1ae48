#include "bench/bench_archive.h"

#include "base/err.h"
#include "base/ids.h"
#include "base/rng.h"
#include "base/text.h"
#include "base/times.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "rules/game.h"
#include "service/ratings/statistics.h"
#include "store/core/store.h"
#include "store/people/people.h"
#include "store/ratings/rating.h"
#include "store/ratings/statistics.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PLAYERS = 5000,
    OPENINGS = 200000, /* different positions, the lower the more common */
    OPENINGS_EACH = 6, /* of a match */
    AT_ONCE = 5000,    /* matches in a transaction */
    PAGE = 20,
    ASKED = 40,    /* requests for each way to search */
    RARE = 100000, /* one match in so many ended in a draw */
    TOURNAMENT = 50,
    TOURNAMENTS = 2000,
};
static const int64_t first_at = 1600000000000;

/* Small numbers are common, as with players and openings. */
static int64_t skewed(struct rng *rng, int n)
{
    return rng_below(rng, 1 + rng_below(rng, (uint32_t)n));
}

static void make_match(struct rng *rng, int64_t number, const int64_t *players,
                       struct store_match *m)
{
    const struct game *g = games[rng_below(rng, GAME_N)];
    int sizes = (g->size_max - g->size_min) / g->size_step + 1;
    int size = g->size_min + g->size_step * (int)skewed(rng, sizes);
    bool draw = rng_below(rng, RARE) == 0;
    *m = (struct store_match){
        .created_at = first_at + number * MINUTE_MS,
        .updated_at = first_at + (number + 1) * MINUTE_MS,
        .state = number % 200 == 0 ? MATCH_RUNNING : MATCH_FINISHED,
        .width = size,
        .height = size,
        .seats_n = 2,
        .is_private = rng_below(rng, 20) == 0,
        .rated = rng_below(rng, 4) == 0,
        .ply = 30,
        .tournament = number % TOURNAMENT == 0 ? 1 + number / TOURNAMENT % TOURNAMENTS : 0,
        .reason = draw                     ? END_DRAW
                  : rng_below(rng, 3) == 0 ? END_RESIGN
                                           : END_RULES,
        .winner_seat = draw ? 0 : 1 + (int)rng_below(rng, 2),
    };
    snprintf(m->game, sizeof m->game, "%s", g->name);
    for (int i = 0; i < 2; i++) {
        m->seats[i].kind = SEAT_PLAYER;
        m->seats[i].player.id = players[skewed(rng, PLAYERS)];
    }
    m->creator = m->seats[0].player.id;
}

/* The first two moves: small numbers, so that some openings are common. */
static int add_moves(struct store *s, struct rng *rng, const struct store_match *m)
{
    int err = 0;
    for (int ply = 1; err == 0 && ply <= 2; ply++) {
        struct store_move move = {.ply = ply, .seat = ply, .side = ply, .left_ms = -1};
        snprintf(move.move, sizeof move.move, "%c%d", 'a' + (int)skewed(rng, m->width),
                 (uint8_t)(1 + skewed(rng, m->height)));
        err = store_move_add(s, m->id, &move);
    }
    return err;
}

static int add_ratings(struct store *s, struct rng *rng, const struct store_match *m)
{
    int err = 0;
    for (int seat = 1; err == 0 && m->rated && seat <= m->seats_n; seat++) {
        const struct rating_step step = {.match = m->id,
                                         .seat = seat,
                                         .player = m->seats[seat - 1].player.id,
                                         .game = m->game,
                                         .at = m->updated_at,
                                         .rating = 1000000 + rng_below(rng, 1000000),
                                         .deviation = 80000};
        err = rating_step_add(s, &step);
    }
    return err;
}

static int add_match(struct store *s, struct rng *rng, struct store_match *m)
{
    struct store_match ends = *m;
    int err = store_match_add(s, m);
    ends.id = m->id;
    if (err == 0)
        err = store_match_update(s, &ends);
    if (err == 0)
        err = add_moves(s, rng, m);
    if (err == 0)
        err = add_ratings(s, rng, m);
    for (int i = 0; err == 0 && i < OPENINGS_EACH; i++)
        err = store_opening_add(s, 1 + skewed(rng, OPENINGS), m->id);
    return err;
}

static int add_players(struct store *s, int64_t *players)
{
    int err = store_begin(s);
    for (int i = 0; err == 0 && i < PLAYERS; i++) {
        char name[24];
        snprintf(name, sizeof name, "player%d", i);
        err = store_player_add(s, PLAYER_MEMBER, name, first_at, &players[i]);
        if (err == ERR_CONFLICT) { /* it is filled already */
            store_rollback(s);
            return err;
        }
    }
    return err < 0 ? err : store_commit(s);
}

static int fill(struct store *s, const struct bench_archive *b, struct rng *rng, int64_t *players)
{
    struct store_match m;
    int err = 0;
    for (int64_t n = 0; err == 0 && n < b->matches;) {
        err = store_begin(s);
        for (int i = 0; err == 0 && i < AT_ONCE && n < b->matches; i++, n++) {
            make_match(rng, n, players, &m);
            err = add_match(s, rng, &m);
        }
        if (err == 0)
            err = store_commit(s);
    }
    return err;
}

/* --- asking --- */

/* The additional conditions of a search: each fits some matches, few or none. */
struct beside {
    const char *name;
    void (*set)(struct store_search *f, int64_t last_at);
};

static void nothing(struct store_search *f, int64_t last_at)
{
    (void)f;
    (void)last_at;
}

static void size_rare(struct store_search *f, int64_t last_at)
{
    (void)last_at;
    f->width = f->height = 25;
}

static void rated_only(struct store_search *f, int64_t last_at)
{
    (void)last_at;
    f->rated = 1;
}

static void drawn(struct store_search *f, int64_t last_at)
{
    (void)last_at;
    f->winner = 0;
}

static void ended_never(struct store_search *f, int64_t last_at)
{
    (void)last_at;
    f->reason = END_TIME;
}

static void long_ago(struct store_search *f, int64_t last_at)
{
    f->until = first_at + (last_at - first_at) / 100;
}

static void in_future(struct store_search *f, int64_t last_at)
{
    f->since = last_at + 1000 * MINUTE_MS;
}

static void everything(struct store_search *f, int64_t last_at)
{
    drawn(f, last_at);
    size_rare(f, last_at);
    rated_only(f, last_at);
    long_ago(f, last_at);
    f->viewer = 1;
}

static const struct beside besides[] = {
    {"nothing", nothing},         {"a rare size", size_rare},
    {"rated", rated_only},        {"draws", drawn},
    {"never", ended_never},       {"long ago", long_ago},
    {"in the future", in_future}, {"all of it", everything},
};

static const char *const keys[] = {"opening common", "opening rare", "player busy", "player rare",
                                   "tournament",     "game",         "state",       "any"};
enum { KEYS = ARRAY_LEN(keys) };

static void set_key(int key, const int64_t *players, struct rng *rng, struct store_search *f)
{
    switch (key) {
    case 0:
    case 1:
        f->has_opening = true;
        f->opening = key == 0 ? 1 : OPENINGS - (int64_t)rng_below(rng, 1000);
        break;
    case 2:
        f->player = players[0];
        break;
    case 3:
        f->player = players[PLAYERS - 1 - (int)rng_below(rng, 50)];
        break;
    case 4:
        f->tournament = 1 + (int64_t)rng_below(rng, TOURNAMENTS);
        break;
    case 5:
        f->game = games[rng_below(rng, GAME_N)]->name;
        break;
    case 6:
        f->state = (int)MATCH_RUNNING;
        break;
    }
}

static int ask(struct store *s, const struct store_search *f, struct store_match *page, int64_t *us,
               int64_t *rest)
{
    int64_t from = clock_us();
    int err = store_begin(s);
    int n = err == 0 ? store_match_search(s, f, page, rest) : err;
    if (err == 0)
        store_rollback(s);
    *us = clock_us() - from;
    return n;
}

/* One way to search, from different places; and on from there as long as nothing is found. */
static int measure(struct store *s, int key, const struct beside *beside, const int64_t *players,
                   int64_t last, struct rng *rng, json_t *rows)
{
    struct store_match *page = calloc(PAGE, sizeof *page);
    int64_t us[ASKED];
    int64_t found = 0;
    int err = page != NULL ? 0 : ERR_NO_MEMORY;
    struct store_search f;
    int64_t rest = 0;
    for (int i = 0; err == 0 && i < ASKED; i++) {
        if (rest == 0) {
            f = (struct store_search){
                .state = -1, .reason = -1, .rated = -1, .winner = -1, .limit = PAGE};
            set_key(key, players, rng, &f);
            beside->set(&f, first_at + last * MINUTE_MS);
            f.before = i == 0 ? 0 : 1 + (int64_t)rng_below(rng, (uint32_t)last);
        }
        int n = ask(s, &f, page, &us[i], &rest);
        err = n < 0 ? n : 0;
        found += n > 0 ? n : 0;
        f.before = rest;
    }
    free(page);
    if (err < 0)
        return err;
    qsort(us, ASKED, sizeof us[0], ids_compare);
    int64_t median = us[ASKED / 2];
    return json_array_append_new(
        rows, JSON_OBJECT({"by", json_string(keys[key])}, {"beside", json_string(beside->name)},
                          {"median_ms", json_real((double)median / 1000)},
                          {"slowest_ms", json_real((double)us[ASKED - 1] / 1000)},
                          {"found", json_real((double)found / ASKED)}));
}

static void on_statistics(void *context, const struct statistics_row *row)
{
    int64_t *matches = context;
    *matches += row->match != 0;
}

/* The matches that the statistics of the busiest player read. */
static int measure_statistics(struct store *s, int64_t player, json_t **out)
{
    int64_t us[ASKED];
    int64_t matches = 0;
    int err = 0;
    for (int i = 0; err == 0 && i < ASKED; i++) {
        int64_t from = clock_us();
        matches = 0;
        err = store_begin(s);
        if (err == 0) {
            err = statistics_rows(s, player, 0, STATISTICS_MATCHES, on_statistics, &matches);
            store_rollback(s);
        }
        us[i] = clock_us() - from;
    }
    if (err < 0)
        return err;
    qsort(us, ASKED, sizeof us[0], ids_compare);
    int64_t median = us[ASKED / 2];
    *out = JSON_OBJECT({"matches", json_integer(matches)},
                       {"median_ms", json_real((double)median / 1000)},
                       {"slowest_ms", json_real((double)us[ASKED - 1] / 1000)});
    return 0;
}

static int run(struct store *s, const struct bench_archive *b, double *slowest)
{
    static int64_t players[PLAYERS];
    struct rng rng;
    struct text why;
    char buf[300];
    struct store *reader = NULL;
    json_t *rows = json_array();
    rng_seed(&rng, b->seed);
    int64_t from = clock_ms();
    int err = add_players(s, players);
    if (err == 0)
        err = fill(s, b, &rng, players);
    else if (err == ERR_CONFLICT)
        err = 0;
    int64_t filled_ms = clock_ms() - from;
    text_init(&why, buf, sizeof buf);
    if (err == 0)
        err = store_open_reader(s, &reader, &why);
    for (int i = 0; err == 0 && i < PLAYERS; i++) {
        char name[24];
        struct store_player p = {.id = 0};
        snprintf(name, sizeof name, "player%d", i);
        err = store_begin(reader);
        if (err == 0)
            err = store_player_named(reader, name, &p);
        store_rollback(reader);
        players[i] = p.id;
    }
    for (int key = 0; err == 0 && key < KEYS; key++)
        for (size_t i = 0; err == 0 && i < ARRAY_LEN(besides); i++)
            err = measure(reader, key, &besides[i], players, b->matches, &rng, rows);
    json_t *statistics = NULL;
    if (err == 0)
        err = measure_statistics(reader, players[0], &statistics);
    size_t index;
    json_t *row;
    json_array_foreach(rows, index, row)
    {
        double ms = json_real_value(json_object_get(row, "slowest_ms"));
        *slowest = ms > *slowest ? ms : *slowest;
    }
    json_t *out = json_pack("{sI sI sf so so*}", "matches", (json_int_t)b->matches, "filled_ms",
                            (json_int_t)filled_ms, "slowest_ms", *slowest, "searches", rows,
                            "statistics", statistics);
    if (err == 0)
        json_dumpf(out, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(4));
    puts("");
    json_decref(out);
    store_close(reader);
    return err;
}

int bench_archive(const struct bench_archive *b)
{
    char dir[] = "/tmp/hoshi-bench-XXXXXX";
    char path[64];
    char buf[300];
    struct text why;
    struct store *s = NULL;
    double slowest = 0;
    const char *where = b->store;
    text_init(&why, buf, sizeof buf);
    if (where == NULL) {
        if (mkdtemp(dir) == NULL) {
            perror("hoshi-bench: archive");
            return EXIT_FAILURE;
        }
        snprintf(path, sizeof path, "%s/store.db", dir);
        where = path;
    }
    int err = store_open(where, &s, &why);
    if (err == 0)
        err = run(s, b, &slowest);
    if (err < 0)
        fprintf(stderr, "hoshi-bench: archive: %s\n", s != NULL ? store_failure(s) : buf);
    store_close(s);
    if (b->store == NULL) {
        (void)unlink(path);
        (void)rmdir(dir);
    }
    return err < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

#include "arena/match.h"

#include "base/exit.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "platform/thread.h"
#include "rules/position.h"
#include "search/proof/pns.h"
#include "search/tree/playout.h"
#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PROGRESS_NS = 200000000,
    PROVER_BYTES = 32 << 20,
    LAG_MS = 200, /* forgiven to a program's clock each move, for pipes and a busy machine */
};

const char *match_reason_name(enum match_reason reason)
{
    static const char *const names[MATCH_REASON_N] = {
        "rules", "proof", "resign", "time", "illegal move", "timeout", "crash", "refused"};
    return names[reason];
}

/* The time of a program, as GTP's time_settings have it. */
struct seat_clock {
    int64_t left_ms;
    bool period; /* after the main time */
    int stones;  /* to be played in the period */
};

struct match {
    const struct match_options *o;
    struct player_options player;
    int pairings_n;
    _Atomic int64_t next; /* game to be begun */
    _Atomic int working;  /* jobs that are not finished */
    _Atomic bool failed;
    struct lock *lock; /* guards what follows, and the log */
    struct match_count *count;
    int8_t *half; /* [group of the first pairing]: twice the points of its first game, or -1 */
};

struct job {
    struct match *match;
    struct thread *thread;
    struct player players[MATCH_PLAYERS_MAX];
    bool ready[MATCH_PLAYERS_MAX];
    struct pns *prover; /* NULL: none */
    /* The game that is played. */
    int first, second; /* the pairing */
    int first_seat;
    struct position p;
    struct seat_clock clocks[PLAYERS_MAX];
    int64_t nodes_n[2], moves_n[2]; /* by first and second */
    int plies_n;
    move_t *moves;
    int32_t *ms; /* -1: of the opening */
    int moves_cap;
    int64_t at_ms; /* when it began, ms since 1970 */
    enum match_reason reason;
    int winner_seat; /* 0: a draw */
    int loser_seat;  /* the seat at fault; 0: none */
    char detail[96];
};

/* Not 0: no more games, and what thinks is to stop. */
static atomic_int enough;

void match_stop(void)
{
    enough = 1;
}

/* A match cannot continue; the reason was printed. */
static void fail(struct match *m)
{
    atomic_store(&m->failed, true);
    match_stop();
}

/* ---- one game ---- */

static struct player *player_of(struct job *job, int seat)
{
    return &job->players[seat == job->first_seat ? job->first : job->second];
}

static bool remember(struct job *job, move_t m, int32_t ms)
{
    if (job->plies_n == job->moves_cap) {
        int cap = job->moves_cap == 0 ? 512 : 2 * job->moves_cap;
        move_t *moves = realloc(job->moves, (size_t)cap * sizeof *moves);
        if (moves != NULL)
            job->moves = moves;
        int32_t *times = realloc(job->ms, (size_t)cap * sizeof *times);
        if (times != NULL)
            job->ms = times;
        if (moves == NULL || times == NULL)
            return false;
        job->moves_cap = cap;
    }
    job->moves[job->plies_n] = m;
    job->ms[job->plies_n++] = ms;
    return true;
}

/* The game is over because a seat has lost it without the board. */
static void blame(struct job *job, int seat, enum match_reason reason, const char *detail)
{
    struct text t;
    job->reason = reason;
    job->loser_seat = seat;
    /* With more seats it only matters whether the first of the pairing is to blame. */
    job->winner_seat = seat == job->first_seat ? (seat == 1 ? 2 : 1) : job->first_seat;
    text_init(&t, job->detail, sizeof job->detail);
    text_str(&t, detail);
}

/* False if the game is over by this, with the reason noted, or to be broken off. */
static bool take_fate(struct job *job, int seat, enum gtp_fate fate)
{
    static const enum match_reason reasons[] = {[GTP_RESIGNS] = MATCH_RESIGN,
                                                [GTP_CRASHED] = MATCH_CRASH,
                                                [GTP_SILENT] = MATCH_TIMEOUT,
                                                [GTP_REFUSES] = MATCH_REFUSED};
    const struct player *pl = player_of(job, seat);
    if (fate != GTP_OK && fate != GTP_ENOUGH)
        blame(job, seat, reasons[fate], pl->gtp != NULL ? gtp_client_said(pl->gtp) : "");
    return fate == GTP_OK;
}

/* Plays a legal move and tells everybody but its player (0: all). */
static bool play(struct job *job, move_t m, int seat, int known_to, int32_t ms)
{
    if (!remember(job, m, ms)) {
        fail(job->match);
        return false;
    }
    position_play_legal(&job->p, m);
    const struct player *told[2] = {NULL, NULL};
    for (int other = 1; other <= job->p.setup.players; other++) {
        struct player *pl = player_of(job, other);
        /* One process may sit on several seats, but it gets the move once. */
        if ((known_to != 0 && pl == player_of(job, known_to)) || pl == told[0] || pl == told[1])
            continue;
        told[told[0] != NULL] = pl;
        if (!take_fate(job, other, player_see(pl, seat, m)))
            return false;
    }
    return true;
}

static void clock_start(const struct gtp_clock_settings *c, struct seat_clock *clock)
{
    clock->period = c->main_s == 0;
    clock->left_ms = 1000 * (int64_t)(clock->period ? c->period_s : c->main_s);
    clock->stones = clock->period ? c->stones : 0;
}

/* Takes a move's time off a program's clock. False if it has run out. */
static bool clock_take(const struct gtp_clock_settings *c, struct seat_clock *clock,
                       int64_t used_ms)
{
    clock->left_ms -= used_ms > LAG_MS ? used_ms - LAG_MS : 0;
    if (!clock->period) {
        if (clock->left_ms >= 0)
            return true;
        clock->period = true;
        clock->left_ms += 1000 * (int64_t)c->period_s;
        clock->stones = c->stones;
    }
    if (clock->left_ms < 0)
        return false;
    if (--clock->stones <= 0) {
        clock->left_ms = 1000 * (int64_t)c->period_s;
        clock->stones = c->stones;
    }
    return true;
}

static bool begin(struct job *job, int64_t group, int64_t in_pairing)
{
    const struct match_options *o = job->match->o;
    uint64_t seed = (uint64_t)o->seed + (uint64_t)group;
    struct rng opening;
    int err = position_start(&job->p, &o->setup);
    ASSERT(err == 0);
    rng_seed(&opening, seed);
    if (job->prover != NULL) /* what is proved must not depend on the games before */
        pns_clear(job->prover);
    job->at_ms = clock_unix_ms();
    job->plies_n = 0;
    job->winner_seat = job->loser_seat = 0;
    job->reason = MATCH_RULES;
    job->detail[0] = '\0';
    memset(job->nodes_n, 0, sizeof job->nodes_n);
    memset(job->moves_n, 0, sizeof job->moves_n);
    for (int i = 0; i < PLAYERS_MAX && o->player.clock != NULL; i++)
        clock_start(o->player.clock, &job->clocks[i]);
    /* Each game of a group has seeds of its own, or seats would not change anything for players
     * that do not look at the clock. */
    for (int k = 0; k < 2; k++) {
        int seat = k == 0 ? job->first_seat : job->first_seat == 1 ? 2 : 1;
        uint64_t own = rng_mix(2 * seed + (uint64_t)k) + (uint64_t)job->first_seat;
        if (!take_fate(job, seat, player_begin(player_of(job, seat), &o->setup, own)))
            return false;
    }
    if (o->openings != NULL) {
        const struct opening *line = &o->openings->list[in_pairing % o->openings->n];
        for (int i = 0; i < line->n; i++)
            if (!play(job, line->moves[i], position_seat(&job->p, job->p.side), 0, -1))
                return false;
    }
    for (int64_t i = 0; i < o->random_plies && !job->p.over; i++) {
        int seat = position_seat(&job->p, job->p.side);
        if (!play(job, position_random(&job->p, &opening), seat, 0, -1))
            return false;
    }
    return true;
}

/* One move of the player to move. False if the game has ended in another way than on the board. */
static bool make_move(struct job *job)
{
    int seat = position_seat(&job->p, job->p.side);
    int k = seat == job->first_seat ? 0 : 1;
    struct player *pl = player_of(job, seat);
    bool timed = pl->gtp != NULL && job->match->o->player.clock != NULL;
    move_t m = MOVE_NONE;
    if (timed && !take_fate(job, seat,
                            gtp_client_time_left(pl->gtp, seat, job->clocks[seat - 1].left_ms,
                                                 job->clocks[seat - 1].stones)))
        return false;
    int64_t begun_ms = clock_ms();
    enum gtp_fate fate = player_choose(pl, &job->p, &job->nodes_n[k], &m);
    int64_t used_ms = clock_ms() - begun_ms;
    if (enough != 0)
        return false; /* a search that was stopped is no move */
    if (!take_fate(job, seat, fate))
        return false;
    if (timed && !clock_take(job->match->o->player.clock, &job->clocks[seat - 1], used_ms)) {
        blame(job, seat, MATCH_TIME, "");
        return false;
    }
    job->moves_n[k]++;
    enum verdict v = position_judge(&job->p, m);
    if (v != VERDICT_OK) {
        struct text t;
        char detail[96];
        char word[MOVE_TEXT_BYTES] = "?";
        text_init(&t, detail, sizeof detail);
        text_str(&t, m == MOVE_NONE ? word : move_print(m, job->p.setup.width, word));
        text_str(&t, ": ");
        text_str(&t, verdict_rule(v));
        blame(job, seat, MATCH_ILLEGAL, detail);
        return false;
    }
    return play(job, m, seat, seat, (int32_t)used_ms);
}

static bool go_on(void *context, const struct pns_report *so_far)
{
    return enough == 0;
}

static bool asks(struct job *job, int goal, int *value)
{
    struct pns_report r;
    if (pns_solve(job->prover, &job->p, goal, job->match->o->prove_nodes, go_on, NULL, &r) < 0)
        return false;
    *value = r.value;
    return r.value != 0;
}

/* True if the prover knows how the game ends. */
static bool proved(struct job *job)
{
    int value;
    if (job->prover == NULL || job->p.over || !asks(job, 1, &value))
        return false;
    int seat = position_seat(&job->p, job->p.side);
    job->winner_seat = value > 0 ? seat : 3 - seat;
    if (value < 0 && games[job->p.setup.game]->has_draws) { /* it may be one */
        if (!asks(job, 0, &value))
            return false;
        if (value > 0)
            job->winner_seat = 0;
    }
    job->reason = MATCH_PROOF;
    return true;
}

/* Plays a game; false if it was broken off. */
static bool play_game(struct job *job, int64_t group, int64_t in_pairing)
{
    bool on = begin(job, group, in_pairing);
    while (on && !job->p.over && enough == 0) {
        if (proved(job))
            return enough == 0;
        on = make_move(job);
    }
    if (enough != 0)
        return false;
    if (job->loser_seat == 0) {
        if (!job->p.over)
            return false;
        job->winner_seat = job->p.winner == 0 ? 0 : position_seat(&job->p, job->p.winner);
    }
    return true;
}

/* ---- the count ---- */

static void log_game(const struct job *job, int64_t number, int64_t group, int64_t in_pairing)
{
    const struct match_options *o = job->match->o;
    const struct setup *s = &o->setup;
    int64_t seed = o->seed + group;
    json_t *players = json_array();
    json_t *moves = json_array();
    json_t *times = json_array();
    for (int seat = 1; seat <= s->players; seat++)
        json_array_append_new(
            players,
            json_string(o->players[seat == job->first_seat ? job->first : job->second].word));
    int given = 0;
    for (int i = 0; i < job->plies_n; i++) {
        char word[MOVE_TEXT_BYTES];
        json_array_append_new(moves, json_string(move_print(job->moves[i], s->width, word)));
        json_array_append_new(times, job->ms[i] < 0 ? json_null() : json_integer(job->ms[i]));
        given += job->ms[i] < 0;
    }
    json_t *game = JSON_OBJECT(
        {"number", json_integer(number)}, {"game", json_string(games[s->game]->name)},
        {"width", json_integer(s->width)}, {"height", json_integer(s->height)},
        {"seed", json_integer(seed)}, {"players", players},
        {"first_seat", json_integer(job->first_seat)}, {"winner", json_integer(job->winner_seat)},
        {"reason", json_string(match_reason_name(job->reason))}, {"opening", json_integer(given)},
        {"moves", moves}, {"ms", times});
    if (o->openings != NULL)
        json_object_set_new(game, "line", json_integer((json_int_t)(in_pairing % o->openings->n)));
    if (job->reason == MATCH_RULES && games[s->game]->has_score) {
        int16_t points[PLAYERS_MAX];
        position_score(&job->p, points);
        json_t *list = json_array();
        for (int i = 0; i < s->players; i++)
            json_array_append_new(list, json_integer(points[i]));
        json_object_set_new(game, "points", list);
    }
    if (job->loser_seat != 0)
        json_object_set_new(game, "loser", json_integer(job->loser_seat));
    if (job->detail[0] != '\0') /* what a program says need not be UTF-8 */
        json_object_set_new(game, "detail", json_string(job->detail));
    json_object_set_new(game, "at", json_integer((json_int_t)job->at_ms));
    char *line = json_dumps(game, JSON_COMPACT);
    json_decref(game);
    if (line == NULL || fprintf(o->log, "%s\n", line) < 0 || fflush(o->log) != 0)
        fail(job->match);
    free(line);
}

/* A whole pair more, and whether that decides the test. */
static void count_pair(struct match *m, int twice_points)
{
    m->count->pairs[twice_points]++;
    if (m->o->sprt == NULL)
        return;
    double llr = sprt_llr(m->o->sprt, m->count->pairs);
    if (llr <= sprt_lower(m->o->sprt) || llr >= sprt_upper(m->o->sprt))
        match_stop();
}

/* The final margin in points for the first player of the pairing. */
static void count_margin(const struct job *job, struct match_count *c)
{
    const struct setup *s = &job->match->o->setup;
    if (job->reason != MATCH_RULES || s->players != 2 || !games[s->game]->has_score)
        return;
    int margin = playout_lead(&job->p, job->first_seat);
    c->scored_n++;
    c->margins += margin;
    c->margins_squared += margin * margin;
}

static void count_game(struct job *job, int64_t number, int64_t group, int64_t in_pairing)
{
    struct match *m = job->match;
    struct match_count *c = m->count;
    lock_take(m->lock);
    struct tally *t = &c->tally[job->first][job->second][job->first_seat - 1];
    int twice = job->winner_seat == 0 ? 1 : job->winner_seat == job->first_seat ? 2 : 0;
    t->wins += twice == 2;
    t->draws += twice == 1;
    t->losses += twice == 0;
    c->games_n++;
    c->plies_n += job->plies_n;
    c->reasons[job->reason]++;
    for (int k = 0; k < 2; k++) {
        int player = k == 0 ? job->first : job->second;
        c->nodes_n[player] += job->nodes_n[k];
        c->moves_n[player] += job->moves_n[k];
    }
    if (job->loser_seat != 0)
        c->faults[job->loser_seat == job->first_seat ? job->first : job->second]++;
    count_margin(job, c);
    if (m->half != NULL) {
        int8_t *half = &m->half[in_pairing];
        if (*half < 0)
            *half = (int8_t)twice;
        else
            count_pair(m, *half + twice);
    }
    if (m->o->log != NULL)
        log_game(job, number, group, in_pairing);
    lock_give(m->lock);
}

/* ---- jobs ---- */

/* The players of the pairing, made when they are needed first. */
static bool make_ready(struct job *job, int player)
{
    const struct match_options *o = job->match->o;
    if (job->ready[player])
        return true;
    if (player_init(&job->players[player], &o->players[player], &job->match->player) < 0) {
        fputs("hoshi: not enough memory for the players\n", stderr);
        fail(job->match);
        return false;
    }
    job->ready[player] = true;
    return true;
}

static void choose_pairing(struct job *job, int pairing)
{
    int n = job->match->o->players_n;
    job->first = 0;
    while (pairing >= n - 1 - job->first) {
        pairing -= n - 1 - job->first;
        job->first++;
    }
    job->second = job->first + 1 + pairing;
}

static void job_main(void *arg)
{
    struct job *job = arg;
    struct match *m = job->match;
    int seats = m->o->setup.players;
    int64_t total = m->o->games_n * m->pairings_n;
    while (enough == 0) {
        int64_t number = atomic_fetch_add(&m->next, 1);
        if (number >= total)
            break;
        /* The last group of a pairing may be short: groups are counted within it. */
        int64_t in_pairing = number / seats / m->pairings_n;
        choose_pairing(job, (int)(number / seats % m->pairings_n));
        job->first_seat = (int)(number % seats) + 1;
        if (!make_ready(job, job->first) || !make_ready(job, job->second))
            break;
        if (play_game(job, number / seats, in_pairing))
            count_game(job, number, number / seats, in_pairing);
    }
    /* Programs are ended by the thread that has started them, which they may depend on. */
    for (int i = 0; i < m->o->players_n; i++)
        if (job->ready[i])
            player_done(&job->players[i]);
    pns_free(job->prover);
    free(job->moves);
    free(job->ms);
    atomic_fetch_sub(&m->working, 1);
}

static void show_progress(struct match *m, int64_t begun_ms)
{
    enum { BAR = 30 };
    int64_t total = m->o->games_n * m->pairings_n;
    lock_take(m->lock);
    int64_t done = m->count->games_n;
    double llr = m->o->sprt != NULL ? sprt_llr(m->o->sprt, m->count->pairs) : 0;
    lock_give(m->lock);
    int filled = (int)(done * BAR / total);
    char bar[BAR + 1];
    memset(bar, '-', BAR);
    memset(bar, '#', (size_t)filled);
    bar[BAR] = '\0';
    double s = (double)(clock_ms() - begun_ms) / 1000;
    if (m->o->progress_ms > 0)
        fprintf(stderr, "%d:%02d:%02d  %lld of %lld games", (int)s / 3600, (int)s / 60 % 60,
                (int)s % 60, (long long)done, (long long)total);
    else
        fprintf(stderr, "\r[%s] %lld/%lld", bar, (long long)done, (long long)total);
    if (m->o->sprt != NULL)
        fprintf(stderr, "  LLR %.2f (%.2f, %.2f) ", llr, sprt_lower(m->o->sprt),
                sprt_upper(m->o->sprt));
    if (done > 0)
        fprintf(stderr, "  %.0f s left ", s * (double)(total - done) / (double)done);
    if (m->o->progress_ms > 0)
        fputc('\n', stderr);
    (void)fflush(stderr);
}

static int run_jobs(struct match *m, struct job *jobs)
{
    int64_t begun_ms = clock_ms();
    int started = 0;
    atomic_store(&m->working, m->o->jobs_n);
    for (; started < m->o->jobs_n; started++) {
        jobs[started].thread = thread_new(job_main, &jobs[started]);
        if (jobs[started].thread == NULL)
            break; /* fewer threads do the same work */
    }
    atomic_fetch_sub(&m->working, m->o->jobs_n - started);
    if (started == 0) {
        fputs("hoshi: no thread could be started\n", stderr);
        return EXIT_NO;
    }
    for (int j = started; j < m->o->jobs_n; j++)
        pns_free(jobs[j].prover);
    bool told = m->o->bar || m->o->progress_ms > 0;
    for (int64_t next_ms = begun_ms; told && atomic_load(&m->working) > 0;) {
        if (clock_ms() >= next_ms) {
            show_progress(m, begun_ms);
            next_ms += m->o->progress_ms;
        }
        nanosleep(&(struct timespec){.tv_nsec = PROGRESS_NS}, NULL);
    }
    for (int j = 0; j < started; j++)
        thread_join(jobs[j].thread);
    if (m->o->bar && m->o->progress_ms == 0)
        fputc('\n', stderr);
    return atomic_load(&m->failed) ? EXIT_NO : EXIT_OK;
}

int match_run(const struct match_options *options, struct match_count *out)
{
    struct match m = {.o = options, .player = options->player, .count = out};
    m.player.enough = &enough;
    enough = 0;
    int status = EXIT_NO;
    int seats = options->setup.players;
    m.pairings_n = options->players_n * (options->players_n - 1) / 2;
    int64_t groups = options->games_n / seats + 1; /* of a pairing */
    struct job *jobs = calloc((size_t)options->jobs_n, sizeof *jobs);
    memset(out, 0, sizeof *out);
    m.lock = lock_new();
    if (seats == 2 && m.pairings_n == 1)
        m.half = malloc((size_t)groups);
    if (jobs == NULL || m.lock == NULL || (seats == 2 && m.pairings_n == 1 && m.half == NULL)) {
        fputs("hoshi: out of memory\n", stderr);
        goto out;
    }
    if (m.half != NULL)
        memset(m.half, -1, (size_t)groups);
    for (int j = 0; j < options->jobs_n; j++) {
        jobs[j].match = &m;
        if (options->prove_nodes == 0)
            continue;
        const struct pns_options prover = {.memory_bytes = PROVER_BYTES, .threads = 1};
        jobs[j].prover = pns_new(&options->setup, &prover);
        if (jobs[j].prover == NULL) {
            fputs("hoshi: not enough memory for proofs\n", stderr);
            while (--j >= 0)
                pns_free(jobs[j].prover);
            goto out;
        }
    }
    status = run_jobs(&m, jobs);
out:
    free(m.half);
    lock_free(m.lock);
    free(jobs);
    return status;
}

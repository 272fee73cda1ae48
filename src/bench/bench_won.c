#include "bench/bench_won.h"

#include "arena/machine.h"
#include "arena/wilson.h"
#include "base/exit.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "rules/position.h"
#include "search/proof/pns.h"
#include "version.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    PROOF_BYTES = 512 << 20,
    PLAYER_BYTES = 256 << 20,
    ANSWER_MS = 60000,
    TRIES = 1000, /* positions drawn for each one wanted: some boards are never won */
    WIN = 1,      /* goal of the proof search */
};

/* A position of a random game, with the moves that lead to it. */
struct drawn {
    struct position p;
    move_t moves[UINT16_MAX];
    uint32_t n;
};

struct won {
    const struct bench_won *bench;
    struct pns *pns;
    struct player player;
    struct drawn drawn;
    int64_t asked, kept, sharp, sharp_kept, undecided, nodes_n, tries, told_ms;
};

static void draw(struct won *w, struct rng *r)
{
    struct drawn *d = &w->drawn;
    struct playlog log = {.moves = d->moves, .cap = UINT16_MAX};
    int err = position_start(&d->p, &w->bench->setup);
    ASSERT(err == 0);
    struct position end;
    position_copy(&end, &d->p);
    position_playout(&end, r, &log);
    d->n = rng_below(r, log.n < log.cap ? log.n : log.cap);
    for (uint32_t k = 0; k < d->n; k++)
        position_play_legal(&d->p, d->moves[k]);
}

/* +1 if the side to move reaches the goal, -1 if not, 0 if that was not decided. */
static int value(struct won *w, const struct position *p, int goal)
{
    struct pns_report report;
    int err = pns_solve(w->pns, p, goal, w->bench->nodes_cap, NULL, NULL, &report);
    return err == 0 ? report.value : 0;
}

/* The value of the drawn position for its side to move after that move. */
static int value_after(struct won *w, move_t m)
{
    struct position next;
    position_copy(&next, &w->drawn.p);
    position_play_legal(&next, m);
    return -value(w, &next, pns_goal_other(WIN));
}

/* Whether some legal move loses the win; moves that are not decided count as none. */
static bool can_err(struct won *w)
{
    move_t moves[MOVES_MAX];
    int n = position_legal(&w->drawn.p, moves);
    for (int i = 0; i < n; i++)
        if (value_after(w, moves[i]) < 0)
            return true;
    return false;
}

/* The player's move in the drawn position. */
static enum gtp_fate ask(struct won *w, uint64_t seed, move_t *m)
{
    const struct drawn *d = &w->drawn;
    struct position p;
    int err = position_start(&p, &w->bench->setup);
    ASSERT(err == 0);
    enum gtp_fate fate = player_begin(&w->player, &w->bench->setup, seed);
    for (uint32_t k = 0; k < d->n && fate == GTP_OK; k++) {
        fate = player_see(&w->player, position_seat(&p, p.side), d->moves[k]);
        position_play_legal(&p, d->moves[k]);
    }
    return fate == GTP_OK ? player_choose(&w->player, &p, &w->nodes_n, m) : fate;
}

static void tell(struct won *w, const char *end)
{
    fprintf(stderr, "\r%lld of %lld positions, %lld kept, %lld not decided%s", (long long)w->asked,
            (long long)w->bench->positions, (long long)w->kept, (long long)w->undecided, end);
}

/* False: a message was printed. */
static bool one(struct won *w, struct rng *r)
{
    draw(w, r);
    int won = value(w, &w->drawn.p, WIN);
    w->undecided += won == 0;
    if (won <= 0)
        return true;
    move_t m;
    enum gtp_fate fate = ask(w, w->bench->seed + (uint64_t)w->tries, &m);
    if (fate != GTP_OK && fate != GTP_RESIGNS) {
        fprintf(stderr, "hoshi-bench: %s gave no move\n", w->bench->player->word);
        return false;
    }
    if (fate == GTP_OK && position_judge(&w->drawn.p, m) != VERDICT_OK) {
        fprintf(stderr, "hoshi-bench: %s played an illegal move\n", w->bench->player->word);
        return false;
    }
    int after = fate == GTP_OK ? value_after(w, m) : -1;
    bool sharp = after < 0 || can_err(w);
    w->undecided += after == 0;
    if (after == 0)
        return true;
    w->asked++;
    w->kept += after > 0;
    w->sharp += sharp;
    w->sharp_kept += after > 0 && sharp;
    if (isatty(STDERR_FILENO) != 0 && clock_ms() - w->told_ms >= 250) {
        w->told_ms = clock_ms();
        tell(w, "");
    }
    return true;
}

static json_t *share_json(int64_t kept, int64_t n)
{
    double low, high;
    if (n == 0)
        return json_null();
    double share = (double)kept / (double)n;
    wilson(share, (double)n, &low, &high);
    return json_pack("{s:f, s:[f,f]}", "share", share, "interval", low, high);
}

static int print(const struct won *w)
{
    const struct bench_won *b = w->bench;
    json_t *out = JSON_OBJECT(
        {"bench", json_string("won")}, {"version", json_string(HOSHI_VERSION)},
        {"machine", machine_json()}, {"game", json_string(games[b->setup.game]->name)},
        {"width", json_integer(b->setup.width)}, {"height", json_integer(b->setup.height)},
        {"player", json_string(b->player->word)}, {"seed", json_integer((json_int_t)b->seed)},
        {"positions", json_integer(w->asked)}, {"kept", json_integer(w->kept)},
        {"of_all", share_json(w->kept, w->asked)}, {"sharp", json_integer(w->sharp)},
        {"sharp_kept", json_integer(w->sharp_kept)},
        {"of_sharp", share_json(w->sharp_kept, w->sharp)},
        {"undecided", json_integer(w->undecided)},
        {"nodes_each", json_real(w->asked == 0 ? 0.0 : (double)w->nodes_n / (double)w->asked)});
    bool written = json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0;
    putchar('\n');
    json_decref(out);
    return written ? EXIT_OK : EXIT_NO;
}

static int measure(struct won *w)
{
    struct rng r;
    rng_seed(&r, w->bench->seed);
    bool good = true;
    while (good && w->asked < w->bench->positions && w->tries < w->bench->positions * TRIES) {
        w->tries++;
        good = one(w, &r);
    }
    if (isatty(STDERR_FILENO) != 0)
        tell(w, "\n");
    return good ? print(w) : EXIT_NO;
}

int bench_won(const struct bench_won *b)
{
    static atomic_int enough;
    const struct player_options options = {
        .memory_bytes = PLAYER_BYTES, .threads = 1, .timeout_ms = ANSWER_MS, .enough = &enough};
    const struct pns_options proof = {.memory_bytes = PROOF_BYTES, .threads = 1};
    int status = EXIT_NO;
    struct won *w = calloc(1, sizeof *w);
    if (w != NULL)
        w->pns = pns_new(&b->setup, &proof);
    if (w != NULL && w->pns != NULL && player_init(&w->player, b->player, &options) == 0) {
        w->bench = b;
        status = measure(w);
        player_done(&w->player);
    } else {
        fputs("hoshi-bench: not enough memory\n", stderr);
    }
    if (w != NULL)
        pns_free(w->pns);
    free(w);
    return status;
}

#include "bench/bench_site.h"

#include "base/err.h"
#include "bench/bench_game.h"
#include "platform/clock.h"
#include "rules/position.h"
#include "store/core/store.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROWS_AT_ONCE = 4000 };

static NORETURN void become_server(struct site *s, int out)
{
    const bool limits = s->limits;
    char where[512];
    char *argv[] = {(char[]){"hoshi"},
                    (char[]){"serve"},
                    (char[]){"--store"},
                    where,
                    (char[]){"--listen"},
                    (char[]){"127.0.0.1:0"},
                    limits ? (char[]){"--mail-address"} : (char[]){"--no-limits"},
                    limits ? (char[]){SITE_MAIL} : (char[]){"--no-bot"},
                    limits ? (char[]){"--mail-token-file"} : NULL,
                    s->mail_token_file,
                    NULL};
    snprintf(where, sizeof where, "%s", s->store);
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    (void)dup2(out, STDOUT_FILENO);
    char program[4096];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - sizeof "hoshi");
    program[n > 0 ? n : 0] = '\0';
    char *name = strrchr(program, '/');
    memcpy(name != NULL ? name + 1 : program, "hoshi", sizeof "hoshi");
    execv(program, argv);
    fprintf(stderr, "hoshi-bench: cannot run %s\n", program);
    _exit(127);
}

static int start_one(struct site *s, int i)
{
    int pipes[2];
    char line[512];
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return -1;
    int64_t begun = clock_us();
    s->pids[i] = fork();
    if (s->pids[i] == 0)
        become_server(s, pipes[1]);
    (void)close(pipes[1]);
    FILE *f = fdopen(pipes[0], "r");
    s->ports[i] = 0;
    while (f != NULL && s->ports[i] == 0 && fgets(line, sizeof line, f) != NULL) {
        const char *url = strstr(line, "listening on http://127.0.0.1:");
        if (url != NULL)
            s->ports[i] = atoi(strrchr(url, ':') + 1);
    }
    s->start_us = clock_us() - begun;
    if (f != NULL)
        (void)fclose(f);
    return s->ports[i] != 0 ? 0 : -1;
}

int site_start(struct site *s, const char *store, int processes_n, bool limits)
{
    *s = (struct site){.store = store, .limits = limits};
    if (limits)
        snprintf(s->mail_token_file, sizeof s->mail_token_file, "/tmp/hoshi-bench-%ld.token",
                 (long)getpid());
    for (; s->processes_n < processes_n; s->processes_n++)
        if (start_one(s, s->processes_n) < 0) {
            fputs("hoshi-bench: the server does not start\n", stderr);
            (void)site_stop(s);
            return -1;
        }
    return 0;
}

bool site_named(struct site *s, const char *urls)
{
    static const char local[] = "http://127.0.0.1:";
    *s = (struct site){.processes_n = 0};
    for (const char *at = urls; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        int port = strncmp(at, local, sizeof local - 1) == 0 ? atoi(at + sizeof local - 1) : 0;
        if (port < 1 || port > 65535 || s->processes_n == SITE_PROCESSES_MAX) {
            fprintf(stderr,
                    "hoshi-bench: --url is up to %d addresses http://127.0.0.1:PORT,"
                    " separated by commas\n",
                    SITE_PROCESSES_MAX);
            return false;
        }
        s->ports[s->processes_n++] = port;
    }
    return true;
}

int site_stop(struct site *s)
{
    int worst = 0;
    for (int i = 0; i < s->processes_n; i++) {
        int status = 0;
        if (s->pids[i] == 0)
            continue;
        (void)kill(s->pids[i], SIGTERM);
        if (waitpid(s->pids[i], &status, 0) != s->pids[i] || status != 0)
            worst = 1;
    }
    if (s->mail_token_file[0] != '\0')
        (void)unlink(s->mail_token_file);
    s->processes_n = 0;
    return worst;
}

long site_kib(const struct site *s, int i)
{
    char path[64];
    char line[256];
    long kib = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)s->pids[i]);
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kib = strtol(line + 8, NULL, 10);
    if (f != NULL)
        (void)fclose(f);
    return kib;
}

double site_cpu_s(const struct site *s, int i)
{
    char path[64];
    char line[1024] = "";
    if (s->pids[i] == 0)
        return 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)s->pids[i]);
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return 0;
    if (fgets(line, sizeof line, f) == NULL)
        line[0] = '\0';
    (void)fclose(f);
    /* Fields 14 and 15; the name, field 2, ends with the last parenthesis. */
    char *at = strrchr(line, ')');
    for (int field = 2; at != NULL && field < 14; field++)
        at = strchr(at + 1, ' ');
    if (at == NULL)
        return 0;
    unsigned long user = strtoul(at, &at, 10);
    unsigned long system = strtoul(at, NULL, 10);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* One finished match with its moves and the events that told them. */
static int fill_match(struct store *s, int64_t at, const int64_t players[2], int plies,
                      struct rng *r, int64_t *moves_n)
{
    struct setup setup = setup_default(BENCH_GAME);
    struct position p;
    struct store_match m = {.created_at = at,
                            .updated_at = at,
                            .creator = players[0],
                            .state = MATCH_RUNNING,
                            .game = BENCH_GAME_NAME,
                            .width = setup.width,
                            .height = setup.height,
                            .seats_n = 2};
    for (int i = 0; i < 2; i++)
        m.seats[i] = (struct store_seat){.kind = SEAT_PLAYER, .player = {.id = players[i]}};
    int err = position_start(&p, &setup);
    if (err == 0)
        err = store_match_add(s, &m);
    while (err == 0 && !p.over && p.ply < plies) {
        char data[160];
        struct store_move row = {.ply = p.ply + 1, .side = p.side, .seat = p.side, .at = at};
        move_t move = position_random(&p, r);
        move_print(move, setup.width, row.move);
        position_play_legal(&p, move);
        snprintf(data, sizeof data,
                 "{\"ply\":%d,\"seat\":%d,\"side\":%d,\"move\":\"%s\",\"at\":%lld,"
                 "\"match\":%lld}",
                 row.ply, row.seat, row.side, row.move, (long long)at, (long long)m.id);
        struct store_event e = {.match = m.id, .type = "move", .data = data, .topics_n = 1};
        e.topics[0] = topic_match(m.id);
        err = store_event_add(s, &e, at);
        row.event = e.id;
        if (err == 0)
            err = store_move_add(s, m.id, &row);
        ++*moves_n;
    }
    m.state = MATCH_FINISHED;
    m.reason = p.over ? END_RULES : END_RESIGN;
    m.ply = p.ply;
    m.winner_seat = 1;
    m.winner_side = 1;
    return err == 0 ? store_match_update(s, &m) : err;
}

static int fill_players(struct store *s, int64_t n, int64_t *first)
{
    int64_t at = clock_unix_ms();
    int err = store_begin(s);
    for (int64_t i = 0; err == 0 && i < n; i++) {
        char name[STORE_NAME_BYTES];
        int64_t id;
        snprintf(name, sizeof name, "filler-%lld-%lld", (long long)at, (long long)i);
        err = store_player_add(s, PLAYER_GUEST, name, at, &id);
        if (i == 0)
            *first = id;
    }
    return err == 0 ? store_commit(s) : err;
}

int64_t site_fill(const char *where, int64_t matches, int plies, int64_t players)
{
    char why_buf[256] = "";
    struct text why;
    struct store *s = NULL;
    struct rng r;
    int64_t first = 0;
    int64_t moves_n = 0;
    rng_seed(&r, 1);
    text_init(&why, why_buf, sizeof why_buf);
    int err = store_open(where, &s, &why);
    if (err == 0)
        err = fill_players(s, players, &first);
    int64_t at = clock_unix_ms() - matches; /* a match each millisecond until now */
    for (int64_t i = 0; err == 0 && i < matches;) {
        err = store_begin(s);
        for (int64_t rows = 0; err == 0 && rows < ROWS_AT_ONCE && i < matches; i++) {
            const int64_t pair[2] = {first + i % players, first + (i * 7 + 1) % players};
            err = fill_match(s, at + i, pair, plies, &r, &moves_n);
            rows += 3 * plies + 4;
        }
        if (err == 0)
            err = store_commit(s);
    }
    if (err < 0) {
        fprintf(stderr, "hoshi-bench: the store cannot be filled: %s %s\n", why_buf,
                s != NULL ? store_failure(s) : err_text(err));
        if (s != NULL)
            store_rollback(s);
    }
    store_close(s);
    return err < 0 ? -1 : moves_n;
}

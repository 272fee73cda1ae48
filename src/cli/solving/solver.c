#include "cli/solving/solver.h"
#include "cli/terminal.h"

#include "base/err.h"
#include "base/exit.h"
#include "platform/clock.h"
#include "rules/position.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { SAVE_MS = 600 * 1000 };

/* For the signal handler: what to stop. */
static struct pns *volatile running;
static volatile sig_atomic_t interrupted; /* the signal's number */

static void interrupt(int number)
{
    interrupted = number;
    if (running != NULL)
        pns_stop(running);
}

bool solver_interrupted(void)
{
    return interrupted != 0;
}

static bool out_of_time(const struct solver *s)
{
    return s->options.ms > 0 && clock_ms() - s->begun_ms >= s->options.ms;
}

bool solver_ended(const struct solver *s)
{
    return interrupted != 0 || out_of_time(s);
}

/* ---- files ---- */

static bool file_write(void *context, const void *bytes, size_t n)
{
    return fwrite(bytes, 1, n, context) == n;
}

static bool file_read(void *context, void *bytes, size_t n)
{
    return fread(bytes, 1, n, context) == n;
}

/* nodes_n as in pns_load. Closes the file. */
static bool load(struct solver *s, FILE *f, const char *name, int64_t *nodes_n)
{
    int err = pns_load(s->pns, file_read, f, nodes_n);
    (void)fclose(f);
    if (err < 0)
        fprintf(stderr, "hoshi: %s: %s\n", name,
                err == ERR_CONFLICT ? "the table is of another game or board"
                                    : "this is not a table, or it is damaged");
    return err == 0;
}

bool solver_learn(struct solver *s, const char *name, int64_t *nodes_n)
{
    FILE *f = fopen(name, "rb");
    if (f == NULL) {
        fprintf(stderr, "hoshi: %s: %s\n", name, strerror(errno));
        return false;
    }
    return load(s, f, name, nodes_n);
}

bool solver_write(struct solver *s, const char *name, bool known_only)
{
    char beside[4096];
    int n = snprintf(beside, sizeof beside, "%s.%ld.new", name, (long)getpid());
    FILE *f = n > 0 && n < (int)sizeof beside ? fopen(beside, "wb") : NULL;
    bool done = f != NULL && pns_save(s->pns, known_only, file_write, f) == 0;
    done = done && fflush(f) == 0 && fsync(fileno(f)) == 0;
    if (f != NULL)
        done = fclose(f) == 0 && done;
    done = done && rename(beside, name) == 0;
    if (!done) {
        fprintf(stderr, "hoshi: %s: writing failed\n", name);
        if (f != NULL)
            (void)remove(beside);
    }
    return done;
}

static const char *table_name(const struct solver *s)
{
    return s->options.table != NULL ? s->options.table : s->checkpoint;
}

static bool keeps_table(const struct solver *s)
{
    return s->options.table != NULL || s->options.resume;
}

/* ---- the search ---- */

static void print_progress(struct solver *s, const struct pns_report *r)
{
    progress_tell(&s->progress, "%lld positions, %.0f/s, proof %u, disproof %u, table %d.%d %%",
                  (long long)pns_nodes(s->pns),
                  (double)r->nodes_n * 1000 / (double)(r->elapsed_ms > 0 ? r->elapsed_ms : 1),
                  r->proof, r->disproof, r->full / 10, r->full % 10);
}

static bool progress(void *context, const struct pns_report *r)
{
    struct solver *s = context;
    int64_t now = clock_ms();
    if (solver_ended(s))
        return false;
    if (progress_due(&s->progress))
        print_progress(s, r);
    if (keeps_table(s) && now - s->saved_ms >= SAVE_MS) {
        bool saved = solver_write(s, table_name(s), false);
        s->saved_ms = saved ? clock_ms() : now; /* or else the next may succeed */
    }
    return true;
}

int solver_ask(struct solver *s, const struct position *p, int goal)
{
    int value = pns_value(s->pns, p, goal, NULL);
    if (value != 0 || interrupted != 0)
        return value;
    struct pns_report r;
    int64_t left = s->options.nodes;
    if (left > 0) {
        left -= pns_nodes(s->pns);
        if (left <= 0)
            return 0;
    }
    int err = pns_solve(s->pns, p, goal, left, progress, s, &r);
    progress_end(&s->progress);
    if (s->progress.lines)
        print_progress(s, &r);
    if (err < 0 && !s->failed) {
        s->failed = true;
        fprintf(stderr, "hoshi: %s\n",
                err == ERR_TOO_BIG ? "the game may last too long for a proof" : err_text(err));
    }
    return r.value;
}

/* ---- beginning and end ---- */

int solver_open(struct solver *s, const struct setup *setup, const struct solver_options *options)
{
    *s = (struct solver){.options = *options};
    const struct pns_options pns_options = {.memory_bytes = (uint64_t)options->memory_mb << 20,
                                            .threads = (int)options->threads,
                                            .parties = true};
    s->pns = pns_new(setup, &pns_options);
    if (s->pns == NULL) {
        fputs("hoshi: out of memory\n", stderr);
        return EXIT_NO;
    }
    char players[24] = "";
    if (setup->players > 2)
        (void)snprintf(players, sizeof players, "-%d-players", setup->players);
    (void)snprintf(s->checkpoint, sizeof s->checkpoint, "hoshi-%s-%dx%d%s.checkpoint",
                   games[setup->game]->name, setup->width, setup->height, players);
    FILE *f = keeps_table(s) ? fopen(table_name(s), "rb") : NULL;
    if (f == NULL && options->resume) {
        fprintf(stderr, "hoshi: %s: %s; without --resume the search begins again\n", table_name(s),
                strerror(errno));
        pns_free(s->pns);
        return EXIT_NO;
    }
    if (f != NULL && !load(s, f, table_name(s), NULL)) {
        pns_free(s->pns);
        return EXIT_NO;
    }
    const struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    running = s->pns;
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    s->begun_ms = s->saved_ms = clock_ms();
    s->progress = (struct progress){.lines = false};
    if (!options->quiet)
        progress_begin(&s->progress, options->progress_ms);
    return EXIT_OK;
}

int solver_close(struct solver *s, int status)
{
    bool unfinished = interrupted != 0;
    if (keeps_table(s) || unfinished) {
        if (s->options.table == NULL && !unfinished && status == EXIT_OK)
            (void)remove(s->checkpoint); /* it has served its purpose */
        else if (!solver_write(s, table_name(s), false))
            status = EXIT_NO;
        else if (unfinished)
            fprintf(stderr,
                    "hoshi: interrupted; what was learned is in %s: the same command with "
                    "--resume continues\n",
                    table_name(s));
    }
    return solver_leave(s, status);
}

int solver_leave(struct solver *s, int status)
{
    running = NULL;
    pns_free(s->pns);
    return interrupted != 0 && status != EXIT_OK ? 128 + interrupted : status;
}

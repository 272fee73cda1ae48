#include "cli/analysis/split.h"

#include "base/err.h"
#include "base/exit.h"
#include "cli/files/load.h"
#include "cli/play/save.h"
#include "platform/clock.h"
#include "record/record.h"
#include "rules/position.h"
#include "search/proof/pns_jobs.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_BYTES = 4096,
    NAME_BYTES = 256,
    LOGS_MAX = 4096,   /* processes that ever worked on a question */
    OTHERS_MAX = 1024, /* at once */
    LINE_BYTES = PNS_JOB_PLIES * MOVE_TEXT_BYTES + 2,
    WAIT_MS = 50,
    JOB_NODES_LEAST = 1000,
    JOB_NODES_MOST = 10000000,
    JOBS_WISHED = 512, /* of a whole search, about */
};

/* The log of another process, read up to an offset. */
struct log {
    char name[NAME_BYTES];
    int64_t at;
};

struct split {
    const struct split_options *options;
    struct solver solver;
    struct position p; /* the question's */
    int goal;
    char own[NAME_BYTES]; /* name of this process, which its files begin with */
    int log, lock, job;   /* descriptors */
    struct log *logs;
    int logs_n;
    struct pns_job *others;
    int others_n;
    struct pns_notes notes;
    int64_t others_nodes, jobs_n;
    struct progress progress;
};

/* A buffer that grows; also a pns_write. */
struct bytes {
    uint8_t *at;
    size_t n, cap, read; /* read: how much of it pns_load has taken */
};

static void path_of(const char *folder, const char *name, char path[PATH_BYTES])
{
    (void)snprintf(path, PATH_BYTES, "%s/%s", folder, name);
}

static int failed(const char *path)
{
    fprintf(stderr, "hoshi: %s: %s\n", path, strerror(errno));
    return EXIT_NO;
}

static bool is_there(const char *folder, const char *name)
{
    char path[PATH_BYTES];
    path_of(folder, name, path);
    return access(path, F_OK) == 0;
}

/* ---- the question ---- */

int split_new(const char *folder, const struct setup *setup, const move_t *moves, int moves_n)
{
    char path[PATH_BYTES];
    struct record r;
    path_of(folder, SPLIT_QUESTION, path);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return failed(folder);
    if (is_there(folder, SPLIT_QUESTION)) {
        fprintf(stderr, "hoshi: %s has a question already; `hoshi solve --work %s` continues it\n",
                folder, folder);
        return EXIT_NO;
    }
    int err = record_init(&r, &memory_heap, setup);
    struct record_node *at = r.root;
    for (int i = 0; err == 0 && i < moves_n; i++) {
        at = record_add_move(&r, at, moves[i], 0);
        if (at == NULL)
            err = ERR_NO_MEMORY;
    }
    int status = EXIT_NO;
    if (err == 0)
        status = save_record(path, &r, true);
    else
        fprintf(stderr, "hoshi: %s\n", err_text(err));
    record_free(&r);
    return status;
}

static int question_read(struct split *s)
{
    const char *folder = s->options->folder;
    char path[PATH_BYTES];
    struct record r;
    const struct record_node *node;
    if (!is_there(folder, SPLIT_QUESTION)) {
        fprintf(stderr, "hoshi: %s has no question; `hoshi solve GAME ... --split %s` makes one\n",
                folder, folder);
        return EXIT_NO;
    }
    path_of(folder, SPLIT_QUESTION, path);
    int status = load_record(path, 1, &r);
    if (status != EXIT_OK)
        return status;
    status = load_position(path, &r, -1, &node, &s->p);
    record_free(&r);
    if (status == EXIT_OK && s->p.setup.players > 2) {
        fprintf(stderr, "hoshi: %s: only questions of two players are shared\n", path);
        status = EXIT_NO;
    }
    return status;
}

/* ---- what is learned ---- */

static bool bytes_write(void *context, const void *bytes, size_t n)
{
    struct bytes *b = context;
    if (b->n + n > b->cap) {
        size_t cap = 2 * (b->n + n);
        uint8_t *more = realloc(b->at, cap);
        if (more == NULL)
            return false;
        b->at = more;
        b->cap = cap;
    }
    memcpy(b->at + b->n, bytes, n);
    b->n += n;
    return true;
}

static bool bytes_read(void *context, void *out, size_t n)
{
    struct bytes *b = context;
    if (n > b->n - b->read)
        return false;
    memcpy(out, b->at + b->read, n);
    b->read += n;
    return true;
}

/* Adds the results of one job to the process's own log: their length in eight bytes, and a small
 * table. One call writes them, and readers wait until the whole length is there. */
static int log_write(struct split *s, int64_t nodes_n)
{
    struct bytes b = {.at = NULL};
    uint8_t length[8] = {0};
    bool done = bytes_write(&b, length, sizeof length) &&
                pns_jobs_tell(s->solver.pns, nodes_n, bytes_write, &b) == 0;
    for (size_t i = 0; done && i < sizeof length; i++)
        b.at[i] = (uint8_t)((b.n - sizeof length) >> 8 * i);
    done = done && write(s->log, b.at, b.n) == (ssize_t)b.n;
    if (!done)
        fprintf(stderr, "hoshi: %s/%s.log: writing failed\n", s->options->folder, s->own);
    free(b.at);
    return done ? EXIT_OK : EXIT_NO;
}

/* Reads what a log has got since. */
static int log_read(struct split *s, struct log *log)
{
    char path[PATH_BYTES];
    path_of(s->options->folder, log->name, path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return failed(path);
    int status = EXIT_OK;
    struct bytes b = {.at = NULL};
    struct stat about;
    for (bool more = fstat(fd, &about) == 0; more && status == EXIT_OK;) {
        uint8_t length[8];
        int64_t n = 0;
        more = pread(fd, length, sizeof length, log->at) == (ssize_t)sizeof length;
        for (size_t i = 0; more && i < sizeof length; i++)
            n |= (int64_t)((uint64_t)length[i] << 8 * i);
        more = more && n > 0 && n <= about.st_size - log->at - (int64_t)sizeof length;
        if (!more)
            break; /* it is not all there yet, or its writer died */
        b.n = b.read = 0;
        uint8_t *room = (size_t)n <= b.cap ? b.at : realloc(b.at, (size_t)n);
        if (room != NULL) {
            b.at = room;
            b.cap = (size_t)n > b.cap ? (size_t)n : b.cap;
        }
        int64_t nodes = 0;
        if (room == NULL ||
            pread(fd, b.at, (size_t)n, log->at + (int64_t)sizeof length) != (ssize_t)n) {
            fprintf(stderr, "hoshi: %s: cannot be read\n", path);
            status = EXIT_NO;
            break;
        }
        b.n = (size_t)n;
        if (pns_load(s->solver.pns, bytes_read, &b, &nodes) < 0) {
            fprintf(stderr, "hoshi: %s: damaged, or of another question; remove it\n", path);
            status = EXIT_NO;
        }
        s->others_nodes += nodes;
        log->at += n + (int64_t)sizeof length;
    }
    free(b.at);
    (void)close(fd);
    return status;
}

static bool ends_in(const char *name, const char *end)
{
    size_t n = strlen(name);
    size_t m = strlen(end);
    return n > m && n < NAME_BYTES && strcmp(name + n - m, end) == 0;
}

/* The log of that name; NULL: there are too many. */
static struct log *log_find(struct split *s, const char *name)
{
    for (int i = 0; i < s->logs_n; i++)
        if (strcmp(s->logs[i].name, name) == 0)
            return &s->logs[i];
    if (s->logs_n == LOGS_MAX)
        return NULL;
    struct log *log = &s->logs[s->logs_n++];
    *log = (struct log){.at = 0};
    (void)snprintf(log->name, sizeof log->name, "%s", name);
    return log;
}

/* The moves in the file of another process, if that process lives: then it holds the lock. */
static bool job_read(const struct split *s, const char *name, struct pns_job *out)
{
    char path[PATH_BYTES];
    char line[LINE_BYTES];
    path_of(s->options->folder, name, path);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool lives = flock(fd, LOCK_EX | LOCK_NB) != 0;
    ssize_t n = lives ? read(fd, line, sizeof line - 1) : -1;
    (void)close(fd);
    if (n <= 0)
        return false;
    line[n] = '\0';
    char *rest = NULL;
    out->moves_n = 0;
    for (char *word = strtok_r(line, " \n", &rest); word != NULL && out->moves_n < PNS_JOB_PLIES;
         word = strtok_r(NULL, " \n", &rest))
        if (move_parse(word, s->p.setup.width, s->p.setup.height, &out->moves[out->moves_n++]) < 0)
            return false;
    return true;
}

/* Reads what others have learned, and what they are at. */
static int others_read(struct split *s)
{
    DIR *d = opendir(s->options->folder);
    int status = EXIT_OK;
    if (d == NULL)
        return failed(s->options->folder);
    s->others_n = 0;
    size_t own = strlen(s->own);
    for (const struct dirent *e; status == EXIT_OK && (e = readdir(d)) != NULL;) {
        if (own > 0 && strncmp(e->d_name, s->own, own) == 0 && e->d_name[own] == '.')
            continue;
        if (ends_in(e->d_name, ".log")) {
            struct log *log = log_find(s, e->d_name);
            status = log != NULL ? log_read(s, log) : EXIT_NO;
        } else if (ends_in(e->d_name, ".job") && s->others != NULL && s->others_n < OTHERS_MAX) {
            s->others_n += job_read(s, e->d_name, &s->others[s->others_n]);
        }
    }
    (void)closedir(d);
    return status;
}

/* ---- jobs ---- */

/* True once the question is answered as far as it can be: a win, or no win where there are no
 * draws, or a draw or a loss. Sets the goal that is asked otherwise. */
static bool answered(struct split *s)
{
    s->goal = 1;
    int value = pns_value(s->solver.pns, &s->p, 1, NULL);
    if (value < 0 && games[s->p.setup.game]->has_draws) {
        s->goal = 0;
        value = pns_value(s->solver.pns, &s->p, 0, NULL);
    }
    return value != 0;
}

static int64_t job_nodes(const struct split *s)
{
    if (s->options->job_nodes > 0)
        return s->options->job_nodes;
    int64_t n = (pns_nodes(s->solver.pns) + s->others_nodes) / JOBS_WISHED;
    return n < JOB_NODES_LEAST ? JOB_NODES_LEAST : n > JOB_NODES_MOST ? JOB_NODES_MOST : n;
}

static int job_write(const struct split *s, const struct pns_job *job)
{
    char line[LINE_BYTES];
    struct text t;
    text_init(&t, line, sizeof line);
    for (int i = 0; i < job->moves_n; i++) {
        char name[MOVE_TEXT_BYTES];
        text_str(&t, move_print(job->moves[i], s->p.setup.width, name));
        text_char(&t, i + 1 < job->moves_n ? ' ' : '\n');
    }
    if (ftruncate(s->job, 0) != 0 || pwrite(s->job, line, t.len, 0) != (ssize_t)t.len)
        return failed(s->own);
    return EXIT_OK;
}

enum picked { PICKED_JOB, PICKED_NONE, PICKED_ANSWER };

/* With the folder locked, so that no two processes pick the same: the next job. */
static int pick(struct split *s, int64_t nodes, struct pns_job *job, enum picked *picked)
{
    int status = others_read(s);
    if (status != EXIT_OK)
        return status;
    *picked = PICKED_ANSWER;
    while (!answered(s)) {
        *picked = PICKED_NONE;
        if (pns_jobs_pick(s->solver.pns, &s->p, s->goal, (uint64_t)nodes / 2, s->others,
                          s->others_n, job)) {
            *picked = PICKED_JOB;
            return job_write(s, job);
        }
        if (pns_value(s->solver.pns, &s->p, s->goal, NULL) == 0)
            break;
        *picked = PICKED_ANSWER; /* unless a draw is to be asked for now */
    }
    const struct pns_job none = {.moves_n = 0};
    return job_write(s, &none);
}

static void wait_a_little(void)
{
    const struct timespec t = {.tv_nsec = WAIT_MS * 1000000L};
    (void)nanosleep(&t, NULL);
}

static int lock_folder(const struct split *s)
{
    while (flock(s->lock, LOCK_EX) != 0)
        if (errno != EINTR || solver_ended(&s->solver))
            return errno == EINTR ? EXIT_OK : failed(s->options->folder);
    return EXIT_OK;
}

static int job_do(struct split *s, const struct pns_job *job, int64_t nodes)
{
    struct position q;
    int goal = s->goal;
    position_copy(&q, &s->p);
    for (int i = 0; i < job->moves_n; i++) {
        position_play_legal(&q, job->moves[i]);
        goal = pns_goal_other(goal);
    }
    int64_t before = pns_nodes(s->solver.pns);
    s->solver.options.nodes = before + nodes;
    (void)solver_ask(&s->solver, &q, goal);
    int64_t took = pns_nodes(s->solver.pns) - before;
    pns_jobs_back(s->solver.pns, &s->p, s->goal, job, (uint64_t)took);
    s->jobs_n++;
    return s->solver.failed ? EXIT_NO : EXIT_OK;
}

static void tell(struct split *s)
{
    if (progress_due(&s->progress))
        progress_tell(&s->progress, "%lld jobs, %lld positions; %lld of others",
                      (long long)s->jobs_n, (long long)pns_nodes(s->solver.pns),
                      (long long)s->others_nodes);
}

/* One job, or a moment's wait. */
static int step(struct split *s, bool *answer)
{
    struct pns_job job;
    enum picked picked = PICKED_NONE;
    int64_t nodes = job_nodes(s);
    int64_t before = pns_nodes(s->solver.pns);
    int status = lock_folder(s);
    if (status == EXIT_OK && !solver_ended(&s->solver))
        status = pick(s, nodes, &job, &picked);
    (void)flock(s->lock, LOCK_UN);
    *answer = status == EXIT_OK && picked == PICKED_ANSWER;
    if (status == EXIT_OK && picked == PICKED_NONE)
        wait_a_little();
    if (status == EXIT_OK && picked == PICKED_JOB)
        status = job_do(s, &job, nodes);
    int64_t took = pns_nodes(s->solver.pns) - before;
    if (status == EXIT_OK && (took > 0 || s->notes.n > 0))
        status = log_write(s, took);
    tell(s);
    return status;
}

/* ---- the process ---- */

static int open_file(const struct split *s, const char *name, int flags)
{
    char path[PATH_BYTES];
    path_of(s->options->folder, name, path);
    return open(path, flags | O_CREAT | O_CLOEXEC, 0666);
}

/* Files of a name that no process had before. */
static int files_open(struct split *s)
{
    char host[64] = "host";
    char name[NAME_BYTES + 8];
    (void)gethostname(host, sizeof host - 1);
    s->lock = open_file(s, "lock", O_RDWR);
    for (int i = 0; s->lock >= 0 && s->log < 0; i++) {
        (void)snprintf(s->own, sizeof s->own, "%s-%ld-%d", host, (long)getpid(), i);
        (void)snprintf(name, sizeof name, "%s.log", s->own);
        s->log = open_file(s, name, O_WRONLY | O_APPEND | O_EXCL);
        if (s->log < 0 && errno != EEXIST)
            break;
    }
    (void)snprintf(name, sizeof name, "%s.job", s->own);
    if (s->log >= 0)
        s->job = open_file(s, name, O_RDWR);
    if (s->job < 0 || flock(s->job, LOCK_EX | LOCK_NB) != 0)
        return failed(s->options->folder);
    return EXIT_OK;
}

static void files_close(const struct split *s)
{
    char name[NAME_BYTES + 8];
    char path[PATH_BYTES];
    (void)snprintf(name, sizeof name, "%s.job", s->own);
    path_of(s->options->folder, name, path);
    if (s->job >= 0) {
        (void)unlink(path);
        (void)close(s->job);
    }
    if (s->log >= 0)
        (void)close(s->log);
    if (s->lock >= 0)
        (void)close(s->lock);
}

static int work(struct split *s)
{
    int status = files_open(s);
    bool answer = false;
    pns_jobs_note(s->solver.pns, &s->notes);
    int64_t most = s->solver.options.nodes; /* of this process */
    while (status == EXIT_OK && !answer && !solver_ended(&s->solver) &&
           (most == 0 || pns_nodes(s->solver.pns) < most))
        status = step(s, &answer);
    files_close(s);
    printf("%lld jobs, %lld positions by this process, %lld by all; the question is %s\n",
           (long long)s->jobs_n, (long long)pns_nodes(s->solver.pns),
           (long long)(pns_nodes(s->solver.pns) + s->others_nodes), answer ? "answered" : "open");
    return status == EXIT_OK && !answer ? EXIT_NO : status;
}

int split_work(const struct split_options *options, const struct solver_options *solver)
{
    static struct split s;
    struct solver_options quiet = *solver;
    s = (struct split){.options = options, .log = -1, .lock = -1, .job = -1};
    int status = question_read(&s);
    if (status != EXIT_OK)
        return status;
    quiet.quiet = true;
    progress_begin(&s.progress, options->progress_ms);
    s.logs = calloc(LOGS_MAX, sizeof *s.logs);
    s.others = calloc(OTHERS_MAX, sizeof *s.others);
    s.notes.cap = 1 << 20;
    s.notes.note = calloc(s.notes.cap, sizeof *s.notes.note);
    status = EXIT_NO;
    if (s.logs == NULL || s.others == NULL || s.notes.note == NULL)
        fputs("hoshi: out of memory\n", stderr);
    else
        status = solver_open(&s.solver, &s.p.setup, &quiet);
    if (status == EXIT_OK)
        status = solver_leave(&s.solver, work(&s));
    free(s.logs);
    free(s.others);
    free(s.notes.note);
    return status;
}

int split_learn(const char *folder, struct solver *solver)
{
    const struct split_options options = {.folder = folder};
    static struct split s;
    s = (struct split){.options = &options, .solver = *solver};
    s.logs = calloc(LOGS_MAX, sizeof *s.logs);
    if (s.logs == NULL) {
        fputs("hoshi: out of memory\n", stderr);
        return EXIT_NO;
    }
    int status = others_read(&s);
    if (status == EXIT_OK)
        printf("learned: %lld positions of %d processes\n", (long long)s.others_nodes, s.logs_n);
    free(s.logs);
    return status;
}

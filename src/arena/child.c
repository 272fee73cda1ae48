#include "arena/child.h"

#include "base/err.h"
#include "platform/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 100, NAP_NS = 5000000 };

struct child {
    pid_t pid; /* and process group */
    int in;    /* we write its input here */
    int out;   /* and read its output here; neither blocks */
    size_t n;  /* bytes in buf */
    size_t at; /* bytes that were handed out */
    char buf[CHILD_LINE_MAX + 1];
};

/* In the new process: nothing but calls that are safe after fork in a program with threads. */
static _Noreturn void become(const char *command, int in, int out)
{
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0)
        (void)dup2(nowhere, STDERR_FILENO);
    (void)dup2(in, STDIN_FILENO);
    (void)dup2(out, STDOUT_FILENO);
    (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void close_pipe(int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            (void)close(ends[i]);
}

struct child *child_start(const char *command)
{
    (void)signal(SIGPIPE, SIG_IGN); /* a program that has ended must not end this one */
    struct child *c = calloc(1, sizeof *c);
    int to[2] = {-1, -1};
    int from[2] = {-1, -1};
    if (c == NULL || pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
        goto fail;
    c->pid = fork();
    if (c->pid < 0)
        goto fail;
    if (c->pid == 0)
        become(command, to[0], from[1]);
    (void)setpgid(c->pid, c->pid); /* parent and child both do it; the first one succeeds */
    c->in = to[1];
    c->out = from[0];
    (void)close(to[0]);
    (void)close(from[1]);
    (void)fcntl(c->in, F_SETFL, O_NONBLOCK);
    (void)fcntl(c->out, F_SETFL, O_NONBLOCK);
    return c;
fail:
    close_pipe(to);
    close_pipe(from);
    free(c);
    return NULL;
}

/* Looks without taking note: until the child is reaped, no other process can get its number or its
 * group's. */
static bool has_ended(pid_t pid)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

void child_stop(struct child *c, int64_t grace_ms)
{
    if (c == NULL)
        return;
    (void)close(c->in);
    (void)close(c->out);
    int64_t until = clock_ms() + grace_ms;
    while (!has_ended(c->pid) && clock_ms() < until)
        nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
    (void)kill(-c->pid, SIGKILL); /* it may have left others behind */
    (void)waitpid(c->pid, NULL, 0);
    free(c);
}

/* Waits until a pipe can be read or written. Returns 0, ERR_BUSY, or ERR_IO when the program has
 * ended, even if a process that it started still holds its pipes. */
static int wait_for(const struct child *c, int fd, short events, int64_t until_ms,
                    const atomic_int *enough)
{
    for (bool ended = false;;) {
        int64_t left = until_ms - clock_ms();
        if (left <= 0 || (enough != NULL && *enough != 0))
            return ERR_BUSY;
        struct pollfd p = {.fd = fd, .events = events};
        if (poll(&p, 1, (int)(left < LOOK_MS ? left : LOOK_MS)) > 0)
            return 0;
        if (ended)
            return ERR_IO;
        ended = has_ended(c->pid); /* what it wrote before is read first */
    }
}

int child_write(struct child *c, const char *text, int64_t timeout_ms, const atomic_int *enough)
{
    int64_t until = clock_ms() + timeout_ms;
    for (size_t n = strlen(text); n > 0;) {
        ssize_t done = write(c->in, text, n);
        if (done > 0) {
            text += done;
            n -= (size_t)done;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR)
            return ERR_IO;
        int err = wait_for(c, c->in, POLLOUT, until, enough);
        if (err < 0)
            return err;
    }
    return 0;
}

int child_line(struct child *c, int64_t timeout_ms, const atomic_int *enough, char **line)
{
    int64_t until = clock_ms() + timeout_ms;
    memmove(c->buf, c->buf + c->at, c->n - c->at);
    c->n -= c->at;
    c->at = 0;
    for (size_t seen = 0;;) {
        char *end = memchr(c->buf + seen, '\n', c->n - seen);
        if (end != NULL) {
            *end = '\0';
            c->at = (size_t)(end - c->buf) + 1;
            *line = c->buf;
            return 0;
        }
        seen = c->n;
        if (c->n == CHILD_LINE_MAX)
            return ERR_TOO_BIG;
        ssize_t got = read(c->out, c->buf + c->n, CHILD_LINE_MAX - c->n);
        if (got > 0) {
            c->n += (size_t)got;
            continue;
        }
        if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return ERR_IO;
        int err = wait_for(c, c->out, POLLIN, until, enough);
        if (err < 0)
            return err;
    }
}

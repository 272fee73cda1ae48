#include "cli/server/serve_backup.h"

#include "platform/clock.h"
#include "platform/log.h"
#include "platform/thread.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 20 * 1000, RETRY_MS = 10 * 60 * 1000, FILES_MAX = 4000, NICER = 5 };

static int minutes_of(const char *text)
{
    int hour = -1;
    int minute = -1;
    int end = 0;
    if (sscanf(text, "%2d:%2d%n", &hour, &minute, &end) != 2 || text[end] != '\0' || end < 4 ||
        hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return -1;
    return hour * 60 + minute;
}

bool serve_backup_time_fits(const char *text)
{
    return minutes_of(text) >= 0;
}

/* hoshi-2026-11-28.db */
static bool is_backup(const char *name)
{
    static const char form[] = "hoshi-0000-00-00.db";
    if (strlen(name) != sizeof form - 1)
        return false;
    for (size_t i = 0; form[i] != '\0'; i++)
        if (form[i] == '0' ? name[i] < '0' || name[i] > '9' : name[i] != form[i])
            return false;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Removes the oldest. */
static void prune(const struct serve_backup *b)
{
    char path[4096];
    char *names[FILES_MAX];
    int n = 0;
    const struct dirent *e;
    DIR *d = opendir(b->folder);
    if (d == NULL)
        return;
    while ((e = readdir(d)) != NULL)
        if (is_backup(e->d_name) && n < FILES_MAX)
            names[n++] = strdup(e->d_name);
    (void)closedir(d);
    qsort(names, (size_t)n, sizeof names[0], compare_names);
    for (int i = 0; i < n; i++) {
        if (i < n - b->keep &&
            snprintf(path, sizeof path, "%s/%s", b->folder, names[i]) < (int)sizeof path &&
            unlink(path) != 0)
            log_error("backup: the old %s cannot be removed: %s", path, strerror(errno));
        free(names[i]);
    }
}

/* Runs in the child: only what may be called after a fork among threads. */
static NORETURN void run_backup(char **argv, char **env, pid_t parent)
{
    sigset_t none;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)dup2(STDERR_FILENO, STDOUT_FILENO);
    thread_give_way(NICER);
    execve("/proc/self/exe", argv, env);
    _exit(127);
}

/* The store goes through the environment, because its address may have a password. */
static void begin(struct serve_backup *b)
{
    extern char **environ;
    char store[4200];
    size_t n = 0;
    while (environ[n] != NULL)
        n++;
    char **env = calloc(n + 2, sizeof *env);
    char *argv[] = {(char[]){"hoshi"}, (char[]){"admin"}, (char[]){"backup"}, b->part, NULL};
    if (env == NULL ||
        snprintf(store, sizeof store, "HOSHI_STORE=%s", b->store) >= (int)sizeof store) {
        free(env);
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "HOSHI_STORE=", 12) != 0 &&
            strncmp(environ[i], "HOSHI_CONFIG=", 13) != 0)
            env[kept++] = environ[i];
    env[kept] = store;
    (void)unlink(b->part);
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid == 0)
        run_backup(argv, env, parent);
    free(env);
    b->pid = pid > 0 ? pid : 0;
    if (pid < 0)
        log_error("backup: it cannot be started now: %s", strerror(errno));
}

static void end(struct serve_backup *b, int status)
{
    struct stat st;
    b->pid = 0;
    bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0 && rename(b->part, b->file) == 0;
    if (well && stat(b->file, &st) == 0) {
        log_error("backup: %s, %lld bytes", b->file, (long long)st.st_size);
        prune(b);
        return;
    }
    (void)unlink(b->part);
    log_error("backup: %s was not written (%s %d); the next try is in 10 minutes", b->file,
              WIFSIGNALED(status) ? "signal" : "status",
              WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    b->again_ms = clock_ms() + RETRY_MS;
}

void serve_backup_tend(struct serve_backup *b)
{
    int status;
    struct tm now;
    time_t seconds = time(NULL);
    if (b->pid != 0 && waitpid(b->pid, &status, WNOHANG) == b->pid)
        end(b, status);
    if (b->folder == NULL || b->pid != 0 || clock_ms() < b->again_ms ||
        localtime_r(&seconds, &now) == NULL)
        return;
    b->again_ms = clock_ms() + LOOK_MS;
    if (now.tm_hour * 60 + now.tm_min < minutes_of(b->at))
        return;
    int n = snprintf(b->file, sizeof b->file, "%s/hoshi-%04d-%02d-%02d.db", b->folder,
                     now.tm_year + 1900, now.tm_mon + 1, now.tm_mday);
    int m = snprintf(b->part, sizeof b->part, "%s/hoshi-part-%d", b->folder, (int)getpid());
    if (n >= (int)sizeof b->file || m >= (int)sizeof b->part || access(b->file, F_OK) == 0)
        return;
    begin(b);
}

void serve_backup_stop(struct serve_backup *b)
{
    if (b->pid == 0)
        return;
    (void)kill(b->pid, SIGKILL);
    (void)waitpid(b->pid, NULL, 0);
    (void)unlink(b->part);
    b->pid = 0;
}

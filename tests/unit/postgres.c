#include "postgres.h"

#include "testing.h"
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[128];
static pid_t pid;
static int schemas_n;

static void url_of(char *out, size_t size, int schema)
{
    snprintf(out, size, "postgresql://hoshi@/postgres?host=%s&options=-csearch_path%%3Ds%d", folder,
             schema);
}

int postgres_run(const char *url, const char *sql)
{
    PGconn *c = PQconnectdb(url);
    PGresult *r = PQstatus(c) == CONNECTION_OK ? PQexec(c, sql) : NULL;
    ExecStatusType status = PQresultStatus(r);
    PQclear(r);
    PQfinish(c);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? 0 : -1;
}

int postgres_start(void)
{
    enum { TRIES = 3000, TRY_US = 20 * 1000 };
    char script[512];
    char url[256];
    snprintf(script, sizeof script, "%s/postgres.sh", getenv("HOSHI_TESTS"));
    snprintf(folder, sizeof folder, "%s/hoshi-postgres-XXXXXX", testing_folder());
    if (mkdtemp(folder) == NULL)
        return -1;
    pid = fork();
    if (pid == 0) {
        execl(script, script, folder, (char *)NULL);
        _exit(127);
    }
    url_of(url, sizeof url, 0);
    for (int i = 0; i < TRIES && pid > 0; i++) {
        if (postgres_run(url, "SELECT 1") == 0)
            return 0;
        if (waitpid(pid, NULL, WNOHANG) == pid)
            pid = 0;
        (void)usleep(TRY_US);
    }
    print_error("PostgreSQL does not start; see %s\n", folder);
    return -1;
}

void postgres_stop(void)
{
    char command[160];
    if (pid > 0) {
        (void)kill(pid, SIGQUIT); /* at once, because nothing is kept */
        (void)waitpid(pid, NULL, 0);
    }
    pid = 0;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

const char *postgres_schema(void)
{
    static char url[256];
    char sql[64];
    url_of(url, sizeof url, ++schemas_n);
    snprintf(sql, sizeof sql, "CREATE SCHEMA s%d", schemas_n);
    assert_int_equal(postgres_run(url, sql), 0);
    return url;
}

static const char *url_of_shared(const char *name)
{
    static char url[256];
    snprintf(url, sizeof url, "postgresql://hoshi@/%s?host=%s", name, getenv("HOSHI_POSTGRES"));
    return url;
}

const char *postgres_fresh(void)
{
    static int databases_n;
    char name[48];
    char sql[96];
    if (getenv("HOSHI_POSTGRES") == NULL)
        return NULL;
    snprintf(name, sizeof name, "unit_%d_%d", (int)getpid(), ++databases_n);
    snprintf(sql, sizeof sql, "CREATE DATABASE %s TEMPLATE fresh", name);
    assert_int_equal(postgres_run(url_of_shared("postgres"), sql), 0);
    return url_of_shared(name);
}

void postgres_drop(const char *url)
{
    char sql[96];
    const char *name = strstr(url, "@/") + 2;
    snprintf(sql, sizeof sql, "DROP DATABASE %.*s", (int)strcspn(name, "?"), name);
    assert_int_equal(postgres_run(url_of_shared("postgres"), sql), 0);
}

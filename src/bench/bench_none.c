/* bench_none.c - the answer of a program that was built without the server (-Dserver=false) to
 * those who want to measure one. */
#include "base/exit.h"
#include "bench/bench_abuse.h"
#include "bench/bench_archive.h"
#include "bench/bench_explorer.h"
#include "bench/bench_mail.h"
#include "bench/bench_server.h"
#include <stdio.h>

static int refuse(const char *what)
{
    fprintf(
        stderr,
        "hoshi-bench: cannot measure %s: this program was built without the server. Build it with "
        "-Dserver=true.\n",
        what);
    return EXIT_NO;
}

int bench_mail(const char *path, long mails)
{
    (void)path;
    (void)mails;
    return refuse("mail");
}

int bench_archive(const struct bench_archive *b)
{
    (void)b;
    return refuse("an archive");
}

int bench_explorer(const struct bench_explorer *b)
{
    (void)b;
    return refuse("an explorer");
}

int bench_server(const struct bench_server *b)
{
    (void)b;
    return refuse("a server");
}

int bench_abuse(const struct bench_abuse *b)
{
    (void)b;
    return refuse("a server");
}

/* postgres_wait.c - a listener of the PostgreSQL back end waits until another process has
 * written. */
#include "platform/clock.h"
#include "store/postgres_int.h"

#include <poll.h>

/* Takes the notices that have come; whether one is of another process. */
static bool take_notices(struct pg *p)
{
    bool other = false;
    PGnotify *n;
    while ((n = PQnotifies(p->conn)) != NULL) {
        other = other || n->be_pid != atomic_load(&p->writer->pid);
        PQfreemem(n);
    }
    return other;
}

int pg_wait(struct store *listener, int timeout_ms)
{
    struct pg *p = pg_of(listener);
    int64_t until = clock_ms() + timeout_ms;
    if (pg_ensure_connected(p) < 0) {
        (void)poll(NULL, 0, timeout_ms);
        return ERR_STORE;
    }
    for (;;) {
        if (PQconsumeInput(p->conn) != 1) {
            pg_note(p, PQerrorMessage(p->conn));
            PQfinish(p->conn);
            p->conn = NULL;
            return ERR_STORE;
        }
        if (take_notices(p))
            return 1;
        int64_t left = until - clock_ms();
        if (left <= 0)
            return 0;
        struct pollfd fd = {.fd = PQsocket(p->conn), .events = POLLIN};
        (void)poll(&fd, 1, (int)left);
    }
}

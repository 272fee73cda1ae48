/* fair.h - who is served next: start-time fair queueing in two levels, without threads and without
 * a clock, so that a test can run it in simulated time. pool.h gives it threads.
 *
 *     strangers   members   mail          classes: they share the time equally
 *      /  |  \      |  \      |
 *     a   b   c     d   e     f           callers: those of a class share its time equally
 *
 * Each class, and each caller in its class, has a tag: the time (us) that it has used. The waiting
 * class with the lowest tag comes next, and in it the waiting caller with the lowest tag; among
 * equals newcomers, the first of them first. Each level has a virtual time of its own: the highest
 * tag that it has served. A class or caller that begins to wait is lifted to the virtual time of
 * its own level, never to that of another class. So nobody saves up time, nobody pays for time that
 * they used while no other waited, and a caller who always waits holds up no newcomer.
 *
 * The bound. A newcomer is a caller who begins to wait and is not ahead of its class: it has no job
 * at hand and its tag is not above the virtual time. Let L be the longest job, C the number of
 * classes, and k how many callers of the class began to wait before and had no job since. The first
 * job of a newcomer begins at the latest
 *
 *     L * (1 + k + (C - 1) * (k + 2))
 *
 * after it came: the job at hand, one job of each caller who came before, and as much for each
 * other class, which may also have a job in hand. It depends on nothing that busy callers do. (A
 * class that does not wait takes nothing.) test_fair.c tries it with one to three threads.
 *
 * P. Goyal, H. M. Vin, H. Cheng: Start-time Fair Queuing: A Scheduling Algorithm for Integrated
 * Services Packet Switching Networks, SIGCOMM 1996. */
#ifndef FAIR_H
#define FAIR_H
#include "base/macros.h"
#include <stdbool.h>
#include <stdint.h>

enum fair_class {
    FAIR_STRANGER, /* and guests, because one person may be any number of them */
    FAIR_MEMBER,   /* has shown a session of an account */
    FAIR_MAIL,
    FAIR_CLASS_N
};

/* A job; part of its owner's struct. */
struct fair_job {
    uint64_t caller; /* who pays; 0: the server itself, without bounds */
    enum fair_class class;
    struct fair_job *next; /* fair's */
};

struct fair_bounds {
    int most;    /* jobs of a class that wait together */
    int each;    /* of one caller */
    int running; /* of one caller at once */
};

struct fair;       /* opaque */
struct fair_place; /* a caller's */

MUST_USE struct fair *fair_new(struct fair_bounds bounds); /* NULL: memory is short */
void fair_free(struct fair *f);

/* Queues a job. ERR_BUSY, and nothing is done, when the caller has `each` waiting, or when the
 * class is full and no other caller of it has more waiting. If one has, *out is the newest job of
 * the caller who has most, which was taken out of the queue; otherwise NULL. */
MUST_USE int fair_add(struct fair *f, struct fair_job *j, struct fair_job **out);
/* Takes the next job out, NULL when none may run now. *place is for fair_end. */
struct fair_job *fair_begin(struct fair *f, struct fair_place **place);
/* The job has used that time. True: jobs of the same caller wait. */
bool fair_end(struct fair *f, struct fair_place *place, int64_t us);

int fair_waiting(const struct fair *f);

#endif

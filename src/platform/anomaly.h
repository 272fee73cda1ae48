/* anomaly.h - what an operator should look at: one network that causes most of the work, and far
 * more wrong sign-ins than usual.
 *
 * Requests are counted in windows of a minute; at the end of one it is judged:
 *   - a network (IPv4 address, IPv6 /64) is told when it caused ANOMALY_SHARE percent of the work,
 *     and the work was ANOMALY_WORK_US at least: one visitor of a quiet site is nothing to report;
 *   - misses are told when they are ANOMALY_TIMES as many as in a usual minute of the last hours,
 *     and ANOMALY_MISSES at least.
 * Each is told once, then at most every ANOMALY_QUIET_MS with the number of minutes in between, so
 * an attack of a day writes a few lines.
 *
 * The heaviest network is found with few counters: J. Misra, D. Gries: Finding repeated elements,
 * Science of Computer Programming 2 (1982); a network with more than 1/(n+1) of the work is always
 * among n counters. The exact sum is kept from when it entered, so its share is not overstated.
 *
 * No clock, no lock: for one thread, which says what time it is. */
#ifndef ANOMALY_H
#define ANOMALY_H
#include "platform/net.h"
#include <stddef.h>
#include <stdint.h>

enum {
    ANOMALY_WINDOW_MS = 60 * 1000,
    ANOMALY_SHARE = 80,            /* percent */
    ANOMALY_WORK_US = 6000 * 1000, /* a tenth of a thread's minute */
    ANOMALY_TIMES = 10,
    ANOMALY_MISSES = 20,
    ANOMALY_QUIET_MS = 30 * 60 * 1000,
    ANOMALY_COUNTERS = 32,
    ANOMALY_LINE_BYTES = 240,
};

enum anomaly_kind { ANOMALY_NETWORK, ANOMALY_SIGNINS, ANOMALY_KIND_N };
extern const char *const anomaly_name[ANOMALY_KIND_N];

struct anomaly {
    int64_t begun_ms; /* of the window; 0: none yet */
    int64_t work_us;  /* of all, in the window */
    struct {
        char net[NET_BYTES]; /* "": free */
        int64_t weight_us;   /* what others have not cancelled */
        int64_t work_us;     /* since it entered */
    } heavy[ANOMALY_COUNTERS];
    int64_t misses;
    double usual;                     /* misses of a minute */
    int64_t windows_n;                /* how many that rests on */
    double share;                     /* of the heaviest network in the last window, 0 … 1 */
    int64_t told_ms[ANOMALY_KIND_N];  /* 0: never */
    int64_t silent_n[ANOMALY_KIND_N]; /* windows since then that were like it */
    int64_t found_n[ANOMALY_KIND_N];
};

/* A request has ended that was this much work. Loopback and "" cause work, but are never told. */
void anomaly_note(struct anomaly *a, int64_t now_ms, const char *address, int64_t work_us);
/* Somebody gave a wrong password or code. */
void anomaly_miss(struct anomaly *a, int64_t now_ms);
/* To be called before the two above, and whenever there is time: judges a window that has ended.
 * Returns 1 with the next line to be told, and 0 when there is no more: call it until then. */
int anomaly_turn(struct anomaly *a, int64_t now_ms, char line[ANOMALY_LINE_BYTES]);

#endif

#include "platform/anomaly.h"

#include "base/macros.h"
#include <stdio.h>
#include <string.h>

const char *const anomaly_name[ANOMALY_KIND_N] = {"network", "signins"};

/* The memory of what is usual: as an average over so many minutes, fewer at the start. */
enum { USUAL_WINDOWS = 240, FEW_WINDOWS = 10 };

static bool is_inside(const char *net)
{
    return net[0] == '\0' || strncmp(net, "127.", 4) == 0 || strcmp(net, "::/64") == 0;
}

void anomaly_note(struct anomaly *a, int64_t now_ms, const char *address, int64_t work_us)
{
    char net[NET_BYTES];
    int free_at = -1;
    if (a->begun_ms == 0)
        a->begun_ms = now_ms;
    a->work_us += work_us;
    net_of(address, NET_NEAR_BITS, net);
    if (work_us <= 0 || is_inside(net))
        return;
    for (int i = 0; i < ANOMALY_COUNTERS; i++) {
        if (strcmp(a->heavy[i].net, net) == 0) {
            a->heavy[i].weight_us += work_us;
            a->heavy[i].work_us += work_us;
            return;
        }
        if (a->heavy[i].weight_us <= 0)
            free_at = i;
    }
    if (free_at >= 0) {
        snprintf(a->heavy[free_at].net, NET_BYTES, "%s", net);
        a->heavy[free_at].weight_us = work_us;
        a->heavy[free_at].work_us = work_us;
        return;
    }
    for (int i = 0; i < ANOMALY_COUNTERS; i++)
        a->heavy[i].weight_us -= work_us;
}

void anomaly_miss(struct anomaly *a, int64_t now_ms)
{
    if (a->begun_ms == 0)
        a->begun_ms = now_ms;
    a->misses++;
}

/* Whether it is to be told now; counts it. */
static bool tells(struct anomaly *a, enum anomaly_kind kind, int64_t now_ms, int64_t *silent)
{
    a->found_n[kind]++;
    *silent = a->silent_n[kind];
    if (a->told_ms[kind] != 0 && now_ms - a->told_ms[kind] < ANOMALY_QUIET_MS) {
        a->silent_n[kind]++;
        return false;
    }
    a->told_ms[kind] = now_ms;
    a->silent_n[kind] = 0;
    return true;
}

static void say_before(char *line, int64_t silent)
{
    size_t n = strlen(line);
    if (silent > 0)
        snprintf(line + n, ANOMALY_LINE_BYTES - n, "; also in %lld minutes since the last report",
                 (long long)silent);
}

static int judge_network(struct anomaly *a, int64_t now_ms, char line[ANOMALY_LINE_BYTES])
{
    int best = 0;
    int64_t silent;
    for (int i = 1; i < ANOMALY_COUNTERS; i++)
        if (a->heavy[i].work_us > a->heavy[best].work_us)
            best = i;
    a->share = a->work_us > 0 ? (double)a->heavy[best].work_us / (double)a->work_us : 0;
    if (a->work_us < ANOMALY_WORK_US || a->share * 100 < ANOMALY_SHARE ||
        !tells(a, ANOMALY_NETWORK, now_ms, &silent))
        return 0;
    snprintf(line, ANOMALY_LINE_BYTES,
             "one network causes %.0f %% of the work: %s, %.1f s of processor time in a minute",
             a->share * 100, a->heavy[best].net, (double)a->heavy[best].work_us * 1e-6);
    say_before(line, silent);
    return 1;
}

/* An attack does not become usual: a minute counts as three times the usual one at most. */
static void learn(struct anomaly *a)
{
    double most = a->windows_n < FEW_WINDOWS ? ANOMALY_MISSES : 3 * a->usual + 1;
    double n = (double)a->misses < most ? (double)a->misses : most;
    if (a->windows_n < USUAL_WINDOWS)
        a->windows_n++;
    a->usual += (n - a->usual) / (double)a->windows_n;
}

static int judge_misses(struct anomaly *a, int64_t now_ms, char line[ANOMALY_LINE_BYTES])
{
    int64_t silent;
    double usual = a->usual;
    bool many = a->misses >= ANOMALY_MISSES && (double)a->misses >= ANOMALY_TIMES * usual;
    learn(a);
    if (!many || !tells(a, ANOMALY_SIGNINS, now_ms, &silent))
        return 0;
    snprintf(line, ANOMALY_LINE_BYTES,
             "%lld wrong sign-ins in a minute, usually %.1f: somebody may be guessing passwords",
             (long long)a->misses, usual);
    say_before(line, silent);
    return 1;
}

/* Minutes in which nothing was asked are usual ones, too. */
static void skip(struct anomaly *a, int64_t windows)
{
    a->misses = 0;
    for (int64_t i = 0; i < windows && i < USUAL_WINDOWS; i++)
        learn(a);
}

int anomaly_turn(struct anomaly *a, int64_t now_ms, char line[ANOMALY_LINE_BYTES])
{
    if (a->begun_ms == 0 || now_ms - a->begun_ms < ANOMALY_WINDOW_MS)
        return 0;
    if (a->work_us > 0) {
        int told = judge_network(a, now_ms, line);
        a->work_us = 0;
        memset(a->heavy, 0, sizeof a->heavy);
        if (told != 0)
            return told;
    }
    int told = judge_misses(a, now_ms, line);
    skip(a, (now_ms - a->begun_ms) / ANOMALY_WINDOW_MS - 1);
    a->begun_ms = now_ms;
    return told;
}

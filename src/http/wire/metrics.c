#include "http/wire/metrics.h"

#include "http/matches/picture_cache.h"
#include "http/wire/http_int.h"
#include "platform/clock.h"
#include "service/core/mail_state.h"
#include "service/people/passwords.h"
#include "version.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRITER_STUCK_MS = 30 * 1000 };

const int64_t metrics_bucket_us[METRICS_BUCKETS_N] = {1000,   5000,   10000,   25000,
                                                      100000, 500000, 1000000, 5000000};

void metrics_count(struct metrics *m, int status, int64_t took_us)
{
    int i = 0;
    while (i < METRICS_BUCKETS_N && took_us > metrics_bucket_us[i])
        i++;
    m->within[i]++;
    m->time_us += (uint64_t)took_us;
    m->by_class[status >= 100 && status < 600 ? status / 100 : 0]++;
    m->limited += status == 429;
}

static void put(FILE *f, const char *name, const char *type, const char *help, double value)
{
    fprintf(f, "# HELP %s %s\n# TYPE %s %s\n%s %.17g\n", name, help, name, type, name, value);
}

static double resident_bytes(void)
{
    long pages = 0;
    char line[128] = "";
    FILE *f = fopen("/proc/self/statm", "r");
    if (f == NULL)
        return 0;
    if (fgets(line, sizeof line, f) != NULL) {
        const char *second = strchr(line, ' ');
        pages = second != NULL ? strtol(second, NULL, 10) : 0;
    }
    (void)fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static double cpu_seconds(void)
{
    return (double)clock_process_cpu_us() * 1e-6;
}

static void put_requests(FILE *f, const struct metrics *m)
{
    static const char *const classes[] = {"none", "1xx", "2xx", "3xx", "4xx", "5xx"};
    uint64_t sum = 0;
    fputs("# HELP hoshi_requests_total Requests that were answered.\n"
          "# TYPE hoshi_requests_total counter\n",
          f);
    for (size_t i = 2; i < ARRAY_LEN(classes); i++)
        fprintf(f, "hoshi_requests_total{status=\"%s\"} %llu\n", classes[i],
                (unsigned long long)m->by_class[i]);
    fputs("# HELP hoshi_request_seconds From the head of a request to the end of its answer.\n"
          "# TYPE hoshi_request_seconds histogram\n",
          f);
    for (int i = 0; i < METRICS_BUCKETS_N; i++) {
        sum += m->within[i];
        fprintf(f, "hoshi_request_seconds_bucket{le=\"%g\"} %llu\n",
                (double)metrics_bucket_us[i] * 1e-6, (unsigned long long)sum);
    }
    sum += m->within[METRICS_BUCKETS_N];
    fprintf(f,
            "hoshi_request_seconds_bucket{le=\"+Inf\"} %llu\n"
            "hoshi_request_seconds_sum %.6f\nhoshi_request_seconds_count %llu\n",
            (unsigned long long)sum, (double)m->time_us * 1e-6, (unsigned long long)sum);
}

/* Whether mail works, part by part; the parts that this server does not use are left out. */
static void put_mail(FILE *f, struct service *s)
{
    struct mail_state_view v[MAIL_STATE_N];
    fputs("# HELP hoshi_mail_up Whether the mailbox, sending and the consent (OAuth) work.\n"
          "# TYPE hoshi_mail_up gauge\n",
          f);
    for (int i = 0; i < MAIL_STATE_N; i++) {
        mail_state_look(s, (enum mail_state_part)i, &v[i]);
        if (v[i].used)
            fprintf(f, "hoshi_mail_up{part=\"%s\"} %d\n", mail_state_name[i],
                    v[i].fault[0] == '\0');
    }
    fputs("# HELP hoshi_mail_well_seconds When it last worked, in seconds since 1970.\n"
          "# TYPE hoshi_mail_well_seconds gauge\n",
          f);
    for (int i = 0; i < MAIL_STATE_N; i++)
        if (v[i].used)
            fprintf(f, "hoshi_mail_well_seconds{part=\"%s\"} %lld\n", mail_state_name[i],
                    (long long)(v[i].well_at / 1000));
}

static void answer_metrics(struct request *r)
{
    const struct http *h = r->http;
    struct service_stats s;
    struct pool_stats readers;
    struct pool_stats passwords;
    struct pool_stats lookups;
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (f == NULL) {
        answer_error(r, 503, "The server is out of memory; try again later.");
        return;
    }
    service_stats(h->service, &s);
    pool_stats(h->readers, &readers);
    pool_stats(h->lookups, &lookups);
    pool_stats(passwords_of(h->service), &passwords);
    put_requests(f, &h->metrics);
    put(f, "hoshi_limited_total", "counter", "Requests refused with 429.",
        (double)h->metrics.limited);
    put(f, "hoshi_signin_misses_total", "counter", "Sign-ins that were refused.",
        (double)h->metrics.signin_misses);
    put(f, "hoshi_top_network_ratio", "gauge",
        "The share of the work that one network caused, in the last minute with requests.",
        h->anomaly.share);
    fputs("# HELP hoshi_anomalies_total Minutes that the operator was or could be told of.\n"
          "# TYPE hoshi_anomalies_total counter\n",
          f);
    for (int i = 0; i < ANOMALY_KIND_N; i++)
        fprintf(f, "hoshi_anomalies_total{kind=\"%s\"} %lld\n", anomaly_name[i],
                (long long)h->anomaly.found_n[i]);
    put(f, "hoshi_readings_waiting", "gauge", "Requests that wait for a thread that reads.",
        readers.waiting);
    put(f, "hoshi_lookups_waiting", "gauge", "Requests whose session waits to be looked up.",
        lookups.waiting);
    put(f, "hoshi_pictures_drawn_total", "counter", "Pictures of boards that were drawn.",
        (double)picture_cache_drawn(h->pictures));
    put(f, "hoshi_passwords_waiting", "gauge", "Passwords that wait to be checked.",
        passwords.waiting);
    put(f, "hoshi_shed_total", "counter", "Requests refused because their caller sends too many.",
        (double)(readers.dropped + lookups.dropped + passwords.dropped));
    put(f, "hoshi_streams", "gauge", "Event streams that are open.", (double)h->metrics.streams);
    put(f, "hoshi_orders_total", "counter", "Orders that were applied or refused.",
        (double)s.orders);
    put(f, "hoshi_moves_total", "counter", "Moves that were played.", (double)s.moves);
    put(f, "hoshi_commits_total", "counter", "Transactions that were committed.",
        (double)s.commits);
    put(f, "hoshi_commit_seconds_total", "counter", "Time from the first order to the commit.",
        (double)s.commit_us * 1e-6);
    put(f, "hoshi_store_failures_total", "counter", "Transactions that the store refused.",
        (double)s.failures);
    put(f, "hoshi_orders_waiting", "gauge", "Orders that wait for the writer.", (double)s.waiting);
    put(f, "hoshi_peer_events_total", "counter", "Events read that other processes wrote.",
        (double)s.peer_events);
    put(f, "hoshi_events_held_seconds", "gauge",
        "How long committed events have waited for those of another process.",
        s.held_ms != 0 ? (double)(clock_ms() - s.held_ms) * 1e-3 : 0);
    put(f, "hoshi_mails_dropped_total", "counter",
        "Unproven mails dropped beyond the limit of their host.", (double)s.mails_dropped);
    put(f, "hoshi_mails_unanswered_total", "counter",
        "Unproven mails not answered beyond the limit of their sender.",
        (double)s.mails_unanswered);
    put(f, "hoshi_mail_proofs_wrong_total", "counter",
        "Mails to a reply address that this server has not made.", (double)s.proofs_wrong);
    put_mail(f, h->service);
    put(f, "process_cpu_seconds_total", "counter", "Processor time.", cpu_seconds());
    put(f, "process_resident_memory_bytes", "gauge", "Memory in use.", resident_bytes());
    fprintf(f,
            "# HELP hoshi_info The version.\n# TYPE hoshi_info gauge\n"
            "hoshi_info{version=\"%s\"} 1\n",
            HOSHI_VERSION);
    if (fclose(f) != 0)
        answer_error(r, 503, "The server is out of memory; try again later.");
    else
        answer_text(r, 200, "text/plain; version=0.0.4; charset=utf-8", text, n);
    free(text);
}

/* Whether the request comes from this machine, and not through a proxy for another. */
static bool is_local(struct request *r)
{
    const char *address = r->client.address;
    if (r->client.unheard)
        return false;
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "::ffff:127.", 11) == 0;
}

static void read_ready(struct request *r)
{
    struct service_stats s;
    service_stats(r->http->service, &s);
    const char *not_yet = NULL;
    if (atomic_load(&r->http->stopping))
        not_yet = "stopping\n";
    else if (clock_ms() - s.turned_ms > WRITER_STUCK_MS)
        not_yet = "the writer is stuck\n";
    else if (reader_check(r->reader) < 0)
        not_yet = "the store cannot be read\n";
    else if (s.refused)
        not_yet = "the store cannot be written\n";
    const char *text = not_yet != NULL ? not_yet : "ready\n";
    answer_text(r, not_yet != NULL ? 503 : 200, "text/plain; charset=utf-8", text, strlen(text));
}

bool metrics_handle(struct request *r)
{
    if (strcmp(r->path, "/healthz") == 0)
        answer_text(r, 200, "text/plain; charset=utf-8", "alive\n", 6);
    else if (strcmp(r->path, "/readyz") == 0)
        request_read(r, read_ready, NULL);
    else if (strcmp(r->path, "/metrics") == 0 && is_local(r))
        answer_metrics(r);
    else
        return false;
    return true;
}

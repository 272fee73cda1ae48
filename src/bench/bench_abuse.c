/* bench_abuse.c - attackers of one kind after the other beside honest matches, with the server's
 * limits on.
 *
 * Each honest player and each attacker has an address of their own, so that no limit of an address
 * helps. An honest move is due at a fixed rate; its time is from then to the answer that it is on
 * the disk. The matches have clocks of half a minute a move, so that a server that holds moves up
 * for long loses them. The answers to the attackers do not matter; they are only counted.
 *
 * An honest player also answers mails, one after the other, with the reply address of a match of
 * theirs, as a mail server would deliver them; the time from the delivery to the answer that the
 * mail was read is the wait of honest mail. */
#include "bench/bench_abuse.h"

#include "arena/machine.h"
#include "base/exit.h"
#include "bench/abuse_mail.h"
#include "bench/bench_game.h"
#include "bench/bench_http.h"
#include "bench/bench_site.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "rules/position.h"
#include "version.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FIRST_ATTACKER = 100000, SAMPLES_MAX = 1000 * 1000, PAUSE_US = 20 * 1000, COMMANDS = 50 };
enum { MAILS_MAX = 10 * 1000, MAIL_US = 100 * 1000 };

enum kind {
    KIND_NONE,
    KIND_ARCHIVE,   /* searches the archive for what is hard to find */
    KIND_COMMANDS,  /* fifty commands of play by e-mail in one request, each over all matches */
    KIND_SIGNUPS,   /* fifty accounts in one request */
    KIND_PASSWORDS, /* signs in with wrong passwords */
    KIND_GUESTS,    /* a new guest after the other */
    KIND_STREAMS,   /* as many streams as are given */
    KIND_MAIL,      /* large mails without the token */
    KIND_ENGINE,    /* many matches against the engine's highest level */
    KIND_HEADS,     /* heads of requests, a byte at a time */
    KIND_PREVIEWS,  /* pictures of boards, each of another match */
    KIND_BODIES,    /* bodies with thousands of keys */
    KIND_FORGED,    /* mails that prove nothing, with fifty commands each */
    KIND_ANSWERS,   /* the same from players, to reply addresses of theirs */
    KIND_N
};
static const char *const kind_name[KIND_N] = {
    "none", "archive", "commands", "signups",  "passwords", "guests", "streams",
    "mail", "engine",  "heads",    "previews", "bodies",    "forged", "answers"};

struct seat { /* an honest match: one guest plays both sides */
    struct link link;
    struct position p;
    char path[48];
    int64_t due_us;
    bool ready;
};

struct attacker {
    struct link link;
    bool is_open;
    struct mailer mailer;
    int64_t match;   /* against the engine, begun by the last answer; 0: none */
    int64_t next_us; /* nothing before */
};

static struct {
    struct bench_abuse b;
    struct site site;
    struct seat *seats;
    struct attacker *attackers;
    struct rng rng;
    uint32_t *us;
    size_t samples_n;
    int64_t ready_n, lost_n, asked_n, served_n, refused_n, ended_n;
    enum kind kind;
    char commands[LINK_REQUEST_BYTES], signups[LINK_REQUEST_BYTES];
    char *bodies; /* a whole request */
    struct {
        struct link link;
        struct mailer mailer;
        int64_t due_us;
        bool ready;
        int64_t lost_n;
        uint32_t us[MAILS_MAX];
        size_t samples_n;
    } honest;
    int64_t previews_n;
} run;

/* --- honest players --- */

static void ask_match(struct seat *s)
{
    s->ready = false;
    s->path[0] = '\0';
    link_post(&s->link, "/api/matches",
              "{\"game\":\"" BENCH_GAME_NAME
              "\",\"width\":5,\"height\":5,\"seats\":[\"me\",\"me\"],"
              "\"clock\":{\"kind\":\"simple\",\"move_ms\":30000}}");
}

static void on_honest(struct link *l, int status, const char *body)
{
    struct seat *s = l->context;
    struct setup setup = setup_default(BENCH_GAME);
    if (status != 200 && status != 201) {
        fprintf(stderr, "hoshi-bench: an honest player is refused: %d %.200s\n", status, body);
        run.lost_n++;
        s->ready = false;
        return;
    }
    if (s->path[0] != '\0') { /* a move */
        int64_t us = clock_us() - s->due_us;
        if (run.samples_n < SAMPLES_MAX)
            run.us[run.samples_n++] = (uint32_t)us;
        s->ready = true;
        if (s->p.over)
            ask_match(s);
        return;
    }
    if (strstr(body, "\"seats\"") == NULL) { /* a new guest */
        ask_match(s);
        return;
    }
    setup.width = 5;
    setup.height = 5;
    if (position_start(&s->p, &setup) < 0)
        exit(EXIT_NO);
    snprintf(s->path, sizeof s->path, "/api/matches/%lld/moves",
             (long long)json_number(body, "id"));
    s->ready = true;
    run.ready_n++;
}

static void move(struct seat *s, int64_t due_us)
{
    char body[64];
    char text[MOVE_TEXT_BYTES];
    move_t m = position_random(&s->p, &run.rng);
    snprintf(body, sizeof body, "{\"ply\":%d,\"move\":\"%s\"}", s->p.ply + 1,
             move_print(m, s->p.setup.width, text));
    position_play_legal(&s->p, m);
    s->due_us = due_us;
    s->ready = false;
    link_post(&s->link, s->path, body);
}

/* --- mail --- */

static void on_honest_mail(struct link *l, int status, const char *body)
{
    (void)l;
    if (run.honest.mailer.match == 0) {
        abuse_mail_take(&run.honest.mailer, status, body);
    } else if (status == 200) {
        if (run.honest.samples_n < MAILS_MAX)
            run.honest.us[run.honest.samples_n++] = (uint32_t)(clock_us() - run.honest.due_us);
        run.honest.due_us += MAIL_US;
        if (run.honest.due_us < clock_us())
            run.honest.due_us = clock_us();
    } else {
        fprintf(stderr, "hoshi-bench: honest mail is refused: %d %.200s\n", status, body);
        run.honest.lost_n++;
        run.honest.due_us = clock_us() + MAIL_US;
    }
}

static void mail(int64_t now_us)
{
    if (!run.honest.link.waits && now_us >= run.honest.due_us)
        abuse_mail_send(&run.honest.link, &run.honest.mailer, "Re: " BENCH_GAME_NAME, "show", 1);
}

/* --- attackers --- */

static void on_end(struct link *l)
{
    struct attacker *a = l->context;
    a->is_open = false;
    a->next_us = clock_us() + PAUSE_US;
    run.ended_n++;
}

static void on_attack(struct link *l, int status, const char *body)
{
    struct attacker *a = l->context;
    if (status < 400)
        run.served_n++;
    else
        run.refused_n++;
    if (run.kind == KIND_ANSWERS && (a->mailer.player == 0 || a->mailer.match == 0))
        abuse_mail_take(&a->mailer, status, body);
    a->match = status == 201 && strstr(body, "\"seats\"") != NULL ? json_number(body, "id") : 0;
}

/* A guest who begins a match, moves, and begins the next. */
static void ask_engine(struct attacker *a)
{
    char path[48];
    if (a->link.cookie[0] == '\0') {
        link_post(&a->link, "/api/guest", "{}");
    } else if (a->match == 0) {
        link_post(&a->link, "/api/matches",
                  "{\"game\":\"" BENCH_GAME_NAME
                  "\",\"width\":13,\"height\":13,\"seats\":[\"me\",{\"bot\":8}]}");
    } else {
        snprintf(path, sizeof path, "/api/matches/%lld/moves", (long long)a->match);
        link_post(&a->link, path, "{\"ply\":1,\"move\":\"c3\"}");
    }
}

static void on_told(struct link *l, const char *data)
{
    (void)l;
    (void)data;
    run.served_n++;
}

/* Of a match that is there, so that it must be drawn. */
static void ask_preview(struct link *l)
{
    char path[64];
    int64_t matches = run.b.filled > 0 ? run.b.filled : run.b.matches;
    snprintf(path, sizeof path, "/api/matches/%lld/preview",
             (long long)(run.previews_n++ % matches + 1));
    link_get(l, path);
}

static void ask(struct attacker *a)
{
    struct link *l = &a->link;
    run.asked_n++;
    switch (run.kind) {
    case KIND_ARCHIVE:
        link_get(l,
                 "/api/matches?state=finished&game=" BENCH_GAME_NAME "&size=21&rated=1&limit=100");
        break;
    case KIND_COMMANDS:
        link_post(l, "/api/pbm", run.commands);
        break;
    case KIND_SIGNUPS:
        link_post(l, "/api/pbm", run.signups);
        break;
    case KIND_PASSWORDS:
        link_post(l, "/api/signin", "{\"name\":\"somebody\",\"password\":\"not his at all\"}");
        break;
    case KIND_GUESTS:
        l->cookie[0] = '\0';
        link_post(l, "/api/guest", "{}");
        break;
    case KIND_STREAMS:
        link_listen(l, "lobby");
        break;
    case KIND_MAIL:
        link_send(
            l, "POST /api/mail/inbound HTTP/1.1\r\nHost: bench\r\nContent-Type: message/rfc822\r\n"
               "Content-Length: 1000000\r\n\r\n");
        break;
    case KIND_ENGINE:
        ask_engine(a);
        break;
    case KIND_HEADS:
        link_send(l, "G");
        break;
    case KIND_PREVIEWS:
        ask_preview(l);
        break;
    case KIND_BODIES:
        l->waits = true;
        link_send(l, run.bodies);
        break;
    case KIND_FORGED:
        abuse_mail_send(l, &a->mailer, "multiple", BENCH_GAME_NAME " standings", COMMANDS);
        break;
    case KIND_ANSWERS:
        if (abuse_mail_ready(l, &a->mailer))
            abuse_mail_send(l, &a->mailer, "multiple", BENCH_GAME_NAME " standings", COMMANDS);
        break;
    default:
        break;
    }
}

static void attack(struct attacker *a, int i, int64_t now_us)
{
    struct link *l = &a->link;
    bool is_new = !a->is_open;
    if (now_us < a->next_us || (a->is_open && (l->waits || l->is_stream)))
        return;
    if (is_new) {
        *l = (struct link){
            .on_answer = on_attack, .on_event = on_told, .on_end = on_end, .context = a};
        a->is_open = true;
        link_open_from(l, run.site.ports[0], FIRST_ATTACKER + i);
    }
    /* Of some kinds a connection has one request only. */
    if (run.kind == KIND_MAIL && !is_new)
        link_send(l, "and one more line of a long mail\r\n");
    else
        ask(a);
    a->next_us = clock_us() + PAUSE_US;
}

static void stop_attack(void)
{
    for (int64_t i = 0; i < run.b.attackers; i++) {
        struct attacker *a = &run.attackers[i];
        if (a->is_open)
            link_close(&a->link);
        *a = (struct attacker){.is_open = false};
    }
}

/* --- one kind --- */

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double percentile(const uint32_t *us, size_t n, size_t hundredths)
{
    size_t at = n * hundredths / 100;
    return n == 0 ? 0 : (double)us[at < n ? at : n - 1] / 1e3;
}

static void play(int64_t seconds)
{
    int64_t begun = clock_us();
    int64_t sent = 0;
    int64_t at = 0;
    for (int64_t now = begun; now < begun + seconds * 1000000; now = clock_us()) {
        int64_t due = begun + sent * 1000000 / run.b.rate;
        if (run.kind != KIND_NONE)
            for (int64_t i = 0; i < run.b.attackers; i++)
                attack(&run.attackers[i], (int)i, now);
        mail(now);
        for (int64_t tried = 0; now >= due && tried < run.b.matches; tried++) {
            struct seat *s = &run.seats[at++ % run.b.matches];
            if (!s->ready)
                continue;
            move(s, due);
            sent++;
            break;
        }
        links_wait(1);
    }
}

/* All that was asked is answered, or a while has passed. */
static void settle(void)
{
    for (int64_t until = clock_ms() + 20000; clock_ms() < until;) {
        int64_t waiting = run.honest.link.waits;
        for (int64_t i = 0; i < run.b.matches; i++)
            waiting += run.seats[i].link.waits;
        if (waiting == 0)
            return;
        links_wait(10);
    }
    run.lost_n++;
}

static json_t *measure(enum kind kind)
{
    run.kind = kind;
    run.samples_n = run.honest.samples_n = 0;
    run.honest.due_us = clock_us();
    run.honest.lost_n = 0;
    run.lost_n = run.asked_n = run.served_n = run.refused_n = run.ended_n = 0;
    double cpu = site_cpu_s(&run.site, 0);
    play(run.b.seconds);
    stop_attack();
    settle();
    qsort(run.us, run.samples_n, sizeof *run.us, compare);
    qsort(run.honest.us, run.honest.samples_n, sizeof *run.honest.us, compare);
    return JSON_OBJECT(
        {"kind", json_string(kind_name[kind])}, {"moves", json_integer((int)run.samples_n)},
        {"p50_ms", json_real(percentile(run.us, run.samples_n, 50))},
        {"p99_ms", json_real(percentile(run.us, run.samples_n, 99))},
        {"worst_ms", json_real(percentile(run.us, run.samples_n, 100))},
        {"lost", json_integer((int)run.lost_n)}, {"asked", json_integer((int)run.asked_n)},
        {"served", json_integer((int)run.served_n)}, {"refused", json_integer((int)run.refused_n)},
        {"ended", json_integer((int)run.ended_n)},
        {"mails", json_integer((int)run.honest.samples_n)},
        {"mails_lost", json_integer((int)run.honest.lost_n)},
        {"mail_p50_ms", json_real(percentile(run.honest.us, run.honest.samples_n, 50))},
        {"mail_worst_ms", json_real(percentile(run.honest.us, run.honest.samples_n, 100))},
        {"server_cpu_s", json_real(site_cpu_s(&run.site, 0) - cpu)});
}

static void write_commands(void)
{
    size_t n = (size_t)snprintf(run.commands, sizeof run.commands,
                                "{\"command\":\"multiple\",\"text\":\"");
    size_t m =
        (size_t)snprintf(run.signups, sizeof run.signups, "{\"command\":\"multiple\",\"text\":\"");
    for (int i = 0; i < COMMANDS; i++) {
        n += (size_t)snprintf(run.commands + n, sizeof run.commands - n,
                              BENCH_GAME_NAME " standings\\n");
        m += (size_t)snprintf(run.signups + m, sizeof run.signups - m, "signup x%d abcd\\n", i);
    }
    snprintf(run.commands + n, sizeof run.commands - n, "\"}");
    snprintf(run.signups + m, sizeof run.signups - m, "\"}");
}

/* A body as long as any may be, of strangers, who may not send it. */
static bool write_bodies(void)
{
    enum { KEYS = 4500, HEAD = 200, KEY = 12 };
    size_t size = HEAD + (size_t)KEYS * KEY;
    char *body = malloc(size);
    run.bodies = malloc(size + HEAD);
    if (body == NULL || run.bodies == NULL) {
        free(body);
        return false;
    }
    size_t n = (size_t)snprintf(body, size, "{");
    for (int i = 0; i < KEYS; i++)
        n += (size_t)snprintf(body + n, size - n, "%s\"%d\":1", i > 0 ? "," : "", i);
    n += (size_t)snprintf(body + n, size - n, "}");
    snprintf(run.bodies, size + HEAD,
             "POST /api/signin/passkey HTTP/1.1\r\nHost: bench\r\n"
             "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
             n, body);
    free(body);
    return true;
}

static void open_seats(void)
{
    for (int64_t i = 0; i < run.b.matches; i++) {
        struct seat *s = &run.seats[i];
        s->link = (struct link){.on_answer = on_honest, .context = s};
        link_open_from(&s->link, run.site.ports[0], (int)i + 1);
        link_post(&s->link, "/api/guest", "{}");
        while (run.ready_n + 50 <= i)
            links_wait(1000);
    }
    while (run.ready_n < run.b.matches)
        links_wait(1000);
}

/* The honest writer has a match before anything is measured. */
static bool open_mail(const char *store)
{
    if (!abuse_mail_open(&run.site, store))
        return false;
    run.honest.link = (struct link){.on_answer = on_honest_mail};
    link_open_from(&run.honest.link, run.site.ports[0], FIRST_ATTACKER - 1);
    while (!abuse_mail_ready(&run.honest.link, &run.honest.mailer))
        while (run.honest.link.waits)
            links_wait(100);
    return true;
}

static json_t *measure_all(const char *store)
{
    if (run.b.filled > 0 && site_fill(store, run.b.filled, 2, run.b.filled / 10 + 2) < 0)
        return NULL;
    if (site_start(&run.site, store, 1, true) < 0)
        return NULL;
    write_commands();
    if (!write_bodies())
        return NULL;
    open_seats();
    if (!open_mail(store))
        return NULL;
    json_t *kinds = json_array();
    for (int kind = 0; kind < KIND_N; kind++)
        json_array_append_new(kinds, measure((enum kind)kind));
    if (site_stop(&run.site) != 0)
        fputs("hoshi-bench: the server did not end well\n", stderr);
    return kinds;
}

static double median_of(const json_t *kind, const char *which)
{
    return json_number_value(json_object_get(kind, which));
}

/* Whether mails of others made honest mail no slower than the bound says. */
static bool mail_is_well(const json_t *kinds)
{
    const double least_ms = 20; /* an attacker's mail that is at hand */
    static const enum kind of_mail[] = {KIND_FORGED, KIND_ANSWERS};
    double calm = median_of(json_array_get(kinds, KIND_NONE), "mail_p50_ms");
    bool well = true;
    for (size_t i = 0; i < ARRAY_LEN(of_mail); i++) {
        double slower = median_of(json_array_get(kinds, of_mail[i]), "mail_p50_ms") /
                        (calm > least_ms ? calm : least_ms);
        if (run.b.bound == 0 || slower <= (double)run.b.bound)
            continue;
        fprintf(stderr, "hoshi-bench: %s makes honest mail %.1f times as slow, more than %lld\n",
                kind_name[of_mail[i]], slower, (long long)run.b.bound);
        well = false;
    }
    return well;
}

/* No honest match is lost; and with a bound no kind of attack makes moves slower by that factor
 * than the time without one, which the machine's load changes as much. */
static bool all_well(const json_t *kinds)
{
    const double least_ms = 2; /* below this the clock of the bench counts */
    size_t i;
    const json_t *kind;
    bool well = kinds != NULL;
    double calm = median_of(json_array_get(kinds, KIND_NONE), "p50_ms");
    json_array_foreach(kinds, i, kind)
    {
        double slower = median_of(kind, "p50_ms") / (calm > least_ms ? calm : least_ms);
        well = well && json_integer_value(json_object_get(kind, "lost")) == 0 &&
               json_integer_value(json_object_get(kind, "mails_lost")) == 0 &&
               json_integer_value(json_object_get(kind, "mails")) > 0;
        if (run.b.bound == 0 || slower <= (double)run.b.bound)
            continue;
        fprintf(stderr, "hoshi-bench: %s makes moves %.1f times as slow, more than %lld\n",
                kind_name[i], slower, (long long)run.b.bound);
        well = false;
    }
    return well && mail_is_well(kinds);
}

static void raise_file_limit(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
}

int bench_abuse(const struct bench_abuse *b)
{
    char folder[] = "/tmp/hoshi-bench-XXXXXX";
    char path[64];
    run.b = *b;
    rng_seed(&run.rng, 1);
    raise_file_limit();
    run.us = malloc(SAMPLES_MAX * sizeof *run.us);
    run.seats = calloc((size_t)b->matches, sizeof *run.seats);
    run.attackers = calloc((size_t)b->attackers, sizeof *run.attackers);
    bool temporary = b->store == NULL;
    json_t *kinds = NULL;
    if (run.us != NULL && run.seats != NULL && run.attackers != NULL &&
        (!temporary || mkdtemp(folder) != NULL)) {
        snprintf(path, sizeof path, "%s/hoshi.db", folder);
        kinds = measure_all(temporary ? path : b->store);
    }
    bool well = all_well(kinds);
    json_t *out =
        kinds == NULL
            ? NULL
            : JSON_OBJECT({"bench", json_string("abuse")}, {"version", json_string(HOSHI_VERSION)},
                          {"machine", machine_json()}, {"matches", json_integer((int)b->matches)},
                          {"attackers", json_integer((int)b->attackers)},
                          {"rate", json_integer((int)b->rate)},
                          {"filled", json_integer((int)b->filled)}, {"kinds", kinds});
    if (out != NULL && json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0)
        putchar('\n');
    json_decref(out);
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; temporary && i < ARRAY_LEN(ends); i++) {
        snprintf(path, sizeof path, "%s/hoshi.db%s", folder, ends[i]);
        (void)unlink(path);
    }
    if (temporary)
        (void)rmdir(folder);
    free(run.bodies);
    free(run.attackers);
    free(run.seats);
    free(run.us);
    return well ? EXIT_OK : EXIT_NO;
}

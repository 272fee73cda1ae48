#include "bench/bench_mail.h"

#include "arena/machine.h"
#include "base/exit.h"
#include "bench/bench_game.h"
#include "mail/commands.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "rules/position.h"
#include "service/run/open.h"
#include "version.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MATCHES = 16 };

struct bench {
    struct commands *mail;
    struct position position[MATCHES];
    int64_t board[MATCHES];
    int64_t boards_n;
    long sent, refused;
};

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The present memory of the process, in KiB; 0 if the system does not report it. */
static int resident_kib(void)
{
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f == NULL || fscanf(f, "%*s %ld", &pages) != 1)
        pages = 0;
    if (f != NULL)
        (void)fclose(f);
    return (int)(pages * (sysconf(_SC_PAGESIZE) / 1024));
}

/* Each mail has a sender and a Message-ID of its own. */
static void send_mail(struct bench *b, const char *subject)
{
    char text[600];
    int n = snprintf(text, sizeof text,
                     "From: sender-%ld@example.net\r\nTo: hoshi@localhost\r\nSubject: %s\r\n"
                     "Message-ID: <%ld@bench>\r\nMIME-Version: 1.0\r\n"
                     "Content-Type: text/plain; charset=utf-8\r\n\r\n"
                     "Good luck.\r\n\r\n> what was quoted\r\n",
                     b->sent, subject, b->sent);
    struct mail_job job = {.bytes = text, .n = (size_t)n, .body = "", .recipient = ""};
    commands_run(b->mail, &job);
    b->sent++;
    b->refused += job.status != MAIL_DONE || job.failed;
}

static void begin(struct bench *b, int i)
{
    struct setup s = setup_default(BENCH_GAME);
    send_mail(b, BENCH_GAME_NAME " challenge -password=secret-ann ann bob");
    b->board[i] = ++b->boards_n;
    if (position_start(&b->position[i], &s) < 0)
        abort();
}

static void play(struct bench *b, int i, struct rng *r)
{
    char subject[120];
    char text[MOVE_TEXT_BYTES];
    struct position *p = &b->position[i];
    move_t move = position_random(p, r);
    const char *who = p->side == 1 ? "ann" : "bob";
    snprintf(subject, sizeof subject, BENCH_GAME_NAME " move %lld %s secret-%s %s#%d",
             (long long)b->board[i], who, who, move_print(move, p->setup.width, text), p->ply);
    send_mail(b, subject);
    position_play_legal(p, move);
    if (p->over)
        begin(b, i);
}

int bench_mail(const char *path, long mails)
{
    static struct bench b;
    char why_buf[200];
    struct text why;
    struct rng r;
    const struct commands_options options = {.address = NULL};
    rng_seed(&r, 1);
    text_init(&why, why_buf, sizeof why_buf);
    struct service *s = service_open(path != NULL ? path : ":memory:", &why);
    b.mail = s != NULL ? commands_start(s, &options, &why) : NULL;
    if (b.mail == NULL) {
        fprintf(stderr, "hoshi-bench: %s\n", why_buf);
        return EXIT_NO;
    }
    send_mail(&b, "signup ann secret-ann");
    send_mail(&b, "signup bob secret-bob");
    send_mail(&b, "set bob secret-bob accept=auto");
    for (int i = 0; i < MATCHES; i++)
        begin(&b, i);
    int kib[3] = {resident_kib()};
    long before = b.sent;
    double cpu = cpu_s();
    int64_t start = clock_us();
    while (b.sent - before < mails) {
        play(&b, (int)(b.sent % MATCHES), &r);
        if (kib[1] == 0 && b.sent - before >= mails / 10)
            kib[1] = resident_kib();
        if (kib[2] == 0 && b.sent - before >= mails / 2)
            kib[2] = resident_kib();
    }
    double wall = (double)(clock_us() - start) * 1e-6;
    cpu = cpu_s() - cpu;
    json_t *out = JSON_OBJECT(
        {"bench", json_string("mail")}, {"version", json_string(HOSHI_VERSION)},
        {"store", json_string(path != NULL ? "file" : "memory")}, {"machine", machine_json()},
        {"mails", json_integer((int)(b.sent - before))}, {"refused", json_integer((int)b.refused)},
        {"mails_per_cpu_s", json_real((double)(b.sent - before) / cpu)},
        {"mails_per_s", json_real((double)(b.sent - before) / wall)}, {"cpu_s", json_real(cpu)},
        {"wall_s", json_real(wall)},
        {"resident_kib",
         JSON_OBJECT({"start", json_integer(kib[0])}, {"tenth", json_integer(kib[1])},
                     {"half", json_integer(kib[2])}, {"end", json_integer(resident_kib())})});
    commands_stop(b.mail);
    service_close(s);
    int status =
        out != NULL && json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0
            ? EXIT_OK
            : EXIT_NO;
    putchar('\n');
    json_decref(out);
    return b.refused == 0 ? status : EXIT_NO;
}

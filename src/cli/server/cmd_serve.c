/* cmd_serve.c - `hoshi serve`: the server, and its local bot as a child process.
 *
 * All signals are blocked in every thread; the main thread waits for them. SIGTERM, SIGINT and
 * SIGHUP stop gracefully; SIGCHLD tells that the bot died, and it is started again later. */
#include "cli/command.h"
#include "cli/play/place.h"
#include "cli/server/config.h"
#include "cli/server/serve_backup.h"
#include "cli/server/serve_check.h"
#include "cli/server/serve_first.h"
#include "cli/server/serve_mail.h"
#include "cli/server/serve_sandbox.h"
#include "cli/server/serve_store.h"

#include "http/wire/http.h"
#include "platform/clock.h"
#include "platform/log.h"
#include "platform/thread.h"
#include "push/push.h"
#include "service/community/moderation.h"
#include "service/core/order.h"
#include "service/core/service.h"
#include "service/notifications/notifier.h"
#include "service/run/open.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_serve;
const struct command cmd_serve = {
    .name = "serve",
    .summary = "host matches: the page and the HTTP API",
    .help = "usage: hoshi serve [OPTIONS]\n\n"
            "Serves the page and the API (docs/API.md) until SIGTERM, SIGINT or SIGHUP. All\n"
            "data is in one SQLite file, or in a PostgreSQL database that several servers\n"
            "share. A move is on disk before anyone is told of it.\n\n"
            "  --listen ADDRESS:PORT  where to listen (127.0.0.1:8080; port 0: any free one)\n"
            "  --store FILE           where the data is ($XDG_DATA_HOME/hoshi/hoshi.db);\n"
            "                         :memory: keeps nothing; or postgresql://USER@HOST/NAME\n"
            "  --store-wait S         how long to wait at start for a database that does not\n"
            "                         answer yet (60; 0: do not wait)\n"
            "  --no-bot               do not start the local engine\n"
            "  --bot-threads N        threads of the local engine (1)\n"
            "  --no-exhibitions       the engine does not play itself in the lobby when\n"
            "                         nobody plays\n"
            "  --no-collection        openings and archive hold only matches of this server,\n"
            "                         not the engine's games that are part of the program\n"
            "  --bot-token-file FILE  write a token for bots on other machines to FILE\n"
            "                         (hoshi bot --server URL --token-file FILE)\n"
            "  --backup-daily FOLDER  copy the store into FOLDER every night\n"
            "  --backup-at HH:MM      when, by the zone of this machine (03:30)\n"
            "  --backup-keep N        how many copies to keep (14)\n"
            "  --mail-address A       play by e-mail as A, such as hoshi@example.org\n"
            "                         (docs/MAIL.md)\n"
            "  --mail-token-file FILE the token for `hoshi mail`; the server makes FILE if it\n"
            "  is missing\n"
            "  --mail-trust NAME      believe Authentication-Results of the mail server NAME\n"
            "  --mail-admins 'A B'    userids that may write to everyone\n"
            "  --smtp URL             the server that sends mails (smtp://localhost:25)\n"
            "  --smtp-login-file FILE user:password for that server, sent over TLS only\n"
            "  --smtp-as-mailbox      sign in at that server as at the mailbox\n"
            "  --mailbox URL          fetch mails from imaps://HOST/INBOX or pop3s://HOST\n"
            "                         (docs/MAILBOX.md)\n"
            "  --mailbox-user USER    its user (the address of --mail-address)\n"
            "  --mailbox-password-file FILE\n"
            "                         its password, such as an application password\n"
            "  --mailbox-consent-file FILE\n"
            "                         instead: what `hoshi mail login` has written (OAuth 2)\n"
            "  --mailbox-plain        mails and passwords may go without TLS to other\n"
            "                         machines\n"
            "  --mailbox-old          also take mails that lay there before the first start\n"
            "  --mail-provider NAME   set mailbox, smtp and sign-in for google, microsoft,\n"
            "                         fastmail, mailbox.org or gmx\n"
            "  --mail-rate LIMITS     send no more than LIMITS, such as 30/min,2000/day\n"
            "  --mail-plain-address   mails to NAME+anything@HOST do not arrive there\n"
            "  --push CONTACT         notify browsers by web push; the push services get\n"
            "                         CONTACT, such as mailto:admin@example.org\n"
            "  --push-any             also push to private addresses and without TLS: for\n"
            "                         tests\n"
            "  --security-contact URI where to report vulnerabilities: mailto:ADDRESS or\n"
            "                         https://...; makes /.well-known/security.txt\n"
            "  --security-expires DAY until when that holds, such as 2027-01-31\n"
            "  --admin NAME           make the member NAME an administrator; if nobody has an\n"
            "                         account yet, make that account, and log a link\n"
            "  --url URL              the public address of this server\n"
            "                         (https://hoshi.example), for links in mails\n"
            "  --web DIR              serve the page from a folder, for development\n"
            "  --trust-proxy[=PROXIES] believe what the proxies in front say about the client\n"
            "                         (X-Forwarded-For, Forwarded, X-Forwarded-Proto): one\n"
            "                         proxy, or how many there are, or their addresses and\n"
            "                         networks (127.0.0.1, 10.0.0.0/8)\n"
            "  --keep-free MIB        while less of the store's disk is free (256), guests\n"
            "                         play, but write no texts\n"
            "  --no-limits            no limits on requests, guests, matches and streams: for\n"
            "                         tests\n"
            "  --no-sandbox           do not give up rights that a server does not need\n"
            "  --log                  write one line on standard error for each request\n"
            "  --json-logs            write lines on standard error as JSON objects\n"
            "  --config FILE          read options from FILE, one on each line: NAME = VALUE\n"
            "  --check-config         check the options and end\n\n"
            "Each option may also be in the environment: HOSHI_STORE, HOSHI_TRUST_PROXY=yes.\n"
            "The command line overrides the environment, and the environment overrides the\n"
            "file.\n\n"
            "Examples:\n"
            "  hoshi serve --store site.db --admin alice\n"
            "  hoshi serve --config /etc/hoshi/hoshi.conf --check-config\n",
    .run = run,
};

enum { RESTART_MIN_MS = 1000, RESTART_MAX_MS = 60 * 1000 };
enum { KEPT_BYTES = 256 << 20, GROWTH_BYTES = 128 << 20, BOT_NICER = 5 };

struct bot {
    bool wanted;
    bool exhibitions;
    bool collection;
    int threads;
    pid_t pid; /* 0: not running */
    int64_t started_ms, restart_ms;
    int backoff_ms;
    const char *url;
    char use[96]; /* of its token: each process that serves a shared store has a bot of its own */
    struct service *service;
};

static void bot_name(struct bot *b)
{
    char host[64] = "";
    const char *port = strrchr(b->url, ':');
    (void)gethostname(host, sizeof host - 1);
    snprintf(b->use, sizeof b->use, service_is_shared(b->service) ? "local@%s%s" : "local", host,
             port != NULL ? port : "");
}

/* Runs in the child: only what may be called after a fork among threads. */
static NORETURN void bot_exec(char **argv, int token_fd, pid_t parent)
{
    sigset_t none;
    /* The bot goes with the server, even when that is killed. */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)dup2(token_fd, STDIN_FILENO);
    thread_give_way(BOT_NICER);
    execv("/proc/self/exe", argv);
    _exit(127);
}

static void bot_start(struct bot *b)
{
    char secret[SERVICE_SECRET_BYTES];
    char url[128];
    char threads[16];
    char *argv[] = {
        (char[]){"hoshi"},
        (char[]){"bot"},
        (char[]){"--server"},
        url,
        (char[]){"--token-file"},
        (char[]){"/dev/stdin"},
        (char[]){"--threads"},
        threads,
        log_is_json() ? (char[]){"--json-logs"} : NULL,
        NULL,
    };
    int pipes[2];
    snprintf(url, sizeof url, "%s", b->url);
    snprintf(threads, sizeof threads, "%d", b->threads);
    b->started_ms = clock_ms();
    b->restart_ms = b->started_ms + b->backoff_ms;
    if (service_bot_secret(b->service, b->use, secret) < 0 || pipe2(pipes, O_CLOEXEC) != 0) {
        log_error("the bot cannot be started now");
        return;
    }
    /* The token goes through a pipe, its standard input: arguments and environment of a process
     * are open to look at. 44 bytes always fit. */
    bool wrote = write(pipes[1], secret, strlen(secret)) == (ssize_t)strlen(secret);
    (void)close(pipes[1]);
    pid_t parent = getpid();
    pid_t pid = wrote ? fork() : -1;
    if (pid == 0)
        bot_exec(argv, pipes[0], parent);
    (void)close(pipes[0]);
    if (pid < 0)
        log_error("the bot cannot be started now: %s", strerror(errno));
    else
        b->pid = pid;
}

/* Notices that it died; starts it when its time has come. */
static void bot_tend(struct bot *b)
{
    int status;
    int64_t now = clock_ms();
    if (b->pid != 0 && waitpid(b->pid, &status, WNOHANG) == b->pid) {
        b->pid = 0;
        if (now - b->started_ms > RESTART_MAX_MS)
            b->backoff_ms = RESTART_MIN_MS;
        log_error("the bot ended (%s %d); it starts again in %d s",
                  WIFSIGNALED(status) ? "signal" : "status",
                  WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
                  b->backoff_ms / 1000);
        b->restart_ms = now + b->backoff_ms;
        b->backoff_ms = b->backoff_ms * 2 < RESTART_MAX_MS ? b->backoff_ms * 2 : RESTART_MAX_MS;
    }
    if (b->wanted && b->pid == 0 && now >= b->restart_ms)
        bot_start(b);
}

static void bot_stop(struct bot *b)
{
    b->wanted = false;
    if (b->pid == 0)
        return;
    (void)kill(b->pid, SIGTERM);
    for (int i = 0; i < 200; i++) {
        if (waitpid(b->pid, NULL, WNOHANG) == b->pid)
            return;
        (void)usleep(10 * 1000);
    }
    (void)kill(b->pid, SIGKILL);
    (void)waitpid(b->pid, NULL, 0);
}

/* Until SIGTERM, SIGINT or SIGHUP. */
static void wait_for_stop(const sigset_t *signals, struct bot *b, struct serve_backup *backup)
{
    for (;;) {
        struct timespec second = {.tv_sec = 1};
        int sig = sigtimedwait(signals, NULL, &second);
        if (sig == SIGTERM || sig == SIGINT || sig == SIGHUP)
            return;
        bot_tend(b);
        serve_backup_tend(backup);
    }
}

static int write_token(struct service *s, const char *path)
{
    char secret[SERVICE_SECRET_BYTES];
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool ok = fd >= 0 && fchmod(fd, 0600) == 0 && service_bot_secret(s, "api", secret) == 0 &&
              dprintf(fd, "%s\n", secret) > 0;
    if (!ok)
        log_error("the token cannot be written to %s", path);
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    return ok ? 0 : -1;
}

/* The server's description, without a key for web push. */
static struct service_site site_of(const char *url, bool mails, const struct http_options *o,
                                   const struct bot *bot)
{
    struct service_site site = {.mails = mails,
                                .no_limits = o->no_limits,
                                .keep_free = o->keep_free_mib * 1024 * 1024,
                                .exhibitions = bot->exhibitions,
                                .collection = bot->collection};
    /* As browsers write the origin of a page: small letters, and no port that the scheme has
     * anyway. */
    size_t n = url != NULL ? strlen(url) : 0;
    while (n > 0 && url[n - 1] == '/')
        n--;
    for (size_t i = 0; i < n && i < sizeof site.url - 1; i++)
        site.url[i] = (char)tolower((unsigned char)url[i]);
    char *port = n > 6 ? strrchr(site.url + 6, ':') : NULL;
    if (port != NULL && strcmp(port, site.url[4] == 's' ? ":443" : ":80") == 0)
        *port = '\0';
    return site;
}

static int serve(struct http_options *o, const struct serve_mail *mail_options,
                 struct push_options *push_options, const char *where, const char *url,
                 const char *admin, const char *token_file, struct bot *bot,
                 struct serve_backup *backup, int64_t store_wait, const sigset_t *signals)
{
    char why_buf[320];
    char name[256];
    struct text why;
    int status = EXIT_NO;
    struct http *http = NULL;
    struct serve_mail_parts mail = {.sender = NULL};
    struct push *push = NULL;
    struct notifier *notifier = NULL;
    text_init(&why, why_buf, sizeof why_buf);
    store_name(where, name, sizeof name);
    serve_store_wait(where, store_wait);
    struct service_site site = site_of(url, mail_options->address != NULL, o, bot);
    struct service *service = service_prepare(where, &why);
    if (service == NULL) {
        log_error("the store %s cannot be used: %s", name, why_buf);
        return EXIT_NO;
    }
    if (token_file != NULL && write_token(service, token_file) < 0)
        goto out;
    char listen_url[300];
    snprintf(listen_url, sizeof listen_url, "http://%s", o->listen);
    if (admin != NULL &&
        !serve_first_admin(service, admin, site.url[0] != '\0' ? site.url : listen_url))
        goto out;
    push_options->any = o->push_any;
    if (push_options->contact != NULL) {
        push = push_start(service, push_options, &site, &why);
        if (push == NULL) {
            log_error("%s", why_buf);
            goto out;
        }
    }
    service_begin(service, &site);
    if (!serve_mail_start(&mail, mail_options, service, o))
        goto out;
    notifier = notifier_start(service, &why);
    if (notifier == NULL) {
        log_error("%s", why_buf);
        goto out;
    }
    http = http_start(service, o, &why);
    if (http == NULL) {
        log_error("cannot listen on %s: %s", o->listen, why_buf);
        goto out;
    }
    if (strcmp(where, ":memory:") == 0)
        printf("hoshi: data in memory only: nothing is kept\n");
    else
        printf("hoshi: data in %s\n", name);
    serve_sandbox_tell();
    printf("hoshi: listening on %s\n", http_url(http));
    (void)fflush(stdout);
    bot->service = service;
    bot->url = http_url(http);
    bot_name(bot);
    bot_tend(bot);
    wait_for_stop(signals, bot, backup);
    serve_backup_stop(backup);
    bot_stop(bot);
    http_stop(http);
    status = EXIT_OK;
out:
    notifier_stop(notifier);
    push_stop(push);
    serve_mail_stop(&mail);
    service_close(service);
    return status;
}

/* The answer of --check-config. */
static void tell_right(const struct serve_values *v)
{
    char name[256];
    store_name(v->store, name, sizeof name);
    printf("hoshi: the options are valid: store %s, listen %s\n", name, v->http->listen);
}

/* A change of the address space waits for every other one, and each check of a password maps 64 MiB
 * on a thread of low priority: other threads waited for 50 to 200 ms. So memory comes in large
 * steps, and free memory stays in the process, up to KEPT_BYTES. One heap serves all threads: the
 * others that malloc makes would grow page by page. What nobody has written to takes no memory. */
static void keep_memory(void)
{
    (void)mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    (void)mallopt(M_MMAP_THRESHOLD, KEPT_BYTES / 8);
    (void)mallopt(M_TOP_PAD, GROWTH_BYTES);
    (void)mallopt(M_ARENA_MAX, 1);
}

static int run(int argc, char *const *argv)
{
    const char *listen = "127.0.0.1:8080";
    const char *store = NULL;
    const char *token_file = NULL;
    const char *url = NULL;
    const char *admin = NULL;
    const char *listen_given = NULL;
    const char *config = NULL;
    const char *proxies = "no";
    bool no_bot = false;
    bool no_exhibitions = false;
    bool no_collection = false;
    bool json_logs = false;
    bool no_sandbox = false;
    bool check = false;
    int64_t threads = 1;
    int64_t store_wait = 60000;
    struct http_options o = {.keep_free_mib = 256};
    struct serve_mail mail = {.address = NULL};
    struct push_options push = {.contact = NULL};
    struct serve_backup backup = {.at = "03:30", .keep = 14};
    const struct option_spec specs[] = {
        {.name = "listen", .text = &listen_given},
        {.name = "store", .text = &store},
        {.name = "store-wait", .ms = &store_wait, .min = 0, .max = 24 * 3600 * 1000},
        {.name = "no-bot", .flag = &no_bot},
        {.name = "no-exhibitions", .flag = &no_exhibitions},
        {.name = "no-collection", .flag = &no_collection},
        {.name = "bot-threads", .number = &threads, .min = 1, .max = 256},
        {.name = "bot-token-file", .text = &token_file},
        {.name = "backup-daily", .text = &backup.folder},
        {.name = "backup-at", .text = &backup.at},
        {.name = "backup-keep", .number = &backup.keep, .min = 1, .max = 3650},
        SERVE_MAIL_SPECS(mail),
        {.name = "mail-trust", .text = &mail.trust},
        {.name = "mail-admins", .text = &mail.admins},
        {.name = "mailbox-old", .flag = &mail.old},
        {.name = "mail-plain-address", .flag = &mail.plain_address},
        {.name = "push", .text = &push.contact},
        {.name = "push-any", .flag = &o.push_any},
        {.name = "security-contact", .text = &o.security_contact},
        {.name = "security-expires", .text = &o.security_expires},
        {.name = "admin", .text = &admin},
        {.name = "url", .text = &url},
        {.name = "web", .text = &o.web_dir},
        {.name = "trust-proxy", .text = &proxies, .fits = head_trust_fits},
        {.name = "keep-free", .number = &o.keep_free_mib, .min = 0, .max = INT32_MAX},
        {.name = "no-limits", .flag = &o.no_limits},
        {.name = "no-sandbox", .flag = &no_sandbox},
        {.name = "log", .flag = &o.log},
        {.name = "json-logs", .flag = &json_logs},
        {.name = "config", .text = &config},
        {.name = "check-config", .flag = &check},
        {.name = NULL},
    };
    if (config_take(specs, config_file(argc, argv)) < 0 ||
        options_parse(&cmd_serve, specs, argc, argv, NULL, 0) < 0)
        return EXIT_USAGE;
    (void)umask(077); /* all that it writes is its owner's alone */
    keep_memory();
    log_as_json(json_logs);
    serve_mail_complete(&mail);
    o.listen = listen_given != NULL ? listen_given : listen;
    char *home = store == NULL ? place_store() : NULL;
    if (store == NULL && home == NULL) {
        log_error("the data folder is unknown; give --store FILE");
        return EXIT_NO;
    }
    const struct serve_values values = {.http = &o,
                                        .mail = &mail,
                                        .push = push.contact,
                                        .url = url,
                                        .proxies = proxies,
                                        .store = store != NULL ? store : home,
                                        .backup = &backup,
                                        .bot_token_file = token_file};
    bool right = serve_check(&values);
    right = serve_check_files(&values) && right;
    if (check && right)
        tell_right(&values);
    if (check || !right) {
        free(home);
        config_done();
        return right ? EXIT_OK : EXIT_NO;
    }
    sigset_t signals;
    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGTERM);
    (void)sigaddset(&signals, SIGINT);
    (void)sigaddset(&signals, SIGHUP);
    (void)sigaddset(&signals, SIGCHLD);
    (void)sigprocmask(SIG_BLOCK, &signals, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    backup.store = store != NULL ? store : home;
    char spool[PATH_MAX];
    if (serve_store_spool(backup.store, spool, sizeof spool))
        o.spool = spool;
    else
        log_error("players cannot export their data: no folder for it; set TMPDIR");
    if (!no_sandbox)
        serve_sandbox(backup.store, token_file, &mail, &backup, &o);
    struct bot bot = {.wanted = !no_bot,
                      .exhibitions = !no_exhibitions,
                      .collection = !no_collection,
                      .threads = (int)threads,
                      .backoff_ms = RESTART_MIN_MS};
    int status = serve(&o, &mail, &push, store != NULL ? store : home, url, admin, token_file, &bot,
                       &backup, store_wait, &signals);
    free(home);
    config_done();
    return status;
}

/* cmd_setup.c - `hoshi setup`: asks what a site needs, writes the configuration file of `hoshi
 * serve`, and checks it. It may be run again at any time. */
#include "cli/command.h"
#include "cli/server/config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_setup;
const struct command cmd_setup = {
    .name = "setup",
    .summary = "ask what a site needs, and write its configuration",
    .help = "usage: hoshi setup [--config FILE] [OPTIONS]\n\n"
            "Asks for the address of the site, a proxy, mail and the first administrator,\n"
            "writes the configuration file of `hoshi serve`, and checks it. What is given as\n"
            "an option is not asked for; Enter keeps what is in the file, - removes it. Other\n"
            "lines of the file stay, and the file before is kept as FILE.before.\n\n"
            "  --config FILE          the file (hoshi.conf)\n"
            "  --url URL              the address of the site for others\n"
            "  --trust-proxy yes|no   whether a proxy with TLS is in front of the server\n"
            "  --store FILE           where the data is\n"
            "  --listen ADDRESS:PORT  where the server listens\n"
            "  --mail-address A       the address that plays by e-mail\n"
            "  --mail-provider NAME   google, microsoft, fastmail, mailbox.org or gmx\n"
            "  --mailbox URL          another mailbox: imaps://HOST/INBOX\n"
            "  --smtp URL             the server that sends, if there is no provider\n"
            "  --mailbox-password-file FILE\n"
            "                         a file with the application password\n"
            "  --admin NAME           the first administrator\n"
            "  --yes                  ask nothing\n"
            "  --start                start the server afterwards\n\n"
            "Examples:\n"
            "  hoshi setup\n"
            "  hoshi setup --config site.conf --admin alice --yes --start\n",
    .run = run,
};

enum { LINE_BYTES = 400, FILE_BYTES_MAX = 64 * 1024 };

/* The lines of the file that are asked for, in this order. */
enum { URL, PROXY, ADDRESS, PROVIDER, MAILBOX, SMTP, PASSWORD, ADMIN, STORE, LISTEN, SAME, KEYS_N };

static const struct {
    const char *key, *question;
} asked[KEYS_N] = {
    [URL] = {"url", "Address of the site, as players open it, such as https://hoshi.example"},
    [PROXY] = {"trust-proxy", "Is a proxy with TLS in front of it? (yes, no)"},
    [ADDRESS] = {"mail-address", "Address for play by e-mail, such as hoshi@example.org"},
    [PROVIDER] = {"mail-provider", "Its provider: google, microsoft, fastmail, mailbox.org, gmx; "
                                   "- for another"},
    [MAILBOX] = {"mailbox", "Its mailbox, such as imaps://imap.example.org/INBOX"},
    [SMTP] = {"smtp", "The server that sends, such as smtps://smtp.example.org:465"},
    [PASSWORD] = {"mailbox-password-file", "File with the application password of the mailbox"},
    [ADMIN] = {"admin", "Name of the first administrator"},
    [STORE] = {"store", ""},
    [LISTEN] = {"listen", ""},
    [SAME] = {"smtp-as-mailbox", ""},
};

struct setup_answers {
    const char *file[KEYS_N];  /* what the file has */
    const char *given[KEYS_N]; /* on the command line */
    char now[KEYS_N][LINE_BYTES];
};

/* Whether a question makes sense after the answers so far. */
static bool is_wanted(const struct setup_answers *a, int i)
{
    bool mail = a->now[ADDRESS][0] != '\0';
    bool provider = a->now[PROVIDER][0] != '\0';
    switch (i) {
    case PROVIDER:
    case PASSWORD:
        return mail;
    case MAILBOX:
    case SMTP:
        return mail && !provider;
    case STORE:
    case LISTEN:
    case SAME:
        return false;
    default:
        return true;
    }
}

static void take(struct setup_answers *a, int i, const char *text)
{
    snprintf(a->now[i], LINE_BYTES, "%s", strcmp(text, "-") == 0 ? "" : text);
}

static void ask(struct setup_answers *a, int i)
{
    char line[LINE_BYTES];
    printf("%s [%s]: ", asked[i].question, a->now[i]);
    (void)fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) {
        putchar('\n');
        return;
    }
    line[strcspn(line, "\r\n")] = '\0';
    char *text = line + strspn(line, " \t");
    size_t n = strlen(text);
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        text[--n] = '\0';
    if (n > 0)
        take(a, i, text);
}

/* The key of a line of the file, among ours; -1: another line. */
static int key_of(const char *line, size_t n)
{
    size_t front = strspn(line, " \t");
    for (int i = 0; i < KEYS_N; i++) {
        size_t length = strlen(asked[i].key);
        if (front + length <= n && strncmp(line + front, asked[i].key, length) == 0) {
            const char *rest = line + front + length;
            rest += strspn(rest, " \t");
            if (*rest == '=')
                return i;
        }
    }
    return -1;
}

static char *read_whole(const char *path)
{
    char *text = calloc(1, FILE_BYTES_MAX + 1);
    FILE *f = fopen(path, "re");
    if (f != NULL && text != NULL)
        text[fread(text, 1, FILE_BYTES_MAX, f)] = '\0';
    if (f != NULL)
        (void)fclose(f);
    return text;
}

static void put_answer(FILE *f, const struct setup_answers *a, int i)
{
    if (a->now[i][0] != '\0')
        fprintf(f, "%s = %s\n", asked[i].key, a->now[i]);
}

/* Our lines where they stood, the others as they are, new ones at the end. */
static bool write_file(const struct setup_answers *a, const char *path)
{
    char made[4096];
    char before[4096];
    bool done[KEYS_N] = {false};
    struct stat st;
    bool had = stat(path, &st) == 0;
    char *old = read_whole(path);
    if (old == NULL || snprintf(made, sizeof made, "%s.new", path) >= (int)sizeof made ||
        snprintf(before, sizeof before, "%s.before", path) >= (int)sizeof before) {
        free(old);
        errno = ENAMETOOLONG;
        return false;
    }
    FILE *f = fopen(made, "we");
    for (const char *p = old; f != NULL && *p != '\0';) {
        size_t n = strcspn(p, "\n");
        int i = key_of(p, n);
        if (i < 0)
            fprintf(f, "%.*s\n", (int)n, p);
        else if (!done[i])
            put_answer(f, a, i);
        if (i >= 0)
            done[i] = true;
        p += n + (p[n] == '\n');
    }
    for (int i = 0; f != NULL && i < KEYS_N; i++)
        if (!done[i])
            put_answer(f, a, i);
    free(old);
    bool ok = f != NULL && fchmod(fileno(f), had ? st.st_mode & 07777 : 0644) == 0;
    if (f != NULL)
        ok = fclose(f) == 0 && ok;
    if (ok && had)
        ok = rename(path, before) == 0;
    return ok && rename(made, path) == 0;
}

/* Runs this program; the exit status. */
static int run_hoshi(const char *const *words)
{
    int status = 0;
    (void)fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        execv("/proc/self/exe", (char *const *)(uintptr_t)words);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
        return EXIT_NO;
    return WEXITSTATUS(status);
}

/* Puts the file back as it was. */
static void take_back(const char *path)
{
    char before[4096];
    snprintf(before, sizeof before, "%s.before", path);
    if (rename(before, path) != 0)
        (void)unlink(path);
}

static int finish(const char *path, bool start)
{
    const char *check[] = {"hoshi", "serve", "--config", path, "--check-config", NULL};
    const char *doctor[] = {"hoshi", "admin", "doctor", "--config", path, NULL};
    const char *serve[] = {"hoshi", "serve", "--config", path, NULL};
    if (run_hoshi(check) != EXIT_OK) {
        take_back(path);
        fprintf(stderr, "hoshi: nothing was changed; answer again with what is right\n");
        return EXIT_NO;
    }
    printf("hoshi: %s is written. This is what `hoshi admin doctor` says now:\n", path);
    (void)run_hoshi(doctor);
    if (start) {
        (void)fflush(stdout);
        execv("/proc/self/exe", (char *const *)(uintptr_t)serve);
        return EXIT_NO;
    }
    printf("hoshi: start the server with: hoshi serve --config %s\n", path);
    return EXIT_OK;
}

static int run(int argc, char *const *argv)
{
    static struct setup_answers a;
    const char *config = NULL;
    bool yes = false;
    bool start = false;
    struct option_spec specs[KEYS_N + 4];
    struct option_spec of_file[KEYS_N + 1];
    for (int i = 0; i < KEYS_N; i++) {
        specs[i] = (struct option_spec){.name = asked[i].key, .text = &a.given[i]};
        of_file[i] = (struct option_spec){.name = asked[i].key, .text = &a.file[i]};
    }
    specs[KEYS_N] = (struct option_spec){.name = "config", .text = &config};
    specs[KEYS_N + 1] = (struct option_spec){.name = "yes", .flag = &yes};
    specs[KEYS_N + 2] = (struct option_spec){.name = "start", .flag = &start};
    specs[KEYS_N + 3] = (struct option_spec){.name = NULL};
    of_file[KEYS_N] = (struct option_spec){.name = NULL};
    if (options_parse(&cmd_setup, specs, argc, argv, NULL, 0) < 0)
        return EXIT_USAGE;
    config = config != NULL ? config : "hoshi.conf";
    if (config_take_some(of_file, access(config, F_OK) == 0 ? config : NULL) < 0)
        return EXIT_USAGE;
    for (int i = 0; i < KEYS_N; i++) {
        take(&a, i, a.file[i] != NULL ? a.file[i] : "");
        if (a.given[i] != NULL)
            take(&a, i, a.given[i]);
        else if (!yes && is_wanted(&a, i))
            ask(&a, i);
        if (!is_wanted(&a, i) && a.given[i] == NULL && i != STORE && i != LISTEN)
            a.now[i][0] = '\0';
        if (strpbrk(a.now[i], "\r\n") != NULL)
            return usage_error("setup", "a line break in --%s", asked[i].key);
    }
    if (a.given[SAME] == NULL) /* who reads there may send there */
        take(&a, SAME, a.now[MAILBOX][0] != '\0' && a.now[PASSWORD][0] != '\0' ? "yes" : "");
    config_done();
    if (!write_file(&a, config)) {
        fprintf(stderr, "hoshi: cannot write %s: %s\n", config, strerror(errno));
        return EXIT_NO;
    }
    return finish(config, start);
}

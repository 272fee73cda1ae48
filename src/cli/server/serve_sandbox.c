#include "cli/server/serve_sandbox.h"

#include "platform/sandbox.h"
#include "store/core/store.h"
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Libraries, certificates, names of hosts, time zones, processors. Landlock itself closes the /proc
 * of other processes. */
static const char *const system_reads[] = {"/bin",
                                           "/sbin",
                                           "/etc",
                                           "/proc",
                                           "/sys",
                                           "/usr/share",
                                           "/usr/local/share",
                                           "/run/systemd/resolve",
                                           "/run/resolvconf",
                                           "/nix/store",
                                           "/dev/urandom",
                                           "/dev/random",
                                           "/dev/zero"};
/* With the loader, which the system runs to run a program. */
static const char *const system_runs[] = {"/lib",     "/lib64",     "/lib32",
                                          "/usr/lib", "/usr/lib64", "/usr/local/lib"};
/* Files whose names go to libraries: passwords and certificates. */
static const char *const variables[] = {"PGPASSFILE",    "PGSERVICEFILE", "PGSSLROOTCERT",
                                        "PGSSLCERT",     "PGSSLKEY",      "PGSYSCONFDIR",
                                        "SSL_CERT_FILE", "SSL_CERT_DIR",  "CURL_CA_BUNDLE"};
static const char *const of_home[] = {".pgpass", ".pg_service.conf", ".postgresql"};

static void may_read_home(struct sandbox *s)
{
    char path[PATH_MAX];
    const char *home = getenv("HOME");
    for (size_t i = 0; home != NULL && i < ARRAY_LEN(of_home); i++) {
        snprintf(path, sizeof path, "%s/%s", home, of_home[i]);
        sandbox_may(s, path, SANDBOX_READ);
    }
}

/* The folder in which a file lies, with all that SQLite makes beside it. */
static void may_keep_folder_of(struct sandbox *s, const char *file)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(file, '/');
    int n = slash == NULL ? 0 : slash == file ? 1 : (int)(slash - file);
    snprintf(folder, sizeof folder, "%.*s", n > 0 ? n : 1, n > 0 ? file : ".");
    sandbox_may(s, folder, SANDBOX_KEEP);
}

/* One that is missing is made empty: in its folder nothing may be made later. */
static void may_write(struct sandbox *s, const char *file)
{
    if (file == NULL)
        return;
    int fd = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        (void)close(fd);
    sandbox_may(s, file, fd >= 0 ? SANDBOX_WRITE : SANDBOX_READ);
}

static char confined[200];

void serve_sandbox_tell(void)
{
    if (confined[0] != '\0')
        printf("hoshi: confined by %s\n", confined);
}

void serve_sandbox(const char *store, const char *bot_token, const struct serve_mail *mail,
                   const struct serve_backup *backup, const struct http_options *http)
{
    char program[PATH_MAX];
    struct text what;
    struct sandbox *s = sandbox_new();
    text_init(&what, confined, sizeof confined);
    for (size_t i = 0; i < ARRAY_LEN(system_reads); i++)
        sandbox_may(s, system_reads[i], SANDBOX_READ);
    for (size_t i = 0; i < ARRAY_LEN(system_runs); i++)
        sandbox_may(s, system_runs[i], SANDBOX_RUN);
    for (size_t i = 0; i < ARRAY_LEN(variables); i++)
        sandbox_may(s, getenv(variables[i]), SANDBOX_READ);
    may_read_home(s);
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n > 0) {
        program[n] = '\0';
        sandbox_may(s, program, SANDBOX_RUN);
    }
    sandbox_may(s, "/dev/null", SANDBOX_WRITE);
    sandbox_may(s, http->web_dir, SANDBOX_READ);
    sandbox_may(s, http->spool, SANDBOX_KEEP);
    if (!store_is_url(store) && strcmp(store, ":memory:") != 0)
        may_keep_folder_of(s, store);
    may_write(s, bot_token);
    may_write(s, mail->token_file);
    sandbox_may(s, backup->folder, SANDBOX_KEEP);
    sandbox_may(s, mail->login_file, SANDBOX_READ);
    sandbox_may(s, mail->password_file, SANDBOX_READ);
    if (mail->consent_file != NULL)
        may_keep_folder_of(s, mail->consent_file);
    (void)sandbox_enter(s, &what);
}

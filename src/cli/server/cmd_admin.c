/* cmd_admin.c - `hoshi admin`: the operator's commands on a store: players, reports, backups, moves
 * to another store.
 *
 * Commands that only read work beside a running server. Commands that write take turns with the
 * servers of a PostgreSQL database; on a SQLite file they need the server to be stopped, because
 * one process writes (an administrator does the same in the running server through /api/admin). */
#include "base/times.h"
#include "cli/command.h"
#include "cli/play/place.h"
#include "cli/server/admin_rotate.h"
#include "cli/server/admin_text.h"
#include "cli/server/config.h"
#include "cli/server/doctor.h"
#include "cli/server/serve_first.h"

#include "base/err.h"
#include "platform/clock.h"
#include "platform/json.h"
#include "service/community/moderation.h"
#include "service/core/order.h"
#include "service/core/service.h"
#include "service/core/unicode.h"
#include "service/run/open.h"
#include "store/core/copy.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_admin;
const struct command cmd_admin = {
    .name = "admin",
    .summary = "manage a server's data: players, reports, backups",
    .help = "usage: hoshi admin [--store WHERE] COMMAND ...\n\n"
            "These commands also work beside a running server:\n"
            "  users [PREFIX] [--banned]   list the players whose names begin with PREFIX\n"
            "  user NAME                   show one player\n"
            "  reports [--closed]          list the reports of players\n"
            "  log                         list the actions of moderators and administrators\n"
            "  stats                       count the rows of each kind\n"
            "  backup FILE                 copy the whole store, as of now, into a new SQLite\n"
            "                              file\n"
            "  verify                      check the store for damage\n"
            "  doctor                      check store, clock, disk, mail and proxy, and say\n"
            "                              what to do; takes --listen, --url, --trust-proxy\n"
            "                              and the options of mail of `hoshi serve`, best by\n"
            "                              --config; status 1 after an error\n"
            "  mail-test ADDRESS           send a mail to ADDRESS with the options of mail\n"
            "These commands need a stopped server if the store is a SQLite file (while it\n"
            "runs, an administrator does the same in the page); with PostgreSQL it may run:\n"
            "  user create NAME            make an account, and print the address at which\n"
            "                              its password is chosen within a day, once\n"
            "  ban NAME --reason TEXT [--days N]      ban a player; for good without --days\n"
            "  unban NAME                  lift a ban\n"
            "  reset NAME                  make a token with which the player sets a new\n"
            "                              password; it ends sessions, API tokens and\n"
            "                              passkeys\n"
            "  factor-off NAME             remove the second factor of a player who has lost\n"
            "                              it; says how many passkeys the player keeps\n"
            "  role NAME player|moderator|administrator\n"
            "  close ID [--answer TEXT]    close a report\n"
            "  rotate [WHAT]               say what new secrets would end; WHAT is sessions,\n"
            "                              tokens, mail, push or places\n"
            "  rotate WHAT --yes [--days N]   make them; reply addresses in mails that were\n"
            "                              sent before count for N days more (14; 0: no\n"
            "                              longer). Then start all servers again\n"
            "  vacuum                      give free space back to the disk\n"
            "These commands need all servers stopped:\n"
            "  restore FILE                replace the store by a backup; an existing SQLite\n"
            "                              file is kept as WHERE.before\n"
            "  copy FROM TO                copy a site to a new store, also of the other kind\n\n"
            "  --json                      JSON instead of sentences\n"
            "  --store WHERE               as in `hoshi serve`; also HOSHI_STORE\n"
            "  --config FILE               take the options from the file of `hoshi serve`\n\n"
            "Examples:\n"
            "  hoshi admin --store site.db users al\n"
            "  hoshi admin --config /etc/hoshi/hoshi.conf backup site-2026-11-28.db\n",
    .run = run,
};

enum { LIST_MAX = 100, ARGS_MAX = 3 };

struct ask {
    const char *store;
    const char *args[ARGS_MAX]; /* args[0] is the command */
    int args_n;
    const char *reason, *answer;
    int64_t days;
    bool banned, closed, yes;
    struct doctor_options doctor; /* and the options of mail and --json of all */
};

static int failed(const char *what, const char *why)
{
    fprintf(stderr, "hoshi: %s: %s\n", what, why);
    return EXIT_NO;
}

static int print(json_t *value, bool json)
{
    int status = EXIT_OK;
    if (json && json_dumpf(value, stdout, JSON_INDENT(2)) != 0)
        status = EXIT_NO;
    if (json)
        putchar('\n');
    else
        admin_text_print(value);
    json_decref(value);
    return status;
}

/* --- what only reads --- */

static void add_count(void *context, const char *what, int64_t n)
{
    json_object_set_new(context, what, json_integer(n));
}

static json_t *read_counts(struct reader *r, int *err)
{
    struct store *s = reader_store(r);
    json_t *out = json_object();
    *err = store_begin(s);
    if (*err == 0)
        *err = store_counts(s, add_count, out);
    store_end(s);
    json_object_set_new(out, "schema", json_integer(store_schema(s)));
    if (*err < 0) {
        json_decref(out);
        return NULL;
    }
    return out;
}

static int look(const struct ask *a)
{
    char buf[320] = "";
    struct text why;
    int err = 0;
    json_t *out = NULL;
    text_init(&why, buf, sizeof buf);
    struct service *s = service_look(a->store, &why);
    struct reader *r = s != NULL ? reader_open(s, &why) : NULL;
    if (r == NULL) {
        if (s != NULL)
            service_close(s);
        return failed("the store cannot be read", buf);
    }
    char meant[STORE_NAME_BYTES];
    const char *name = a->args_n > 1 ? a->args[1] : "";
    if (unicode_name(name, meant, sizeof meant))
        name = meant;
    if (strcmp(a->args[0], "users") == 0)
        out = reader_admin_players(r, name, a->banned, LIST_MAX, &err);
    else if (strcmp(a->args[0], "user") == 0)
        out = reader_admin_player(r, name, &err);
    else if (strcmp(a->args[0], "reports") == 0)
        out = reader_reports(r, 0, a->closed, INT64_MAX, LIST_MAX, &err);
    else if (strcmp(a->args[0], "log") == 0)
        out = reader_audit(r, INT64_MAX, LIST_MAX, &err);
    else
        out = read_counts(r, &err);
    reader_close(r);
    service_close(s);
    if (out != NULL)
        return print(out, a->doctor.json);
    if (err != ERR_NOT_FOUND)
        return failed("the store cannot be read", err_text(err));
    fprintf(stderr, "hoshi: there is no player %s\n", name);
    return EXIT_NO;
}

/* --- what writes through the service --- */

static int act(const struct ask *a, int (*apply)(struct work *w, void *context),
               struct moderation_act *m)
{
    char buf[SERVICE_DETAIL_BYTES] = "";
    struct text why;
    text_init(&why, buf, sizeof buf);
    struct service *s = service_open(a->store, &why);
    if (s == NULL)
        return failed("the store cannot be used", buf);
    int err = moderation_run(s, apply, m, &why);
    service_close(s);
    return err < 0 ? failed(a->args[0], buf) : EXIT_OK;
}

static int do_ban(const struct ask *a)
{
    struct moderation_act m = {.name = a->args[1], .text = a->reason};
    if (a->reason == NULL)
        return usage_error("admin", "the reason is missing: --reason TEXT");
    if (a->days == 0)
        return usage_error("admin", "--days of a ban must be at least 1");
    if (a->days > 0)
        m.until = clock_unix_ms() + a->days * DAY_MS;
    return act(a, moderation_ban, &m);
}

static int do_unban(const struct ask *a)
{
    struct moderation_act m = {.name = a->args[1]};
    return act(a, moderation_unban, &m);
}

static int do_reset(const struct ask *a)
{
    struct moderation_act m = {.name = a->args[1]};
    int status = act(a, moderation_reset, &m);
    if (status == EXIT_OK)
        printf("%s\n", m.secret);
    return status;
}

static int user_create(const struct ask *a)
{
    char buf[SERVICE_DETAIL_BYTES] = "";
    char secret[SERVICE_SECRET_BYTES];
    const char *name = a->args[2];
    const char *url = a->doctor.url;
    size_t n = url != NULL ? strlen(url) : 0;
    struct text why;
    text_init(&why, buf, sizeof buf);
    while (n > 0 && url[n - 1] == '/')
        n--;
    struct service *s = service_open(a->store, &why);
    if (s == NULL)
        return failed("the store cannot be used", buf);
    int err = serve_first_account(s, name, secret, &why);
    service_close(s);
    if (err < 0)
        return failed("user create", buf);
    if (a->doctor.json)
        return print(JSON_OBJECT({"name", json_string(name)}, {"token", json_string(secret)}),
                     true);
    printf("hoshi: %s can choose a password within a day, once, at %.*s/recover#%s\n", name,
           n > 0 ? (int)n : 15, n > 0 ? url : "the site's page", secret);
    return EXIT_OK;
}

static int do_user(const struct ask *a)
{
    if (a->args_n == 2)
        return look(a);
    if (strcmp(a->args[1], "create") != 0)
        return usage_error("admin", "user takes NAME, or create NAME");
    return user_create(a);
}

static int do_mail_test(const struct ask *a)
{
    char buf[400] = "";
    struct text why;
    text_init(&why, buf, sizeof buf);
    if (a->doctor.mail.address == NULL)
        return usage_error("admin", "mail-address is missing: give --config FILE with the options "
                                    "of mail, or --mail-address");
    if (doctor_mail_test(&a->doctor, a->args[1], &why) < 0)
        return failed("the mail was not sent", buf);
    printf("hoshi: a mail to %s was handed to %s\n", a->args[1],
           a->doctor.mail.smtp != NULL ? a->doctor.mail.smtp : "smtp://localhost:25");
    return EXIT_OK;
}

static int do_factor_off(const struct ask *a)
{
    struct moderation_act m = {.name = a->args[1]};
    int status = act(a, moderation_factor_off, &m);
    if (status == EXIT_OK && m.passkeys > 0)
        printf("hoshi: %s keeps passkeys: %lld. If a thief may hold one of them, run\n"
               "       `hoshi admin reset %s`, which ends them all.\n",
               m.name, (long long)m.passkeys, m.name);
    return status;
}

static int do_role(const struct ask *a)
{
    struct moderation_act m = {.name = a->args[1]};
    if (strcmp(a->args[2], "administrator") == 0)
        m.role = ROLE_ADMINISTRATOR;
    else if (strcmp(a->args[2], "moderator") == 0)
        m.role = ROLE_MODERATOR;
    else if (strcmp(a->args[2], "player") == 0)
        m.role = ROLE_PLAYER;
    else
        return usage_error("admin", "the role must be player, moderator or administrator");
    return act(a, moderation_role, &m);
}

static int do_close(const struct ask *a)
{
    char *end;
    struct moderation_act m = {.text = a->answer != NULL ? a->answer : ""};
    m.id = strtoll(a->args[1], &end, 10);
    if (*end != '\0' || m.id <= 0)
        return usage_error("admin", "close takes the number of a report");
    return act(a, moderation_close, &m);
}

/* --- what is done to whole stores --- */

static int tell(int err, const char *what, const char *why)
{
    if (err < 0)
        return failed(what, why[0] != '\0' ? why : err_text(err));
    printf("hoshi: %s: done\n", what);
    return EXIT_OK;
}

static void say_table(void *context, const char *table, int64_t rows)
{
    (void)context;
    printf("%-20s %12lld rows\n", table, (long long)rows);
}

static int do_whole(const struct ask *a)
{
    char buf[320] = "";
    struct text why;
    const char *c = a->args[0];
    int err;
    text_init(&why, buf, sizeof buf);
    if (strcmp(c, "backup") == 0)
        err = store_backup(a->store, a->args[1], &why);
    else if (strcmp(c, "restore") == 0)
        err = store_restore(a->args[1], a->store, &why);
    else if (strcmp(c, "verify") == 0)
        err = store_verify(a->store, &why);
    else if (strcmp(c, "vacuum") == 0)
        err = store_vacuum(a->store, &why);
    else
        err = store_copy(a->args[1], a->args[2], say_table, NULL, &why);
    return tell(err, c, buf);
}

static int do_rotate(const struct ask *a)
{
    const char *what = a->args_n > 1 ? a->args[1] : NULL;
    if (!a->yes)
        return admin_rotate_explain(what);
    if (what == NULL)
        return usage_error("admin", "name what to rotate: sessions, tokens, mail, push or places");
    return admin_rotate(a->store, what, a->days >= 0 ? a->days : ADMIN_ROTATE_DAYS);
}

static int do_doctor(const struct ask *a)
{
    struct doctor_options o = a->doctor;
    o.store = a->store;
    return doctor_run(&o);
}

static const struct {
    const char *name;
    int min, max; /* arguments */
    int (*run)(const struct ask *a);
} commands_of_admin[] = {
    {"users", 0, 1, look},
    {"user", 1, 2, do_user},
    {"reports", 0, 0, look},
    {"log", 0, 0, look},
    {"stats", 0, 0, look},
    {"ban", 1, 1, do_ban},
    {"unban", 1, 1, do_unban},
    {"reset", 1, 1, do_reset},
    {"factor-off", 1, 1, do_factor_off},
    {"role", 2, 2, do_role},
    {"close", 1, 1, do_close},
    {"backup", 1, 1, do_whole},
    {"restore", 1, 1, do_whole},
    {"verify", 0, 0, do_whole},
    {"vacuum", 0, 0, do_whole},
    {"copy", 2, 2, do_whole},
    {"doctor", 0, 0, do_doctor},
    {"rotate", 0, 1, do_rotate},
    {"mail-test", 1, 1, do_mail_test},
};

static int run(int argc, char *const *argv)
{
    struct ask a = {.days = -1};
    const char *config = NULL;
    const char *proxies = "no";
    const struct option_spec own[] = {
        {.name = "config", .text = &config},
        {.name = "reason", .text = &a.reason},
        {.name = "answer", .text = &a.answer},
        {.name = "days", .number = &a.days, .min = 0, .max = 36500},
        {.name = "banned", .flag = &a.banned},
        {.name = "closed", .flag = &a.closed},
        {.name = "json", .flag = &a.doctor.json},
        {.name = "yes", .flag = &a.yes},
    };
    /* The configuration file of `hoshi serve` sets these. */
    const struct option_spec of_serve[] = {
        {.name = "store", .text = &a.store},
        {.name = "listen", .text = &a.doctor.listen},
        {.name = "url", .text = &a.doctor.url},
        SERVE_MAIL_SPECS(a.doctor.mail),
        {.name = "trust-proxy", .text = &proxies, .fits = head_trust_fits},
        {.name = NULL},
    };
    char why_buf[200];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    struct option_spec specs[ARRAY_LEN(own) + ARRAY_LEN(of_serve)];
    memcpy(specs, own, sizeof own);
    memcpy(specs + ARRAY_LEN(own), of_serve, sizeof of_serve);
    if (config_take_some(of_serve, config_file(argc, argv)) < 0)
        return EXIT_USAGE;
    a.args_n = options_parse(&cmd_admin, specs, argc, argv, a.args, ARGS_MAX);
    if (a.args_n < 0)
        return EXIT_USAGE;
    if (head_trust_parse(proxies, &a.doctor.proxies, &why) < 0)
        return usage_error("admin", "trust-proxy = %s: %s", proxies, why_buf);
    if (a.args_n == 0)
        return usage_error("admin", "name a command: users, reports, backup, doctor, ...");
    serve_mail_complete(&a.doctor.mail);
    (void)umask(077); /* stores and backups are their owner's alone */
    char *home = a.store == NULL ? place_store() : NULL;
    if (a.store == NULL)
        a.store = home;
    int status = -1;
    for (size_t i = 0; status < 0 && i < ARRAY_LEN(commands_of_admin); i++) {
        if (strcmp(commands_of_admin[i].name, a.args[0]) != 0)
            continue;
        if (a.args_n - 1 < commands_of_admin[i].min || a.args_n - 1 > commands_of_admin[i].max)
            status = usage_error("admin", "wrong arguments for \"%s\"", a.args[0]);
        else if (a.store == NULL)
            status = failed("the data folder is missing", "say --store WHERE");
        else
            status = commands_of_admin[i].run(&a);
    }
    if (status < 0)
        status = usage_error("admin", "there is no command \"%s\"", a.args[0]);
    free(home);
    return status;
}

/* imap.c - a mailbox over IMAP (RFC 3501, with IDLE, MOVE, UIDPLUS and NAMESPACE where the server
 * has them). libcurl has signed in already (wire.h). */
#include "mail/door/box_int.h"

#include "base/err.h"
#include "base/times.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 50, IDLE_MS = 4 * 60 * 1000, REPORT_BYTES = 2000 };

typedef void on_line(struct box *b, void *context);

/* --- commands and answers --- */

/* A whole answer: lines and what is counted between them ("{123}"); the last such bytes are in
 * b->bytes, and the line has "{}" for each. */
static int read_answer(struct box *b)
{
    g_string_truncate(b->line, 0);
    for (;;) {
        int err = wire_line(b->wire, b->line, BOX_LINE_MAX);
        if (err < 0)
            return ERR_NETWORK;
        const char *open = strrchr(b->line->str, '{');
        char *end = NULL;
        unsigned long n =
            open != NULL && b->line->str[b->line->len - 1] == '}' ? strtoul(open + 1, &end, 10) : 0;
        if (end == NULL || end == open + 1 || strcmp(end, "}") != 0)
            return 0;
        if (n > BOX_LINE_MAX) {
            snprintf(b->said, sizeof b->said, "its answer is too long");
            return ERR_NETWORK;
        }
        g_string_truncate(b->line, (gsize)(open + 1 - b->line->str));
        g_string_append_c(b->line, '}');
        g_string_truncate(b->bytes, 0);
        err = wire_bytes(b->wire, b->bytes, n);
        if (err < 0)
            return err;
    }
}

/* Untagged lines that may come at any time: the mailbox has grown, or the server says good-bye. */
static void note_line(struct box *b)
{
    char *end;
    const char *text = b->line->str;
    if (strncmp(text, "* ", 2) != 0)
        return;
    (void)strtoul(text + 2, &end, 10);
    if (end != text + 2 && g_ascii_strcasecmp(end, " EXISTS") == 0)
        b->grown = true;
    if (g_ascii_strncasecmp(text, "* BYE", 5) == 0)
        snprintf(b->said, sizeof b->said, "it ends the connection: %.200s", text + 2);
}

/* Reads up to the tagged answer. ERR_UNSUPPORTED: the server says no. */
static int finish(struct box *b, on_line *on, void *context)
{
    char tag[16];
    int n = snprintf(tag, sizeof tag, "h%u ", b->tag);
    for (;;) {
        int err = read_answer(b);
        if (err < 0)
            return err;
        const char *text = b->line->str;
        if (strncmp(text, tag, (size_t)n) == 0) {
            if (g_ascii_strncasecmp(text + n, "OK", 2) == 0)
                return 0;
            snprintf(b->said, sizeof b->said, "%.250s", text + n);
            return ERR_UNSUPPORTED;
        }
        note_line(b);
        if (on != NULL && strncmp(text, "* ", 2) == 0)
            on(b, context);
    }
}

static int PRINTF_LIKE(2, 3) send_line(struct box *b, const char *format, ...)
{
    va_list args;
    GString *line = g_string_new(NULL);
    b->said[0] = '\0';
    g_string_printf(line, "h%u ", ++b->tag);
    va_start(args, format);
    g_string_append_vprintf(line, format, args);
    va_end(args);
    g_string_append(line, "\r\n");
    int err = wire_send(b->wire, line->str, line->len);
    g_string_free(line, TRUE);
    return err;
}

/* The rest of an untagged line after "* WORD ", or NULL. */
static const char *after(const struct box *b, const char *word)
{
    const char *text = b->line->str + 2;
    size_t n = strlen(word);
    return g_ascii_strncasecmp(text, word, n) == 0 && text[n] == ' ' ? text + n + 1 : NULL;
}

/* The number behind a word anywhere in the line; 0: none. */
static uint32_t number_after(const struct box *b, const char *word)
{
    const char *at = strstr(b->line->str, word);
    return at != NULL ? (uint32_t)strtoul(at + strlen(word), NULL, 10) : 0;
}

/* --- the start --- */

static void on_capability(struct box *b, void *context)
{
    const char *rest = after(b, "CAPABILITY");
    (void)context;
    if (rest == NULL)
        return;
    char **words = g_strsplit(rest, " ", 0);
    for (char **w = words; *w != NULL; w++) {
        b->can_idle = b->can_idle || g_ascii_strcasecmp(*w, "IDLE") == 0;
        b->can_move = b->can_move || g_ascii_strcasecmp(*w, "MOVE") == 0;
        b->can_uidplus = b->can_uidplus || g_ascii_strcasecmp(*w, "UIDPLUS") == 0;
        b->can_namespace = b->can_namespace || g_ascii_strcasecmp(*w, "NAMESPACE") == 0;
    }
    g_strfreev(words);
}

static void on_select(struct box *b, void *context)
{
    (void)context;
    char *end;
    unsigned long n = strtoul(b->line->str + 2, &end, 10);
    if (end != b->line->str + 2 && g_ascii_strcasecmp(end, " EXISTS") == 0)
        b->state.mails = (uint32_t)n;
    uint32_t validity = number_after(b, "[UIDVALIDITY ");
    uint32_t next = number_after(b, "[UIDNEXT ");
    b->state.validity = validity != 0 ? validity : b->state.validity;
    b->state.next = next != 0 ? next : b->state.next;
}

/* NAMESPACE (("INBOX." ".")) NIL NIL: how the names of the owner's folders begin. */
static void on_namespace(struct box *b, void *context)
{
    const char *rest = after(b, "NAMESPACE");
    (void)context;
    if (rest == NULL || strncmp(rest, "((\"", 3) != 0)
        return;
    size_t n = strcspn(rest + 3, "\"");
    const char *then = rest + 3 + n;
    if (n >= sizeof b->front || strncmp(then, "\" \"", 3) != 0)
        return;
    snprintf(b->front, sizeof b->front, "%.*s", (int)n, rest + 3);
    b->between = then[3] == '\\' ? then[4] : then[3];
}

/* LIST (\Noselect) "/" "" */
static void on_root(struct box *b, void *context)
{
    const char *rest = after(b, "LIST");
    const char *quote = rest != NULL ? strchr(rest, '"') : NULL;
    (void)context;
    if (quote != NULL && quote[1] != '\0' && quote[1] != '"')
        b->between = quote[1] == '\\' ? quote[2] : quote[1];
}

static int select_box(struct box *b)
{
    b->state = (struct box_state){.validity = 0};
    int err = send_line(b, "SELECT \"%s\"", b->place->folder);
    if (err == 0)
        err = finish(b, on_select, NULL);
    if (err == 0 && b->state.validity == 0) {
        snprintf(b->said, sizeof b->said,
                 "the folder %s has no UIDVALIDITY: it is no mailbox "
                 "that mails can be fetched from once",
                 b->place->folder);
        err = ERR_UNSUPPORTED;
    }
    if (err == ERR_UNSUPPORTED && strncmp(b->said, "the folder", 10) != 0) {
        char said[200];
        snprintf(said, sizeof said, "%.190s", b->said);
        snprintf(b->said, sizeof b->said, "the folder %.60s cannot be opened: %s", b->place->folder,
                 said);
    }
    return err;
}

int imap_start(struct box *b)
{
    int err = send_line(b, "CAPABILITY");
    if (err == 0)
        err = finish(b, on_capability, NULL);
    if (err == 0)
        err = send_line(b, b->can_namespace ? "NAMESPACE" : "LIST \"\" \"\"");
    if (err == 0)
        err = finish(b, b->can_namespace ? on_namespace : on_root, NULL);
    if (err == ERR_UNSUPPORTED)
        err = 0;
    return err < 0 ? err : select_box(b);
}

void imap_stop(struct box *b)
{
    if (send_line(b, "LOGOUT") < 0)
        return; /* the connection is gone anyway */
}

/* --- what lies there --- */

struct uids {
    GArray *list; /* uint32_t */
    uint32_t first;
};

static void on_search(struct box *b, void *context)
{
    struct uids *u = context;
    char *rest = b->line->str + 2;
    if (g_ascii_strncasecmp(rest, "SEARCH", 6) != 0)
        return;
    rest += 6;
    for (char *end;; rest = end) {
        uint32_t uid = (uint32_t)strtoul(rest, &end, 10);
        if (end == rest)
            break;
        /* "10:*" always has the last mail, too. */
        if (uid >= u->first)
            g_array_append_val(u->list, uid);
    }
}

static gint compare_uids(gconstpointer a, gconstpointer b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* "12-Nov-2026 10:11:12 +0100" */
static int64_t read_date(const char *text)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    char month[4] = "";
    int day;
    int year;
    int hour;
    int minute;
    int second;
    int zone;
    if (sscanf(text, "%d-%3s-%d %d:%d:%d %d", &day, month, &year, &hour, &minute, &second, &zone) !=
        7)
        return 0;
    const char *at = strstr(months, month);
    if (strlen(month) != 3 || at == NULL)
        return 0;
    GDateTime *t = g_date_time_new_utc(year, (int)(at - months) / 3 + 1, day, hour, minute, second);
    if (t == NULL)
        return 0;
    int64_t seconds = g_date_time_to_unix(t) - (zone / 100 * 60 + zone % 100) * 60;
    g_date_time_unref(t);
    return seconds * 1000;
}

struct fetched {
    const struct box *box;
    GArray *out;
    guint from; /* where the mails that are asked for begin */
};

static void on_fetch(struct box *b, void *context)
{
    const struct fetched *f = context;
    uint32_t uid = number_after(b, "UID ");
    const char *size = strstr(b->line->str, "RFC822.SIZE ");
    const char *date = strstr(b->line->str, "INTERNALDATE \"");
    if (strstr(b->line->str, " FETCH (") == NULL)
        return;
    for (guint i = f->from; i < f->out->len; i++) {
        struct box_mail *m = &g_array_index(f->out, struct box_mail, i);
        if (m->number != uid)
            continue;
        if (size != NULL)
            m->size = strtoll(size + 12, NULL, 10);
        if (date != NULL)
            m->at = read_date(date + 14);
    }
}

/* Sizes and times of some mails. */
static int list_some(struct box *b, const uint32_t *uid, guint n, GArray *out)
{
    struct fetched f = {.box = b, .out = out, .from = out->len};
    GString *set = g_string_new(NULL);
    for (guint i = 0; i < n; i++) {
        struct box_mail m = {.number = uid[i], .size = -1};
        snprintf(m.id, sizeof m.id, "%u:%u", (unsigned)b->state.validity, (unsigned)uid[i]);
        g_array_append_val(out, m);
        g_string_append_printf(set, "%s%u", i > 0 ? "," : "", (unsigned)uid[i]);
    }
    int err = send_line(b, "UID FETCH %s (UID RFC822.SIZE INTERNALDATE)", set->str);
    if (err == 0)
        err = finish(b, on_fetch, &f);
    g_string_free(set, TRUE);
    return err;
}

/* " SINCE 3-Nov-2026": of a day; one more, because the server's zone is unknown. */
static void put_since(int64_t since_ms, char *out, size_t size)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    GDateTime *t = g_date_time_new_from_unix_utc((since_ms - DAY_MS) / 1000);
    if (t != NULL)
        snprintf(out, size, " SINCE %d-%.3s-%d", g_date_time_get_day_of_month(t),
                 months + 3 * (g_date_time_get_month(t) - 1), g_date_time_get_year(t));
    if (t != NULL)
        g_date_time_unref(t);
}

int imap_list(struct box *b, uint32_t first, int64_t since_ms, int most, GArray *out)
{
    struct uids u = {.list = g_array_new(FALSE, FALSE, sizeof(uint32_t)), .first = first};
    char since[40] = "";
    b->grown = false;
    if (since_ms > 0)
        put_since(since_ms, since, sizeof since);
    int err =
        send_line(b, "UID SEARCH UID %u:* UNDELETED%s", (unsigned)(first > 0 ? first : 1), since);
    if (err == 0)
        err = finish(b, on_search, &u);
    g_array_sort(u.list, compare_uids);
    guint n = u.list->len < (guint)most ? u.list->len : (guint)most;
    for (guint i = 0; err == 0 && i < n; i += AT_ONCE)
        err = list_some(b, &g_array_index(u.list, uint32_t, i), n - i < AT_ONCE ? n - i : AT_ONCE,
                        out);
    g_array_free(u.list, TRUE);
    return err;
}

struct body {
    uint32_t uid;
    GString *out;
    bool found;
};

static void on_body(struct box *b, void *context)
{
    struct body *body = context;
    const char *text = strstr(b->line->str, "BODY[]");
    if (text == NULL || number_after(b, "UID ") != body->uid)
        return;
    body->found = true;
    if (strchr(text, '{') != NULL) {
        g_string_append_len(body->out, b->bytes->str, (gssize)b->bytes->len);
        return;
    }
    /* A short one may come between quotes. */
    const char *quote = strchr(text, '"');
    for (const char *c = quote != NULL ? quote + 1 : ""; *c != '\0' && *c != '"'; c++) {
        c += *c == '\\' && c[1] != '\0';
        g_string_append_c(body->out, *c);
    }
}

int imap_fetch(struct box *b, const struct box_mail *m, size_t most, GString *out)
{
    struct body body = {.uid = m->number, .out = out};
    int err = send_line(b, "UID FETCH %u (UID BODY.PEEK[]<0.%zu>)", (unsigned)m->number, most);
    if (err == 0)
        err = finish(b, on_body, &body);
    return err == ERR_UNSUPPORTED || (err == 0 && !body.found) ? ERR_NOT_FOUND : err;
}

/* --- putting away --- */

static void folder_name(const struct box *b, const char *last, char *out, size_t size)
{
    snprintf(out, size, "%shoshi%c%s", b->front, b->between, last);
}

static void make_folders(struct box *b)
{
    static const char *const names[] = {"done", "refused"};
    char name[80];
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        folder_name(b, names[i], name, sizeof name);
        /* If it is there already, or cannot be made, the next command says so. */
        if (send_line(b, "CREATE \"%s\"", name) < 0 || finish(b, NULL, NULL) == ERR_NETWORK)
            return;
    }
    b->has_folders = true;
}

static int command(struct box *b, const char *what, uint32_t uid, const char *rest)
{
    int err = send_line(b, "UID %s %u %s", what, (unsigned)uid, rest);
    return err < 0 ? err : finish(b, NULL, NULL);
}

static int move_once(struct box *b, uint32_t uid, const char *folder)
{
    char quoted[90];
    snprintf(quoted, sizeof quoted, "\"%s\"", folder);
    if (b->can_move)
        return command(b, "MOVE", uid, quoted);
    int err = command(b, "COPY", uid, quoted);
    if (err == 0)
        err = command(b, "STORE", uid, "+FLAGS.SILENT (\\Deleted)");
    /* Without UIDPLUS, EXPUNGE would remove what somebody else has marked; the mark is enough. */
    return err == 0 && b->can_uidplus ? command(b, "EXPUNGE", uid, "") : err;
}

/* The reason lies beside the refused mail, as a mail of its own. */
static int add_report(struct box *b, const struct box_mail *m, const char *folder,
                      const char *refused)
{
    char text[REPORT_BYTES];
    int n =
        snprintf(text, sizeof text,
                 "From: hoshi\r\nSubject: Refused: mail %u\r\nAuto-Submitted: auto-generated\r\n"
                 "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
                 "The server has refused the mail that came before this one into this "
                 "folder.\r\nReason: %s.\r\nIts size is %lld bytes. Its sender got no "
                 "answer.\r\n",
                 (unsigned)m->number, refused, (long long)m->size);
    int err = send_line(b, "APPEND \"%s\" (\\Seen) {%d}", folder, n);
    if (err == 0)
        err = read_answer(b);
    while (err == 0 && strncmp(b->line->str, "* ", 2) == 0) {
        note_line(b);
        err = read_answer(b);
    }
    if (err < 0 || b->line->str[0] != '+')
        return err; /* it was refused at once, and the mail itself is there */
    err = wire_send(b->wire, text, (size_t)n);
    if (err == 0)
        err = wire_send(b->wire, "\r\n", 2);
    return err < 0 ? err : finish(b, NULL, NULL);
}

/* Keeps a folder of ours small: the oldest go. */
static int trim(struct box *b, const char *folder, guint most)
{
    struct uids u = {.list = g_array_new(FALSE, FALSE, sizeof(uint32_t)), .first = 0};
    struct box_state here = b->state;
    int err = send_line(b, "SELECT \"%s\"", folder);
    if (err == 0)
        err = finish(b, NULL, NULL);
    if (err == 0)
        err = send_line(b, "UID SEARCH ALL");
    if (err == 0)
        err = finish(b, on_search, &u);
    g_array_sort(u.list, compare_uids);
    if (err == 0 && u.list->len > most) {
        uint32_t last = g_array_index(u.list, uint32_t, u.list->len - most - 1);
        err = send_line(b, "UID STORE 1:%u +FLAGS.SILENT (\\Deleted)", (unsigned)last);
        if (err == 0)
            err = finish(b, NULL, NULL);
        if (err == 0) /* all of this folder is ours */
            err = send_line(b, "EXPUNGE");
        if (err == 0)
            err = finish(b, NULL, NULL);
    }
    g_array_free(u.list, TRUE);
    int back = err == ERR_NETWORK ? err : select_box(b);
    if (back == 0 && here.validity != b->state.validity) {
        snprintf(b->said, sizeof b->said, "the folder was made anew");
        back = ERR_NETWORK; /* a new connection looks again */
    }
    return back;
}

int imap_put_away(struct box *b, const struct box_mail *m, const char *refused)
{
    char folder[80];
    folder_name(b, refused != NULL ? "refused" : "done", folder, sizeof folder);
    int err = b->has_folders ? 0 : ERR_UNSUPPORTED;
    if (err == 0)
        err = move_once(b, m->number, folder);
    if (err == ERR_UNSUPPORTED) { /* somebody may have deleted the folder */
        make_folders(b);
        err = move_once(b, m->number, folder);
    }
    if (err < 0)
        return err;
    if (refused == NULL)
        return b->done_n++ % 200 == 0 ? trim(b, folder, BOX_DONE_MAX) : 0;
    err = add_report(b, m, folder, refused);
    if (err == ERR_UNSUPPORTED)
        err = 0;
    if (err == 0 && b->refused_n++ % 50 == 0)
        err = trim(b, folder, 2 * BOX_REFUSED_MAX); /* each with its reason */
    return err;
}

/* --- waiting --- */

/* Reads what is there; 1: the mailbox has grown. */
static int hear(struct box *b, int ms)
{
    int n = wire_wait(b->wire, ms);
    while (n > 0) {
        int err = read_answer(b);
        if (err < 0)
            return err;
        note_line(b);
        n = wire_wait(b->wire, 0);
    }
    return n < 0 ? n : b->grown;
}

int imap_wait(struct box *b, int ms)
{
    if (b->grown)
        return 1;
    if (!b->can_idle) {
        int n = hear(b, ms < BOX_SILENT_MS ? ms : BOX_SILENT_MS);
        if (n != 0)
            return n;
        int err = send_line(b, "NOOP");
        if (err == 0)
            err = finish(b, NULL, NULL);
        return err < 0 ? ERR_NETWORK : b->grown;
    }
    int err = send_line(b, "IDLE");
    int grown = 0;
    /* "+ idling", perhaps after lines about the mailbox. */
    while (err == 0) {
        err = read_answer(b);
        if (err == 0 && b->line->str[0] == '+')
            break;
        note_line(b);
        if (err == 0 && b->line->str[0] != '*') {
            b->can_idle = false; /* it has said that it can */
            return 0;
        }
    }
    if (err == 0 && !b->grown)
        grown = hear(b, ms < IDLE_MS ? ms : IDLE_MS);
    if (err < 0 || grown < 0)
        return ERR_NETWORK;
    err = wire_send(b->wire, "DONE\r\n", 6);
    if (err == 0)
        err = finish(b, NULL, NULL);
    return err < 0 ? ERR_NETWORK : b->grown;
}

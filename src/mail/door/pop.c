/* pop.c - a mailbox over POP3 (RFC 1939), for providers without IMAP. A connection sees the mails
 * that were there when it began, and deletes only at its orderly end. */
#include "mail/door/box_int.h"

#include "base/err.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sends a line, and reads the first line of the answer. ERR_UNSUPPORTED: the server says no. */
static int ask(struct box *b, const char *line)
{
    char sent[80];
    int n = snprintf(sent, sizeof sent, "%s\r\n", line);
    int err = wire_send(b->wire, sent, (size_t)n);
    b->said[0] = '\0';
    g_string_truncate(b->line, 0);
    if (err == 0)
        err = wire_line(b->wire, b->line, BOX_LINE_MAX);
    if (err < 0 || strncmp(b->line->str, "+OK", 3) == 0)
        return err < 0 ? ERR_NETWORK : 0;
    snprintf(b->said, sizeof b->said, "it refuses %.10s: %.200s", line, b->line->str);
    return ERR_UNSUPPORTED;
}

/* The next line of a long answer: 1, 0 after the last. The stuffed dot is gone. */
static int next_line(struct box *b)
{
    g_string_truncate(b->line, 0);
    if (wire_line(b->wire, b->line, BOX_LINE_MAX) < 0)
        return ERR_NETWORK;
    if (b->line->str[0] != '.')
        return 1;
    if (b->line->len == 1)
        return 0;
    g_string_erase(b->line, 0, 1);
    return 1;
}

int pop_start(struct box *b)
{
    int err = ask(b, "STAT");
    if (err == 0)
        b->state.mails = (uint32_t)strtoul(b->line->str + 3, NULL, 10);
    return err;
}

static int list_sizes(struct box *b, GArray *out)
{
    int err = ask(b, "LIST");
    int more = err < 0 ? err : 0;
    while (err == 0 && (more = next_line(b)) > 0) {
        char *end;
        unsigned long number = strtoul(b->line->str, &end, 10);
        for (guint i = 0; i < out->len; i++) {
            struct box_mail *m = &g_array_index(out, struct box_mail, i);
            if (m->number == number)
                m->size = strtoll(end, NULL, 10);
        }
    }
    return more;
}

int pop_list(struct box *b, int most, GArray *out)
{
    int err = ask(b, "UIDL");
    int more = err < 0 ? err : 0;
    while (err == 0 && (more = next_line(b)) > 0) {
        char *end;
        struct box_mail m = {.number = (uint32_t)strtoul(b->line->str, &end, 10), .size = -1};
        const char *id = end + strspn(end, " ");
        size_t n = strlen(id);
        /* RFC 1939: 1 to 70 signs from ! to ~. */
        if (m.number == 0 || n == 0 || n > 70 || out->len >= (guint)most)
            continue;
        snprintf(m.id, sizeof m.id, "%s", id);
        g_array_append_val(out, m);
    }
    return more < 0 ? more : out->len == 0 ? 0 : list_sizes(b, out);
}

int pop_fetch(struct box *b, const struct box_mail *m, size_t most, GString *out)
{
    char line[40];
    size_t begin = out->len;
    int more;
    snprintf(line, sizeof line, "RETR %u", (unsigned)m->number);
    int err = ask(b, line);
    if (err < 0)
        return err == ERR_UNSUPPORTED ? ERR_NOT_FOUND : err;
    while ((more = next_line(b)) > 0) {
        if (out->len - begin > most) {
            snprintf(b->said, sizeof b->said, "a mail is longer than it said");
            return ERR_NETWORK; /* the rest is not waited for */
        }
        g_string_append_len(out, b->line->str, (gssize)b->line->len);
        g_string_append(out, "\r\n");
    }
    return more;
}

int pop_put_away(struct box *b, const struct box_mail *m, const char *refused)
{
    char line[40];
    if (refused != NULL)
        return 0;
    snprintf(line, sizeof line, "DELE %u", (unsigned)m->number);
    return ask(b, line);
}

void pop_stop(struct box *b)
{
    if (ask(b, "QUIT") < 0)
        return; /* nothing was deleted; what is done is known */
}

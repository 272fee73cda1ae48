/* prepare.c - takes the text of a mail or command apart into commands (pbm.h). */
#include "mail/pbm_int.h"

#include "base/blanks.h"
#include "base/err.h"
#include "base/text.h"
#include "mail/message.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool pbm_wants(const struct pbm_row *row, int args_n)
{
    return args_n >= row->args_min && args_n <= row->args_max;
}

/* Removes the first `n` words. */
static void drop_words(struct words *w, int n)
{
    for (int i = n; i < w->n; i++)
        w->word[i - n] = w->word[i];
    w->n -= n;
}

static void take_apart(const char *line, const char *body, struct pbm_command *c)
{
    c->body = body;
    if (words_split(line, &c->words) < 0 || c->words.n == 0)
        return;
    c->game = game_find(c->words.word[0]);
    int verb = c->game != NULL ? 1 : 0;
    if (c->words.n <= verb)
        return;
    c->row = pbm_find(c->words.word[verb], c->game != NULL);
    /* `GAME help` and `all show` are the only commands that allow both orders of their words. */
    if (c->row != NULL)
        drop_words(&c->words, verb + 1);
}

/* Copies the first word without the marks that people put around it: "Accept!" is accept. Returns
 * what follows. */
static const char *first_word(const char *line, char *out, size_t size)
{
    static const char marks[] = "\"'`*_.,;:!?()<>[]{}";
    line += strspn(line, " \t");
    const char *end = line + strcspn(line, " \t");
    const char *from = line + strspn(line, marks);
    size_t n = from < end ? (size_t)(end - from) : 0;
    while (n > 0 && strchr(marks, from[n - 1]) != NULL)
        n--;
    snprintf(out, size, "%.*s", (int)n, from);
    return end;
}

/* The command that the first line of an answer to a notification stands for. */
static int expand_answer(struct pbm_ask *a, struct store *store, char *out, size_t size)
{
    static const char verbs[] = "accept decline chat resign show queue confirm submit pause resume"
                                " claim withdraw";
    static const char words[] = "propose undo reject";
    struct store_match m;
    struct store_player p;
    char line[200];
    char first[16];
    const char *body = a->body + strspn(a->body, " \t\r\n");
    size_t n = strcspn(body, "\r\n");
    snprintf(line, sizeof line, "%.*s", (int)(n < sizeof line ? n : sizeof line - 1), body);
    blanks_fold(line);
    const char *rest = first_word(line, first, sizeof first);
    int err = store_match_get(store, a->grant.match, &m);
    if (err == 0)
        err = store_player_get(store, a->grant.player, &p);
    if (err < 0)
        return err;
    a->proven = p;
    if (text_same_nocase(first, "I")) /* "I accept" */
        rest = first_word(rest, first, sizeof first);
    if (m.state == MATCH_OPEN && pbm_one_of("accepted yes ok okay", first))
        snprintf(first, sizeof first, "accept");
    if (m.state == MATCH_OPEN && pbm_one_of("declined no reject refuse", first))
        snprintf(first, sizeof first, "decline");
    if (text_same_nocase(first, "show")) {
        snprintf(out, size, "%s showas %s - %lld", m.game, p.name, (long long)m.id);
        return 0;
    }
    if (pbm_one_of(verbs, first)) {
        bool takes_more = pbm_one_of("queue submit", first);
        snprintf(out, size, "%s %s %lld %s -%s", m.game, first, (long long)m.id, p.name,
                 takes_more ? rest : "");
        return 0;
    }
    if (text_same_nocase(first, "move")) /* "move d4" as well as "d4" */
        (void)first_word(rest, first, sizeof first);
    if (strchr(first, '#') != NULL || pbm_one_of(words, first))
        snprintf(out, size, "%s move %lld %s - %s", m.game, (long long)m.id, p.name, first);
    else
        snprintf(out, size, "%s move %lld %s - %s#%d", m.game, (long long)m.id, p.name, first,
                 a->grant.ply);
    return 0;
}

/* Lines of a text that begin in the first column are commands, indented ones below their body. */
static int take_lines(struct pbm_ask *a)
{
    a->is_multiple = true;
    a->text = strdup(a->body);
    if (a->text == NULL)
        return ERR_NO_MEMORY;
    char *p = a->text;
    while (*p != '\0') {
        char *line = p;
        size_t n = strcspn(p, "\n");
        p += n;
        if (*p != '\0')
            *p++ = '\0';
        if (*line == '\0' || *line == ' ' || *line == '\t' || *line == '\r')
            continue;
        char *body = p;
        while (*p == ' ' || *p == '\t') {
            p += strcspn(p, "\n");
            p += *p == '\n';
        }
        if (a->commands_n == PBM_COMMANDS_MAX)
            return 0;
        /* The byte before the next command ends this one's body. */
        if (p > body && *p != '\0')
            p[-1] = '\0';
        take_apart(line, p > body ? body : "", &a->commands[a->commands_n++]);
    }
    return 0;
}

static int make_room(struct pbm_ask *a)
{
    a->commands = calloc(PBM_COMMANDS_MAX, sizeof *a->commands);
    a->valid[0] = message_valid(a->subject);
    a->valid[1] = message_valid(a->body);
    if (a->commands == NULL || a->valid[0] == NULL || a->valid[1] == NULL)
        return ERR_NO_MEMORY;
    /* Text that is stored and sent as JSON must be valid, whichever face it came through. */
    blanks_tidy(a->valid[0]);
    blanks_tidy(a->valid[1]);
    a->subject = a->valid[0];
    a->body = a->valid[1];
    return 0;
}

/* The command of the subject, or those of `multiple`. */
static int take_commands(struct pbm_ask *a)
{
    take_apart(a->subject, a->body, &a->commands[a->commands_n++]);
    const struct pbm_row *row = a->commands[0].row;
    if (row == NULL || strcmp(row->name, "multiple") != 0)
        return 0;
    a->commands_n = 0;
    return take_lines(a);
}

int64_t pbm_match_of(const struct pbm_command *c)
{
    bool about = c->row != NULL && c->row->auth == PBM_SECOND && pbm_wants(c->row, c->words.n);
    return about ? words_number(c->words.word[0]) : 0;
}

int pbm_matches(const char *subject, const char *body, int64_t matches[PBM_COMMANDS_MAX])
{
    struct pbm_ask a = {.subject = subject, .body = body};
    int n = 0;
    if (make_room(&a) == 0 && take_commands(&a) == 0)
        for (int i = 0; i < a.commands_n; i++) {
            matches[n] = pbm_match_of(&a.commands[i]);
            n += matches[n] != 0;
        }
    pbm_free(&a);
    return n;
}

int pbm_prepare(struct pbm_ask *a, struct store *store)
{
    char answer[WORDS_BYTES];
    int err = make_room(a);
    if (err == 0)
        err = store_begin(store);
    if (err < 0)
        return err;
    if (a->grant.match != 0) {
        err = expand_answer(a, store, answer, sizeof answer);
        const char *rest = a->body + strspn(a->body, " \t\r\n");
        rest += strcspn(rest, "\n");
        if (err == 0)
            take_apart(answer, rest, &a->commands[a->commands_n++]);
    } else {
        err = take_commands(a);
    }
    store_end(store);
    return err == ERR_NOT_FOUND ? 0 : err;
}

void pbm_free(struct pbm_ask *a)
{
    if (a->commands != NULL)
        reply_done(&a->reply);
    free(a->commands);
    free(a->text);
    free(a->valid[0]);
    free(a->valid[1]);
    a->commands = NULL;
    a->text = NULL;
    a->valid[0] = a->valid[1] = NULL;
}

/* prepare.c - takes the text of a mail or command apart into commands (pbm.h). */
#include "mail/pbm_int.h"

#include "base/blanks.h"
#include "base/err.h"
#include "base/text.h"
#include "mail/message.h"
#include "mail/reading/quoting.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Whether a short word such as "no" is the whole answer: nothing follows, or a mark, or politeness.
 * "No longer with the company" is none. */
static bool is_whole(const char *word, const char *rest)
{
    static const char polite[] =
        "please thanks thank thx sorry gladly sure of course let i i'd with";
    char next[16];
    bool marked = rest > word && strchr(",.!;:)", rest[-1]) != NULL;
    (void)first_word(rest, next, sizeof next);
    return marked || next[0] == '\0' || pbm_one_of(polite, next);
}

/* Keeps the line for the reply; of a command, which may have a password, only its first word. */
static void keep_line(struct pbm_ask *a, const char *line)
{
    struct pbm_command c = {.row = NULL};
    take_apart(line, "", &c);
    bool command = c.game != NULL || (c.row != NULL && c.row->auth != PBM_ANYBODY);
    size_t n = command ? strcspn(line, " ") : strlen(line);
    snprintf(a->line, sizeof a->line, "%.*s", n < 120 ? (int)n : 120, line);
}

/* A question, or no words at all, is no command. */
static bool refuse_line(struct pbm_ask *a, const struct store_match *m, const char *line)
{
    size_t n = strlen(line);
    const char *how = m->state == MATCH_OPEN
                          ? "To answer the challenge, write `accept` or `decline`."
                          : "Write a move, or a word such as `resign` or `chat`.";
    while (n > 0 && strchr(" \t\"')", line[n - 1]) != NULL)
        n--;
    if (n == 0)
        snprintf(a->why, sizeof a->why,
                 "Your answer has no words of its own. %s It must stand in the first line.", how);
    else if (line[n - 1] == '?' || memchr(line, '?', strcspn(line, " ")) != NULL)
        snprintf(a->why, sizeof a->why,
                 "The first line of your mail is a question: \"%s\". Nothing was done. %s", a->line,
                 how);
    return a->why[0] != '\0';
}

/* What `chat` sends: the words behind it and the lines up to the next blank one, or, if it stands
 * alone, all below it. */
static const char *chat_text(struct pbm_ask *a, const char *line)
{
    const char *words = line + strcspn(line, " \t\n");
    words += strspn(words, " \t");
    const char *end = words + strcspn(words, "\n");
    if (end == words)
        return words;
    while (*end != '\0') {
        const char *next = end + 1;
        if (next[strspn(next, " \t")] == '\n' || next[strspn(next, " \t")] == '\0')
            break;
        end = next + strcspn(next, "\n");
    }
    a->text = strndup(words, (size_t)(end - words));
    return a->text != NULL ? a->text : "";
}

/* The command that the first line of an answer to a notification stands for, and its text. */
static int expand_answer(struct pbm_ask *a, struct store *store, char *out, size_t size,
                         const char **text)
{
    static const char verbs[] = "accept decline chat resign show queue confirm submit pause resume"
                                " claim withdraw";
    static const char words[] = "propose undo reject";
    struct store_match m;
    struct store_player p;
    char line[WORDS_BYTES];
    char first[16];
    int n;
    const char *body = quoting_first_line(a->body, &n);
    snprintf(line, sizeof line, "%.*s", (int)(n < (int)sizeof line ? n : (int)sizeof line - 1),
             body);
    blanks_fold(line);
    keep_line(a, line);
    *text = body + strcspn(body, "\n");
    const char *word = line;
    const char *rest = first_word(line, first, sizeof first);
    int err = store_match_get(store, a->grant.match, &m);
    if (err == 0)
        err = store_player_get(store, a->grant.player, &p);
    if (err < 0)
        return err;
    a->proven = p;
    bool chat = text_same_nocase(first, "chat");
    if (!chat && refuse_line(a, &m, line))
        return 0;
    if (text_same_nocase(first, "I")) { /* "I accept" */
        word = rest;
        rest = first_word(rest, first, sizeof first);
    }
    bool whole = is_whole(word, rest);
    if (m.state == MATCH_OPEN && whole && pbm_one_of("accepted yes ok okay", first))
        snprintf(first, sizeof first, "accept");
    if (m.state == MATCH_OPEN && whole && pbm_one_of("declined no reject refuse", first))
        snprintf(first, sizeof first, "decline");
    if (text_same_nocase(first, "show")) {
        snprintf(out, size, "%s showas %s - %lld", m.game, p.name, (long long)m.id);
        return 0;
    }
    if (chat)
        *text = chat_text(a, body);
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
    char answer[WORDS_BYTES] = "";
    const char *text = "";
    int err = make_room(a);
    if (err == 0)
        err = store_begin(store);
    if (err < 0)
        return err;
    err = grant_check(a, store);
    if (err == 0 && a->grant_is_wrong && a->grant.match == 0)
        snprintf(a->why, sizeof a->why,
                 "This reply address is %s. Nothing was done. Answer our newest mail about the"
                 " match, or send a mail to %s with a command as the Subject; `help` lists them.",
                 a->grant_is_old ? "of an older version of this server, or was cut on its way"
                                 : "not one of this server, or older than its keys",
                 a->site->address);
    if (err == 0 && a->why[0] == '\0' && a->grant.match != 0) {
        err = expand_answer(a, store, answer, sizeof answer, &text);
        if (err == 0 && a->why[0] == '\0')
            take_apart(answer, text, &a->commands[a->commands_n++]);
    } else if (err == 0 && a->why[0] == '\0') {
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

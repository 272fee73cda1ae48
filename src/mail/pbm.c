#include "mail/pbm_int.h"

#include "base/err.h"
#include "mail/message.h"
#include "platform/clock.h"
#include "service/core/order.h"
#include "service/core/quota.h"
#include "service/matches/audience.h"
#include "store/core/inbox.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Refuses a word that is no command, and suggests similar commands. */
static int no_command(struct pbm_run *run, const char *verb)
{
    enum { NEAR_MAX = 3 };
    const struct pbm_row *near[NEAR_MAX];
    const char *instead = pbm_elsewhere(verb);
    const struct game *game = run->game == NULL ? pbm_nearest_game(verb) : NULL;
    if (instead != NULL)
        return pbm_refuse(run, "There is no command `%.30s` here. %s", verb, instead);
    if (game != NULL)
        return pbm_refuse(run,
                          "There is no command \"%.30s\". Did you mean the game `%s`? `%s help`"
                          " explains it.",
                          verb, game->name, game->name);
    int n = pbm_nearest(verb, near, NEAR_MAX);
    if (n == 0)
        return pbm_refuse(run, "There is no command \"%.30s\". `help` lists the commands.", verb);
    (void)pbm_refuse(run, "There is no command \"%.30s\". Did you mean:", verb);
    for (int i = 0; i < n; i++)
        pbm_syntax(run->r, near[i], run->game);
    return 0;
}

static int not_understood(struct pbm_run *run)
{
    const struct pbm_command *c = run->c;
    if (c->row != NULL) {
        (void)pbm_refuse(run, "Wrong syntax for `%s`. Write:", c->row->name);
        pbm_syntax(run->r, c->row, c->game);
        return 0;
    }
    if (c->words.n == 0)
        return pbm_refuse(run, "This mail has no command. Write it as the Subject. `help`"
                               " lists the commands, `help tutorial` is an introduction.");
    const char *verb = c->words.word[c->game != NULL && c->words.n > 1 ? 1 : 0];
    if (c->game != NULL && c->words.n == 1)
        return pbm_refuse(run,
                          "The command is missing after `%s`. `%s help` explains the game, `help`"
                          " lists the commands.",
                          c->game->name, c->game->name);
    const struct pbm_row *other = pbm_find(verb, c->game == NULL);
    if (other != NULL) {
        (void)pbm_refuse(run, "Wrong syntax for `%s`. Write:", other->name);
        pbm_syntax(run->r, other, c->game);
        return 0;
    }
    return no_command(run, verb);
}

static int run_command(struct pbm_run *run)
{
    const struct pbm_command *c = run->c;
    if (c->row == NULL || c->row->run == NULL || !pbm_wants(c->row, c->words.n))
        return not_understood(run);
    int err = prove_actor(run);
    return err < 0 || run->refused ? err : c->row->run(run);
}

/* --- serving --- */

enum {
    REQUEST_MS = 1000
}; /* what the commands of one request may take of a reader's time, together */

struct serving {
    struct pbm_ask *ask;
    struct reader *reader;
    struct pbm_run *run; /* the present command */
    int i;
    bool done; /* a command has changed something */
};

static void start_run(struct serving *s, struct pbm_run *run)
{
    struct pbm_ask *a = s->ask;
    const struct pbm_command *c = &a->commands[s->i];
    *run = (struct pbm_run){.ask = a,
                            .c = c,
                            .store = reader_store(s->reader),
                            .r = &a->reply,
                            .game = c->game,
                            .arg = c->words.word,
                            .args_n = c->words.n,
                            .now = clock_unix_ms()};
    s->run = run;
}

static const char done_before[] = "This was done when your mail arrived for the first time.";

/* The mark that a command of this mail was done; false: the mail cannot be told from others. */
static bool mark_of(const struct serving *s, char out[PBM_ID_BYTES + 16])
{
    snprintf(out, PBM_ID_BYTES + 16, "%s#%d", s->ask->message_id, s->i);
    return s->ask->message_id[0] != '\0';
}

/* A command that writes, as an order of its own. A mail that is delivered again finds what was done
 * of it; what was refused changed nothing, and is tried again. */
static int apply_command(struct work *w, void *context)
{
    struct serving *s = context;
    struct pbm_run *run = s->run;
    char mark[PBM_ID_BYTES + 16];
    bool marked = mark_of(s, mark);
    run->w = w;
    run->store = batch_store(w);
    run->now = batch_now(w);
    int err = marked ? mailbox_was_seen(run->store, mark) : 0;
    if (err == ERR_CONFLICT) {
        reply_say(run->r, "%s", done_before);
        return 0;
    }
    if (err == 0)
        err = run_command(run);
    /* Not found was said by the handler; anything else loses the transaction. */
    err = err == ERR_NOT_FOUND ? 0 : err;
    return err == 0 && marked && !run->refused ? mailbox_seen(run->store, mark, run->now) : err;
}

static int write_command(struct serving *s)
{
    struct order o = {.kind = ORDER_BATCH, .from_ms = s->ask->from_ms, .address = s->ask->caller};
    o.u.batch.apply = apply_command;
    o.u.batch.context = s;
    /* A player whose time runs out meanwhile has still moved in time, if this is their move. */
    o.match = pbm_match_of(s->run->c);
    service_run(batch_reader_service(s->reader), &o);
    outcome_free(&o.out);
    return o.out.kind == OUTCOME_DONE ? 0 : ERR_STORE;
}

/* Shows the match after a command that changed it. */
static int show_match_now(struct serving *s)
{
    struct pbm_run *run = s->run;
    struct store_match m;
    struct store *store = reader_store(s->reader);
    int err = store_match_get(store, run->show, &m);
    if (err == 0)
        err = show_match(run->r, store, &m, -1);
    if (err == 0 && (run->c->row->flags & PBM_BEGINS))
        err = show_answers(run->r, store, &m, run->who.id);
    return err == ERR_NOT_FOUND ? 0 : err;
}

/* Runs what only reads, between begin and rollback of the reader's store. */
static int read_part(struct serving *s, int (*part)(struct serving *s))
{
    struct store *store = reader_store(s->reader);
    int64_t begun_us = clock_thread_cpu_us();
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = part(s);
    store_end(store);
    s->ask->used_us += clock_thread_cpu_us() - begun_us;
    return err;
}

static int check_early(struct serving *s)
{
    return prove_check(s->ask, &s->ask->commands[s->i], s->reader, true);
}

static int check_late(struct serving *s)
{
    return prove_check(s->ask, &s->ask->commands[s->i], s->reader, false);
}

static int make_hash(struct serving *s)
{
    return prove_hash(&s->ask->commands[s->i]);
}

static int read_command(struct serving *s)
{
    int err = run_command(s->run);
    if (err == ERR_BUSY) /* a statement that takes longer than any may */
        return pbm_refuse(
            s->run,
            "The server is too busy for this command now; nothing was done. Try again later.");
    return err == ERR_NOT_FOUND ? 0 : err;
}

static bool writes(const struct pbm_command *c)
{
    return c->row != NULL && c->row->run != NULL && pbm_wants(c->row, c->words.n) &&
           !(c->row->flags & PBM_READS);
}

static int apply_shown(struct work *w, void *context)
{
    const struct serving *s = context;
    const struct pbm_command *c = &s->ask->commands[s->i];
    int err = 0;
    for (int i = 0; err == 0 && i < c->missed_n; i++)
        err = quota_missed(w, c->missed[i], s->ask->caller, "");
    if (err == 0 && c->proved != 0 && s->ask->caller[0] != '\0')
        err = quota_been_here(w, c->proved, s->ask->caller, "");
    return err;
}

/* Keeps that passwords were wrong; and for a command that only reads, that one was right
 * (prove_actor does it for the others). */
static int note_shown(struct serving *s)
{
    struct pbm_command *c = &s->ask->commands[s->i];
    bool right = c->proved != 0 && !writes(c) && s->ask->caller[0] != '\0';
    struct order o = {.kind = ORDER_BATCH};
    if (c->noted || (c->missed_n == 0 && !right))
        return 0;
    c->noted = true;
    o.u.batch.apply = apply_shown;
    o.u.batch.context = s;
    service_run(batch_reader_service(s->reader), &o);
    outcome_free(&o.out);
    return o.out.kind == OUTCOME_DONE ? 0 : ERR_STORE;
}

/* One password after the other: a wrong one is counted before the next is checked. */
static int check_password(struct serving *s, int (*check)(struct serving *s))
{
    static pthread_mutex_t guessing = PTHREAD_MUTEX_INITIALIZER;
    bool guesses = prove_by_password(&s->ask->commands[s->i]);
    if (guesses)
        (void)pthread_mutex_lock(&guessing);
    int err = read_part(s, check);
    if (err == 0)
        err = note_shown(s);
    if (guesses)
        (void)pthread_mutex_unlock(&guessing);
    return err;
}

int pbm_prove(struct pbm_ask *a, struct reader *reader, bool *proved)
{
    struct serving s = {.ask = a, .reader = reader};
    int err = 0;
    *proved = a->from_proven || a->proven.id != 0;
    for (; err == 0 && !*proved && s.i < a->commands_n; s.i++) {
        err = check_password(&s, check_early);
        *proved = a->commands[s.i].proved != 0;
    }
    return err;
}

static int serve_command(struct serving *s)
{
    struct pbm_run run;
    start_run(s, &run);
    int err = check_password(s, check_late);
    if (err == 0)
        err = read_part(s, make_hash);
    if (err == 0 && writes(run.c)) {
        err = write_command(s);
        s->done = s->done || err == 0;
        if (err == 0 && run.show != 0 && read_part(s, show_match_now) < 0)
            reply_say(run.r, "This was done. The board cannot be shown now.");
    } else if (err == 0) {
        err = read_part(s, read_command);
    }
    s->ask->failed = s->ask->failed || run.refused;
    if (run.refused && s->ask->line[0] != '\0')
        reply_say(&s->ask->reply, "The line that was read in your mail: \"%s\".", s->ask->line);
    s->run = NULL;
    return err;
}

/* Sets ask->again, and s->done if the first command was done before. */
static int find_seen(struct serving *s)
{
    char mark[PBM_ID_BYTES + 16];
    if (!mark_of(s, mark))
        return 0;
    int err = mailbox_was_seen(reader_store(s->reader), s->ask->message_id);
    s->ask->again = err == ERR_CONFLICT;
    if (err == 0)
        err = mailbox_was_seen(reader_store(s->reader), mark);
    s->done = err == ERR_CONFLICT && !s->ask->again;
    return err == ERR_CONFLICT ? 0 : err;
}

int pbm_serve(struct pbm_ask *a, struct reader *reader)
{
    struct serving s = {.ask = a, .reader = reader};
    reply_done(&a->reply);
    reply_init(&a->reply);
    a->failed = false;
    int err = read_part(&s, find_seen);
    if (err < 0 || a->again)
        return err;
    if (a->why[0] != '\0' && s.done) { /* it may have been true since then only */
        reply_say(&a->reply, "%s", done_before);
        return 0;
    }
    s.done = false;
    if (a->why[0] != '\0') {
        a->failed = true;
        reply_say(&a->reply, "%s", a->why);
        return a->is_stranger ? pbm_take_away(a, batch_reader_service(reader)) : 0;
    }
    if (a->commands_n == 0)
        reply_say(&a->reply, "This mail has no command; `help` lists them.");
    for (s.i = 0; err == 0 && s.i < a->commands_n; s.i++) {
        const struct pbm_command *c = &a->commands[s.i];
        if (a->is_multiple && a->used_us > REQUEST_MS * 1000) {
            reply_say(&a->reply,
                      "\n--- These commands took too long together. The last %d were not"
                      " carried out; send them again.",
                      a->commands_n - s.i);
            a->failed = true;
            return 0;
        }
        if (a->is_multiple)
            reply_say(&a->reply, "%s--- %d: %s%s%s", s.i > 0 ? "\n" : "", s.i + 1,
                      c->game != NULL ? c->game->name : "", c->game != NULL ? " " : "",
                      c->row != NULL ? c->row->name : "?");
        err = serve_command(&s);
    }
    /* Nothing was done: the whole mail or command may come again. Otherwise it must not. */
    if (err == 0 || !s.done)
        return err;
    reply_say(&a->reply,
              "The server cannot do this now. This command and those after it were not carried"
              " out (%d); send them again.",
              a->commands_n - s.i + 1);
    a->failed = true;
    return 0;
}

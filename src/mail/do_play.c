/* do_play.c - moves, in one step or two, conditional moves, and offers on the board. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "service/core/order.h"
#include "service/matches/conditional.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 16, QUEUE_BYTES = 8 * 1024 }; /* lines of one mail */

/* Says `done` or the reason why an order was refused, and shows the board either way. */
static int say_outcome(struct pbm_run *run, struct order *o, int err, const char *done)
{
    if (err < 0)
        return err;
    if (o->out.kind == OUTCOME_DONE)
        reply_say(run->r, "%s", done);
    else
        (void)pbm_refuse_outcome(run, &o->out);
    outcome_free(&o->out);
    pbm_show_later(run, o->match);
    return 0;
}

static int act(struct pbm_run *run, struct order *o, const char *done)
{
    return say_outcome(run, o, batch_run(run->w, o), done);
}

int do_play_answer(struct pbm_run *run, const struct store_match *m, bool yes)
{
    struct order o = {.kind = m->draw_seat != 0       ? ORDER_DRAW
                              : m->takeback_seat != 0 ? ORDER_TAKEBACK
                                                      : ORDER_PAUSE,
                      .asker = run->who,
                      .match = m->id};
    if (m->draw_seat == 0 && m->takeback_seat == 0 && m->pause_seat == 0)
        return pbm_refuse(run, "Board %lld has no offer to answer.", (long long)m->id);
    o.u.offer = yes ? OFFER_ACCEPT : OFFER_DECLINE;
    return act(run, &o, yes ? "You have agreed." : "You have refused.");
}

/* Refuses a move with a text after # that is not a number, or not the number of plies played. */
static int refuse_ply(struct pbm_run *run, const struct store_match *m, const char *text, int ply)
{
    char example[MOVE_TEXT_BYTES] = "pass";
    struct position *p = malloc(sizeof *p);
    if (p == NULL)
        return ERR_NO_MEMORY;
    int err = batch_position(run->w, m, p);
    if (err == 0 && !show_example(p, false, example))
        (void)show_example(p, true, example);
    free(p);
    if (ply >= 0)
        (void)pbm_refuse(run,
                         "You chose %.15s at #%d, but the match is at #%d now. Nothing was played.",
                         text, ply, m->ply);
    else
        (void)pbm_refuse(run,
                         "After # write how many plies had been played when you chose, as in %s#%d."
                         " Nothing was played.",
                         example, m->ply);
    pbm_show_later(run, m->id);
    return err != ERR_ILLEGAL ? err : 0;
}

int do_play_word(struct pbm_run *run, const struct store_match *m, const char *word)
{
    char text[16];
    char done[64];
    struct order o = {.kind = ORDER_MOVE, .asker = run->who, .match = m->id};
    if (text_same_nocase(word, "propose")) {
        o.kind = ORDER_DRAW;
        o.u.offer = OFFER_ASK;
        return act(run, &o, "You have offered a draw.");
    }
    if (text_same_nocase(word, "undo")) {
        o.kind = ORDER_TAKEBACK;
        o.u.offer = OFFER_ASK;
        return act(run, &o, "You have asked to take back your last move.");
    }
    int ply = words_cut_ply(word, text, sizeof text);
    if (ply == -2)
        return refuse_ply(run, m, text, ply);
    o.u.move.ply = (ply >= 0 ? ply : m->ply) + 1;
    snprintf(o.u.move.text, sizeof o.u.move.text, "%s", text);
    snprintf(done, sizeof done, "You have played %s.", text);
    int err = batch_run(run->w, &o);
    if (err == 0 && o.out.kind != OUTCOME_DONE)
        reply_say(run->r, "Your move was read as \"%s\".", text);
    /* The same move of the same player again was not refused (docs/API.md). */
    bool stale =
        o.out.kind == OUTCOME_CONFLICT && ply >= 0 && ply != m->ply && m->state == MATCH_RUNNING;
    return err == 0 && stale ? refuse_ply(run, m, text, ply) : say_outcome(run, &o, err, done);
}

/* --- two steps --- */

int do_submit(struct pbm_run *run)
{
    struct store_match m;
    char text[16];
    move_t move;
    struct explanation why;
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    if (m.state != MATCH_RUNNING || m.seats[m.turn_seat - 1].player.id != run->who.id)
        return pbm_refuse(run, "It is not your turn on board %s.", run->arg[0]);
    int ply = words_cut_ply(run->arg[3], text, sizeof text);
    if (ply == -2 || (ply >= 0 && ply != m.ply))
        return refuse_ply(run, &m, text, ply);
    if (move_parse(text, m.width, m.height, &move) < 0)
        return pbm_refuse(run, "\"%.20s\" is not a move on this board.", text);
    struct position *p = malloc(sizeof *p);
    if (p == NULL)
        return ERR_NO_MEMORY;
    err = batch_position(run->w, &m, p);
    if (err == 0 && position_judge(p, move) != VERDICT_OK) {
        position_explain(p, move, &why);
        (void)pbm_refuse(run, "Not allowed (rule %s): %s", verdict_rule(why.verdict), why.text);
    } else if (err == 0) {
        position_play_legal(p, move);
        reply_board(run->r, p);
        reply_say(run->r,
                  "This is the position after %s. Nothing is played yet. To play it:", text);
        reply_say(run->r, "  %s confirm %s %s password", m.game, run->arg[0], run->who.name);
        err = mailbox_submit(run->store, m.id, run->who.id, m.ply, text);
    }
    free(p);
    return err == ERR_ILLEGAL ? pbm_refuse(run, "Its record cannot be replayed.") : err;
}

int do_confirm(struct pbm_run *run)
{
    struct store_match m;
    char move[MAILBOX_MOVES_BYTES];
    char word[32];
    int ply;
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    err = mailbox_submitted(run->store, m.id, run->who.id, &ply, move);
    if (err == ERR_NOT_FOUND)
        return pbm_refuse(run, "You have submitted no move on board %s.", run->arg[0]);
    if (err == 0)
        err = mailbox_submitted_forget(run->store, m.id, run->who.id);
    if (err < 0)
        return err;
    snprintf(word, sizeof word, "%.15s#%d", move, ply);
    return do_play_word(run, &m, word);
}

/* --- conditional moves --- */

struct lines {
    struct pbm_run *run;
    int n;
};

static void on_line(void *context, int64_t id, int ply, const char *moves)
{
    struct lines *l = context;
    l->n++;
    if (l->run != NULL)
        reply_say(l->run->r, "  at #%d: %s", ply - 1, moves);
}

/* Adds one branch to the text of the order: words that may carry `#ply`. */
static int add_line(struct pbm_run *run, const struct store_match *m, const char *const *words,
                    int n, char *text)
{
    for (int i = 0; i < n; i++) {
        char word[16];
        int ply = words_cut_ply(words[i], word, sizeof word);
        if (ply == -2)
            return pbm_refuse(run, "\"%.20s\" is not a move on this board. Nothing was kept.",
                              words[i]);
        if (i == 0 && ply >= 0 && ply != m->ply)
            return pbm_refuse(run,
                              "You wrote #%d, but it is #%d now on board %lld. Nothing was kept.",
                              ply, m->ply, (long long)m->id);
        size_t len = strlen(text);
        if (len + sizeof word + 2 > QUEUE_BYTES)
            return pbm_refuse(run, "These are too many lines for one mail. Nothing was kept.");
        snprintf(text + len, QUEUE_BYTES - len, "%s%s", i > 0 ? " " : "", word);
    }
    memcpy(text + strlen(text), "\n", 2);
    return 1;
}

static int add_body(struct pbm_run *run, const struct store_match *m, char *text)
{
    const char *p = run->c->body;
    int err = 1;
    for (int i = 0; err > 0 && *p != '\0' && i < LINES_MAX; i++) {
        char line[MAILBOX_MOVES_BYTES];
        struct words w;
        size_t n = strcspn(p, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(n < sizeof line ? n : sizeof line - 1), p);
        p += n + (p[n] == '\n');
        if (words_split(line, &w) == 0 && w.n > 1)
            err = add_line(run, m, w.word, w.n, text);
    }
    return err;
}

/* 1 when the lines of the command and of its text are kept. */
static int keep_lines(struct pbm_run *run, const struct store_match *m)
{
    struct order o = {.kind = ORDER_CONDITIONAL, .asker = run->who, .match = m->id};
    o.u.conditional.add = true;
    o.u.conditional.ply = m->ply + 1;
    o.u.conditional.text = calloc(1, QUEUE_BYTES);
    if (o.u.conditional.text == NULL)
        return ERR_NO_MEMORY;
    int err = add_line(run, m, run->arg + 3, run->args_n - 3, o.u.conditional.text);
    if (err > 0)
        err = add_body(run, m, o.u.conditional.text);
    if (err > 0) {
        err = batch_run(run->w, &o);
        if (err == 0 && o.out.kind != OUTCOME_DONE)
            (void)pbm_refuse_outcome(run, &o.out);
        else if (err == 0)
            err = 1;
    }
    order_free(&o);
    return err;
}

int do_queue(struct pbm_run *run)
{
    struct store_match m;
    struct lines lines = {NULL, 0};
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    if (m.state != MATCH_RUNNING || show_seat_of(&m, run->who.id) == 0)
        return pbm_refuse(run, "You are not playing on board %s.", run->arg[0]);
    if (text_same_nocase(run->arg[3], "clear")) {
        reply_say(run->r, "Your conditional moves on board %s were deleted.", run->arg[0]);
        return mailbox_lines_forget(run->store, m.id, run->who.id);
    }
    if (!text_same_nocase(run->arg[3], "show")) {
        if (m.seats[m.turn_seat - 1].player.id == run->who.id)
            return pbm_refuse(run, "It is your turn: move first, then send conditional moves.");
        err = keep_lines(run, &m);
        if (err <= 0)
            return err;
    }
    lines = (struct lines){run, 0};
    reply_say(run->r, "Your conditional moves on board %s:", run->arg[0]);
    err = mailbox_lines(run->store, m.id, run->who.id, on_line, &lines);
    if (lines.n == 0)
        reply_say(run->r, "  none");
    return err;
}

/* do_match.c - challenges, and what is done to a match as a whole: accept, decline, resign, chat. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "record/textboard.h"
#include "service/challenges.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs an order as a player; 1 when it is done, 0 when it was refused (said in the reply). */
static int run_order(struct pbm_run *run, struct order *o)
{
    int err = task_run(run->w, o);
    if (err == 0 && o->out.kind != OUTCOME_DONE)
        (void)pbm_refuse_outcome(run, &o->out);
    else if (err == 0)
        err = 1;
    outcome_free(&o->out);
    return err;
}

/* --- challenge --- */

static bool read_size(const char *text, struct setup *s)
{
    int w = 0;
    int h = 0;
    int used = 0;
    if (sscanf(text, "%3dx%3d%n", &w, &h, &used) != 2 || text[used] != '\0') {
        used = 0;
        if (sscanf(text, "%3d%n", &w, &used) != 1 || text[used] != '\0')
            return false;
        h = w;
    }
    if (w < 1 || h < 1 || w > 255 || h > 255)
        return false;
    s->width = (uint8_t)w;
    s->height = (uint8_t)h;
    return true;
}

/* The setup that the options ask for; false after a refusal. */
static bool read_options(struct pbm_run *run, struct order *o, int *level)
{
    struct setup *s = &o->u.create.setup;
    bool claim = false;
    char why_buf[200];
    struct text why;
    const struct words *w = &run->c->words;
    *s = setup_default(run->game->id);
    s->players = (uint8_t)run->args_n;
    for (int i = 0; i < w->options_n; i++) {
        const char *name = w->option[i].name;
        const char *value = w->option[i].value;
        bool good = true;
        if (text_same_nocase(name, "size"))
            good = read_size(value, s);
        else if (text_same_nocase(name, "jacked") && (run->game->options & OPTION_JACKED))
            s->options |= OPTION_JACKED;
        else if (text_same_nocase(name, "noswap") && (run->game->options & OPTION_SWAP))
            s->options &= (uint8_t)~OPTION_SWAP;
        else if (text_same_nocase(name, "level")) {
            *level = (int)words_number(value);
            good = *level >= 1 && *level <= SERVICE_LEVEL_MAX;
        } else if (text_same_nocase(name, "rated")) {
            o->u.create.rated = true;
        } else if (text_same_nocase(name, "claim")) {
            claim = true;
        } else if (text_same_nocase(name, "clock")) {
            good = clock_parse(value, &o->u.create.clock) == 0;
        } else if (!text_same_nocase(name, "unrated") && !text_same_nocase(name, "password"))
            good = false;
        if (!good) {
            (void)pbm_refuse(run, "The option -%.30s%s%.30s is not for %s.", name,
                             value[0] != '\0' ? "=" : "", value, run->game->title);
            pbm_syntax(run->r, run->c->row, run->game);
            return false;
        }
    }
    text_init(&why, why_buf, sizeof why_buf);
    o->u.create.clock.claim = claim && o->u.create.clock.kind != CLOCK_NONE;
    if (clock_check(&o->u.create.clock, &why) < 0) {
        (void)pbm_refuse(run, "There is no such clock: %s", why_buf);
        return false;
    }
    if (setup_check(s, &why) < 0) {
        (void)pbm_refuse(run, "There is no such board: %s", why_buf);
        return false;
    }
    return true;
}

struct guest {
    struct store_player player; /* id 0: anyone */
    bool is_engine, accepts, can_mail;
};

struct owns {
    int64_t player;
    bool found;
};

static void on_owner(void *context, int64_t id)
{
    struct owns *o = context;
    o->found = o->found || o->player == id;
}

/* Who a word of the challenge means, and whether he has accepted by sending it. */
static int read_guest(struct pbm_run *run, const char *word, struct guest *g)
{
    struct mailbox_player settings;
    *g = (struct guest){.is_engine = text_same_nocase(word, "engine")};
    if (g->is_engine || text_same_nocase(word, "anyone"))
        return 0;
    int err = pbm_player(run, word, &g->player);
    if (err < 0)
        return err;
    int64_t id = g->player.id;
    struct owns o = {id, false};
    if (run->ask->from_proven)
        err = mailbox_owners(run->store, run->ask->from, on_owner, &o);
    g->accepts = o.found || id == run->c->proved || id == run->ask->proven.id;
    if (err == 0)
        err = mailbox_player_get(run->store, id, &settings);
    if (err == ERR_NOT_FOUND)
        return 0; /* a player of the page, without mail */
    if (err < 0)
        return err;
    g->can_mail = true;
    if (settings.signed_off) {
        (void)pbm_refuse(run, "%s has signed off and is not challenged.", g->player.name);
        return ERR_NOT_FOUND;
    }
    g->accepts = g->accepts || settings.accept_auto;
    return 0;
}

static int join_as(struct pbm_run *run, const struct store_match *m, int seat,
                   const struct store_player *p)
{
    struct order o = {.kind = ORDER_JOIN, .asker = *p, .match = m->id};
    o.u.join.seat = seat;
    snprintf(o.u.join.invite, sizeof o.u.join.invite, "%s", m->invite);
    return run_order(run, &o);
}

/* Asks everybody who must answer; those who have accepted take their seats last, so that the match
 * begins when everything else is written. */
static int settle_guests(struct pbm_run *run, struct store_match *m, const struct guest *g, int n)
{
    int err = 0;
    for (int i = 0; err == 0 && i < n; i++) {
        if (g[i].player.id == 0 || g[i].accepts)
            continue;
        reply_say(run->r, "%s is asked to accept.", g[i].player.name);
    }
    for (int i = 0; err == 0 && i < n; i++) {
        if (g[i].player.id == 0 || !g[i].accepts)
            continue;
        err = join_as(run, m, i + 1, &g[i].player);
        err = err < 0 ? err : 0;
    }
    return err < 0 ? err : store_match_get(run->store, m->id, m);
}

int do_challenge(struct pbm_run *run)
{
    struct order o = {.kind = ORDER_CREATE};
    struct guest g[STORE_SEATS_MAX];
    int level = 3;
    int n = run->args_n;
    if (n < 2) {
        (void)pbm_refuse(run, "A challenge names all players:");
        pbm_syntax(run->r, run->c->row, run->game);
        return 0;
    }
    if (!read_options(run, &o, &level))
        return 0;
    for (int i = 0; i < n; i++) {
        int err = read_guest(run, run->arg[i], &g[i]);
        if (err < 0)
            return err == ERR_NOT_FOUND ? 0 : err;
        for (int j = 0; j < i; j++)
            if (g[i].player.id != 0 && g[j].player.id == g[i].player.id)
                return pbm_refuse(run, "%s is named twice.", g[i].player.name);
        if (o.asker.id == 0 || (g[i].accepts && o.asker.id != run->ask->proven.id))
            o.asker = g[i].player.id != 0 ? g[i].player : o.asker;
        o.u.create.wishes[i] = (struct wish){.kind = g[i].is_engine        ? WISH_BOT
                                                     : g[i].player.id == 0 ? WISH_OPEN
                                                                           : WISH_ASKED,
                                             .level = g[i].is_engine ? level : 0};
        snprintf(o.u.create.wishes[i].name, sizeof o.u.create.wishes[i].name, "%s",
                 g[i].player.name);
    }
    if (o.asker.id == 0)
        return pbm_refuse(run, "At least one player must be a person with a userid.");
    int err = run_order(run, &o);
    if (err <= 0)
        return err;
    struct store_match m;
    err = store_match_get(run->store, o.out.match, &m);
    if (err < 0)
        return err;
    reply_say(run->r, "Board %lld of %s.", (long long)m.id, run->game->title);
    err = settle_guests(run, &m, g, n);
    if (err == 0)
        err = show_match(run->r, run->w, &m, -1);
    return err;
}

int do_accept(struct pbm_run *run)
{
    struct store_match m;
    int seat = 0;
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    if (m.state == MATCH_RUNNING && show_seat_of(&m, run->who.id) != 0)
        return do_move(run); /* an offer on the board is answered with the same word */
    if (m.state != MATCH_OPEN)
        return pbm_refuse(run, "Board %s waits for nobody.", run->arg[0]);
    seat = challenges_asked(&m, run->who.id);
    if (seat == 0) {
        for (int i = m.seats_n; i >= 1; i--)
            if (m.seats[i - 1].kind == SEAT_OPEN && m.seats[i - 1].player.id == 0)
                seat = i;
        if (seat == 0 && show_seat_of(&m, run->who.id) == 0)
            return pbm_refuse(run, "You are not asked for board %s, and no seat is open.",
                              run->arg[0]);
    }
    err = join_as(run, &m, seat, &run->who);
    if (err <= 0)
        return err;
    reply_say(run->r, "You have accepted.");
    err = store_match_get(run->store, m.id, &m);
    if (err == 0)
        err = show_match(run->r, run->w, &m, -1);
    if (err == 0)
        show_answers(run->r, &m, run->who.id);
    return err;
}

int do_decline(struct pbm_run *run)
{
    struct store_match m;
    struct order o = {.kind = ORDER_ABORT};
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    if (challenges_asked(&m, run->who.id) != 0)
        o.kind = ORDER_DECLINE;
    else if (m.state != MATCH_OPEN || show_seat_of(&m, run->who.id) == 0)
        return pbm_refuse(run, "You are not asked for board %s.", run->arg[0]);
    o.match = m.id;
    o.asker = run->who;
    err = run_order(run, &o);
    if (err > 0)
        reply_say(run->r, "You have declined; board %s is called off.", run->arg[0]);
    return err < 0 ? err : 0;
}

/* --- a match as a whole --- */

/* What an order does to the match, and the match as it is then. */
static int do_order(struct pbm_run *run, enum order_kind kind, enum offer_act act,
                    const char *sentence)
{
    struct store_match m;
    struct order o = {.kind = kind, .asker = run->who};
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    o.match = m.id;
    o.u.offer = act;
    err = run_order(run, &o);
    if (err <= 0)
        return err;
    reply_say(run->r, "%s", sentence);
    err = store_match_get(run->store, m.id, &m);
    return err < 0 ? err : show_match(run->r, run->w, &m, -1);
}

int do_resign(struct pbm_run *run)
{
    return do_order(run, ORDER_RESIGN, OFFER_ASK, "You have resigned.");
}

int do_claim(struct pbm_run *run)
{
    return do_order(run, ORDER_CLAIM, OFFER_ASK, "The time has run out.");
}

int do_pause(struct pbm_run *run)
{
    return do_order(run, ORDER_PAUSE, OFFER_ASK, "You agree to stop the clocks.");
}

int do_resume(struct pbm_run *run)
{
    return do_order(run, ORDER_RESUME, OFFER_ASK, "The clocks go on.");
}

int do_chat(struct pbm_run *run)
{
    struct store_match m;
    struct order o = {.kind = ORDER_CHAT, .asker = run->who};
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    const char *text = run->c->body + strspn(run->c->body, " \t\r\n");
    if (*text == '\0')
        return pbm_refuse(run, "The mail has no text to pass on.");
    /* As many characters as a line of chat may have; the rest is cut. */
    size_t n = 0;
    for (int chars = 0; text[n] != '\0' && n < sizeof o.u.chat - 1; n++) {
        chars += ((unsigned char)text[n] & 0xc0) != 0x80;
        if (chars > SERVICE_CHAT_CHARS_MAX)
            break;
    }
    while (n > 0 && strchr(" \t\r\n", text[n - 1]) != NULL)
        n--;
    snprintf(o.u.chat, sizeof o.u.chat, "%.*s", (int)n, text);
    o.match = m.id;
    err = run_order(run, &o);
    if (err > 0)
        reply_say(run->r, "Your words were passed on.");
    return err < 0 ? err : 0;
}

/* do_match.c - challenges, and commands on a whole match: accept, decline, resign, chat. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "record/textboard.h"
#include "service/core/order.h"
#include "service/matches/challenges.h"
#include "service/matches/seats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs an order as a player; 1 when it is done, 0 when it was refused (said in the reply). */
static int run_order(struct pbm_run *run, struct order *o)
{
    int err = batch_run(run->w, o);
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

static void say_clocks(struct reply *r)
{
    reply_say(r, "  -clock=3d          3 days for each move");
    reply_say(r, "  -clock=30d+1d      30 days for all moves, and a day more with each move");
    reply_say(r, "  -clock=30d+1d<60d  the same, but never more than 60 days");
    reply_say(r, "  -clock=10m+3x30s   10 minutes, then 3 periods of 30 seconds");
    reply_say(r,
              "The units are d (days), h (hours), m (minutes) and s (seconds). Without -clock the"
              " match has no clock.");
}

static void say_sizes(struct reply *r, const struct game *g)
{
    reply_say(r, "  -size=%d    %s%d to %d", g->size_min + 4,
              g->size_step == 2 ? "odd, from " : "from ", g->size_min, g->size_max);
    if (g->rectangular)
        reply_say(r, "  -size=%dx%d  columns and rows", g->size_min + 4, g->size_min + 3);
}

enum option_read { OPTION_GOOD, OPTION_UNKNOWN, OPTION_BAD /* the right forms were said */ };

static enum option_read read_option(struct pbm_run *run, const char *name, const char *value,
                                    struct order *o, int *level)
{
    struct setup *s = &o->u.create.setup;
    if (text_same_nocase(name, "size")) {
        if (read_size(value, s))
            return OPTION_GOOD;
        (void)pbm_refuse(run, "\"%.30s\" is not a size. Write:", value);
        say_sizes(run->r, run->game);
        return OPTION_BAD;
    }
    if (text_same_nocase(name, "clock")) {
        if (value[0] != '\0' && clock_parse(value, &o->u.create.clock) == 0)
            return OPTION_GOOD;
        (void)pbm_refuse(run, "\"%.30s\" is not a clock. Write one of:", value);
        say_clocks(run->r);
        return OPTION_BAD;
    }
    if (text_same_nocase(name, "level")) {
        *level = (int)words_number(value);
        if (*level >= 1 && *level <= SERVICE_LEVEL_MAX)
            return OPTION_GOOD;
        (void)pbm_refuse(run, "\"%.30s\" is not a level. Write -level=1 to -level=%d.", value,
                         SERVICE_LEVEL_MAX);
        return OPTION_BAD;
    }
    if (text_same_nocase(name, "jacked") && (run->game->options & OPTION_JACKED))
        s->options |= OPTION_JACKED;
    else if (text_same_nocase(name, "noswap") && (run->game->options & OPTION_SWAP))
        s->options &= (uint8_t)~OPTION_SWAP;
    else if (text_same_nocase(name, "rated"))
        o->u.create.rated = true;
    else if (text_same_nocase(name, "claim"))
        o->u.create.clock.claim = true;
    else if (!text_same_nocase(name, "unrated") && !text_same_nocase(name, "password"))
        return OPTION_UNKNOWN;
    return OPTION_GOOD;
}

/* The setup that the options ask for; false after a refusal. */
static bool read_options(struct pbm_run *run, struct order *o, int *level)
{
    struct setup *s = &o->u.create.setup;
    char why_buf[200];
    struct text why;
    const struct words *w = &run->c->words;
    *s = setup_default(run->game->id);
    s->players = (uint8_t)run->args_n;
    for (int i = 0; i < w->options_n; i++) {
        bool claim = o->u.create.clock.claim; /* it may stand before the clock */
        enum option_read read = read_option(run, w->option[i].name, w->option[i].value, o, level);
        o->u.create.clock.claim = o->u.create.clock.claim || claim;
        if (read == OPTION_UNKNOWN) {
            (void)pbm_refuse(run, "%s has no option -%.30s. Write:", run->game->title,
                             w->option[i].name);
            pbm_syntax(run->r, run->c->row, run->game);
        }
        if (read != OPTION_GOOD)
            return false;
    }
    text_init(&why, why_buf, sizeof why_buf);
    if (o->u.create.clock.kind == CLOCK_NONE)
        o->u.create.clock.claim = false;
    if (clock_check(&o->u.create.clock, NULL) < 0) {
        (void)pbm_refuse(run,
                         "That clock is too short or too long. A time for each move is at least"
                         " one second and at most 60 days, a bank at most 365 days. Write one"
                         " of:");
        say_clocks(run->r);
        return false;
    }
    if (setup_check(s, &why) < 0) {
        (void)pbm_refuse(run, "Unknown board: %s", why_buf);
        return false;
    }
    return true;
}

/* A password that is given must be right: a match must not begin otherwise than its sender
 * meant. */
static bool check_password(struct pbm_run *run)
{
    if (!run->c->wrong_password || run->c->proved != 0)
        return true;
    (void)pbm_refuse(run,
                     "The password of -password=... belongs to none of the players whom you named."
                     " Nothing was done. Write the mail password of one of them, or leave it"
                     " out:");
    pbm_syntax(run->r, run->c->row, run->game);
    return false;
}

struct guest {
    struct store_player player; /* id 0: anyone */
    bool is_engine, accepts, can_mail;
};

/* The player whom a word of the challenge means, and whether they have accepted by sending it. */
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
    err = prove_owns(run, id, &g->accepts);
    g->accepts = g->accepts || id == run->c->proved || id == run->ask->proven.id;
    if (err == 0)
        err = mailbox_player_get(run->store, id, &settings);
    if (err == ERR_NOT_FOUND)
        return 0; /* a player of the page, without mail */
    if (err < 0)
        return err;
    g->can_mail = true;
    if (settings.signed_off) {
        (void)pbm_refuse(run, "%s has signed off and cannot be challenged.", g->player.name);
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
        (void)pbm_refuse(run, "A challenge must name all players. Write:");
        pbm_syntax(run->r, run->c->row, run->game);
        return 0;
    }
    if (!read_options(run, &o, &level) || !check_password(run))
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
        pbm_show_later(run, m.id);
    return err;
}

int do_match_join(struct pbm_run *run, const struct store_match *m)
{
    int seat = seats_asked(m, run->who.id);
    if (m->state != MATCH_OPEN)
        return pbm_refuse(run, "Board %s does not wait for anybody: the match is %s.", run->arg[0],
                          m->state == MATCH_ABORTED ? "called off" : match_state_name[m->state]);
    if (seat == 0) {
        for (int i = m->seats_n; i >= 1; i--)
            if (m->seats[i - 1].kind == SEAT_OPEN && m->seats[i - 1].player.id == 0)
                seat = i;
        if (seat == 0 && show_seat_of(m, run->who.id) == 0)
            return pbm_refuse(run, "You are not invited to board %s, and no seat is free.",
                              run->arg[0]);
    }
    int err = join_as(run, m, seat, &run->who);
    if (err <= 0)
        return err;
    reply_say(run->r, "You have accepted.");
    pbm_show_later(run, m->id);
    return 0;
}

static int call_off(struct pbm_run *run, const struct store_match *m, enum order_kind kind,
                    const char *done)
{
    struct order o = {.kind = kind, .match = m->id, .asker = run->who};
    int err = run_order(run, &o);
    if (err > 0)
        reply_say(run->r, "%s Board %lld is called off.", done, (long long)m->id);
    return err < 0 ? err : 0;
}

int do_match_decline(struct pbm_run *run, const struct store_match *m)
{
    if (seats_asked(m, run->who.id) != 0)
        return call_off(run, m, ORDER_DECLINE, "You have declined.");
    if (m->state != MATCH_OPEN || show_seat_of(m, run->who.id) == 0)
        return pbm_refuse(run, "You are not invited to board %s.", run->arg[0]);
    return call_off(run, m, ORDER_ABORT, "You have declined.");
}

int do_withdraw(struct pbm_run *run)
{
    struct store_match m;
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    if (m.state == MATCH_RUNNING && show_seat_of(&m, run->who.id) != 0)
        return pbm_refuse(
            run, "The match on board %s has begun. `%s resign %s %s password` gives it up.",
            run->arg[0], m.game, run->arg[0], run->who.name);
    if (m.state != MATCH_OPEN || (show_seat_of(&m, run->who.id) == 0 && m.creator != run->who.id))
        return pbm_refuse(run, "You have no challenge on board %s that you could withdraw.",
                          run->arg[0]);
    return call_off(run, &m, ORDER_ABORT, "You have withdrawn your challenge.");
}

/* --- a match as a whole --- */

/* Submits an order about the match, and reads the match again. */
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
    pbm_show_later(run, m.id);
    return 0;
}

int do_resign(struct pbm_run *run)
{
    return do_order(run, ORDER_RESIGN, OFFER_ASK, "You have resigned.");
}

int do_claim(struct pbm_run *run)
{
    return do_order(run, ORDER_CLAIM, OFFER_ASK, "You have claimed the win on time.");
}

int do_pause(struct pbm_run *run)
{
    struct store_match m;
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    return do_order(run, ORDER_PAUSE, OFFER_ASK,
                    m.pause_seat != 0 && m.pause_seat != show_seat_of(&m, run->who.id)
                        ? "You agree to stop the clocks."
                        : "You have asked to stop the clocks.");
}

int do_resume(struct pbm_run *run)
{
    return do_order(run, ORDER_RESUME, OFFER_ASK, "You have restarted the clocks.");
}

int do_chat(struct pbm_run *run)
{
    struct store_match m;
    struct order o = {.kind = ORDER_CHAT, .asker = run->who};
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    char *clean = NULL;
    if (run->c->body[strspn(run->c->body, " \t\r\n")] == '\0')
        return pbm_refuse(run, "The mail has no text. Write your message in the text of the mail.");
    err = pbm_forward(run, run->c->body, &clean);
    if (err < 0)
        return err;
    const char *text = clean + strspn(clean, " \t\r\n");
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
    free(clean);
    o.match = m.id;
    err = run_order(run, &o);
    if (err > 0)
        reply_say(run->r, "Your message was sent: %s", o.u.chat);
    return err < 0 ? err : 0;
}

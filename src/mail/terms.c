/* terms.c - the terms of a match before it begins, in words: game, size, players, options, clock,
 * start. The mail that brings a challenge and `show` of a match that has not begun print the same
 * lines. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "base/times.h"
#include "record/textboard.h"
#include "service/core/view.h"
#include "service/matches/challenges.h"
#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 300 };

static void add_time(struct text *t, int64_t ms)
{
    static const struct {
        const char *name;
        int64_t ms;
    } units[] = {{" day", DAY_MS},
                 {" hour", HOUR_MS},
                 {" minute", MINUTE_MS},
                 {" second", SECOND_MS},
                 {" ms", 1}};
    size_t i = 0;
    while (i + 1 < ARRAY_LEN(units) && (ms == 0 || ms % units[i].ms != 0))
        i++;
    text_int(t, ms / units[i].ms);
    text_str(t, units[i].name);
    if (units[i].ms > 1 && ms != units[i].ms)
        text_char(t, 's');
}

void show_clock(const struct clock_rule *r, struct text *t)
{
    switch (r->kind) {
    case CLOCK_DAYS:
    case CLOCK_SIMPLE:
        add_time(t, r->move_ms);
        text_str(t, " for each move");
        break;
    case CLOCK_FISCHER:
        add_time(t, r->main_ms);
        text_str(t, " for all moves, and ");
        add_time(t, r->add_ms);
        text_str(t, " more with each move");
        if (r->cap_ms != 0) {
            text_str(t, ", never more than ");
            add_time(t, r->cap_ms);
        }
        break;
    case CLOCK_BYOYOMI:
        add_time(t, r->main_ms);
        text_str(t, ", then ");
        text_int(t, r->periods);
        text_str(t, r->periods == 1 ? " period of " : " periods of ");
        add_time(t, r->move_ms);
        break;
    default:
        text_str(t, "none");
        return;
    }
    if (r->claim)
        text_str(t, "; an opponent must claim the win on time");
}

void show_seat(const struct store_seat *seat, struct text *t)
{
    if (seat->player.id != 0) {
        text_str(t, seat->player.name);
    } else if (seat->kind == SEAT_ASKED) {
        text_str(t, "(reserved for ");
        text_str(t, seat->asked.name);
        text_char(t, ')');
    } else {
        text_str(t, seat->kind == SEAT_INVITE ? "(reserved for an invitation)" : "(free)");
    }
}

/* "bob (player 2, White): has not answered yet". */
static void say_player(struct reply *r, const struct store_match *m, const struct setup *s,
                       int seat, int64_t viewer)
{
    char buf[LINE_BYTES];
    struct text t;
    const struct store_seat *v = &m->seats[seat - 1];
    text_init(&t, buf, sizeof buf);
    text_str(&t, v->kind == SEAT_ASKED && v->player.id == 0 ? v->asked.name : "");
    if (t.len == 0)
        show_seat(v, &t);
    text_str(&t, " (player ");
    text_int(&t, seat);
    if (games[s->game]->sides == SIDES_COLOURS) {
        text_str(&t, ", ");
        text_str(&t, textboard_side(s, seat));
    }
    text_str(&t, seat == 1 && m->start_ply == 0 ? ", moves first)" : ")");
    if (v->level > 0) {
        text_str(&t, ", level ");
        text_int(&t, v->level);
    }
    if (viewer != 0 && (v->player.id == viewer || v->asked.id == viewer))
        text_str(&t, ": you");
    else if (v->kind == SEAT_ASKED && v->player.id == 0)
        text_str(&t, ": has not answered yet");
    reply_say(r, "  %-9s %s", seat == 1 ? "Players:" : "", buf);
}

static void say_options(struct reply *r, const struct game *g, const struct store_match *m)
{
    if (g->options & OPTION_SWAP)
        reply_say(r, "  Options:  %s",
                  m->swap && m->start_ply <= 1
                      ? "instead of a first stone, the second player may swap colours"
                      : "no swap");
    else if (g->options & OPTION_JACKED)
        reply_say(r, "  Options:  %s",
                  m->jacked ? "jacked stacks count one for their occupant (-jacked)"
                            : "jacked stacks do not count");
    else
        reply_say(r, "  Options:  none in this game");
}

static void say_clock(struct reply *r, const struct store_match *m)
{
    char buf[LINE_BYTES];
    struct text t;
    struct clock_rule rule;
    text_init(&t, buf, sizeof buf);
    if (clock_parse(m->clock, &rule) < 0) {
        text_str(&t, m->clock);
    } else {
        show_clock(&rule, &t);
        if (rule.kind == CLOCK_NONE)
            text_str(&t, "; take your time");
    }
    reply_say(r, "  Clock:    %s", buf);
}

void show_terms(struct reply *r, const struct store_match *m, int64_t viewer)
{
    struct setup s;
    const struct game *g = game_find(m->game);
    if (g == NULL || match_setup(m, &s) < 0)
        return;
    reply_say(r, "  Board:    %lld", (long long)m->id);
    reply_say(r, "  Game:     %s, by %s", g->title, g->designer);
    reply_say(r, "  Size:     %dx%d", m->width, m->height);
    for (int i = 1; i <= m->seats_n; i++)
        say_player(r, m, &s, i, viewer);
    say_options(r, g, m);
    reply_say(r, "  Rated:    %s", m->rated ? "yes, the result changes your ratings" : "no");
    say_clock(r, m);
    if (m->start_ply == 0)
        reply_say(r, "  Start:    an empty board");
    else
        reply_say(r, "  Start:    the position below, after %d %s (#%d)", m->start_ply,
                  m->start_ply == 1 ? "ply" : "plies", m->start_ply);
    if (m->is_private)
        reply_say(r, "  Private:  only its players see it");
    if (m->delay_plies != 0)
        reply_say(r, "  Delay:    spectators see each move %d plies later", m->delay_plies);
    else if (m->delay_ms != 0) {
        char buf[LINE_BYTES];
        struct text t;
        text_init(&t, buf, sizeof buf);
        add_time(&t, m->delay_ms);
        reply_say(r, "  Delay:    spectators see each move %s later", buf);
    }
}

/* show.c - matches as text: titles, boards, moves, whose turn it is, how to answer. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "record/textboard.h"
#include "service/core/view.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TITLE_BYTES = 400 };

static int side_of(const struct store_match *m, int seat)
{
    return m->swapped ? 3 - seat : seat;
}

int show_seat_of(const struct store_match *m, int64_t player)
{
    for (int i = 0; player != 0 && i < m->seats_n; i++)
        if (m->seats[i].player.id == player)
            return i + 1;
    return 0;
}

static void title(const struct store_match *m, struct text *t)
{
    struct setup s;
    const struct game *g = game_find(m->game);
    text_str(t, "Board ");
    text_int(t, m->id);
    text_str(t, ", ");
    text_str(t, g != NULL ? g->title : m->game);
    text_char(t, ' ');
    text_int(t, m->width);
    text_char(t, 'x');
    text_int(t, m->height);
    if (m->jacked)
        text_str(t, " jacked");
    text_str(t, ": ");
    bool known = match_setup(m, &s) == 0;
    for (int i = 0; i < m->seats_n; i++) {
        if (i > 0)
            text_str(t, ", ");
        show_seat(&m->seats[i], t);
        if (known && m->state != MATCH_OPEN) {
            text_str(t, " (");
            text_str(t, textboard_side(&s, side_of(m, i + 1)));
            text_char(t, ')');
        }
    }
}

void show_title(struct reply *r, const struct store_match *m)
{
    char buf[TITLE_BYTES];
    struct text t;
    text_init(&t, buf, sizeof buf);
    title(m, &t);
    reply_say(r, "%s", buf);
}

void show_line(struct reply *r, const struct store_match *m)
{
    char buf[TITLE_BYTES];
    struct text t;
    text_init(&t, buf, sizeof buf);
    title(m, &t);
    if (m->state == MATCH_RUNNING) {
        text_str(&t, "; #");
        text_int(&t, m->ply);
        if (!m->hidden) {
            text_str(&t, ", ");
            text_str(&t, m->seats[m->turn_seat - 1].player.name);
            text_str(&t, " to move");
        }
    } else if (m->state == MATCH_FINISHED) {
        text_str(&t, "; ");
        text_str(&t, m->winner_seat != 0 ? m->seats[m->winner_seat - 1].player.name : "nobody");
        text_str(&t, " has won");
    } else {
        text_str(&t, m->state == MATCH_OPEN ? "; waits for players" : "; called off");
        if (m->state == MATCH_OPEN && m->rated)
            text_str(&t, "; rated");
        if (m->state == MATCH_OPEN && m->clock[0] != '\0') {
            text_str(&t, "; clock ");
            text_str(&t, m->clock);
        }
    }
    reply_say(r, "%s", buf);
}

struct moves {
    struct position *p;
    int until;
    struct reply *r;
    char line[120];
    int err;
};

static void flush_moves(struct moves *v)
{
    if (v->line[0] != '\0')
        reply_say(v->r, "  %s", v->line);
    v->line[0] = '\0';
}

static void on_move(void *context, const struct store_move *row)
{
    struct moves *v = context;
    move_t m;
    char word[32];
    if (v->err < 0 || (v->until >= 0 && row->ply > v->until))
        return;
    if (move_parse(row->move, v->p->setup.width, v->p->setup.height, &m) < 0 ||
        position_play(v->p, m) != VERDICT_OK) {
        v->err = ERR_ILLEGAL;
        return;
    }
    snprintf(word, sizeof word, "%d. %s  ", row->ply, row->move);
    if (strlen(v->line) + strlen(word) > 74)
        flush_moves(v);
    memcpy(v->line + strlen(v->line), word, strlen(word) + 1);
}

static void say_turn(struct reply *r, const struct store_match *m)
{
    char until[32] = "";
    struct tm at;
    time_t deadline = (time_t)(m->deadline / 1000);
    const char *name = m->seats[m->turn_seat - 1].player.name;
    if (m->deadline != 0 && gmtime_r(&deadline, &at) != NULL)
        (void)strftime(until, sizeof until, "%Y-%m-%d %H:%M", &at);
    reply_say(r, "%s is to move.", name);
    if (until[0] != '\0')
        reply_say(r, "The clock is %s; %s has time until %s UTC.", m->clock, name, until);
    else if (m->clock[0] != '\0')
        reply_say(r, "The clock is %s; it stands still%s.", m->clock,
                  m->paused ? " for a pause" : "");
    if (m->pause_seat != 0)
        reply_say(r, "%s asks to stop the clocks. Answer `accept` or `reject`.",
                  m->seats[m->pause_seat - 1].player.name);
}

static void say_status(struct reply *r, const struct store_match *m, const struct position *p,
                       bool now)
{
    char buf[TITLE_BYTES];
    struct text t;
    text_init(&t, buf, sizeof buf);
    if (m->state == MATCH_OPEN) {
        reply_say(r, "It has not begun, because not all players have accepted.");
        reply_say(r, "%s", "");
        show_terms(r, m, 0);
        return;
    }
    if (now && m->state == MATCH_ABORTED) {
        reply_say(r, "It was called off and does not count.");
        return;
    }
    if (!now || m->reason == END_NONE || m->reason == END_RULES)
        textboard_status(p, &t);
    if (now && m->state == MATCH_FINISHED && m->reason == END_RESIGN)
        text_str(&t, "It ended by resignation.");
    if (now && m->state == MATCH_FINISHED && m->reason == END_TIME)
        text_str(&t, "Time ran out.");
    if (now && m->state == MATCH_FINISHED && m->reason == END_LEFT)
        text_str(&t, "A player left, and the match was claimed.");
    if (now && m->state == MATCH_FINISHED && m->reason == END_DRAW)
        text_str(&t, "A draw was agreed.");
    reply_say(r, "%s", buf);
    if (now && m->state == MATCH_RUNNING && !m->hidden)
        say_turn(r, m);
    if (now && m->state == MATCH_FINISHED && m->winner_seat != 0)
        reply_say(r, "%s has won.", m->seats[m->winner_seat - 1].player.name);
    if (now && m->draw_seat != 0)
        reply_say(r, "%s offers a draw.", m->seats[m->draw_seat - 1].player.name);
    if (now && m->takeback_seat != 0)
        reply_say(r, "%s asks to take back to #%d, the position after %d plies.",
                  m->seats[m->takeback_seat - 1].player.name, m->takeback_ply - 1,
                  m->takeback_ply - 1);
}

int show_match(struct reply *r, struct store *store, const struct store_match *m, int ply)
{
    struct setup setup;
    struct moves v = {.until = ply >= 0 ? ply : m->ply};
    if (ply > m->ply)
        ply = m->ply;
    v.p = malloc(sizeof *v.p);
    if (v.p == NULL)
        return ERR_NO_MEMORY;
    struct reply moves; /* they stand below the board */
    reply_init(&moves);
    v.r = &moves;
    int err = match_setup(m, &setup);
    if (err == 0)
        err = position_start(v.p, &setup);
    if (err == 0)
        err = store_moves(store, m->id, on_move, &v);
    if (err == 0)
        err = v.err;
    flush_moves(&v);
    struct store_match seen = *m; /* the colours are those of the board below (R7) */
    if (err == 0)
        seen.swapped = v.p->swapped;
    show_title(r, &seen);
    reply_say(r, "%s", "");
    if (err == 0) {
        reply_board(r, v.p);
        reply_say(r, "%s", "");
        reply_append(r, &moves);
        say_status(r, m, v.p, ply < 0 || ply == m->ply);
    } else if (err == ERR_ILLEGAL || err == ERR_RANGE) {
        reply_say(r, "Its record cannot be replayed.");
        err = 0;
    }
    reply_done(&moves);
    free(v.p);
    return err;
}

bool show_example(const struct position *p, bool red, char out[MOVE_TEXT_BYTES])
{
    move_t legal[MOVES_MAX];
    int best = -1;
    int n = position_legal(p, legal);
    /* Near d4, which most boards have; any other place would do as well. */
    for (int i = 0; i < n; i++) {
        if (!move_is_point(legal[i]) || move_is_red(legal[i]) != red)
            continue;
        int x = move_point(legal[i]) % p->setup.width - 3;
        int y = move_point(legal[i]) / p->setup.width - 3;
        int distance = x * x + y * y;
        if (best < 0 || distance < best) {
            best = distance;
            (void)move_print(legal[i], p->setup.width, out);
        }
    }
    return best >= 0;
}

int show_answers(struct reply *r, struct store *store, const struct store_match *m, int64_t player)
{
    char example[MOVE_TEXT_BYTES] = "pass";
    char red[MOVE_TEXT_BYTES];
    char more[80] = "";
    int seat = show_seat_of(m, player);
    if (m->state != MATCH_RUNNING || seat == 0 || m->seats[m->turn_seat - 1].player.id != player)
        return 0;
    struct position *p = malloc(sizeof *p);
    if (p == NULL)
        return ERR_NO_MEMORY;
    int err = batch_replay(store, m, p);
    if (err == 0 && !show_example(p, false, example) && show_example(p, true, red))
        memcpy(example, red, sizeof example);
    else if (err == 0 && show_example(p, true, red))
        snprintf(more, sizeof more, ", or %s for a red stone", red);
    if (err == 0 && position_judge(p, MOVE_SWAP) == VERDICT_OK)
        snprintf(more + strlen(more), sizeof more - strlen(more), ", or swap");
    if (err == 0 && position_judge(p, MOVE_PASS) == VERDICT_OK && strcmp(example, "pass") != 0)
        snprintf(more + strlen(more), sizeof more - strlen(more), ", or pass");
    bool draws = err == 0 && games[p->setup.game]->has_draws;
    free(p);
    if (err < 0)
        return err == ERR_ILLEGAL ? 0 : err;
    reply_say(r, "%s", "");
    reply_say(r,
              "It is your turn. Answer this mail with your move in the first line, such as %s%s.",
              example, more);
    reply_say(r, "Or send a mail with the Subject");
    reply_say(r, "  %s move %lld %s password %s#%d", m->game, (long long)m->id,
              m->seats[seat - 1].player.name, example, m->ply);
    reply_say(r, "where #%d is the number of plies that had been played when you chose.", m->ply);
    reply_say(r, "Instead of a move you can write resign, undo%s, or chat with your text below it.",
              draws ? ", propose (to offer a draw)" : "");
    return 0;
}

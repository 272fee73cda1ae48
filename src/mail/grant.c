/* grant.c - whether the proof of a seat that came with a mail (keys.h) still counts: for a few
 * plies and KEYS_SEAT_DAYS, not after it was seen in somebody else's hands. */
#include "mail/pbm_int.h"

#include "base/err.h"
#include "mail/reading/privacy.h"
#include "platform/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 2 /* of all players, for which a proof counts */ };

struct owners {
    int64_t player;
    bool mine, others; /* the address belongs to this player; to another */
};

static void on_owner(void *context, int64_t id)
{
    struct owners *o = context;
    o->mine = o->mine || id == o->player;
    o->others = o->others || id != o->player;
}

/* The mark of a revoked proof, among the Message-IDs that were seen: they are kept for longer than
 * a proof counts. */
static void mark_of(const struct keys_seat *seat, char out[PBM_ID_BYTES])
{
    snprintf(out, PBM_ID_BYTES, "revoked %s", seat->hash);
}

int grant_revoke(struct store *store, const struct keys_seat *seat, int64_t now)
{
    char mark[PBM_ID_BYTES];
    mark_of(seat, mark);
    int err = mailbox_seen(store, mark, now);
    return err == ERR_CONFLICT ? 0 : err;
}

static void refuse(struct pbm_ask *a, const struct store_match *m, const char *what)
{
    snprintf(a->why, sizeof a->why,
             "%s Nothing was done. Answer our newest mail about board %lld, or send a mail with the"
             " Subject `%s move %lld userid password move`.",
             what, (long long)m->id, m->game, (long long)m->id);
}

/* A proof that was given in a mail, and not by a caller within this program. */
static int check_given(struct pbm_ask *a, struct store *store, const struct store_match *m,
                       const struct owners *o)
{
    char mark[PBM_ID_BYTES];
    char what[160];
    const struct keys_seat *g = &a->grant;
    int plies = ROUNDS * (m->seats_n > 1 ? m->seats_n : 2);
    mark_of(g, mark);
    int err = mailbox_was_seen(store, mark);
    if (err == ERR_CONFLICT)
        refuse(a, m, "This reply address was revoked, because somebody else had it.");
    else if (err == 0 && !o->mine && (o->others || a->from_proven)) {
        a->is_stranger = true;
        snprintf(
            a->why, sizeof a->why,
            "This reply address belongs to another player, or %.200s is not a confirmed address of"
            " this player (`help add`). Nothing was done, and the reply address works no more.",
            a->from);
    } else if (err == 0 && clock_unix_ms() / 1000 - g->at > KEYS_SEAT_DAYS * INT64_C(86400)) {
        snprintf(what, sizeof what, "This reply address is older than %d days.", KEYS_SEAT_DAYS);
        refuse(a, m, what);
    } else if (err == 0 && m->ply > g->ply + plies) {
        snprintf(what, sizeof what, "This reply address was for #%d, and the match is at #%d now.",
                 g->ply, m->ply);
        refuse(a, m, what);
    }
    return err == ERR_CONFLICT ? 0 : err;
}

/* Whether a subject is that of our mail about the match: "GAME board 12: your turn", or nothing.
 * One with a command is none. */
static bool is_answered(const char *subject, const struct keys_seat *seat)
{
    struct words w;
    char number[16];
    if (words_split(subject, &w) < 0 || w.n == 0)
        return w.n == 0;
    if (w.n < 3 || game_find(w.word[0]) == NULL || !text_same_nocase(w.word[1], "board"))
        return false;
    size_t n = strspn(w.word[2], "0123456789");
    snprintf(number, sizeof number, "%.*s", n < sizeof number ? (int)n : 0, w.word[2]);
    return w.word[2][n] == ':' && words_number(number) == seat->match;
}

/* The mail that was answered knows its reply address. */
static void on_answered(void *context, const struct mailbox_mail *l)
{
    struct pbm_ask *a = context;
    struct keys_seat seat;
    if (keys_find_seat(a->site->key, l->reply_to, &seat) == KEYS_RIGHT &&
        is_answered(a->subject, &seat))
        a->grant = seat;
}

int grant_check(struct pbm_ask *a, struct store *store)
{
    struct store_match m;
    int err = a->answered != 0 ? mailbox_mail(store, a->answered, on_answered, a) : 0;
    struct owners o = {.player = a->grant.player};
    if (a->grant.match == 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    err = store_match_get(store, a->grant.match, &m);
    if (err == 0 && a->from[0] != '\0')
        err = mailbox_owners(store, a->from, on_owner, &o);
    if (err < 0)
        return err;
    a->from_seat = o.mine;
    if (a->grant_is_weak && !o.mine)
        a->grant = (struct keys_seat){.match = 0};
    else if (a->grant.hash[0] != '\0')
        err = check_given(a, store, &m, &o);
    return err;
}

/* --- where it is found --- */

void grant_find(struct pbm_ask *a, const char *const carriers[GRANT_CARRIERS_N])
{
    const unsigned char *key = a->site->key;
    for (int i = 0; i < GRANT_CARRIERS_N; i++) {
        enum keys_found found =
            i != GRANT_THREAD ? keys_find_seat(key, carriers[i], &a->grant) : KEYS_NONE;
        a->grant_is_weak = i >= GRANT_SUBJECT;
        if (found == KEYS_RIGHT)
            break;
        a->grant_is_wrong = a->grant_is_wrong || (found == KEYS_WRONG && !a->grant_is_weak);
        a->grant = (struct keys_seat){.match = 0};
    }
    bool none = a->grant.match == 0;
    a->grant_is_old = none && !a->grant_is_wrong &&
                      (keys_is_reply(carriers[GRANT_RECIPIENT], a->site->address) ||
                       keys_is_reply(carriers[GRANT_RECIPIENTS], a->site->address));
    a->grant_is_wrong = none && (a->grant_is_wrong || a->grant_is_old);
    a->answered = a->grant.match == 0 ? keys_find_mail(key, carriers[GRANT_THREAD]) : 0;
}

int64_t grant_next_at(struct work *w, const struct pbm_ask *a)
{
    int64_t now = batch_now(w) / 1000;
    bool same = a->grant.hash[0] != '\0' && now <= a->grant.at;
    return same ? a->grant.at + 1 : now;
}

int grant_reply_address(struct work *w, const struct pbm_ask *a, char *out, size_t size)
{
    struct store_match m;
    struct keys_seat seat = a->grant;
    out[0] = '\0';
    if (seat.match == 0 || !a->from_seat || a->is_stranger)
        return 0;
    int err = store_match_get(batch_store(w), seat.match, &m);
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    seat.ply = m.ply;
    seat.at = grant_next_at(w, a);
    keys_reply_address(a->site->key, a->site->address, &seat, out, size);
    return 0;
}

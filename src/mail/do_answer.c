/* do_answer.c - the commands whose words may be about a challenge or about the game: `accept` and
 * `decline` answer what waits, and `move` plays, or answers. */
#include "mail/pbm_int.h"

/* Whether the match runs, and the player sits in it: an offer on the board is meant. */
static bool plays(const struct pbm_run *run, const struct store_match *m)
{
    return m->state == MATCH_RUNNING && show_seat_of(m, run->who.id) != 0;
}

int do_accept(struct pbm_run *run)
{
    struct store_match m;
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    return plays(run, &m) ? do_play_answer(run, &m, true) : do_match_join(run, &m);
}

int do_decline(struct pbm_run *run)
{
    struct store_match m;
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    return plays(run, &m) ? do_play_answer(run, &m, false) : do_match_decline(run, &m);
}

int do_move(struct pbm_run *run)
{
    struct store_match m;
    int err = pbm_match(run, run->arg[0], &m);
    if (err < 0)
        return err;
    const char *word = run->arg[3];
    bool yes = text_same_nocase(word, "accept");
    bool no = text_same_nocase(word, "reject");
    if (m.state == MATCH_OPEN && (yes || no))
        return yes ? do_match_join(run, &m) : do_match_decline(run, &m);
    if (m.state == MATCH_OPEN)
        return pbm_refuse(run,
                          "The match on board %s has not begun, because not everybody has accepted."
                          " To answer the challenge, write `accept` or `decline`.",
                          run->arg[0]);
    if (text_same_nocase(word, "resign"))
        return do_resign(run);
    return yes || no ? do_play_answer(run, &m, yes) : do_play_word(run, &m, word);
}

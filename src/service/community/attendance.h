/* attendance.h - whether the players of a match are there: they look at the board, are elsewhere on
 * the site, or have left. When a player has left a live match, another may claim it.
 *
 * A page that shows a match to one of its players listens to topic_here while it can be seen, so
 * every process knows at any time who is there (remote_presence.h). A player who was there once and
 * has had no event stream for ATTENDANCE_LEAVE_MS has left: the process that had the stream writes
 * this to the store (store/matches/absences.h), so it counts at every process and after a restart.
 *
 *     topic taken -> attendance_note;  once a second attendance_tick -> order -> event `presence`
 *
 * Players who use the API, mail or a terminal never listen to topic_here, or have moved since they
 * did: nothing is said of them, and nothing can be claimed. Nor is anybody said to have left a
 * match without a live clock; there, members are shown only if they let others see that they are
 * online (presence.h). */
#ifndef ATTENDANCE_H
#define ATTENDANCE_H
#include "service/core/reader.h"
#include "service/core/service.h"

struct attendance;
struct work;

enum {
    ATTENDANCE_LEAVE_MS = 5 * 1000, /* a page that is reloaded changes nothing */
    /* From then until the match may be claimed; longer if it has a longer grace. */
    ATTENDANCE_CLAIM_MS = 30 * 1000,
};

MUST_USE struct attendance *attendance_new(void); /* NULL when memory is short */
void attendance_free(struct attendance *a);

/* On the writer thread, between transactions. */
void attendance_tick(struct service *s);
/* w->m is over. */
MUST_USE int attendance_match_over(struct work *w);
/* ORDER_CLAIM for a win or a draw: the asker plays the seats `mine` of the running match w->m. */
MUST_USE int attendance_claim(struct work *w, unsigned mine);

/* The topic of a player's page; ERR_NOT_FOUND for others than the players of the match. Notes that
 * they are there. */
MUST_USE int reader_here_topic(struct reader *r, int64_t match, int64_t asker, struct topic *out);
/* For a player of the match (ERR_DENIED): where the others are, and when the asker may claim. */
json_t *reader_attendance(struct reader *r, int64_t match, int64_t asker, int *err);

#endif

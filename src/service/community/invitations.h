/* invitations.h - owners invite members to their team, and the organiser and the players of a
 * tournament invite members to it. The member accepts or declines; whoever wrote the invitation may
 * withdraw it. Who is invited gets a notification; players whom they have blocked cannot invite
 * them.
 *
 *     invited --accepts--> member of the team, whatever its access; in the tournament as by joining
 *             --declines, is withdrawn, or INVITATIONS_DAYS have passed--> nothing
 *
 * An ORDER_BATCH applies the functions that take a void *; the context is a struct
 * invitation_act. */
#ifndef INVITATIONS_H
#define INVITATIONS_H
#include "service/core/reader.h"
#include "service/core/service.h"

enum {
    INVITATIONS_MAX = 50,  /* that wait for one player's answer */
    INVITATIONS_OWN = 100, /* that one player has written and nobody has answered */
    INVITATIONS_DAYS = 30,
};

struct invitation_act {
    int64_t id;         /* of the team, the tournament, or the invitation */
    const char *player; /* borrowed */
};

int invitations_to_team(struct work *w, void *context);       /* out.id: the invitation */
int invitations_to_tournament(struct work *w, void *context); /* out.id: the invitation */
int invitations_accept(struct work *w, void *context);
int invitations_decline(struct work *w, void *context); /* or withdraws it */

/* {"in": [...], "out": [...]}: those that wait for the player's answer, and their own. */
MUST_USE int invitations_view(struct store *s, int64_t player, json_t *in, json_t *out);

#endif

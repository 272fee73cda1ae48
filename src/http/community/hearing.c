/* hearing.c - whether a stream may still hear its topics, after its rights have changed. */
#include "http/wire/http_int.h"

#include "base/err.h"
#include "service/community/teams.h"
#include "service/matches/spectators.h"

/* A member may be taken out of a team, and a spectator may take a seat. What a study tells has a
 * new topic when somebody may no longer hear it. */
int hearing_allowed(struct reader *reader, const struct listener *l)
{
    const struct store_player asker = {.id = l->player, .kind = PLAYER_MEMBER};
    int err = 0;
    for (int i = 0; i < l->topics_n && err == 0; i++) {
        struct topic same;
        struct topic topic = l->topics[i];
        if (topic.kind == TOPIC_KIND_TEAM)
            err = reader_team_topic(reader, topic.id, l->player, &same);
        if (err == ERR_NOT_FOUND) /* the team is deleted */
            err = ERR_DENIED;
        if (topic.kind == TOPIC_KIND_SPECTATORS)
            err = reader_spectators_topic(reader, topic.id, &asker, NULL, &same);
        if (err == ERR_NOT_FOUND) /* a private match, to which it had an invitation */
            err = 0;
    }
    return err;
}

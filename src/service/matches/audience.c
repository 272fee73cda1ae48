#include "service/matches/audience.h"

#include "service/matches/delay.h"
#include "service/matches/seats.h"
#include <sodium.h>
#include <string.h>

bool audience_may_see(const struct store_match *m, int64_t viewer, const char *invite)
{
    if (!m->is_private || (viewer != 0 && viewer == m->creator))
        return true;
    for (int i = 0; i < m->seats_n; i++)
        if (viewer != 0 && (m->seats[i].player.id == viewer || m->seats[i].asked.id == viewer))
            return true;
    return invite != NULL && m->invite[0] != '\0' && strlen(invite) == strlen(m->invite) &&
           sodium_memcmp(invite, m->invite, strlen(invite)) == 0;
}

bool audience_writes_spectators(const struct store_match *m, const struct store_player *asker)
{
    bool delayed = m->delay_plies != 0 || m->delay_ms != 0;
    return asker->id != 0 && asker->kind == PLAYER_MEMBER && seats_of(m, asker->id) == 0 &&
           (m->state == MATCH_RUNNING ? !delayed : m->state != MATCH_OPEN);
}

bool audience_reads_spectators(const struct store_match *m, const struct store_player *asker)
{
    return m->state == MATCH_FINISHED || m->state == MATCH_ABORTED ||
           audience_writes_spectators(m, asker);
}

bool audience_view(struct store_match *m, int64_t viewer, const char *invite)
{
    if (!audience_may_see(m, viewer, invite))
        return false;
    if (!delay_inside(m, viewer))
        delay_hide(m);
    return true;
}

int audience_list(struct store_match *list, int n, int64_t viewer, bool waits)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (audience_view(&list[i], viewer, NULL) && !(waits && list[i].hidden))
            list[kept++] = list[i];
    return n < 0 ? n : kept;
}

/* feature.c - the part of friends, presence and teams in the life of the service. */
#include "service/community/presence.h"
#include "service/community/remote_presence.h"
#include "service/community/teams.h"
#include "service/core/service_int.h"

static bool open_community(struct service *s)
{
    s->presence = presence_new();
    s->remote_presence = remote_presence_new();
    return s->presence != NULL && s->remote_presence != NULL && teams_fill_shapes(s->store) == 0;
}

static void close_community(struct service *s)
{
    remote_presence_free(s->remote_presence);
    presence_free(s->presence);
}

const struct feature feature_community = {
    .open = open_community, .close = close_community, .tick = presence_tick};

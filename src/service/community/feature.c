/* feature.c - the part of friends and presence in the life of the service. */
#include "service/community/crowd.h"
#include "service/community/presence.h"
#include "service/core/service_int.h"

static bool open_community(struct service *s)
{
    s->presence = presence_new();
    s->crowd = crowd_new();
    return s->presence != NULL && s->crowd != NULL;
}

static void close_community(struct service *s)
{
    crowd_free(s->crowd);
    presence_free(s->presence);
}

const struct feature feature_community = {
    .open = open_community, .close = close_community, .tick = presence_tick};

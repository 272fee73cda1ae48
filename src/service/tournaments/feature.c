/* feature.c - the part of tournaments and exhibitions in the life of the service. */
#include "service/core/service_int.h"
#include "service/tournaments/simuls.h"
#include "service/tournaments/tournaments.h"

static int match_over(struct work *w)
{
    int err = tournaments_match_over(w);
    return err < 0 ? err : simuls_match_over(w);
}

static bool tidy(struct service *s)
{
    simuls_tidy(s);
    return false;
}

const struct feature feature_tournaments = {.match_over = match_over, .tidy = tidy};

/* body_tournament.h - the bodies of requests about tournaments. */
#ifndef BODY_TOURNAMENT_H
#define BODY_TOURNAMENT_H
#include "http/wire/body.h"

body_reader body_tournament, body_tournament_join, body_tournament_leave, body_tournament_start,
    body_tournament_end, body_tournament_challenge;

#endif

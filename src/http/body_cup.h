/* body_cup.h - the bodies of requests about tournaments. */
#ifndef BODY_CUP_H
#define BODY_CUP_H
#include "http/body.h"

body_reader body_cup, body_cup_join, body_cup_leave, body_cup_start, body_cup_end,
    body_cup_challenge;

#endif

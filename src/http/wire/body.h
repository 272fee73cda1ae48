/* body.h - reads the bodies of requests into orders. Strict: a field that is missing, unknown, of
 * another type or out of range is a problem (400) that names it and says what is right.
 *
 * Each function takes the bytes as they came (at most BODY_BYTES_MAX) and returns whether the
 * order is filled; if not, *out says why. */
#ifndef BODY_H
#define BODY_H
#include "http/wire/problem.h"
#include "service/core/service.h"
#include <stdbool.h>
#include <stddef.h>

enum {
    BODY_BYTES = 4 * 1024,      /* of most routes; what is longer is read off the loop */
    BODY_BYTES_MAX = 64 * 1024, /* of those with ROUTE_LARGE */
    BODY_MAIL_MAX = 1024 * 1024
};

typedef bool body_reader(const char *bytes, size_t n, struct order *o, struct problem *out);

body_reader body_empty; /* {}: guest, resign, abort */
body_reader body_create, body_join, body_move, body_claim, body_offer, body_chat, body_conditional,
    body_decline, body_days;

#endif

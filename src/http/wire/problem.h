/* problem.h - what went wrong with a request, as application/problem+json (RFC 9457) says it. */
#ifndef PROBLEM_H
#define PROBLEM_H
#include "base/macros.h"
#include "service/core/order.h"
#include "service/core/service.h"
#include <jansson.h>

struct problem {
    int status;
    char detail[SERVICE_DETAIL_BYTES];
    const char *rule;              /* 422: "L3b"; NULL otherwise */
    const struct explanation *why; /* 422: points; borrowed, may be NULL */
    int width;                     /* of the board of why */
    int ply;                       /* 409: plies played; -1: not said */
    bool full;                     /* 409: a limit on a number is reached */
};

void problem_set(struct problem *p, int status, const char *format, ...) PRINTF_LIKE(3, 4);

/* From an outcome that is not DONE; borrows o->why. */
void problem_from_outcome(struct problem *p, const struct outcome *o);

/* A new reference. */
json_t *problem_json(const struct problem *p);

#endif

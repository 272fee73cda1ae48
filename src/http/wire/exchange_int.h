/* exchange_int.h - what daemon.c and exchange.c share. */
#ifndef EXCHANGE_INT_H
#define EXCHANGE_INT_H
#include "http/wire/exchange.h"
#include "http/wire/loop.h"
#include <microhttpd.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>

struct exchange {
    struct MHD_Connection *connection;
    struct loop *loop;
    struct loop_job job; /* resumes the connection */
    const char *method, *target;
    bool is_http_11;
    struct MHD_Response *response; /* NULL: not made yet, or queued */
    int status;
    bool suspended;
    bool taken;          /* the socket has another owner now */
    atomic_bool goes_on; /* it may be resumed */
    alignas(max_align_t) unsigned char room[];
};

#endif

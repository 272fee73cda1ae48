/* routes_people.c - who asks: guests, accounts. */
#include "http/route.h"

static void finish_guest(struct request *r)
{
    struct store_player p;
    int err = reader_player(r->http->reader, r->secret, &p);
    if (err < 0) {
        route_read_error(r, err);
        return;
    }
    answer_json(r, 201, view_player(&p));
    route_cookie(r, r->secret);
}

static void handle_guest(struct request *r)
{
    if (r->asker.id != 0) {
        answer_json(r, 200, view_player(&r->asker));
        return;
    }
    if (route_within_limit(r, &r->http->guests))
        service_secret(r->secret, r->order.u.guest.hash);
}

/* A page asks before anybody has signed in: nobody is an answer. A token that is nobody's is not. */
static void handle_me(struct request *r)
{
    if (r->asker.id == 0 && request_header(r, "Authorization") != NULL) {
        route_nobody(r);
        return;
    }
    answer_json(r, 200, view_player(&r->asker));
}

static const struct route rows[] = {
    {"guest", ROUTE_POST, ORDER_GUEST, body_empty, handle_guest, finish_guest},
    {"me", 0, ORDER_KIND_N, NULL, handle_me, NULL},
};

const struct route_table routes_people = {rows, ARRAY_LEN(rows)};

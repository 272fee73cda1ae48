/* fuzz_http_json.c - any bytes as the body of a request: a reader must fill the order within the
 * limits of the service, or say what is wrong. The first byte chooses the reader. */
#include "base/macros.h"
#include "http/tournaments/body_tournament.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    enum order_kind kind;
    body_reader *read;
} readers[] = {
    {ORDER_CREATE, body_create},
    {ORDER_JOIN, body_join},
    {ORDER_MOVE, body_move},
    {ORDER_DRAW, body_offer},
    {ORDER_TAKEBACK, body_offer},
    {ORDER_CHAT, body_chat},
    {ORDER_RESIGN, body_empty},
    {ORDER_DECLINE, body_decline},
    {ORDER_VACATION, body_days},
    {ORDER_CONDITIONAL, body_conditional},
    {ORDER_TOURNAMENT, body_tournament},
    {ORDER_TOURNAMENT, body_tournament_challenge},
};

static void check(const struct order *o)
{
    const struct setup *s = &o->u.create.setup;
    switch (o->kind) {
    case ORDER_CREATE:
        ASSERT(setup_check(s, NULL) == 0);
        ASSERT(clock_check(&o->u.create.clock, NULL) == 0);
        ASSERT(o->u.create.start_n >= 0 &&
               (o->u.create.start_n == 0) == (o->u.create.start == NULL));
        ASSERT(o->u.create.delay_plies >= 0 && o->u.create.delay_ms >= 0);
        for (int i = 0; i < s->players; i++) {
            const struct wish *w = &o->u.create.wishes[i];
            ASSERT(w->kind != WISH_BOT || (w->level >= 1 && w->level <= SERVICE_LEVEL_MAX));
        }
        break;
    case ORDER_JOIN:
        ASSERT(o->u.join.seat >= 0 && o->u.join.seat <= STORE_SEATS_MAX);
        ASSERT(memchr(o->u.join.invite, '\0', sizeof o->u.join.invite) != NULL);
        break;
    case ORDER_MOVE:
        ASSERT(o->u.move.ply >= 1 && o->u.move.ply <= UINT16_MAX);
        ASSERT(memchr(o->u.move.text, '\0', sizeof o->u.move.text) != NULL);
        break;
    case ORDER_VACATION:
        ASSERT(o->u.days >= 0 && o->u.days <= VACATION_DAYS);
        break;
    case ORDER_DECLINE:
    case ORDER_CHAT:
        ASSERT(memchr(o->u.chat, '\0', sizeof o->u.chat) != NULL);
        break;
    default:
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct order o;
    struct problem problem = {.status = 0};
    if (size < 1)
        return 0;
    size_t at = data[0] % ARRAY_LEN(readers);
    memset(&o, 0xa5, sizeof o);
    o.kind = readers[at].kind;
    bool filled = readers[at].read((const char *)data + 1, size - 1, &o, &problem);
    if (filled)
        check(&o);
    if (o.kind == ORDER_CREATE)
        free(o.u.create.start);
    if (o.kind == ORDER_TOURNAMENT)
        free(o.u.tournament.make);
    if (o.kind == ORDER_CONDITIONAL)
        free(o.u.conditional.text);
    if (filled)
        return 0;
    ASSERT(problem.status == 400 && problem.detail[0] != '\0');
    json_t *json = problem_json(&problem);
    ASSERT(json != NULL);
    json_decref(json);
    return 0;
}

#include "service/core/texts.h"

#include "base/err.h"
#include "base/text.h"
#include "platform/clock.h"
#include "platform/net.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include <stdio.h>

enum { KIB = 1024, LOOK_MS = 5000 };

/* Looked at now and then, and only when guests write. */
static bool disk_is_full(struct service *s)
{
    int64_t now = clock_ms();
    if (s->room_at == 0 || now - s->room_at >= LOOK_MS) {
        s->room_at = now;
        s->room_short = store_room(s->store) < s->site.keep_free;
    }
    return s->room_short;
}

static int refuse(struct work *w, const char *who, int64_t wait_ms)
{
    return work_refuse(w, OUTCOME_TOO_MANY,
                       "%s written more than the server keeps at once. Try again in %lld minutes.",
                       who, (long long)(wait_ms / 60000) + 1);
}

int texts_pay(struct work *w, size_t bytes)
{
    const struct store_player *me = &w->order->asker;
    bool guest = me->kind == PLAYER_GUEST;
    int64_t kib = (int64_t)(bytes + KIB - 1) / KIB;
    int64_t wait_ms = 0;
    char net[NET_BYTES];
    if (me->id == 0 || me->kind == PLAYER_BOT || bytes == 0)
        return 0;
    if (guest && disk_is_full(w->s))
        return work_refuse(w, OUTCOME_TOO_MANY,
                           "The server's disk is nearly full: guests can play, but not write.");
    int err = quota_take_many(w, guest ? QUOTA_TEXT_GUEST : QUOTA_TEXT_PLAYER, kib, &wait_ms,
                              "%lld", (long long)me->id);
    if (err < 0 || wait_ms > 0)
        return err < 0 ? err : refuse(w, "You have", wait_ms);
    if (w->order->address == NULL || w->order->address[0] == '\0')
        return 0;
    /* A customer who has a /48 does not have 65,536 budgets. */
    net_of(w->order->address, NET_WIDE_BITS, net);
    err = quota_take_many(w, guest ? QUOTA_TEXT_NET_GUESTS : QUOTA_TEXT_NET, kib, &wait_ms, "%s",
                          net);
    return err < 0 || wait_ms == 0 ? err : refuse(w, "The people of your network have", wait_ms);
}

int texts_line(struct work *w, const char *text)
{
    int n = text_characters(text);
    return n >= 1 && n <= SERVICE_CHAT_CHARS_MAX
               ? 0
               : work_refuse(w, OUTCOME_RANGE, "text must have 1 to %d characters.",
                             SERVICE_CHAT_CHARS_MAX);
}

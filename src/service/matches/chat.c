/* chat.c - the chat of a match. */
#include "base/err.h"
#include "platform/json.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/core/view.h"
#include "service/matches/seats.h"
#include "service/people/profile.h"

#include <stdio.h>
#include <string.h>

int chat_say(struct work *w)
{
    struct store_chat line = {.at = w->now, .player = w->order->asker};
    int err = texts_line(w, w->order->u.chat);
    if (err < 0)
        return err;
    if (seats_of(&w->m, w->order->asker.id) == 0 && w->m.creator != w->order->asker.id &&
        seats_asked(&w->m, w->order->asker.id) == 0)
        return work_refuse(w, OUTCOME_DENIED, "Only the players of this match can write here.");
    err = profile_not_blocked(w);
    if (err == 0)
        err = texts_pay(w, strlen(w->order->u.chat));
    if (err < 0)
        return err;
    snprintf(line.text, sizeof line.text, "%s", w->order->u.chat);
    err = store_chat_add(w->s->store, w->m.id, &line);
    if (err < 0)
        return err;
    w->order->out.id = line.id;
    return work_tell(w, EVENT_CHAT, JSON_OBJECT({"line", view_chat(&line)}), TO_ALL, 0, NULL);
}

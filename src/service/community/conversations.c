#include "service/community/conversations.h"

#include "base/err.h"
#include "base/times.h"
#include "platform/json.h"
#include "service/community/moderation.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/core/view.h"
#include "service/people/names.h"
#include "service/people/profile.h"
#include "store/community/conversations.h"
#include "store/community/rooms.h"
#include "store/community/social.h"
#include "store/notifications/notification.h"
#include <stdio.h>
#include <string.h>

static int find(struct work *w, const char *name, struct store_player *out)
{
    int err = profile_find(w->s->store, name, w->now, out);
    return err == ERR_NOT_FOUND
               ? work_refuse(w, OUTCOME_NOT_FOUND, "There is no member %.60s.", name)
               : err;
}

/* The pages of the player show the conversation with the other. line 0: they have read it. */
static int tell(struct work *w, int64_t player, const struct store_player *other, int64_t line)
{
    json_t *said = line != 0 ? JSON_OBJECT({"id", json_integer(line)}) : json_null();
    return work_tell(w, EVENT_CONVERSATION,
                     JSON_OBJECT({"with", view_player(other)}, {"line", said}), 0, player, NULL);
}

/* --- writing --- */

/* Until the other has answered, a message counts as one by mail does. */
static int within_limits(struct work *w, const struct store_player *to)
{
    struct conversation c;
    int64_t wait_ms = 0;
    int err = conversations_get(w->s->store, w->order->asker.id, to->id, &c);
    if (err < 0 && err != ERR_NOT_FOUND)
        return err;
    err = c.heard == 0 ? quota_message(w, w->order->asker.id, to->id, &wait_ms) : 0;
    if (err == 0 && wait_ms > 0)
        return work_refuse(w, OUTCOME_TOO_MANY,
                           "Your message to %s was not sent: too many messages without an answer. "
                           "Try again in %lld min.",
                           to->name, (long long)((wait_ms + MINUTE_MS - 1) / MINUTE_MS));
    return err;
}

static bool is_member(const struct store_player *p)
{
    return p->kind == PLAYER_MEMBER && !names_gone(p->name);
}

static int may_write(struct work *w, const struct store_player *to)
{
    const struct store_player *me = &w->order->asker;
    bool blocked = false;
    if (!is_member(to))
        return work_refuse(w, OUTCOME_DENIED, "You can write to members only, and %s is not one.",
                           to->name);
    if (to->id == me->id)
        return work_refuse(w, OUTCOME_CONFLICT, "You cannot write to yourself.");
    int err = social_blocks(w->s->store, to->id, me->id, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_DENIED, "%s does not want to hear from you.", to->name);
    if (err == 0)
        err = social_blocks(w->s->store, me->id, to->id, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_CONFLICT, "You have blocked %s. Unblock them first.",
                           to->name);
    return err;
}

/* Writes the line into the room of the two. */
static int add(struct work *w, const struct store_player *to, struct store_chat *line)
{
    struct store *store = w->s->store;
    int64_t me = w->order->asker.id;
    struct conversation c;
    int err = conversations_begin(store, me, to->id);
    if (err == 0)
        err = conversations_get(store, me, to->id, &c);
    if (err < 0)
        return err;
    const struct room room = {ROOM_CONVERSATION, c.room};
    err = rooms_add(store, &room, CONVERSATIONS_LINES_MAX, line);
    return err < 0 ? err : conversations_wrote(store, me, to->id, line->id);
}

int conversations_write(struct work *w, void *context)
{
    const struct conversation_act *a = context;
    const struct store_player *me = &w->order->asker;
    struct store_chat line = {.at = w->now, .player = *me};
    struct store_player to;
    int err = find(w, a->name, &to);
    if (err == 0)
        err = may_write(w, &to);
    if (err == 0)
        err = texts_line(w, a->text);
    if (err == 0)
        err = within_limits(w, &to);
    if (err == 0)
        err = texts_pay(w, strlen(a->text));
    snprintf(line.text, sizeof line.text, "%s", a->text);
    if (err == 0)
        err = add(w, &to, &line);
    w->order->out.id = line.id;
    if (err == 0)
        err = tell(w, to.id, me, line.id);
    return err < 0 ? err : tell(w, me->id, &to, line.id);
}

int conversations_mark_read(struct work *w, void *context)
{
    const struct conversation_act *a = context;
    struct store_player other;
    struct conversation c;
    int64_t me = w->order->asker.id;
    int err = find(w, a->name, &other);
    if (err == 0)
        err = conversations_get(w->s->store, me, other.id, &c);
    if (err == ERR_NOT_FOUND || (err == 0 && c.unread == 0))
        return 0;
    if (err == 0)
        err = conversations_read(w->s->store, me, other.id);
    if (err == 0)
        err = notification_cut_from(w->s->store, me, other.id);
    return err < 0 ? err : tell(w, me, &other, 0);
}

/* --- lines --- */

struct found {
    struct room room;
    struct store_chat line;
    struct store_player other; /* with whom its writer talks; id 0: they are gone */
};

static void on_found(void *context, const struct room *room, const struct store_chat *line)
{
    struct found *f = context;
    f->room = *room;
    f->line = *line;
}

static int find_line(struct work *w, int64_t line, struct found *f)
{
    *f = (struct found){.room = {.id = 0}};
    int err = rooms_get(w->s->store, line, on_found, f);
    if (err == ERR_NOT_FOUND || (err == 0 && f->room.kind != ROOM_CONVERSATION))
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such message.");
    if (err == 0)
        err = conversations_other(w->s->store, f->line.player.id, f->room.id, &f->other);
    return err == ERR_NOT_FOUND ? 0 : err;
}

/* A line of the asker's conversation with the player whom the act names. */
static int find_own(struct work *w, const struct conversation_act *a, struct found *f)
{
    struct store_player other;
    struct conversation c;
    int err = find(w, a->name, &other);
    if (err == 0)
        err = find_line(w, a->line, f);
    if (err < 0)
        return err;
    err = conversations_get(w->s->store, w->order->asker.id, other.id, &c);
    if (err == ERR_NOT_FOUND || (err == 0 && c.room != f->room.id))
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such message.");
    return err;
}

static int delete_line(struct work *w, const void *found)
{
    const struct found *f = found;
    w->order->out.id = f->line.id;
    int err = rooms_remove(w->s->store, f->line.id);
    if (err == 0 && f->other.id != 0)
        err = notification_cut_from(w->s->store, f->other.id, f->line.player.id);
    if (err == 0 && f->other.id != 0)
        err = tell(w, f->other.id, &f->line.player, 0);
    return err < 0 || f->other.id == 0 ? err : tell(w, f->line.player.id, &f->other, 0);
}

int conversations_delete(struct work *w, void *context)
{
    struct found f;
    int err = find_own(w, context, &f);
    if (err == 0 && f.line.player.id != w->order->asker.id)
        return work_refuse(w, OUTCOME_DENIED, "Only %s, the author of this message, may do this.",
                           f.line.player.name);
    return err < 0 ? err : delete_line(w, &f);
}

int conversations_moderate(struct work *w, void *context)
{
    const struct conversation_act *a = context;
    struct found f;
    int err = moderation_must_be(w, ROLE_MODERATOR, NULL);
    if (err == 0)
        err = find_line(w, a->line, &f);
    return err < 0 ? err : moderation_line(w, &f.line, "conversation", f.room.id, delete_line, &f);
}

int conversations_report(struct work *w, void *context)
{
    const struct conversation_act *a = context;
    struct found f;
    int err = profile_may_report(w);
    if (err == 0)
        err = find_own(w, a, &f);
    if (err < 0)
        return err;
    const struct profile_place place = {.conversation = f.room.id};
    return profile_report_line(w, &f.line, &place, a->text);
}

/* --- reading --- */

/* A page of the list. */
struct page {
    json_t *list;
    int64_t me, last;
    int left;
    bool more;
};

static json_t *view_last(const struct conversation *c, int64_t me)
{
    return JSON_OBJECT({"text", json_string(c->last.text)}, {"at", json_integer(c->last.at)},
                       {"own", json_boolean(c->last.player.id == me)});
}

static void on_conversation(void *context, const struct conversation *c)
{
    struct page *p = context;
    p->more = p->left == 0;
    if (p->more)
        return;
    p->left--;
    p->last = c->newest;
    json_array_append_new(
        p->list,
        JSON_OBJECT({"player", view_player(&c->other)}, {"unread", json_integer(c->unread)},
                    {"last", !c->last.deleted ? view_last(c, p->me) : json_null()}));
}

json_t *reader_conversations(struct reader *r, int64_t asker, int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct page p = {.list = json_array(), .me = asker, .left = limit};
    int64_t unread = 0;
    *err = store_begin(store);
    if (*err == 0) {
        int n = conversations_list(store, asker, false, before, limit + 1, on_conversation, &p);
        *err = n < 0 ? n : conversations_unread(store, asker, &unread);
        store_end(store);
    }
    if (*err == 0)
        return JSON_OBJECT({"conversations", p.list}, {"unread", json_integer(unread)},
                           {"next", p.more ? json_integer(p.last) : json_null()});
    json_decref(p.list);
    return NULL;
}

static void on_line(void *context, const struct room *room, const struct store_chat *line)
{
    (void)room;
    json_array_append_new(context, view_chat(line));
}

struct talk {
    struct store_player other;
    struct conversation c;
    bool writes;
};

static int read_talk(struct reader *r, const char *name, const struct store_player *me,
                     struct talk *t)
{
    struct store *store = reader_store(r);
    bool blocked = false;
    int err = profile_find(store, name, service_now(reader_service(r)), &t->other);
    if (err < 0)
        return err;
    t->writes = is_member(&t->other) && t->other.id != me->id;
    err = conversations_get(store, me->id, t->other.id, &t->c);
    if (err == ERR_NOT_FOUND)
        err = t->writes ? 0 : ERR_NOT_FOUND;
    if (err == 0)
        err = social_blocks(store, t->other.id, me->id, &blocked);
    t->writes = t->writes && !blocked;
    if (err == 0)
        err = social_blocks(store, me->id, t->other.id, &blocked);
    t->writes = t->writes && !blocked;
    return err;
}

json_t *reader_conversation(struct reader *r, const char *name, const struct store_player *asker,
                            int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct talk t = {.writes = false};
    json_t *lines = json_array();
    *err = store_begin(store);
    if (*err == 0) {
        *err = read_talk(r, name, asker, &t);
        const struct room room = {ROOM_CONVERSATION, t.c.room};
        int n = *err == 0 && t.c.room != 0
                    ? rooms_page(store, &room, asker->id, before, limit, on_line, lines)
                    : *err;
        *err = n < 0 ? n : 0;
        store_end(store);
    }
    if (*err < 0) {
        json_decref(lines);
        return NULL;
    }
    return JSON_OBJECT({"player", view_player(&t.other)}, {"lines", lines},
                       {"more", json_boolean(json_array_size(lines) == (size_t)limit)},
                       {"writes", json_boolean(t.writes)}, {"unread", json_integer(t.c.unread)});
}

json_t *reader_conversations_unread(struct reader *r, int64_t asker, int *err)
{
    int64_t n = 0;
    *err = store_begin(reader_store(r));
    if (*err < 0)
        return NULL;
    *err = conversations_unread(reader_store(r), asker, &n);
    store_end(reader_store(r));
    return *err < 0 ? NULL : JSON_OBJECT({"unread", json_integer(n)});
}

/* --- an export --- */

struct whole {
    struct store_player other[CONVERSATIONS_PAGE];
    int64_t room[CONVERSATIONS_PAGE];
    int64_t last;
    int n;
};

static void on_whole(void *context, const struct conversation *c)
{
    struct whole *x = context;
    x->other[x->n] = c->other;
    x->room[x->n++] = c->room;
    x->last = c->newest;
}

int conversations_whole(struct store *s, int64_t player, conversations_give *give, void *context)
{
    struct whole x = {.last = INT64_MAX};
    int n = CONVERSATIONS_PAGE;
    while (n == CONVERSATIONS_PAGE) {
        x.n = 0;
        n = conversations_list(s, player, true, x.last, CONVERSATIONS_PAGE, on_whole, &x);
        for (int i = 0; i < x.n && n >= 0; i++) {
            const struct room room = {ROOM_CONVERSATION, x.room[i]};
            json_t *lines = json_array();
            int err = rooms_page(s, &room, 0, INT64_MAX, CONVERSATIONS_LINES_MAX, on_line, lines);
            n = err < 0 ? err : n;
            give(context, JSON_OBJECT({"with", view_player(&x.other[i])}, {"messages", lines}));
        }
    }
    return n < 0 ? n : 0;
}

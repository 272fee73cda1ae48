/* studies_view.c - kept studies as the API shows them (studies.h). */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/studies/studies.h"

#include "base/err.h"
#include "service/community/remote_presence.h"
#include "service/core/service_int.h"
#include <stdlib.h>
#include <string.h>

/* Begins to read, and finds the study if the asker may see it; on failure nothing was begun. */
/* Ends the transaction if the asker may not read the study. */
static int may_read(struct store *store, int64_t id, int64_t asker, const char *link,
                    struct study *out, bool *writes)
{
    int err = studies_get(store, id, out);
    if (err == 0)
        err = studies_may(store, out, asker, link, writes);
    if (err < 0)
        store_end(store);
    return err;
}

static int begin(struct store *store, int64_t id, int64_t asker, const char *link,
                 struct study *out, bool *writes)
{
    int err = store_begin(store);
    return err < 0 ? err : may_read(store, id, asker, link, out, writes);
}

/* The same as it is after *event. */
static int begin_at(struct reader *r, int64_t id, int64_t asker, const char *link,
                    struct study *out, bool *writes, int64_t *event)
{
    struct store *store = reader_store(r);
    for (int tries = 1;; tries++) {
        int err = store_begin_settled(store, event);
        if (err < 0)
            return err;
        err = may_read(store, id, asker, link, out, writes);
        if (err < 0)
            return err;
        struct topic topic = topic_study(id, out->epoch);
        if (tries == READER_TRIES || !reader_ahead(r, *event, &topic, 1))
            return 0;
        store_end(store);
        reader_wait();
    }
}

static json_t *view_head(const struct study *s)
{
    return JSON_OBJECT(
        {"id", json_integer(s->id)}, {"name", json_string(s->name)},
        {"access", json_string(study_access_name[s->access])}, {"owner", view_player(&s->owner)},
        {"created_at", json_integer(s->created_at)}, {"updated_at", json_integer(s->updated_at)},
        {"chapters_n", json_integer(s->chapters_n)}, {"nodes", json_integer(s->nodes)},
        {"bytes", json_integer(s->bytes)});
}

static json_t *view_chapter(const struct study_chapter *c)
{
    json_t *record = json_loads(c->record, 0, NULL);
    return JSON_OBJECT({"id", json_integer(c->id)}, {"name", json_string(c->name)},
                       {"game", json_string(c->game)}, {"place", json_integer(c->place)},
                       {"nodes", json_integer(c->nodes)}, {"edit", json_integer(c->edit)},
                       {"record", record != NULL ? record : json_null()});
}

static void on_chapter(void *context, const struct study_chapter *c)
{
    json_array_append_new(context, view_chapter(c));
}

static void on_member(void *context, const struct store_player *p, bool writes)
{
    json_array_append_new(
        context, JSON_OBJECT({"player", view_player(p)}, {"writes", json_boolean(writes)}));
}

static json_t *view_limits(void)
{
    return JSON_OBJECT({"studies", json_integer(STUDIES_OWNED_MAX)},
                       {"members", json_integer(STUDIES_MEMBERS_MAX)},
                       {"chapters", json_integer(STUDIES_CHAPTERS_MAX)},
                       {"chapter_nodes", json_integer(STUDIES_CHAPTER_NODES_MAX)},
                       {"nodes", json_integer(STUDIES_NODES_MAX)},
                       {"bytes", json_integer(STUDIES_BYTES_MAX)});
}

json_t *reader_study(struct reader *r, int64_t study, int64_t asker, const char *link, int *err)
{
    struct store *store = reader_store(r);
    struct study s;
    bool writes = false;
    int64_t event = 0;
    *err = begin_at(r, study, asker, link, &s, &writes, &event);
    if (*err < 0)
        return NULL;
    json_t *chapters = json_array();
    json_t *members = json_array();
    *err = studies_chapters(store, study, on_chapter, chapters);
    if (*err == 0)
        *err = studies_members(store, study, on_member, members);
    store_end(store);
    if (*err < 0) {
        json_decref(chapters);
        json_decref(members);
        return NULL;
    }
    bool mine = asker != 0 && asker == s.owner.id;
    /* Whoever is removed later must not be able to come back with it. */
    bool known = s.access == STUDY_LINK && (mine || studies_linked(&s, link));
    json_t *out = view_head(&s);
    json_t *rest = JSON_OBJECT(
        {"chapters", chapters}, {"members", members}, {"edit", json_integer(s.edit)},
        {"event", json_integer(event)}, {"epoch", json_integer(s.epoch)},
        {"you", JSON_OBJECT({"writes", json_boolean(writes)}, {"owns", json_boolean(mine)})},
        {"link", known ? json_string(s.link) : json_null()}, {"limits", view_limits()});
    json_object_update(out, rest);
    json_decref(rest);
    return out;
}

struct page {
    json_t *list;
    int64_t last;
    int n, limit;
};

static void on_study(void *context, const struct study *s)
{
    struct page *p = context;
    if (p->n++ >= p->limit)
        return;
    p->last = s->id;
    json_array_append_new(p->list, view_head(s));
}

json_t *reader_studies(struct reader *r, const struct study_filter *f, int64_t asker, int *err)
{
    struct store *store = reader_store(r);
    struct study_filter more = *f;
    struct page p = {.list = json_array(), .limit = f->limit};
    (void)asker;
    more.limit++;
    *err = store_begin(store);
    if (*err == 0) {
        int n = studies_list(store, &more, on_study, &p);
        *err = n < 0 ? n : 0;
        store_end(store);
    }
    if (*err < 0) {
        json_decref(p.list);
        return NULL;
    }
    return JSON_OBJECT({"studies", p.list},
                       {"next", p.n > f->limit ? json_integer(p.last) : json_null()},
                       {"limits", view_limits()});
}

/* --- what stands in a chapter --- */

static void on_value(void *context, const struct study_value *v)
{
    json_array_append_new(context,
                          json_pack("[sssI]", v->node, v->field, v->value, (json_int_t)v->edit));
}

struct whole {
    json_t *view;
    int64_t study;
};

static void on_whole(void *context, const struct study_chapter *c)
{
    struct whole *w = context;
    w->view = view_chapter(c);
    w->study = c->study;
}

json_t *reader_chapter(struct reader *r, int64_t chapter, int64_t asker, const char *link, int *err)
{
    struct store *store = reader_store(r);
    struct whole w = {.view = NULL};
    struct study s;
    bool writes = false;
    json_t *values = json_array();
    *err = store_begin(store);
    if (*err < 0)
        goto out;
    *err = studies_chapter_get(store, chapter, on_whole, &w);
    if (*err == 0)
        *err = studies_get(store, w.study, &s);
    if (*err == 0)
        *err = studies_may(store, &s, asker, link, &writes);
    if (*err == 0)
        *err = studies_values(store, chapter, on_value, values);
    store_end(store);
    if (*err == 0) {
        json_object_set_new(w.view, "study", json_integer(w.study));
        json_object_set(w.view, "values", values);
    } else {
        json_decref(w.view);
        w.view = NULL;
    }
out:
    json_decref(values);
    return w.view;
}

static void on_edit(void *context, const struct study_edit *e)
{
    json_t *ops = json_loads(e->ops, 0, NULL);
    json_array_append_new(
        context,
        JSON_OBJECT({"edit", json_integer(e->id)}, {"chapter", json_integer(e->chapter)},
                    {"at", json_integer(e->at)}, {"key", json_string(e->key)},
                    {"by", view_player(&e->player)}, {"ops", ops != NULL ? ops : json_array()}));
}

json_t *reader_study_edits(struct reader *r, int64_t study, int64_t asker, const char *link,
                           int64_t since, bool back, int *err)
{
    struct store *store = reader_store(r);
    struct study s;
    bool writes = false;
    int64_t first = 0;
    *err = begin(store, study, asker, link, &s, &writes);
    if (*err < 0)
        return NULL;
    json_t *list = json_array();
    int n = studies_edits(store, study, since, back, STUDIES_EDITS_LIST_MAX, on_edit, list);
    *err = n < 0 ? n : studies_edit_first(store, study, &first);
    store_end(store);
    if (*err < 0) {
        json_decref(list);
        return NULL;
    }
    return JSON_OBJECT({"edits", list}, {"first", json_integer(first)},
                       {"last", json_integer(s.edit)},
                       {"more", json_boolean(n == STUDIES_EDITS_LIST_MAX)});
}

/* --- who is here --- */

struct here {
    const struct service *s;
    struct topic topic;
    json_t *members;
    int64_t ids[STUDIES_MEMBERS_MAX + 1];
    int n;
};

static void on_here(void *context, const struct store_player *p, bool writes)
{
    struct here *h = context;
    (void)writes;
    if (h->n >= STUDIES_MEMBERS_MAX || !remote_presence_hears(h->s, h->topic, p->id))
        return;
    h->ids[h->n++] = p->id;
    json_array_append_new(h->members, view_player(p));
}

json_t *reader_study_here(struct reader *r, int64_t study, int64_t asker, const char *link,
                          int *err)
{
    struct store *store = reader_store(r);
    struct study s;
    bool writes = false;
    *err = begin(store, study, asker, link, &s, &writes);
    if (*err < 0)
        return NULL;
    struct here h = {
        .s = reader_service(r), .topic = topic_study(s.id, s.epoch), .members = json_array()};
    *err = studies_members(store, study, on_here, &h);
    store_end(store);
    if (*err < 0) {
        json_decref(h.members);
        return NULL;
    }
    return JSON_OBJECT({"members", h.members},
                       {"others", json_integer(remote_presence_count(h.s, h.topic, h.ids, h.n))});
}

int reader_study_topic(struct reader *r, int64_t study, int64_t asker, const char *link,
                       struct topic *out)
{
    struct store *store = reader_store(r);
    struct study s;
    bool writes = false;
    int err = begin(store, study, asker, link, &s, &writes);
    if (err < 0)
        return err;
    *out = topic_study(s.id, s.epoch);
    store_end(store);
    return 0;
}

/* --- for an export --- */

static json_t *whole_of(struct reader *r, int64_t id, int64_t owner, int *err)
{
    json_t *study = reader_study(r, id, owner, NULL, err);
    json_t *chapters = json_object_get(study, "chapters");
    json_t *full = json_array();
    size_t i;
    json_t *c;
    json_array_foreach(chapters, i, c)
    {
        int64_t chapter = json_integer_value(json_object_get(c, "id"));
        json_t *one = *err == 0 ? reader_chapter(r, chapter, owner, NULL, err) : NULL;
        if (one != NULL)
            json_array_append_new(full, one);
    }
    if (study == NULL || *err < 0) {
        json_decref(study);
        json_decref(full);
        return NULL;
    }
    json_object_set_new(study, "chapters", full);
    json_t *chat = reader_study_chat(r, id, owner, NULL, INT64_MAX, STUDIES_CHAT_LINES_MAX, err);
    if (chat == NULL) {
        json_decref(study);
        return NULL;
    }
    json_object_set(study, "chat", json_object_get(chat, "lines"));
    json_decref(chat);
    return study;
}

int reader_studies_whole(struct reader *r, int64_t owner, studies_on_whole *on, void *context)
{
    struct store *store = reader_store(r);
    int64_t ids[STUDIES_OWNED_MAX];
    int err = store_begin(store);
    if (err < 0)
        return err;
    int n = studies_owned_ids(store, owner, STUDIES_OWNED_MAX, ids);
    store_end(store);
    for (int i = 0; i < n; i++) {
        err = 0;
        json_t *whole = whole_of(r, ids[i], owner, &err);
        if (whole != NULL)
            err = on(context, ids[i], whole);
        if (err < 0 && err != ERR_NOT_FOUND)
            return err;
    }
    return n < 0 ? n : 0;
}

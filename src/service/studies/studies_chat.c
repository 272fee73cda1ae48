/* studies_chat.c - the chat of a study (studies.h). An event only says that there is a new line.
 * Readers then read the lines that they may see, so events never contain removed lines, and readers
 * see no lines of players whom they have blocked. */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/studies/studies.h"

#include "base/err.h"
#include "service/community/moderation.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/people/profile.h"
#include "store/community/social.h"
#include <stdio.h>
#include <string.h>

static int tell(struct work *w, const struct study *study)
{
    return work_tell_study(w, EVENT_STUDY_CHAT, json_object(), study);
}

static int no_line(struct work *w)
{
    return work_refuse(w, OUTCOME_NOT_FOUND, "This study has no such chat line.");
}

int studies_chat_say(struct work *w, void *context)
{
    const struct study_act *a = context;
    int64_t me = w->order->asker.id;
    struct store_chat line = {.at = w->now, .player = w->order->asker};
    struct study study;
    bool writes = false;
    bool blocked = false;
    int err = studies_get(w->s->store, a->study, &study);
    if (err == 0)
        err = studies_may(w->s->store, &study, me, a->link, &writes);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such study.");
    if (err == 0)
        err = studies_member_get(w->s->store, study.id, me, &writes);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_DENIED, "Only the members of this study can write here.");
    if (err == 0)
        err = social_blocks(w->s->store, study.owner.id, me, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_DENIED, "%s, whose study this is, has blocked you.",
                           study.owner.name);
    if (err == 0)
        err = texts_line(w, a->text);
    if (err == 0)
        err = texts_pay(w, strlen(a->text));
    snprintf(line.text, sizeof line.text, "%s", a->text);
    if (err == 0)
        err = studies_chat_add(w->s->store, study.id, STUDIES_CHAT_LINES_MAX, &line);
    w->order->out.id = line.id;
    return err < 0 ? err : tell(w, &study);
}

struct found {
    struct study study;
    struct store_chat line;
};

static void on_found(void *context, int64_t study, const struct store_chat *line)
{
    *(struct found *)context = (struct found){.study.id = study, .line = *line};
}

/* The line and its study. */
static int find(struct work *w, int64_t id, struct found *f)
{
    int err = studies_chat_get(w->s->store, id, on_found, f);
    if (err == 0)
        err = studies_get(w->s->store, f->study.id, &f->study);
    return err == ERR_NOT_FOUND ? no_line(w) : err;
}

static int delete_line(struct work *w, const void *found)
{
    const struct found *f = found;
    w->order->out.id = f->line.id;
    int err = studies_chat_remove(w->s->store, f->line.id);
    return err < 0 ? err : tell(w, &f->study);
}

int studies_chat_delete(struct work *w, void *context)
{
    const struct study_act *a = context;
    int64_t me = w->order->asker.id;
    struct found f;
    bool writes = false;
    int err = find(w, a->line, &f);
    if (err == 0 && f.study.id != a->study)
        return no_line(w);
    if (err == 0)
        err = studies_may(w->s->store, &f.study, me, NULL, &writes);
    if (err == ERR_NOT_FOUND)
        return no_line(w);
    if (err == 0 && f.line.player.id != me && f.study.owner.id != me)
        return work_refuse(
            w, OUTCOME_DENIED,
            "Only %s, the author of this line, and %s, the owner of the study, may do this.",
            f.line.player.name, f.study.owner.name);
    return err < 0 ? err : delete_line(w, &f);
}

int studies_chat_moderate(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct found f;
    int err = moderation_must_be(w, ROLE_MODERATOR, NULL);
    if (err == 0)
        err = find(w, a->line, &f);
    return err < 0 ? err : moderation_line(w, &f.line, "study", f.study.id, delete_line, &f);
}

int studies_chat_report(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct found f;
    bool writes = false;
    int err = profile_may_report(w);
    if (err == 0)
        err = find(w, a->line, &f);
    if (err == 0 && f.study.id != a->study)
        return no_line(w);
    if (err == 0)
        err = studies_may(w->s->store, &f.study, w->order->asker.id, a->link, &writes);
    if (err == ERR_NOT_FOUND)
        return no_line(w);
    const struct profile_place place = {.study = f.study.id};
    return err < 0 ? err : profile_report_line(w, &f.line, &place, a->text);
}

/* --- reading --- */

static void on_line(void *context, int64_t study, const struct store_chat *line)
{
    (void)study;
    json_array_append_new(context, view_chat(line));
}

json_t *reader_study_chat(struct reader *r, int64_t study, int64_t asker, const char *link,
                          int64_t before, int limit, int *err)
{
    struct store *store = reader_store(r);
    struct study s;
    bool writes = false;
    int n = 0;
    json_t *lines = json_array();
    *err = store_begin(store);
    if (*err == 0) {
        *err = studies_get(store, study, &s);
        if (*err == 0)
            *err = studies_may(store, &s, asker, link, &writes);
        if (*err == 0) {
            n = studies_chat_page(store, study, asker, before, limit, on_line, lines);
            *err = n < 0 ? n : 0;
        }
        store_end(store);
    }
    if (*err < 0) {
        json_decref(lines);
        return NULL;
    }
    return JSON_OBJECT({"lines", lines},
                       {"more", json_boolean(json_array_size(lines) == (size_t)limit)});
}

#include "service/studies/studies.h"

#include "base/blanks.h"
#include "base/err.h"
#include "platform/json.h"
#include "platform/must.h"
#include "record/record_json.h"
#include "service/core/quota.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include "service/people/profile.h"
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- words --- */

/* ASCII, and the letters of Latin-1 in UTF-8. */
void studies_words(const char *text, char *out, size_t size)
{
    size_t n = 0;
    unsigned char before = 0;
    for (const char *p = text; *p != '\0' && n + 1 < size; p++) {
        unsigned char c = (unsigned char)*p;
        bool ascii = c >= 'A' && c <= 'Z';
        bool latin = before == 0xc3 && c >= 0x80 && c <= 0x9e && c != 0x97;
        if (ascii || latin)
            c = (unsigned char)(c + 32);
        before = (unsigned char)*p;
        out[n++] = (char)c;
    }
    out[n] = '\0';
}

void studies_pattern(const char *text, char *out, size_t size)
{
    char words[STUDIES_NAME_BYTES];
    size_t n = 0;
    studies_words(text, words, sizeof words);
    if (words[0] != '\0')
        out[n++] = '%';
    for (const char *p = words; *p != '\0' && n + 4 < size; p++) {
        if (strchr("%_!", *p) != NULL)
            out[n++] = '!';
        out[n++] = *p;
    }
    if (words[0] != '\0')
        out[n++] = '%';
    out[n] = '\0';
}

/* --- who may --- */

bool studies_linked(const struct study *study, const char *link)
{
    return study->access == STUDY_LINK && link != NULL && strlen(link) == strlen(study->link) &&
           sodium_memcmp(link, study->link, strlen(link)) == 0;
}

int studies_may(struct store *s, const struct study *study, int64_t asker, const char *link,
                bool *writes)
{
    *writes = false;
    int err = asker != 0 ? studies_member_get(s, study->id, asker, writes) : ERR_NOT_FOUND;
    if (err != ERR_NOT_FOUND)
        return err;
    if (study->access == STUDY_PUBLIC)
        return 0;
    return studies_linked(study, link) ? 0 : ERR_NOT_FOUND;
}

enum needs { NEEDS_READER, NEEDS_WRITER, NEEDS_OWNER };

/* The study, if the asker may do that with it. */
static int find(struct work *w, int64_t id, const char *link, enum needs needs, struct study *out)
{
    int64_t me = w->order->asker.id;
    bool writes = false;
    int err = studies_get(w->s->store, id, out);
    if (err == 0)
        err = studies_may(w->s->store, out, me, link, &writes);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such study.");
    if (err < 0)
        return err;
    if (needs == NEEDS_OWNER && out->owner.id != me)
        return work_refuse(w, OUTCOME_DENIED, "Only %s, the owner of this study, may do this.",
                           out->owner.name);
    if (needs == NEEDS_WRITER && !writes)
        return work_refuse(w, OUTCOME_DENIED, "You may read this study, but not write in it.");
    return 0;
}

int studies_keep(struct work *w, struct study *study)
{
    char words[STUDIES_NAME_BYTES];
    studies_words(study->name, words, sizeof words);
    study->updated_at = w->now;
    return studies_put(w->s->store, study, words);
}

static int tell(struct work *w, const struct study *study, const char *what)
{
    return work_tell_study(w, EVENT_STUDY, JSON_OBJECT({"what", json_string(what)}), study);
}

/* The present listeners hear of it, but of nothing after it: they must ask again. */
static int shut_out(struct work *w, struct study *study)
{
    int err = tell(w, study, "access");
    study->epoch++;
    return err;
}

static void new_link(struct study *study)
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(study->link, sizeof study->link, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static int check_name(struct work *w, const char *name)
{
    int n = text_characters(name);
    if (n >= 1 && n <= STUDIES_NAME_CHARS)
        return 0;
    return work_refuse(w, OUTCOME_RANGE, "name must have 1 to %d characters.", STUDIES_NAME_CHARS);
}

static int read_access(struct work *w, const char *text, enum study_access *out)
{
    for (int i = 0; i < STUDY_GONE; i++) {
        if (strcmp(text, study_access_name[i]) == 0) {
            *out = (enum study_access)i;
            return 0;
        }
    }
    return work_refuse(w, OUTCOME_RANGE, "access must be private, link or public.");
}

/* --- studies --- */

static int add(struct work *w, struct study *study)
{
    char words[STUDIES_NAME_BYTES];
    int64_t n = 0;
    if (w->order->asker.kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_DENIED, "Only members can keep studies; sign up first.");
    int err = studies_owned(w->s->store, w->order->asker.id, &n);
    if (err == 0 && n >= STUDIES_OWNED_MAX)
        return work_refuse(w, OUTCOME_FULL,
                           "You have %d studies, the limit for a member; delete one first.",
                           STUDIES_OWNED_MAX);
    study->owner = w->order->asker;
    study->created_at = study->updated_at = w->now;
    new_link(study);
    studies_words(study->name, words, sizeof words);
    if (err == 0)
        err = studies_add(w->s->store, study, words);
    w->order->out.id = study->id;
    return err;
}

int studies_make(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct study study = {.access = STUDY_PRIVATE};
    int err = check_name(w, a->name);
    if (err == 0 && a->access != NULL)
        err = read_access(w, a->access, &study.access);
    snprintf(study.name, sizeof study.name, "%s", a->name);
    return err < 0 ? err : add(w, &study);
}

int studies_change(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct study study;
    int err = find(w, a->study, NULL, NEEDS_OWNER, &study);
    enum study_access before = study.access;
    if (err == 0 && a->name != NULL)
        err = check_name(w, a->name);
    if (err == 0 && a->access != NULL)
        err = read_access(w, a->access, &study.access);
    if (err < 0)
        return err;
    if (a->name != NULL)
        snprintf(study.name, sizeof study.name, "%s", a->name);
    if (a->renew)
        new_link(&study);
    if (study.access < before || a->renew)
        err = shut_out(w, &study);
    else
        err = tell(w, &study, "head");
    return err < 0 ? err : studies_keep(w, &study);
}

int studies_delete(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct study study;
    int err = find(w, a->study, NULL, NEEDS_OWNER, &study);
    if (err == 0)
        err = tell(w, &study, "deleted");
    w->s->chores[CHORE_STUDIES].waits = true;
    return err < 0 ? err : studies_end(w->s->store, study.id);
}

struct copied {
    struct work *w;
    struct study_act *a;
    int err;
};

/* `record` is valid only while this runs. */
static void on_copy(void *context, const struct study_chapter *c)
{
    struct copied *copy = context;
    struct study_chapter mine = *c;
    char *record = strdup(c->record);
    mine.study = copy->a->copy;
    mine.record = record;
    copy->err = record != NULL ? studies_chapter_add(copy->w->s->store, &mine) : ERR_NO_MEMORY;
    copy->a->copied[1] = mine.id;
    free(record);
}

int studies_clone(struct work *w, void *context)
{
    struct study_act *a = context;
    struct study from;
    int err = find(w, a->study, a->link, NEEDS_READER, &from);
    struct study to = from;
    if (err == 0 && a->name != NULL)
        err = check_name(w, a->name);
    if (err == 0)
        err = texts_pay(w, (size_t)from.bytes);
    if (err == 0)
        err = quota_take_of_day(w, QUOTA_CLONE, "copied", "studies", "The next copy");
    if (err < 0)
        return err;
    if (a->name != NULL)
        snprintf(to.name, sizeof to.name, "%s", a->name);
    to.access = STUDY_PRIVATE;
    err = add(w, &to);
    to.log_bytes = 0;
    to.epoch = 0;
    if (err == 0)
        err = studies_keep(w, &to); /* its nodes and bytes are those of the other */
    a->copy = to.id;
    a->more = true;
    return err;
}

int studies_clone_more(struct work *w, void *context)
{
    enum { VALUES = 1000 };
    struct study_act *a = context;
    struct store *store = w->s->store;
    struct copied copy = {w, a, 0};
    struct study from;
    w->order->out.id = a->copy;
    int err = find(w, a->study, a->link, NEEDS_READER, &from);
    if (err < 0)
        return err;
    err = a->copied[0] == 0
              ? ERR_NOT_FOUND
              : studies_values_copy(store, a->copied[0], a->copied[1], VALUES, &a->after);
    if (err != ERR_NOT_FOUND)
        return err;
    a->after = (struct study_key){.node = ""};
    err = studies_chapter_next(store, from.id, a->copied[0], &a->copied[0]);
    a->more = err == 0;
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    err = studies_chapter_get(store, a->copied[0], on_copy, &copy);
    return err == 0 ? copy.err : err;
}

/* --- members --- */

static void on_count(void *context, const struct store_player *p, bool writes)
{
    int *n = context;
    (void)p;
    (void)writes;
    ++*n;
}

static int check_member(struct work *w, const struct study *study, const struct store_player *p)
{
    bool known = false;
    bool blocked = false;
    int n = 0;
    if (p->kind != PLAYER_MEMBER)
        return work_refuse(w, OUTCOME_RANGE, "%s is no member of this site.", p->name);
    int err = studies_member_get(w->s->store, study->id, p->id, &known);
    if (err != ERR_NOT_FOUND)
        return err; /* the player is a member already */
    err = social_blocks(w->s->store, p->id, w->order->asker.id, &blocked);
    if (err == 0 && blocked)
        return work_refuse(w, OUTCOME_DENIED, "%s does not want to study with you.", p->name);
    if (err == 0)
        err = studies_members(w->s->store, study->id, on_count, &n);
    if (err == 0 && n >= STUDIES_MEMBERS_MAX)
        return work_refuse(w, OUTCOME_FULL, "A study has at most %d members.", STUDIES_MEMBERS_MAX);
    return err;
}

int studies_member(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct study study;
    struct store_player p;
    int err = find(w, a->study, NULL, NEEDS_READER, &study);
    if (err < 0)
        return err;
    err = profile_find(w->s->store, a->name, w->now, &p);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no player %s.", a->name);
    if (err < 0)
        return err;
    if (study.owner.id != w->order->asker.id && !(a->removes && p.id == w->order->asker.id))
        return work_refuse(w, OUTCOME_DENIED, "Only %s, the owner of this study, may do this.",
                           study.owner.name);
    if (p.id == study.owner.id)
        return work_refuse(w, OUTCOME_CONFLICT, "The owner of a study can always write in it.");
    if (!a->removes) {
        err = check_member(w, &study, &p);
        if (err == 0)
            err = studies_member_put(w->s->store, study.id, p.id, a->writes, w->now);
        return err < 0 ? err : tell(w, &study, "members");
    }
    err = studies_member_end(w->s->store, study.id, p.id);
    if (err == 0)
        err = shut_out(w, &study);
    return err < 0 ? err : studies_keep(w, &study);
}

/* --- chapters --- */

/* Whether the record is a board without moves, on which one can play. */
static int check_record(struct work *w, const char *text, struct study_chapter *c)
{
    struct record r;
    struct record_error error = {.text = ""};
    struct position p;
    if (strlen(text) > STUDIES_RECORD_BYTES)
        return work_refuse(w, OUTCOME_RANGE, "record may have at most %d bytes.",
                           STUDIES_RECORD_BYTES);
    if (record_json_read(&memory_heap, text, strlen(text), &r, &error) < 0)
        return work_refuse(w, OUTCOME_RANGE, "record: %s", error.text);
    bool bare = r.root->first_child == NULL;
    int err = record_position(&r, r.root, &p, &error);
    snprintf(c->game, sizeof c->game, "%s", games[r.setup.game]->name);
    record_free(&r);
    if (!bare)
        return work_refuse(w, OUTCOME_RANGE,
                           "record is the board of the chapter: moves come as edits.");
    return err < 0 ? work_refuse(w, OUTCOME_RANGE, "record: %s", error.text) : 0;
}

void studies_tidy(json_t *string)
{
    char *text = must_have(strdup(json_string_value(string)));
    blanks_tidy(text);
    (void)json_string_set(string, text);
    free(text);
}

/* Names, comments and all other texts of a record. */
static void tidy_texts(json_t *value)
{
    const char *key;
    size_t i;
    json_t *in;
    if (json_is_string(value)) {
        studies_tidy(value);
    } else if (json_is_object(value)) {
        json_object_foreach(value, key, in) tidy_texts(in);
    } else {
        json_array_foreach(value, i, in) tidy_texts(in);
    }
}

/* A record that was checked, as it is kept; the caller frees it. NULL: it is no JSON after all. */
static char *tidy_record(const char *text)
{
    json_t *record = json_loads(text, 0, NULL);
    if (record == NULL)
        return NULL;
    tidy_texts(record);
    char *out = must_have(json_dumps(record, JSON_COMPACT));
    json_decref(record);
    return out;
}

static int make_chapter(struct work *w, const struct study_act *a, struct study *study,
                        struct study_chapter *c)
{
    c->bytes = (int64_t)strlen(c->record);
    if (study->bytes + c->bytes > STUDIES_BYTES_MAX)
        return work_refuse(w, OUTCOME_FULL, "A study holds at most %d bytes.", STUDIES_BYTES_MAX);
    int err = texts_pay(w, (size_t)c->bytes);
    if (err < 0)
        return err;
    snprintf(c->name, sizeof c->name, "%s", a->name);
    c->place = a->place != 0 ? a->place : study->chapters_n + 1;
    err = studies_chapter_add(w->s->store, c);
    study->bytes += c->bytes;
    w->order->out.id = c->id;
    if (err == 0)
        err = tell(w, study, "chapters");
    return err < 0 ? err : studies_keep(w, study);
}

int studies_chapter_make(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct study_chapter c = {.study = a->study};
    struct study study;
    int err = find(w, a->study, NULL, NEEDS_WRITER, &study);
    if (err == 0 && study.chapters_n >= STUDIES_CHAPTERS_MAX)
        return work_refuse(w, OUTCOME_FULL, "A study has at most %d chapters.",
                           STUDIES_CHAPTERS_MAX);
    if (err == 0)
        err = check_name(w, a->name);
    if (err == 0)
        err = check_record(w, a->record, &c);
    if (err < 0)
        return err;
    char *record = tidy_record(a->record);
    if (record == NULL)
        return work_refuse(w, OUTCOME_RANGE, "record: it is not valid JSON.");
    c.record = record;
    err = make_chapter(w, a, &study, &c);
    free(record);
    return err;
}

/* Without its record, which is valid only here. */
static void on_found(void *context, const struct study_chapter *c)
{
    struct study_chapter *out = context;
    *out = *c;
    out->record = "";
}

int studies_writable(struct work *w, int64_t id, struct study *study, struct study_chapter *out)
{
    int err = studies_chapter_get(w->s->store, id, on_found, out);
    if (err == ERR_NOT_FOUND)
        return work_refuse(w, OUTCOME_NOT_FOUND, "There is no such chapter.");
    return err < 0 ? err : find(w, out->study, NULL, NEEDS_WRITER, study);
}

int studies_chapter_change(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct study_chapter c;
    struct study study;
    int err = studies_writable(w, a->chapter, &study, &c);
    if (err == 0 && a->name != NULL)
        err = check_name(w, a->name);
    if (err < 0)
        return err;
    if (a->name != NULL)
        snprintf(c.name, sizeof c.name, "%s", a->name);
    if (a->place != 0)
        c.place = a->place;
    err = studies_chapter_put(w->s->store, &c);
    if (err == 0)
        err = tell(w, &study, "chapters");
    return err < 0 ? err : studies_keep(w, &study);
}

int studies_chapter_delete(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct study_chapter c;
    struct study study;
    int64_t log_bytes = 0;
    int err = studies_writable(w, a->chapter, &study, &c);
    if (err == 0)
        err = studies_chapter_end(w->s->store, &c, &log_bytes);
    if (err < 0)
        return err;
    study.bytes -= c.bytes;
    study.log_bytes = study.log_bytes > log_bytes ? study.log_bytes - log_bytes : 0;
    study.nodes -= c.nodes;
    err = tell(w, &study, "chapters");
    return err < 0 ? err : studies_keep(w, &study);
}

int studies_forget(struct work *w, int64_t player)
{
    enum { AT_ONCE = 50 };
    int64_t ids[AT_ONCE];
    int n;
    w->s->chores[CHORE_STUDIES].waits = true;
    do {
        n = studies_owned_ids(w->s->store, player, AT_ONCE, ids);
        for (int i = 0; i < n; i++) {
            int err = studies_end(w->s->store, ids[i]);
            if (err < 0)
                return err;
        }
    } while (n == AT_ONCE);
    return n < 0 ? n : studies_member_forget(w->s->store, player);
}

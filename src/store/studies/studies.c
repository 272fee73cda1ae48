#include "store/studies/studies.h"

#include "base/err.h"
#include "store/core/queries.h"
#include <stdio.h>

const char *const study_access_name[STUDY_ACCESS_N] = {"private", "link", "public", "gone"};

ROW_READER(read_study, struct study, STUDY_TOLD)
ROW_BINDER(bind_study, struct study, STUDY_NEW)
ROW_BINDER(bind_change, struct study, STUDY_CHANGE)
ROW_READER(read_chapter, struct study_chapter, CHAPTER_ROW)
ROW_BINDER(bind_chapter, struct study_chapter, CHAPTER_NEW)
ROW_BINDER(bind_chapter_change, struct study_chapter, CHAPTER_CHANGE)
ROW_READER(read_value, struct study_value, STUDY_VALUE_ROW)
ROW_BINDER(bind_value, struct study_value, STUDY_VALUE_ROW)
ROW_READER(read_edit, struct study_edit, STUDY_EDIT_TOLD)
ROW_BINDER(bind_edit, struct study_edit, STUDY_EDIT_NEW)

/* The receiver of the rows of a query. */
struct each {
    union {
        studies_on_study *study;
        studies_on_member *member;
        studies_on_chapter *chapter;
        studies_on_value *value;
        studies_on_edit *edit;
    } on;
    void *context;
};

/* --- studies --- */

static void on_study(void *context, const struct store *s, void *row)
{
    read_study(s, row, 0, context);
}

static void on_each_study(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct study study;
    read_study(s, row, 0, &study);
    e->on.study(e->context, &study);
}

int studies_add(struct store *s, struct study *study, const char *words)
{
    struct store_value v[ROW_N(STUDY_NEW) + 1];
    int n = bind_study(study, v);
    v[n++] = store_text(words);
    int err = store_some(store_run(s, store_on_int, &study->id, Q_STUDIES_ADD, v, n));
    return err < 0 ? err
                   : studies_member_put(s, study->id, study->owner.id, true, study->created_at);
}

int studies_get(struct store *s, int64_t id, struct study *out)
{
    return store_some(store_query(s, on_study, out, Q_STUDIES_GET, id));
}

int studies_put(struct store *s, const struct study *study, const char *words)
{
    struct store_value v[ROW_N(STUDY_CHANGE) + 2];
    int n = bind_change(study, v);
    v[n++] = store_text(words);
    v[n++] = store_number(study->id);
    return store_done(store_run(s, NULL, NULL, Q_STUDIES_PUT, v, n));
}

int studies_end(struct store *s, int64_t id)
{
    int err = store_done(store_query(s, NULL, NULL, Q_STUDIES_MEMBERS_END, id));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_STUDIES_HIDE, id));
}

/* Some values of the chapter, or the chapter when it has none. */
static int wipe_chapter(struct store *s, int64_t chapter)
{
    enum { AT_ONCE = 500 };
    int64_t n = 0;
    int err = store_some(store_query(s, store_on_int, &n, Q_STUDIES_VALUES_SOME, chapter, AT_ONCE));
    if (err < 0)
        return err;
    return n > 0 ? store_done(store_query(s, NULL, NULL, Q_STUDIES_VALUES_TRIM, chapter, AT_ONCE))
                 : store_done(store_query(s, NULL, NULL, Q_STUDIES_CHAPTER_END, chapter));
}

int studies_wipe(struct store *s, bool *more)
{
    int64_t study = 0;
    int64_t chapter = 0;
    int64_t freed = 0;
    *more = false;
    int err = store_some(store_query(s, store_on_int, &study, Q_STUDIES_GONE));
    if (err < 0)
        return err == ERR_NOT_FOUND ? 0 : err;
    *more = true;
    err = studies_chapter_next(s, study, 0, &chapter);
    if (err != ERR_NOT_FOUND)
        return err < 0 ? err : wipe_chapter(s, chapter);
    err = studies_edits_trim(s, study, INT64_MAX, &freed);
    if (err < 0 || freed > 0)
        return err;
    err = store_done(store_query(s, NULL, NULL, Q_STUDIES_CHAT_END, study));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_STUDIES_END, study));
}

int studies_owned(struct store *s, int64_t owner, int64_t *n)
{
    return store_some(store_query(s, store_on_int, n, Q_STUDIES_OWNED, owner));
}

int studies_owned_ids(struct store *s, int64_t owner, int limit, int64_t *out)
{
    struct store_ids list = {out, 0, limit};
    int err = store_query(s, store_on_id, &list, Q_STUDIES_OWNED_IDS, owner, limit);
    return err < 0 ? err : list.n;
}

int studies_list(struct store *s, const struct study_filter *f, studies_on_study *on, void *context)
{
    struct each e = {.on.study = on, .context = context};
    if (f->member == 0)
        return store_query(s, on_each_study, &e, Q_STUDIES_PUBLIC, study_access_name[STUDY_PUBLIC],
                           f->before, f->like, f->game, f->limit);
    return store_query(s, on_each_study, &e, Q_STUDIES_MINE, f->member, f->before, f->like, f->game,
                       f->limit);
}

/* --- members --- */

struct member_row {
    int64_t study;
    struct store_player player;
    bool writes;
    int64_t at;
};
ROW_READER(read_member, struct member_row, STUDY_MEMBER_TOLD)
ROW_BINDER(bind_member, struct member_row, STUDY_MEMBER_NEW)

int studies_member_put(struct store *s, int64_t study, int64_t player, bool writes, int64_t at)
{
    const struct member_row m = {.study = study, .player.id = player, .writes = writes, .at = at};
    struct store_value v[ROW_N(STUDY_MEMBER_NEW)];
    int n = bind_member(&m, v);
    return store_done(store_run(s, NULL, NULL, Q_STUDIES_MEMBER_PUT, v, n));
}

int studies_member_end(struct store *s, int64_t study, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_STUDIES_MEMBER_END, study, player));
}

int studies_member_get(struct store *s, int64_t study, int64_t player, bool *writes)
{
    int64_t n = 0;
    int err = store_some(store_query(s, store_on_int, &n, Q_STUDIES_MEMBER_GET, study, player));
    if (err == 0)
        *writes = n != 0;
    return err;
}

static void on_member(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct member_row m;
    read_member(s, row, 0, &m);
    e->on.member(e->context, &m.player, m.writes);
}

int studies_members(struct store *s, int64_t study, studies_on_member *on, void *context)
{
    struct each e = {.on.member = on, .context = context};
    return store_done(store_query(s, on_member, &e, Q_STUDIES_MEMBERS, study));
}

int studies_member_forget(struct store *s, int64_t player)
{
    return store_done(store_query(s, NULL, NULL, Q_STUDIES_MEMBER_FORGET, player));
}

/* --- chapters --- */

int studies_chapter_add(struct store *s, struct study_chapter *c)
{
    struct store_value v[ROW_N(CHAPTER_NEW)];
    int n = bind_chapter(c, v);
    return store_some(store_run(s, store_on_int, &c->id, Q_STUDIES_CHAPTER_ADD, v, n));
}

static void on_chapter(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct study_chapter c;
    read_chapter(s, row, 0, &c);
    e->on.chapter(e->context, &c);
}

int studies_chapter_get(struct store *s, int64_t id, studies_on_chapter *on, void *context)
{
    struct each e = {.on.chapter = on, .context = context};
    return store_some(store_query(s, on_chapter, &e, Q_STUDIES_CHAPTER_GET, id));
}

int studies_chapter_next(struct store *s, int64_t study, int64_t after, int64_t *id)
{
    return store_some(store_query(s, store_on_int, id, Q_STUDIES_CHAPTER_NEXT, study, after));
}

int studies_chapter_put(struct store *s, const struct study_chapter *c)
{
    struct store_value v[ROW_N(CHAPTER_CHANGE) + 1];
    int n = bind_chapter_change(c, v);
    v[n++] = store_number(c->id);
    return store_done(store_run(s, NULL, NULL, Q_STUDIES_CHAPTER_PUT, v, n));
}

int studies_chapters(struct store *s, int64_t study, studies_on_chapter *on, void *context)
{
    struct each e = {.on.chapter = on, .context = context};
    return store_done(store_query(s, on_chapter, &e, Q_STUDIES_CHAPTERS, study));
}

int studies_chapter_end(struct store *s, const struct study_chapter *c, int64_t *log_bytes)
{
    int err = store_some(
        store_query(s, store_on_int, log_bytes, Q_STUDIES_EDITS_CHAPTER_BYTES, c->study, c->id));
    if (err == 0)
        err = store_done(store_query(s, NULL, NULL, Q_STUDIES_EDITS_CHAPTER_END, c->study, c->id));
    if (err == 0)
        err = store_done(store_query(s, NULL, NULL, Q_STUDIES_VALUES_END, c->id));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_STUDIES_CHAPTER_END, c->id));
}

/* --- values --- */

struct one_value {
    const char *node, *field;
    struct each each;
};

static void on_one_value(void *context, const struct store *s, void *row)
{
    const struct one_value *o = context;
    const struct study_value v = {o->node, o->field, store_row_text(s, row, 0),
                                  store_row_int(s, row, 1)};
    o->each.on.value(o->each.context, &v);
}

int studies_value_get(struct store *s, int64_t chapter, const char *node, const char *field,
                      studies_on_value *on, void *context)
{
    struct one_value o = {node, field, {.on.value = on, .context = context}};
    return store_some(store_query(s, on_one_value, &o, Q_STUDIES_VALUE_GET, chapter, node, field));
}

int studies_value_put(struct store *s, int64_t chapter, const struct study_value *v)
{
    struct store_value values[ROW_N(STUDY_VALUE_ROW) + 1];
    int n = bind_value(v, values);
    values[n++] = store_number(chapter);
    return store_done(store_run(s, NULL, NULL, Q_STUDIES_VALUE_PUT, values, n));
}

static void on_value(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct study_value v;
    read_value(s, row, 0, &v);
    e->on.value(e->context, &v);
}

int studies_values(struct store *s, int64_t chapter, studies_on_value *on, void *context)
{
    struct each e = {.on.value = on, .context = context};
    return store_done(store_query(s, on_value, &e, Q_STUDIES_VALUES, chapter));
}

static void on_key(void *context, const struct store *s, void *row)
{
    struct study_key *key = context;
    snprintf(key->node, sizeof key->node, "%s", store_row_text(s, row, 0));
    snprintf(key->field, sizeof key->field, "%s", store_row_text(s, row, 1));
}

int studies_values_copy(struct store *s, int64_t from, int64_t to, int most,
                        struct study_key *after)
{
    struct study_key last;
    int err = store_some(store_query(s, on_key, &last, Q_STUDIES_VALUES_NTH, from, after->node,
                                     after->field, most - 1));
    if (err == ERR_NOT_FOUND) /* there are fewer */
        err = store_some(
            store_query(s, on_key, &last, Q_STUDIES_VALUES_LAST, from, after->node, after->field));
    if (err == 0)
        err = store_done(store_query(s, NULL, NULL, Q_STUDIES_VALUES_COPY, to, from, after->node,
                                     after->field, last.node, last.field));
    if (err == 0)
        *after = last;
    return err;
}

/* --- edits --- */

int studies_edit_add(struct store *s, struct study_edit *e)
{
    struct store_value v[ROW_N(STUDY_EDIT_NEW)];
    int n = bind_edit(e, v);
    return store_some(store_run(s, store_on_int, &e->id, Q_STUDIES_EDIT_ADD, v, n));
}

int studies_edit_keyed(struct store *s, int64_t study, const char *key, int64_t *id)
{
    return store_some(store_query(s, store_on_int, id, Q_STUDIES_EDIT_KEYED, study, key));
}

static void on_edit(void *context, const struct store *s, void *row)
{
    const struct each *e = context;
    struct study_edit edit;
    read_edit(s, row, 0, &edit);
    e->on.edit(e->context, &edit);
}

int studies_edits(struct store *s, int64_t study, int64_t since, bool back, int limit,
                  studies_on_edit *on, void *context)
{
    struct each e = {.on.edit = on, .context = context};
    return store_query(s, on_edit, &e, back ? Q_STUDIES_EDITS_BEFORE : Q_STUDIES_EDITS_SINCE, study,
                       since, limit);
}

int studies_edit_first(struct store *s, int64_t study, int64_t *id)
{
    return store_some(store_query(s, store_on_int, id, Q_STUDIES_EDIT_FIRST, study));
}

struct oldest {
    int64_t bytes, freed, last;
};

static void on_oldest(void *context, const struct store *s, void *row)
{
    struct oldest *o = context;
    if (o->freed >= o->bytes)
        return;
    o->freed += store_row_int(s, row, 1);
    o->last = store_row_int(s, row, 0);
}

int studies_edits_trim(struct store *s, int64_t study, int64_t bytes, int64_t *freed)
{
    enum { AT_ONCE = 200 };
    struct oldest o = {.bytes = bytes};
    int err = store_done(store_query(s, on_oldest, &o, Q_STUDIES_EDITS_OLDEST, study, AT_ONCE));
    if (err == 0 && o.last != 0)
        err = store_done(store_query(s, NULL, NULL, Q_STUDIES_EDITS_TRIM, study, o.last));
    if (err == 0)
        *freed = o.freed;
    return err;
}

/* --- chat --- */

ROW_READER(read_line, struct store_line, STUDY_CHAT_TOLD)
ROW_BINDER(bind_line, struct store_line, STUDY_CHAT_NEW)

struct each_line {
    studies_on_chat *call;
    void *context;
};

static void on_line(void *context, const struct store *s, void *row)
{
    const struct each_line *each = context;
    struct store_line chat;
    read_line(s, row, 0, &chat);
    each->call(each->context, chat.of, &chat.line);
}

int studies_chat_add(struct store *s, int64_t study, int keep, struct store_chat *line)
{
    const struct store_line chat = {study, *line};
    struct store_value v[ROW_N(STUDY_CHAT_NEW)];
    int n = bind_line(&chat, v);
    int err = store_some(store_run(s, store_on_int, &line->id, Q_STUDIES_CHAT_ADD, v, n));
    return err < 0 ? err : store_done(store_query(s, NULL, NULL, Q_STUDIES_CHAT_TRIM, study, keep));
}

int studies_chat_page(struct store *s, int64_t study, int64_t reader, int64_t before, int limit,
                      studies_on_chat *on, void *context)
{
    struct each_line each = {on, context};
    return store_query(s, on_line, &each, Q_STUDIES_CHAT_PAGE, study, before, reader, limit);
}

int studies_chat_get(struct store *s, int64_t id, studies_on_chat *on, void *context)
{
    struct each_line each = {on, context};
    return store_some(store_query(s, on_line, &each, Q_STUDIES_CHAT_GET, id));
}

int studies_chat_of(struct store *s, int64_t player, studies_on_chat *on, void *context)
{
    struct each_line each = {on, context};
    return store_done(store_query(s, on_line, &each, Q_STUDIES_CHAT_OF, player));
}

int studies_chat_remove(struct store *s, int64_t id)
{
    return store_done(store_query(s, NULL, NULL, Q_STUDIES_CHAT_REMOVE, id));
}

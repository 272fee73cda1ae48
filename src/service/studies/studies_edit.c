/* studies_edit.c - an edit of a chapter: each new value is judged, written over the former one, and
 * kept with it in the list of edits. */
#include "platform/json.h"
#include "service/core/view.h"
#include "service/studies/studies.h"

#include "base/err.h"
#include "rules/position.h"
#include "service/core/service_int.h"
#include "service/core/texts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES = 64 /* what each value counts for besides its text */ };
enum { EDIT_BYTES = 100 /* the same for an edit in the list (store/studies/studies_sql.h) */ };
enum { EVENT_BYTES_MAX = 16 * 1024 /* a longer edit is read by its number */ };

struct op {
    const char *node, *field, *value; /* borrowed */
    int64_t base;                     /* the edit that it follows; -1: whichever */
};

struct editing {
    struct work *w;
    struct study study;
    struct study_chapter chapter;
    int64_t bytes_before; /* of the chapter */
    json_t *seen;         /* "NODE FIELD" of the operations so far */
    json_t *log;
};

struct former {
    char *value; /* owned; NULL: nothing was ever written there */
    int64_t edit;
};

static void on_former(void *context, const struct study_value *v)
{
    struct former *f = context;
    f->value = strdup(v->value);
    f->edit = v->edit;
}

static int read_former(struct editing *e, const char *node, const char *field, struct former *out)
{
    *out = (struct former){.value = NULL};
    int err = studies_value_get(e->w->s->store, e->chapter.id, node, field, on_former, out);
    if (err == ERR_NOT_FOUND)
        return 0;
    return err == 0 && out->value == NULL ? ERR_NO_MEMORY : err;
}

/* --- what an operation may be --- */

static const struct {
    const char *name;
    int bytes;          /* of a value, at most */
    int points_n;       /* that follow the name */
    const char *values; /* that are allowed, each between blanks; NULL: any text */
} fields[] = {
    {"add", 2000, 0, NULL},      {"gone", 1, 0, "  1 "},  {"place", 8, 0, NULL},
    {"comment", 40000, 0, NULL}, {"name", 400, 0, NULL},  {"glyph", 2, 0, "  ! ? !? ?! !! ?? "},
    {"at", 24, 1, NULL},         {"arrow", 1, 2, "  1 "},
};

static bool is_node(const char *text)
{
    size_t n = strspn(text, "0123456789abcdefghijklmnopqrstuvwxyz");
    return n >= 1 && n <= 16 && text[n] == '\0';
}

static bool is_among(const char *value, const char *values)
{
    char word[8];
    snprintf(word, sizeof word, " %s ", value);
    return strstr(values, word) != NULL;
}

/* The number of the field in the table above, or -1. */
static int find_field(const char *text)
{
    size_t n = strcspn(text, " ");
    for (int i = 0; i < (int)ARRAY_LEN(fields); i++) {
        if (strlen(fields[i].name) != n || strncmp(fields[i].name, text, n) != 0)
            continue;
        const char *p = text + n;
        for (int k = 0; k < fields[i].points_n && *p == ' '; k++) {
            size_t digits = strspn(p + 1, "0123456789");
            p += digits >= 1 && digits <= 3 ? digits + 1 : 0;
        }
        int blanks = 0;
        for (const char *q = text; *q != '\0'; q++)
            blanks += *q == ' ';
        return *p == '\0' && blanks == fields[i].points_n ? i : -1;
    }
    return -1;
}

static int refuse_op(struct editing *e, size_t i, const char *what)
{
    return work_refuse(e->w, OUTCOME_RANGE, "ops[%zu]: %s", i, what);
}

static int read_op(struct editing *e, size_t i, const json_t *given, struct op *op)
{
    char key[64];
    size_t n = json_array_size(given);
    const json_t *base = json_array_get(given, 3);
    op->node = json_string_value(json_array_get(given, 0));
    op->field = json_string_value(json_array_get(given, 1));
    op->value = json_string_value(json_array_get(given, 2));
    op->base = base != NULL ? json_integer_value(base) : -1;
    if (n < 3 || n > 4 || op->node == NULL || op->field == NULL || op->value == NULL ||
        (base != NULL && (!json_is_integer(base) || op->base < 0)))
        return refuse_op(e, i, "it must be [node, field, value] or [node, field, value, base].");
    if (!is_node(op->node))
        return refuse_op(e, i, "a node has 1 to 16 small letters and digits; the root is 0.");
    int field = find_field(op->field);
    if (field < 0)
        return refuse_op(e, i,
                         "field must be add, gone, place, comment, name, glyph, at N or "
                         "arrow N M.");
    if ((int)strlen(op->value) > fields[field].bytes)
        return work_refuse(e->w, OUTCOME_RANGE, "ops[%zu]: %s may have at most %d bytes.", i,
                           fields[field].name, fields[field].bytes);
    if (fields[field].values != NULL && !is_among(op->value, fields[field].values))
        return refuse_op(e, i, "this field has no such value.");
    if (fields[field].values == NULL) {
        studies_tidy(json_array_get(given, 2));
        op->value = json_string_value(json_array_get(given, 2));
    }
    snprintf(key, sizeof key, "%s %s", op->node, op->field);
    if (json_object_get(e->seen, key) != NULL)
        return refuse_op(e, i, "an edit writes each field once.");
    json_object_set_new(e->seen, key, json_true());
    return 0;
}

/* Whether the node is there, by an operation before this one or an earlier edit. */
static int check_node(struct editing *e, size_t i, const char *node)
{
    char key[64];
    struct former f;
    snprintf(key, sizeof key, "%s add", node);
    if (strcmp(node, "0") == 0 || json_object_get(e->seen, key) != NULL)
        return 0;
    int err = read_former(e, node, "add", &f);
    bool there = f.value != NULL;
    free(f.value);
    if (err < 0 || there)
        return err;
    return work_refuse(e->w, OUTCOME_CONFLICT, "ops[%zu]: there is no node %s.", i, node);
}

/* A new node: {"p":PARENT,"m":MOVE,"s":SIDE,…}; without a move, where a comment stands alone. */
static int check_add(struct editing *e, size_t i, const struct op *op)
{
    const char *parent = NULL;
    const char *move = NULL;
    int side = 0;
    move_t read;
    json_t *extra = NULL;
    if (strcmp(op->node, "0") == 0)
        return refuse_op(e, i, "the root exists already.");
    json_t *value = json_loads(op->value, JSON_REJECT_DUPLICATES, NULL);
    bool ok = json_unpack(value, "{ss ss si s?o !}", "p", &parent, "m", &move, "s", &side, "x",
                          &extra) == 0 &&
              is_node(parent) && side >= 0 && side <= STORE_SEATS_MAX &&
              (move[0] == '\0' || move_parse(move, SIDE_MAX, SIDE_MAX, &read) == 0);
    int err = ok ? 0 : refuse_op(e, i, "a new node is {\"p\":PARENT,\"m\":MOVE,\"s\":SIDE}.");
    if (err == 0 && strcmp(parent, op->node) == 0)
        err = refuse_op(e, i, "no node is its own parent.");
    if (err == 0)
        err = check_node(e, i, parent);
    json_decref(value);
    return err;
}

/* --- writing --- */

static int check_room(struct editing *e)
{
    const struct study *s = &e->study;
    if (e->chapter.nodes > STUDIES_CHAPTER_NODES_MAX)
        return work_refuse(e->w, OUTCOME_FULL, "A chapter has at most %d nodes.",
                           STUDIES_CHAPTER_NODES_MAX);
    if (e->chapter.bytes > STUDIES_CHAPTER_BYTES_MAX && e->chapter.bytes > e->bytes_before)
        return work_refuse(e->w, OUTCOME_FULL, "A chapter holds at most %d bytes.",
                           STUDIES_CHAPTER_BYTES_MAX);
    if (s->nodes > STUDIES_NODES_MAX)
        return work_refuse(e->w, OUTCOME_FULL, "A study has at most %d nodes.", STUDIES_NODES_MAX);
    if (s->bytes > STUDIES_BYTES_MAX)
        return work_refuse(e->w, OUTCOME_FULL, "A study holds at most %d bytes.",
                           STUDIES_BYTES_MAX);
    return 0;
}

/* Takes what the operation writes into account and notes what was there before. */
static int take(struct editing *e, size_t i, const struct op *op)
{
    struct former f;
    bool adds = strcmp(op->field, "add") == 0;
    int err = adds ? check_add(e, i, op) : check_node(e, i, op->node);
    if (err < 0)
        return err;
    err = read_former(e, op->node, op->field, &f);
    if (err == 0 && op->base >= 0 && op->base != f.edit &&
        (f.value == NULL || strcmp(f.value, op->value) != 0))
        err = work_refuse(e->w, OUTCOME_CONFLICT,
                          "ops[%zu]: the %s of node %s was changed by edit %lld.", i, op->field,
                          op->node, (long long)f.edit);
    int64_t former = f.value != NULL ? VALUE_BYTES + (int64_t)strlen(f.value) : 0;
    int64_t bytes = VALUE_BYTES + (int64_t)strlen(op->value) - former;
    if (!(adds && f.value != NULL)) /* the first one holds */
        e->study.bytes += bytes, e->chapter.bytes += bytes;
    if (adds && f.value == NULL)
        e->study.nodes++, e->chapter.nodes++;
    json_array_append_new(e->log, json_pack("[ssss?]", op->node, op->field, op->value, f.value));
    free(f.value);
    return err;
}

/* The operations whose former values are in the log are written under the edit's number. */
static int write_values(struct editing *e, int64_t edit)
{
    size_t i;
    json_t *op;
    int err = 0;
    json_array_foreach(e->log, i, op)
    {
        const struct study_value v = {json_string_value(json_array_get(op, 0)),
                                      json_string_value(json_array_get(op, 1)),
                                      json_string_value(json_array_get(op, 2)), edit};
        bool known = !json_is_null(json_array_get(op, 3));
        if (err == 0 && !(known && strcmp(v.field, "add") == 0))
            err = studies_value_put(e->w->s->store, e->chapter.id, &v);
    }
    return err;
}

static int tell(struct editing *e, const struct study_edit *edit)
{
    bool fits = strlen(edit->ops) <= EVENT_BYTES_MAX;
    json_t *ops = fits ? json_incref(e->log) : json_null();
    json_t *data =
        JSON_OBJECT({"chapter", json_integer(edit->chapter)}, {"edit", json_integer(edit->id)},
                    {"key", json_string(edit->key)}, {"by", view_player(&edit->player)},
                    {"at", json_integer(edit->at)}, {"ops", ops});
    return work_tell_study(e->w, EVENT_EDIT, data, &e->study);
}

static int commit(struct editing *e, const char *key)
{
    struct store *store = e->w->s->store;
    char *ops = json_dumps(e->log, JSON_COMPACT | JSON_ENSURE_ASCII);
    struct study_edit edit = {.study = e->study.id,
                              .chapter = e->chapter.id,
                              .at = e->w->now,
                              .player = e->w->order->asker,
                              .key = key,
                              .ops = ops};
    if (ops == NULL)
        return ERR_NO_MEMORY;
    int err = texts_pay(e->w, strlen(ops));
    if (err == 0)
        err = studies_edit_add(store, &edit);
    if (err == 0)
        err = write_values(e, edit.id);
    e->w->order->out.id = edit.id;
    e->chapter.edit = e->study.edit = edit.id;
    e->study.log_bytes += EDIT_BYTES + (int64_t)strlen(ops);
    if (err == 0 && e->study.log_bytes > STUDIES_LOG_BYTES_MAX) {
        int64_t freed = 0;
        err = studies_edits_trim(store, e->study.id, STUDIES_LOG_BYTES_MAX / 16, &freed);
        e->study.log_bytes -= freed;
    }
    if (err == 0)
        err = studies_chapter_put(store, &e->chapter);
    if (err == 0)
        err = studies_keep(e->w, &e->study);
    if (err == 0)
        err = tell(e, &edit);
    free(ops);
    return err;
}

static int apply(struct editing *e, const struct study_act *a)
{
    size_t i;
    const json_t *given;
    int err = 0;
    json_array_foreach(a->ops, i, given)
    {
        struct op op = {.base = -1};
        if (err == 0)
            err = read_op(e, i, given, &op);
        if (err == 0)
            err = take(e, i, &op);
    }
    if (err == 0)
        err = check_room(e);
    return err < 0 ? err : commit(e, a->key);
}

int studies_edit(struct work *w, void *context)
{
    const struct study_act *a = context;
    struct editing e = {.w = w};
    size_t n = json_array_size(a->ops);
    if (!json_is_array(a->ops) || n < 1 || n > STUDIES_OPS_MAX)
        return work_refuse(w, OUTCOME_RANGE, "ops must be a list of 1 to %d operations.",
                           STUDIES_OPS_MAX);
    int err = studies_writable(w, a->chapter, &e.study, &e.chapter);
    if (err < 0)
        return err;
    err = studies_edit_keyed(w->s->store, e.study.id, a->key, &w->order->out.id);
    if (err != ERR_NOT_FOUND)
        return err; /* it was sent before */
    e.bytes_before = e.chapter.bytes;
    e.seen = json_object();
    e.log = json_array();
    err = e.seen != NULL && e.log != NULL ? apply(&e, a) : ERR_NO_MEMORY;
    json_decref(e.seen);
    json_decref(e.log);
    return err;
}

/* studies_line.c - the end of the main line of a chapter (studies.h), for pictures of it. */
#include "service/studies/studies.h"

#include "base/err.h"
#include "platform/array.h"
#include "record/record_json.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char name[STUDY_NODE_BYTES], parent[STUDY_NODE_BYTES], move[16];
    int64_t edit;
    int place;
    bool gone;
};

struct line {
    struct node *nodes;
    int n, cap;
    int64_t study;
    char *record; /* owned */
    bool failed;
};

static struct node *find(struct line *l, const char *name)
{
    for (int i = 0; i < l->n; i++)
        if (strcmp(l->nodes[i].name, name) == 0)
            return &l->nodes[i];
    return NULL;
}

static void add(struct line *l, const struct study_value *v)
{
    const char *parent = NULL;
    const char *move = NULL;
    json_t *added = json_loads(v->value, 0, NULL);
    if (!ARRAY_ROOM(l->nodes, l->n, &l->cap)) {
        l->failed = true;
        json_decref(added);
        return;
    }
    if (json_unpack(added, "{ss ss}", "p", &parent, "m", &move) == 0) {
        struct node *n = &l->nodes[l->n++];
        *n = (struct node){.edit = v->edit};
        snprintf(n->name, sizeof n->name, "%s", v->node);
        snprintf(n->parent, sizeof n->parent, "%s", parent);
        snprintf(n->move, sizeof n->move, "%s", move);
    }
    json_decref(added);
}

static void on_added(void *context, const struct study_value *v)
{
    struct line *l = context;
    if (!l->failed && strcmp(v->field, "add") == 0)
        add(l, v);
}

static void on_moved(void *context, const struct study_value *v)
{
    struct line *l = context;
    bool gone = strcmp(v->field, "gone") == 0;
    struct node *n = gone || strcmp(v->field, "place") == 0 ? find(l, v->node) : NULL;
    if (n != NULL && gone)
        n->gone = v->value[0] == '1';
    else if (n != NULL)
        n->place = (int)strtol(v->value, NULL, 10);
}

static void on_record(void *context, const struct study_chapter *c)
{
    struct line *l = context;
    l->study = c->study;
    l->record = strdup(c->record);
}

static bool is_before(const struct node *a, const struct node *b)
{
    if (a->place != b->place)
        return a->place < b->place;
    return a->edit != b->edit ? a->edit < b->edit : strcmp(a->name, b->name) < 0;
}

static const struct node *first_below(const struct line *l, const char *parent)
{
    const struct node *first = NULL;
    for (int i = 0; i < l->n; i++) {
        const struct node *n = &l->nodes[i];
        if (!n->gone && strcmp(n->parent, parent) == 0 && (first == NULL || is_before(n, first)))
            first = n;
    }
    return first;
}

/* Plays as far as the rules allow. */
static int play(const struct line *l, struct position *out)
{
    struct record r;
    struct record_error error;
    if (l->record == NULL)
        return ERR_NO_MEMORY;
    if (record_json_read(&memory_heap, l->record, strlen(l->record), &r, &error) < 0)
        return ERR_ILLEGAL;
    int err = record_position(&r, r.root, out, &error);
    record_free(&r);
    const struct node *n = first_below(l, "0");
    for (int i = 0; err == 0 && n != NULL && i < l->n; i++, n = first_below(l, n->name)) {
        move_t move;
        if (n->move[0] == '\0')
            continue;
        if (move_parse(n->move, out->setup.width, out->setup.height, &move) < 0 ||
            position_play(out, move) != VERDICT_OK)
            break;
    }
    return err;
}

int reader_chapter_position(struct reader *r, int64_t chapter, int64_t asker, const char *link,
                            struct position *out)
{
    struct store *store = reader_store(r);
    struct line l = {.nodes = NULL};
    struct study study;
    bool writes = false;
    int err = store_begin(store);
    if (err < 0)
        return err;
    err = studies_chapter_get(store, chapter, on_record, &l);
    if (err == 0)
        err = studies_get(store, l.study, &study);
    if (err == 0)
        err = studies_may(store, &study, asker, link, &writes);
    if (err == 0)
        err = studies_values(store, chapter, on_added, &l);
    if (err == 0)
        err = studies_values(store, chapter, on_moved, &l);
    store_end(store);
    if (err == 0)
        err = l.failed ? ERR_NO_MEMORY : play(&l, out);
    free(l.nodes);
    free(l.record);
    return err;
}

/* routes_studies.c - kept studies: their chapters, members and edits. */
#include "http/wire/route.h"

#include "base/err.h"
#include "platform/json.h"
#include "service/studies/studies.h"
#include <string.h>

static struct study_act *arg(const struct request *r)
{
    return r->arg;
}

static void submit(struct request *r, int (*apply)(struct work *w, void *context))
{
    route_submit(r, apply, arg(r));
}

static void answer_view(struct request *r, int status, json_t *view, int err)
{
    if (view != NULL)
        answer_json(r, status, view);
    else if (err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such study.");
    else
        answer_error(r, 503, "The store cannot be read now.");
}

static void answer_study(struct request *r, int status, int64_t id)
{
    int err = 0;
    json_t *view = reader_study(r->reader, id, r->asker.id, request_argument(r, "link"), &err);
    answer_view(r, status, view, err);
}

/* --- studies --- */

static void handle_list(struct request *r)
{
    char pattern[3 * STUDIES_NAME_BYTES];
    char words[STUDIES_NAME_BYTES];
    const char *q = request_words(r, "q", words, sizeof words);
    const char *mine = request_argument(r, "mine");
    struct study_filter f = {.before = INT64_MAX, .game = ""};
    int64_t limit = 20;
    int err = 0;
    if (!route_number(r, "limit", 1, SERVICE_LIST_MAX, &limit) ||
        !route_number(r, "before", 1, INT64_MAX, &f.before) || !route_game(r, &f.game))
        return;
    if (mine != NULL && r->asker.id == 0) {
        route_nobody(r);
        return;
    }
    if (q != NULL && strlen(q) >= STUDIES_NAME_BYTES) {
        answer_error(r, 400, "q may have at most %d bytes.", STUDIES_NAME_BYTES - 1);
        return;
    }
    studies_pattern(q != NULL ? q : "", pattern, sizeof pattern);
    f.member = mine != NULL ? r->asker.id : 0;
    f.like = pattern;
    f.limit = (int)limit;
    json_t *view = reader_studies(r->reader, &f, r->asker.id, &err);
    answer_view(r, 200, view, err);
}

static void handle_study(struct request *r)
{
    answer_study(r, 200, r->id);
}

static void finish_study(struct request *r)
{
    answer_study(r, 200, r->id);
}

static void finish_made(struct request *r)
{
    answer_study(r, 201, r->order.out.id);
    route_location(r, "/api/studies", r->order.out.id);
}

static void handle_make(struct request *r)
{
    const struct field fields[] = {
        {"name", FIELD_NAME, true, &arg(r)->name, 1, STUDIES_NAME_BYTES - 1},
        {"access", FIELD_TEXT, false, &arg(r)->access, 1, 16},
    };
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, studies_make);
}

static void handle_change(struct request *r)
{
    const struct field fields[] = {
        {"name", FIELD_NAME, false, &arg(r)->name, 1, STUDIES_NAME_BYTES - 1},
        {"access", FIELD_TEXT, false, &arg(r)->access, 1, 16},
        {"new_link", FIELD_BOOL, false, &arg(r)->renew, 0, 0},
    };
    arg(r)->study = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, studies_change);
}

static void handle_delete(struct request *r)
{
    arg(r)->study = r->id;
    if (route_body(r, NULL, 0))
        submit(r, studies_delete);
}

static void finish_deleted(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"deleted", json_boolean(1)}));
}

/* A part at a time: the moves of others come in between. */
static void go_on_cloning(struct request *r)
{
    if (r->order.out.kind != OUTCOME_DONE || !arg(r)->more) {
        routes_finish(r);
        return;
    }
    r->order.u.batch.apply = studies_clone_more;
    request_submit_then(r, go_on_cloning);
}

static void handle_clone(struct request *r)
{
    const struct field fields[] = {
        {"name", FIELD_NAME, false, &arg(r)->name, 1, STUDIES_NAME_BYTES - 1},
        {"link", FIELD_NAME, false, &arg(r)->link, 1, STORE_TOKEN_BYTES - 1},
    };
    arg(r)->study = r->id;
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    r->order.kind = ORDER_BATCH;
    r->order.u.batch.apply = studies_clone;
    r->order.u.batch.context = arg(r);
    request_submit_then(r, go_on_cloning);
}

static void handle_member(struct request *r)
{
    const struct field fields[] = {
        {"player", FIELD_NAME, true, &arg(r)->name, 1, STORE_NAME_BYTES - 1},
        {"writes", FIELD_BOOL, false, &arg(r)->writes, 0, 0},
        {"remove", FIELD_BOOL, false, &arg(r)->removes, 0, 0},
    };
    arg(r)->study = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, studies_member);
}

/* A member who has left may no longer see the study. */
static void finish_member(struct request *r)
{
    int err = 0;
    json_t *view = reader_study(r->reader, r->id, r->asker.id, NULL, &err);
    if (view == NULL && err == ERR_NOT_FOUND)
        answer_json(r, 200, JSON_OBJECT({"id", json_integer(r->id)}, {"you", json_null()}));
    else
        answer_view(r, 200, view, err);
}

static void handle_here(struct request *r)
{
    int err = 0;
    json_t *view =
        reader_study_here(r->reader, r->id, r->asker.id, request_argument(r, "link"), &err);
    answer_view(r, 200, view, err);
}

static void handle_edits(struct request *r)
{
    int64_t since = 0;
    int64_t before = 0;
    int err = 0;
    if (!route_number(r, "since", 0, INT64_MAX, &since) ||
        !route_number(r, "before", 1, INT64_MAX, &before))
        return;
    json_t *view = reader_study_edits(r->reader, r->id, r->asker.id, request_argument(r, "link"),
                                      before != 0 ? before : since, before != 0, &err);
    answer_view(r, 200, view, err);
}

/* --- chat --- */

static void handle_chat(struct request *r)
{
    int64_t before = INT64_MAX;
    int64_t limit = STUDIES_CHAT_LIST_MAX;
    int err = 0;
    if (!route_number(r, "before", 1, INT64_MAX, &before) ||
        !route_number(r, "limit", 1, STUDIES_CHAT_LIST_MAX, &limit))
        return;
    json_t *view = reader_study_chat(r->reader, r->id, r->asker.id, request_argument(r, "link"),
                                     before, (int)limit, &err);
    answer_view(r, 200, view, err);
}

static void handle_say(struct request *r)
{
    const struct field fields[] = {
        {"text", FIELD_WORDS, true, &arg(r)->text, 1, STORE_CHAT_BYTES - 1},
        {"link", FIELD_NAME, false, &arg(r)->link, 1, STORE_TOKEN_BYTES - 1},
    };
    arg(r)->study = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, studies_chat_say);
}

static void handle_line_delete(struct request *r)
{
    arg(r)->study = r->id;
    if (route_body_line(r, &arg(r)->line))
        submit(r, studies_chat_delete);
}

static void handle_line_moderate(struct request *r)
{
    arg(r)->line = r->id;
    if (route_body(r, NULL, 0))
        submit(r, studies_chat_moderate);
}

static void finish_line(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"id", json_integer(r->order.out.id)}));
}

/* --- chapters --- */

static void answer_chapter(struct request *r, int status, int64_t id)
{
    int err = 0;
    json_t *view = reader_chapter(r->reader, id, r->asker.id, request_argument(r, "link"), &err);
    if (view == NULL && err == ERR_NOT_FOUND)
        answer_error(r, 404, "There is no such chapter.");
    else
        answer_view(r, status, view, err);
}

static void handle_chapter(struct request *r)
{
    answer_chapter(r, 200, r->id);
}

static void finish_chapter(struct request *r)
{
    answer_chapter(r, 200, r->id);
}

static void handle_chapter_make(struct request *r)
{
    const struct field fields[] = {
        {"name", FIELD_NAME, true, &arg(r)->name, 1, STUDIES_NAME_BYTES - 1},
        {"record", FIELD_TEXT, true, &arg(r)->record, 1, STUDIES_RECORD_BYTES},
    };
    arg(r)->study = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, studies_chapter_make);
}

static void finish_chapter_made(struct request *r)
{
    answer_chapter(r, 201, r->order.out.id);
    route_location(r, "/api/chapters", r->order.out.id);
}

static void handle_chapter_change(struct request *r)
{
    const struct field fields[] = {
        {"name", FIELD_NAME, false, &arg(r)->name, 1, STUDIES_NAME_BYTES - 1},
        {"place", FIELD_INT, false, &arg(r)->place, 1, 1000},
    };
    arg(r)->chapter = r->id;
    if (route_body(r, fields, (int)ARRAY_LEN(fields)))
        submit(r, studies_chapter_change);
}

static void handle_chapter_delete(struct request *r)
{
    arg(r)->chapter = r->id;
    if (route_body(r, NULL, 0))
        submit(r, studies_chapter_delete);
}

enum { OPS_OF_A_CHANGE = 10 }; /* each ten operations cost as much as one change more */

static void handle_edit(struct request *r)
{
    json_t *ops = NULL;
    const struct field fields[] = {
        {"key", FIELD_TEXT, true, &arg(r)->key, 8, STUDIES_KEY_BYTES - 1},
        {"ops", FIELD_ANY, true, &ops, 0, 0},
    };
    arg(r)->chapter = r->id;
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    arg(r)->ops = ops;
    if (route_pays(r, (int)json_array_size(ops) / OPS_OF_A_CHANGE))
        submit(r, studies_edit);
}

static void finish_edit(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"edit", json_integer(r->order.out.id)}));
}

#define POST_MEMBER    (POST_PLAYER | ROUTE_MEMBER)
#define POST_MODERATOR (ROUTE_POST | ROUTE_PLAYER | ROUTE_SESSION | ROUTE_MODERATOR)

static const struct route rows[] = {
    READS("studies", 0, handle_list),
    ORDERS("studies", POST_MEMBER, handle_make, finish_made),
    READS("studies/*", 0, handle_study),
    ORDERS("studies/*", POST_MEMBER, handle_change, finish_study),
    ORDERS("studies/*/delete", POST_MEMBER, handle_delete, finish_deleted),
    ORDERS("studies/*/clone", POST_MEMBER, handle_clone, finish_made),
    ORDERS("studies/*/members", POST_MEMBER, handle_member, finish_member),
    READS("studies/*/here", 0, handle_here),
    READS("studies/*/edits", 0, handle_edits),
    READS("studies/*/chat", 0, handle_chat),
    ORDERS("studies/*/chat", POST_MEMBER | ROUTE_CHAT | ROUTE_LARGE, handle_say, route_answer_id),
    ORDERS("studies/*/chat/delete", POST_MEMBER | ROUTE_CHAT, handle_line_delete, finish_line),
    ORDERS("admin/studychat/*/delete", POST_MODERATOR, handle_line_moderate, finish_line),
    ORDERS("studies/*/chapters", POST_MEMBER | ROUTE_LARGE, handle_chapter_make,
           finish_chapter_made),
    READS("chapters/*", 0, handle_chapter),
    ORDERS("chapters/*", POST_MEMBER, handle_chapter_change, finish_chapter),
    READS("chapters/*/preview", 0, page_chapter_picture),
    ORDERS("chapters/*/delete", POST_MEMBER, handle_chapter_delete, finish_deleted),
    ORDERS("chapters/*/edits", POST_MEMBER | ROUTE_LARGE, handle_edit, finish_edit),
};

const struct route_table routes_studies = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct study_act)};

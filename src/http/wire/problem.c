#include "http/wire/problem.h"

#include "platform/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void problem_set(struct problem *p, int status, const char *format, ...)
{
    va_list args;
    *p = (struct problem){.status = status, .ply = -1};
    va_start(args, format);
    vsnprintf(p->detail, sizeof p->detail, format, args);
    va_end(args);
}

void problem_from_outcome(struct problem *p, const struct outcome *o)
{
    static const int statuses[] = {
        [OUTCOME_DONE] = 200,      [OUTCOME_RANGE] = 400,    [OUTCOME_DENIED] = 403,
        [OUTCOME_NOT_FOUND] = 404, [OUTCOME_CONFLICT] = 409, [OUTCOME_ILLEGAL] = 422,
        [OUTCOME_STORE] = 503,     [OUTCOME_NOBODY] = 401,   [OUTCOME_BUSY] = 503,
        [OUTCOME_TOO_MANY] = 429,  [OUTCOME_FULL] = 409,
    };
    problem_set(p, statuses[o->kind], "%s", o->detail);
    if (o->kind == OUTCOME_ILLEGAL) {
        p->rule = o->rule != NULL ? o->rule : "";
        p->why = o->why;
        p->width = o->width;
    }
    if (o->kind == OUTCOME_CONFLICT)
        p->ply = o->ply;
    p->full = o->kind == OUTCOME_FULL;
}

static const char *title_of(const struct problem *p)
{
    switch (p->status) {
    case 400:
        return "Bad request";
    case 401:
        return "Not signed in";
    case 403:
        return "Not allowed";
    case 404:
        return "Not found";
    case 405:
        return "Method not allowed";
    case 409:
        return p->full ? "Limit reached" : p->ply >= 0 ? "Changed meanwhile" : "Not possible now";
    case 413:
        return "Too large";
    case 415:
        return "Not JSON";
    case 422:
        return "Illegal move";
    case 429:
        return "Too many requests";
    case 503:
        return "Not available";
    default:
        return "Server error";
    }
}

static json_t *point_text(point_t point, int width)
{
    char buf[MOVE_TEXT_BYTES];
    struct text t;
    text_init(&t, buf, sizeof buf);
    point_print(point, width, &t);
    return json_string(buf);
}

/* The sentence as JSON text. Its quotations from a request may be invalid UTF-8, or cut within a
 * character. */
static json_t *detail_text(const char *detail)
{
    char plain[SERVICE_DETAIL_BYTES];
    json_t *text = json_string(detail);
    size_t n = 0;
    if (text != NULL)
        return text;
    for (; detail[n] != '\0' && n < sizeof plain - 1; n++)
        plain[n] = (char)((unsigned char)detail[n] < 0x80 ? detail[n] : '?');
    plain[n] = '\0';
    return json_string(plain);
}

json_t *problem_json(const struct problem *p)
{
    json_t *out =
        JSON_OBJECT({"type", json_string(p->full ? "/problems/full" : "about:blank")},
                    {"title", json_string(title_of(p))}, {"status", json_integer(p->status)},
                    {"detail", detail_text(p->detail)});
    if (p->ply >= 0)
        json_object_set_new(out, "ply", json_integer(p->ply));
    if (p->rule == NULL)
        return out;
    json_t *points = json_array();
    json_t *alternative = json_null();
    char buf[MOVE_TEXT_BYTES];
    for (int i = 0; p->why != NULL && i < p->why->points_n; i++)
        json_array_append_new(points, point_text(p->why->points[i], p->width));
    if (p->why != NULL && p->why->alternative != MOVE_NONE)
        alternative = json_string(move_print(p->why->alternative, p->width, buf));
    json_object_set_new(out, "rule", json_string(p->rule));
    json_object_set_new(out, "points", points);
    json_object_set_new(out, "alternative", alternative);
    return out;
}

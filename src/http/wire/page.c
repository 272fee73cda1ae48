/* page.c - the page at addresses that others link to: it carries the data for link previews (Open
 * Graph), a title and a picture. Only under /embed/ may other sites frame it. It shows only what
 * visitors who are not signed in may see. */
#include "http/wire/http_int.h"

#include "base/err.h"
#include "http/matches/picture_cache.h"
#include "http/matches/raster.h"
#include "http/wire/assets.h"
#include "record/svg.h"
#include "service/matches/archive.h"
#include "service/matches/matches_view.h"
#include "service/studies/studies.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POLICY                                                                                     \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "                 \
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; object-src 'none'; "             \
    "base-uri 'none'; form-action 'self'; frame-ancestors "

const char *page_policy(bool framed)
{
    return framed ? POLICY "*" : POLICY "'none'";
}

enum { PREVIEW_WIDTH = 800, PREVIEW_HEIGHT = 420 };

struct place {
    bool embeds, study;
    int64_t id;
};

/* /study/N, /m/N, and the same below /embed. */
static bool find_place(const char *path, struct place *out)
{
    char *end;
    out->embeds = strncmp(path, "/embed/", 7) == 0;
    path += out->embeds ? 6 : 0;
    out->study = strncmp(path, "/study/", 7) == 0;
    if (!out->study && strncmp(path, "/m/", 3) != 0)
        return false;
    const char *digits = path + (out->study ? 7 : 3);
    out->id = *digits >= '1' && *digits <= '9' ? strtoll(digits, &end, 10) : 0;
    return out->id > 0 && *end == '\0' && end - digits <= 15;
}

/* --- what a preview says --- */

static void put_meta(struct sink *out, const char *name, const char *site, const char *value)
{
    sink_put(out, "<meta property=\"%s\" content=\"", name);
    sink_html(out, site);
    sink_html(out, value);
    sink_str(out, "\" />\n");
}

struct shown {
    char title[400], text[200], picture[160];
};

static void say_board(char *out, size_t size, const char *game, int width, int height)
{
    const struct game *g = game_find(game);
    snprintf(out, size, "%s %d × %d", g != NULL ? g->title : game, width, height);
}

static int show_study(struct request *r, const struct place *at, struct shown *out)
{
    int err = 0;
    const char *link = request_argument(r, "link");
    const char *asked = request_argument(r, "chapter");
    int64_t chapter = asked != NULL ? strtoll(asked, NULL, 10) : 0;
    json_t *study = reader_study(r->reader, at->id, 0, link, &err);
    const json_t *chapters = json_object_get(study, "chapters");
    const json_t *shown = json_array_get(chapters, 0);
    size_t i;
    const json_t *c;
    json_array_foreach(chapters, i, c) if (json_integer_value(json_object_get(c, "id")) == chapter)
        shown = c;
    if (shown != NULL) {
        const json_t *record = json_object_get(shown, "record");
        const char *game = json_string_value(json_object_get(shown, "game"));
        say_board(out->text, sizeof out->text, game != NULL ? game : "",
                  (int)json_integer_value(json_object_get(record, "width")),
                  (int)json_integer_value(json_object_get(record, "height")));
        snprintf(out->title, sizeof out->title, "%s · %s",
                 json_string_value(json_object_get(study, "name")),
                 json_string_value(json_object_get(shown, "name")));
        snprintf(out->picture, sizeof out->picture, "/api/chapters/%lld/preview%s%s",
                 (long long)json_integer_value(json_object_get(shown, "id")),
                 link != NULL ? "?link=" : "", link != NULL ? link : "");
    }
    json_decref(study);
    return shown != NULL ? 0 : ERR_NOT_FOUND;
}

static int show_match(struct request *r, const struct place *at, struct shown *out)
{
    int err = 0;
    json_t *match = reader_match(r->reader, at->id, 0, NULL, &err);
    const json_t *seats = json_object_get(match, "seats");
    const char *game = json_string_value(json_object_get(match, "game"));
    size_t i;
    const json_t *seat;
    if (match == NULL)
        return err;
    json_array_foreach(seats, i, seat)
    {
        const char *name =
            json_string_value(json_object_get(json_object_get(seat, "player"), "name"));
        size_t n = strlen(out->title);
        snprintf(out->title + n, sizeof out->title - n, "%s%s", i > 0 ? " – " : "",
                 name != NULL ? name : "…");
    }
    say_board(out->text, sizeof out->text, game != NULL ? game : "",
              (int)json_integer_value(json_object_get(match, "width")),
              (int)json_integer_value(json_object_get(match, "height")));
    snprintf(out->picture, sizeof out->picture, "/api/matches/%lld/preview", (long long)at->id);
    json_decref(match);
    return 0;
}

static void put_tags(struct request *r, const struct shown *shown, struct sink *out)
{
    const char *site = service_site(r->http->service)->url;
    put_meta(out, "og:site_name", "", "hoshi");
    put_meta(out, "og:type", "", "website");
    put_meta(out, "og:title", "", shown->title);
    put_meta(out, "og:description", "", shown->text);
    put_meta(out, "og:url", site, r->path);
    put_meta(out, "og:image", site, shown->picture);
    put_meta(out, "og:image:width", "", "800");
    put_meta(out, "og:image:height", "", "420");
    put_meta(out, "twitter:card", "", "summary_large_image");
}

/* On a thread of the pool. */
static void read_page(struct request *r)
{
    struct place at;
    struct shown shown = {.title = ""};
    struct sink html;
    const struct asset *a = asset_find("/index.html");
    /* The bytes end without a NUL. The placeholder of a build without the page has no head. */
    const char *text = (const char *)a->raw;
    const char *head = memmem(text, a->raw_bytes, "</head>", strlen("</head>"));
    size_t before = head != NULL ? (size_t)(head - text) : a->raw_bytes;
    if (!find_place(r->path, &at))
        return;
    int err = at.study ? show_study(r, &at, &shown) : show_match(r, &at, &shown);
    sink_init(&html, &memory_heap);
    sink_mem(&html, text, before);
    if (err == 0 && head != NULL)
        put_tags(r, &shown, &html);
    sink_mem(&html, text + before, a->raw_bytes - before);
    if (!html.failed) {
        r->framed = at.embeds;
        answer_text(r, 200, a->mime, html.buf, html.len);
        answer_header(r, "Content-Security-Policy", page_policy(at.embeds));
        answer_header(r, "Cache-Control", "no-cache");
    }
    sink_done(&html);
}

bool page_handle(struct request *r)
{
    struct place at;
    const struct asset *a = asset_find("/index.html");
    if (a == NULL || r->http->options.web_dir != NULL || !find_place(r->path, &at))
        return false;
    request_read(r, read_page, NULL);
    return true;
}

/* --- pictures --- */

static void answer_picture(struct request *r, const struct position *p)
{
    const struct svg_style style = {.theme = SVG_LIGHT, .flags = SVG_LAST | SVG_OWNED};
    struct raster picture = {.rgb = NULL};
    unsigned char *png = NULL;
    size_t n = 0;
    struct sink svg;
    sink_init(&svg, &memory_heap);
    svg_print(p, &style, &svg);
    int err = svg.failed ? ERR_NO_MEMORY : 0;
    if (err == 0 && !picture_cache_get(r->http->pictures, svg.buf, svg.len, &png, &n)) {
        err = raster_draw(svg.buf, PREVIEW_WIDTH, PREVIEW_HEIGHT, &picture);
        if (err == 0)
            err = raster_png(&picture, &png, &n);
        if (err == 0)
            picture_cache_put(r->http->pictures, svg.buf, svg.len, png, n);
    }
    if (err == 0) {
        answer_text(r, 200, "image/png", (const char *)png, n);
        answer_header(r, "Cache-Control", "private, max-age=60"); /* it depends on the asker */
    } else {
        answer_error(r, 503, "The picture cannot be drawn now.");
    }
    free(png);
    raster_free(&picture);
    sink_done(&svg);
}

static void refuse(struct request *r, int err)
{
    answer_error(r, err == ERR_NOT_FOUND ? 404 : 503, "%s",
                 err == ERR_NOT_FOUND ? "There is no such board, or you may not see it."
                                      : "The store cannot be read now.");
}

void page_match_picture(struct request *r)
{
    struct record record;
    struct position last;
    int err = archive_record(r->reader, r->id, r->asker.id, request_argument(r, "invite"), &record,
                             &last);
    if (err < 0) {
        refuse(r, err);
        return;
    }
    record_free(&record);
    answer_picture(r, &last);
}

void page_chapter_picture(struct request *r)
{
    struct position last;
    int err =
        reader_chapter_position(r->reader, r->id, r->asker.id, request_argument(r, "link"), &last);
    if (err < 0)
        refuse(r, err);
    else
        answer_picture(r, &last);
}

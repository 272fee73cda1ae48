/* files.c - the page: the embedded files, or with --web those of a folder. A path is only ever
 * looked up in a table or, in the folder, refused unless it is made of plain names. */
#include "http/wire/http_int.h"

#include "http/wire/assets.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* A path of the page itself, such as /m/12 or /rules/GAME: it gets index.html. */
static bool is_page(const char *path)
{
    return strchr(path, '.') == NULL && strncmp(path, "/api", 4) != 0;
}

/* Built files carry a hash of their contents in their names ("app-8f3a2c1d.js"): they never
 * change. */
static bool never_changes(const char *path)
{
    const char *name = strrchr(path, '/');
    const char *dash = name != NULL ? strrchr(name, '-') : NULL;
    size_t n = 0;
    if (dash == NULL)
        return false;
    while (strchr("0123456789abcdefABCDEFGHIJKLMNOPQRSTUVWXYZ", dash[1 + n]) != NULL &&
           dash[1 + n] != '\0')
        n++;
    return n >= 8 && dash[1 + n] == '.';
}

/* Whether the browser takes this content coding ("gzip, deflate;q=0.5, br"). */
static bool accepts(struct request *r, const char *coding)
{
    const struct headers head = request_head(r);
    return head_accepts(&head, "Accept-Encoding", coding);
}

/* Whether the browser has this version already. */
static bool has_version(struct request *r, const char *etag)
{
    const struct headers head = request_head(r);
    struct header line;
    for (size_t at = 0; headers_next(&head, "If-None-Match", &at, &line);)
        if (strstr(line.value, etag) != NULL)
            return true;
    return false;
}

static void headers(struct request *r, const char *path, const char *mime)
{
    answer_header(r, "Content-Type", mime);
    answer_header(r, "Content-Security-Policy", page_policy(false));
    answer_header(r, "Cache-Control",
                  never_changes(path) ? "public, max-age=31536000, immutable" : "no-cache");
}

static void answer_asset(struct request *r, const struct asset *a)
{
    bool same = has_version(r, a->etag);
    const unsigned char *bytes = a->raw;
    size_t n = a->raw_bytes;
    const char *coding = NULL;
    if (a->br != NULL && accepts(r, "br")) {
        coding = "br";
        bytes = a->br;
        n = a->br_bytes;
    } else if (a->gz != NULL && accepts(r, "gzip")) {
        coding = "gzip";
        bytes = a->gz;
        n = a->gz_bytes;
    }
    answer_static(r, same ? 304 : 200, bytes, same ? 0 : n);
    headers(r, a->path, a->mime);
    answer_header(r, "ETag", a->etag);
    answer_header(r, "Vary", "Accept-Encoding");
    if (coding != NULL && !same)
        answer_header(r, "Content-Encoding", coding);
}

static const char *mime_of(const char *path)
{
    static const char *const mimes[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".wasm", "application/wasm"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
        {".woff2", "font/woff2"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < ARRAY_LEN(mimes); i++)
        if (strcmp(mimes[i][0], dot) == 0)
            return mimes[i][1];
    return "application/octet-stream";
}

/* Letters, digits, '-', '_', '/' and '.', and no name that begins with a dot. */
static bool is_plain(const char *path)
{
    for (const char *p = path; *p != '\0'; p++) {
        bool word = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                    (*p >= '0' && *p <= '9') || strchr("-_/.", *p) != NULL;
        if (!word || (*p == '/' && (p[1] == '.' || p[1] == '/')))
            return false;
    }
    return path[0] == '/';
}

/* For development: the file as it is now. False if there is none. */
static bool answer_from_folder(struct request *r, const char *path)
{
    char name[4096];
    struct stat st;
    if (!is_plain(path))
        return false;
    int n = snprintf(name, sizeof name, "%s%s", r->http->options.web_dir, path);
    if (n < 0 || (size_t)n >= sizeof name)
        return false;
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        (void)close(fd);
        return false;
    }
    answer_file(r, 200, fd, (size_t)st.st_size);
    headers(r, "", mime_of(path));
    return request_answered(r);
}

static bool answer_path(struct request *r, const char *path)
{
    if (r->http->options.web_dir != NULL)
        return answer_from_folder(r, path);
    const struct asset *a = asset_find(path);
    if (a != NULL)
        answer_asset(r, a);
    return a != NULL;
}

void files_handle(struct request *r)
{
    if (strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0) {
        answer_error(r, 405, "%s is not allowed here.", r->method);
        return;
    }
    if (answer_path(r, r->path) || page_handle(r))
        return;
    if (is_page(r->path) && answer_path(r, "/index.html"))
        return;
    answer_error(r, 404, "There is no %s.", r->path);
}

#include "cli/terminal.h"

#include "base/blanks.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHAR_BYTES = 4 };

/* What stands between a stream and its file. */
struct guard {
    int fd;
    bool open;             /* everything passes */
    bool returns;          /* a carriage return may begin a write */
    char part[CHAR_BYTES]; /* of a character that the next write ends */
    size_t part_n;
    FILE *plain, *filtered; /* NULL: there is no filter */
};

static struct guard guards[] = {{.fd = STDOUT_FILENO}, {.fd = STDERR_FILENO, .returns = true}};

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

/* The bytes at the end that begin a character without ending it. */
static size_t cut_tail(const char *bytes, size_t n)
{
    for (size_t k = 1; k < CHAR_BYTES && k <= n; k++) {
        unsigned char c = (unsigned char)bytes[n - k];
        size_t whole = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;
        if (c >= 0xc0)
            return whole > k ? k : 0;
        if (c < 0x80)
            return 0;
    }
    return 0;
}

/* Leaves only text in a string: NUL was left out, what is no UTF-8 becomes '?'. */
static void clean(char *text)
{
    blanks_tidy(text);
    for (char *c = text; *c != '\0';) {
        size_t n;
        if (blanks_char(c, &n) == UINT32_MAX)
            *c = '?';
        c += n;
    }
}

static ssize_t on_write(void *cookie, const char *bytes, size_t n)
{
    struct guard *g = cookie;
    if (g->open)
        return write_all(g->fd, bytes, n) ? (ssize_t)n : 0;
    char *text = malloc(g->part_n + n + 2);
    size_t len = 0;
    if (text == NULL)
        return 0;
    memcpy(text, g->part, g->part_n);
    len = g->part_n;
    for (size_t i = 0; i < n; i++)
        if (bytes[i] != '\0')
            text[len++] = bytes[i];
    g->part_n = cut_tail(text, len);
    len -= g->part_n;
    memcpy(g->part, text + len, g->part_n);
    text[len] = '\0';
    bool returns = g->returns && text[0] == '\r' && text[1] != '\n';
    clean(text + returns);
    bool done = write_all(g->fd, text, strlen(text));
    free(text);
    return done ? (ssize_t)n : 0;
}

static FILE *filter(struct guard *g, FILE *plain)
{
    const cookie_io_functions_t io = {.write = on_write};
    FILE *f = fopencookie(g, "w", io);
    if (f == NULL)
        return plain;
    g->plain = plain;
    g->filtered = f;
    int how = g->returns ? _IONBF : isatty(g->fd) ? _IOLBF : _IOFBF;
    (void)setvbuf(f, NULL, how, BUFSIZ);
    return f;
}

void terminal_guard(void)
{
    stdout = filter(&guards[0], stdout);
    stderr = filter(&guards[1], stderr);
}

static struct guard *guard_of(const FILE *f)
{
    for (size_t i = 0; i < ARRAY_LEN(guards); i++)
        if (f != NULL && guards[i].filtered == f)
            return &guards[i];
    return NULL;
}

void terminal_own(FILE *to, const char *format, ...)
{
    struct guard *g = guard_of(to);
    va_list args;
    flockfile(to);
    if (g != NULL) {
        (void)fflush(to);
        g->open = true;
    }
    va_start(args, format);
    (void)vfprintf(to, format, args);
    va_end(args);
    if (g != NULL) {
        (void)fflush(to);
        g->open = false;
    }
    funlockfile(to);
}

void terminal_file(bool file)
{
    (void)fflush(stdout);
    guards[0].open = file && !isatty(STDOUT_FILENO);
}

FILE *terminal_screen(void)
{
    return guards[0].plain != NULL ? guards[0].plain : stdout;
}

const char *terminal_name(const char *name, char out[TERMINAL_NAME_BYTES])
{
    snprintf(out, TERMINAL_NAME_BYTES, "%s", name);
    clean(out);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
    return out;
}

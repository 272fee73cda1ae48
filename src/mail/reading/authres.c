#include "mail/reading/authres.h"

#include "base/text.h"
#include <stddef.h>
#include <string.h>

enum { AUTHRES_BYTES = 4096 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Behind a comment, which may hold others; NULL if it does not end. */
static const char *skip_comment(const char *p)
{
    int depth = 0;
    for (; *p != '\0'; p++) {
        if (*p == '\\' && p[1] != '\0')
            p++;
        else if (*p == '(')
            depth++;
        else if (*p == ')' && --depth == 0)
            return p + 1;
    }
    return NULL;
}

/* Copies a quoted string; what has a meaning outside of one becomes '?'. NULL if it does not
 * end. */
static const char *copy_quoted(const char *p, char **to, const char *end)
{
    for (p++; *p != '\0' && *p != '"' && *to < end; p++) {
        if (*p == '\\' && p[1] != '\0')
            p++;
        *(*to)++ = (char)(is_blank(*p) || strchr(";=\"", *p) != NULL ? '?' : *p);
    }
    return *p == '"' ? p + 1 : NULL;
}

/* The header without comments and quotes, with one blank between words and none beside ; and =. */
static bool simplify(const char *p, char *out, size_t size)
{
    char *to = out;
    const char *end = out + size - 2;
    bool blank = false;
    while (p != NULL && *p != '\0' && to < end) {
        if (is_blank(*p)) {
            blank = true;
            p++;
            continue;
        }
        if (*p == '(') {
            blank = true;
            p = skip_comment(p);
            continue;
        }
        bool sign = *p == ';' || *p == '=';
        if (blank && !sign && to > out && to[-1] != ';' && to[-1] != '=')
            *to++ = ' ';
        blank = false;
        if (*p == '"')
            p = copy_quoted(p, &to, end);
        else
            *to++ = *p++;
    }
    *to = '\0';
    return p != NULL && *p == '\0';
}

/* Cuts the first part of *rest at `sign`; NULL after the last one. */
static char *cut(char **rest, char sign)
{
    char *part = *rest;
    if (part == NULL)
        return NULL;
    *rest = strchr(part, sign);
    if (*rest != NULL)
        *(*rest)++ = '\0';
    return part;
}

/* 1: a result of dmarc that vouches for the domain; -1: one that does not; 0: of another method. */
static int judge(char *result, const char *domain)
{
    bool ours = false;
    int names = 0;
    char *rest = result;
    char *word = cut(&rest, ' ');
    char *says = strchr(word, '=');
    if (says == NULL)
        return 0;
    *says++ = '\0';
    word[strcspn(word, "/")] = '\0'; /* dmarc/1 */
    if (!text_same_nocase(word, "dmarc"))
        return 0;
    if (!text_same_nocase(says, "pass"))
        return -1;
    while ((word = cut(&rest, ' ')) != NULL) {
        char *value = strchr(word, '=');
        if (value == NULL)
            continue;
        *value++ = '\0';
        if (text_same_nocase(word, "header.from")) {
            ours = text_same_nocase(value, domain);
            names++;
        }
    }
    return ours && names == 1 ? 1 : -1;
}

bool authres_add(struct authres *a, const char *value)
{
    char simple[AUTHRES_BYTES];
    bool clear = simplify(value, simple, sizeof simple);
    char *rest = simple;
    char *server = cut(&rest, ';');
    char *version = server;
    server = cut(&version, ' ');
    bool ours = text_same_nocase(server, a->server);
    if (!ours)
        return false;
    a->lines++;
    if (!clear || (version != NULL && strcmp(version, "1") != 0)) {
        a->bad++;
        return true;
    }
    for (char *result = cut(&rest, ';'); result != NULL; result = cut(&rest, ';')) {
        int verdict = judge(result, a->domain);
        a->good += verdict > 0;
        a->bad += verdict < 0;
    }
    return true;
}

bool authres_proves(const struct authres *a)
{
    return a->good > 0 && a->bad == 0;
}

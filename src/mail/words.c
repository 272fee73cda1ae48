#include "mail/words.h"

#include "base/err.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

const char *words_skip_prefix(const char *subject)
{
    static const char *const prefixes[] = {"re:", "fwd:", "fw:", "aw:", "sv:", "antw:"};
    for (size_t i = 0; i < ARRAY_LEN(prefixes); i++) {
        while (is_blank(*subject))
            subject++;
        size_t n = strlen(prefixes[i]);
        if (strncasecmp(subject, prefixes[i], n) == 0) {
            subject += n;
            i = (size_t)-1; /* from the first prefix again */
        }
    }
    while (is_blank(*subject))
        subject++;
    return subject;
}

static int add_word(struct words *w, char *word)
{
    /* An option begins with '-' and a letter; the first word is never one. */
    bool letter = (word[1] >= 'a' && word[1] <= 'z') || (word[1] >= 'A' && word[1] <= 'Z');
    if (w->n > 0 && word[0] == '-' && letter) {
        if (w->options_n == WORDS_OPTIONS_MAX)
            return ERR_TOO_BIG;
        char *equals = strchr(word, '=');
        w->option[w->options_n].name = word + 1;
        w->option[w->options_n].value = equals != NULL ? equals + 1 : "";
        if (equals != NULL)
            *equals = '\0';
        w->options_n++;
        return 0;
    }
    if (w->n == WORDS_MAX)
        return ERR_TOO_BIG;
    w->word[w->n++] = word;
    return 0;
}

int words_split(const char *line, struct words *out)
{
    line = words_skip_prefix(line);
    size_t n = strlen(line);
    out->n = 0;
    out->options_n = 0;
    if (n >= sizeof out->bytes)
        return ERR_TOO_BIG;
    memcpy(out->bytes, line, n + 1);
    char *p = out->bytes;
    for (;;) {
        while (is_blank(*p))
            p++;
        if (*p == '\0')
            return 0;
        char *word = p;
        while (*p != '\0' && !is_blank(*p))
            p++;
        if (*p != '\0')
            *p++ = '\0';
        int err = add_word(out, word);
        if (err < 0)
            return err;
    }
}

const char *words_option(const struct words *w, const char *name)
{
    for (int i = 0; i < w->options_n; i++)
        if (text_same_nocase(w->option[i].name, name))
            return w->option[i].value;
    return NULL;
}

int words_cut_ply(const char *word, char *out, size_t size)
{
    size_t n = strcspn(word, "#");
    snprintf(out, size, "%.*s", (int)n, word);
    if (word[n] == '\0')
        return -1;
    const char *digits = word + n + 1;
    size_t len = strspn(digits, "0123456789");
    if (len == 0 || len > 4 || digits[len] != '\0')
        return -2;
    return (int)strtol(digits, NULL, 10);
}

long words_number(const char *word)
{
    size_t n = strspn(word, "0123456789");
    return n == 0 || n > 9 || word[n] != '\0' ? 0 : strtol(word, NULL, 10);
}

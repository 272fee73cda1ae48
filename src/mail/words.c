#include "mail/words.h"

#include "base/blanks.h"
#include "base/err.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Behind "Re", "Re[2]" or "Re (2)" and a colon; NULL if the text begins with no such word. */
static const char *skip_answer(const char *text)
{
    static const char prefixes[] =
        "|re|fwd|fw|aw|wg|sv|vs|vl|vb|antw|betr|doorst|tr|ref|réf|rép|rif|res|enc|rv|i|r|odp|pd|"
        "ynt|ilt|i̇lt|atb|bls|vá|rsp|rtr|re-fwd|回复|回覆|答复|答覆|转发|轉寄|転送|"
        "返信|답장|전달|"
        "отв|"
        "відп|пересл|απ|σχετ|πρθ|השב|תשובה|הועבר|رد|";
    size_t n = strcspn(text, " \t:[(");
    char word[24];
    if (n == 0 || n + 2 >= sizeof word)
        return NULL;
    snprintf(word, sizeof word, "|%.*s|", (int)n, text);
    if (strcasestr(prefixes, word) == NULL)
        return NULL;
    text += n;
    if (*text == ' ' && strchr("[(:", text[1]) != NULL)
        text++;
    if (*text == '[' || *text == '(') {
        size_t digits = strspn(text + 1, "0123456789");
        if (digits == 0 || strchr("])", text[1 + digits]) == NULL || text[1 + digits] == '\0')
            return NULL;
        text += digits + 2;
    }
    return *text == ':' ? text + 1 : NULL;
}

/* Behind a tag in brackets or between asterisks; NULL if the text begins with none. */
static const char *skip_tag(const char *text)
{
    enum { TAG_BYTES = 60 };
    static const char marks[][2] = {{'[', ']'}, {'{', '}'}, {'*', '*'}};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (*text != marks[i][0])
            continue;
        const char *inside = text + strspn(text, "*[{");
        const char *end = strchr(inside, marks[i][1]);
        if (end == NULL || end == inside || end - text > TAG_BYTES)
            return NULL;
        return end + strspn(end, marks[i][1] == '*' ? "*" : "]}");
    }
    return NULL;
}

const char *words_skip_prefix(const char *subject)
{
    for (;;) {
        while (is_blank(*subject))
            subject++;
        const char *next = skip_answer(subject);
        if (next == NULL)
            next = skip_tag(subject);
        if (next == NULL)
            return subject;
        subject = next;
    }
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
    size_t n = strlen(line);
    out->n = 0;
    out->options_n = 0;
    if (n >= sizeof out->bytes)
        return ERR_TOO_BIG;
    memcpy(out->bytes, line, n + 1);
    blanks_fold(out->bytes);
    char *p = out->bytes + (words_skip_prefix(out->bytes) - out->bytes);
    for (;;) {
        while (is_blank(*p))
            p++;
        if (*p == '\0')
            return 0;
        char *word = p;
        while (*p != '\0' && !is_blank(*p))
            p++;
        char *end = p;
        if (*p != '\0')
            *p++ = '\0';
        if (end - word > 2 && (*word == '"' || *word == '\'') && end[-1] == *word) {
            end[-1] = '\0';
            word++;
        }
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

#include "mail/reading/quoting.h"

#include "mail/reading/line_key.h"
#include "mail/reading/quoting_words.h"
#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTRIBUTION_LINES = 4, /* that an attribution may take */
    WORDS_FEW = 4,         /* "Ann Example wrote:" needs neither a date nor an address */
    BANNER_LINES = 6,
    FOOTER_WORDS = 14,
    UNDERSCORES = 5,   /* of a line that parts the text from a footer */
    DASHES = 3,        /* on both sides of words in any language */
    NAME_BYTES = 60,   /* of a header field in any language */
    BLOCK_LINES = 200, /* of a header, with long lists of recipients */
};

enum kind { LINE_TEXT, LINE_BLANK, LINE_QUOTE };

struct line {
    const char *text; /* borrowed */
    int n;            /* bytes without the line break */
    enum kind kind;
    bool dropped;
};

struct mail_text {
    struct line *list;
    int n;         /* lines; those behind are dropped */
    int no_header; /* the lines before this one were looked at, and are no header */
    bool armoured; /* PGP's armour was found */
};

/* --- lines --- */

static enum kind kind_of(const char *text, int n)
{
    static const char wide[] = "\xef\xbc\x9e"; /* U+FF1E */
    int i = 0;
    while (i < n && (text[i] == ' ' || text[i] == '\t'))
        i++;
    if (i == n)
        return LINE_BLANK;
    bool quote = text[i] == '>' || (n - i >= 3 && memcmp(text + i, wide, 3) == 0);
    return quote ? LINE_QUOTE : LINE_TEXT;
}

static bool split(const char *text, struct mail_text *t)
{
    int n = 1;
    for (const char *p = text; *p != '\0'; p++)
        n += *p == '\n';
    t->n = 0;
    t->list = calloc((size_t)n, sizeof *t->list);
    while (t->list != NULL && *text != '\0') {
        int len = (int)strcspn(text, "\n");
        t->list[t->n++] = (struct line){text, len, kind_of(text, len), false};
        text += len + (text[len] == '\n');
    }
    return t->list != NULL;
}

static void drop(struct mail_text *t, int from, int to)
{
    for (int i = from; i < to && i < t->n; i++)
        t->list[i].dropped = true;
}

/* The first line from i on that is not blank. */
static int skip_blank(const struct mail_text *t, int i)
{
    while (i < t->n && t->list[i].kind == LINE_BLANK)
        i++;
    return i;
}

/* --- attributions --- */

static bool wrote(const char *key)
{
    return line_key_has(quoting_wrote, key, true) || line_key_has(quoting_wrote_within, key, false);
}

static bool starts(const char *key)
{
    return line_key_begins(quoting_starts, key, true) || g_ascii_isdigit(key[0]);
}

/* More '>' than '<': the bracket was opened on the line above. */
static bool is_cut(const char *key)
{
    int open = 0;
    for (; *key != '\0' && open >= 0; key++)
        open += (*key == '<') - (*key == '>');
    return open < 0;
}

struct attribution {
    int from, to; /* lines */
    line_key key; /* of all of them */
};

static bool is_whole(const char *key)
{
    return !is_cut(key) && wrote(key) && line_key_is_dated(key) &&
           (starts(key) || line_key_has_address(key));
}

static bool put_before(struct attribution *a, const char *above)
{
    size_t above_n = strlen(above), key_n = strlen(a->key);
    if (above_n + key_n + 2 > sizeof a->key)
        return false;
    memmove(a->key + above_n + 1, a->key, key_n + 1);
    memcpy(a->key, above, above_n);
    a->key[above_n] = ' ';
    a->from--;
    return true;
}

/* Whether a line may be the upper part of an attribution. */
static bool is_upper(const char *key)
{
    size_t n = strlen(key);
    const char *opened = strrchr(key, '(');
    return line_key_is_dated(key) || line_key_has_address(key) || (n > 0 && key[n - 1] == '<') ||
           (opened != NULL && strchr(opened, ')') == NULL) ||
           line_key_begins(quoting_before, key, true);
}

/* Whether the line above belongs to an attribution that seems whole: it has what this one lacks. */
static bool is_upper_half(const char *key, const char *above)
{
    return !line_key_has_address(key) && line_key_has_address(above) && line_key_is_dated(above) &&
           !line_key_ends_in_colon(above);
}

/* Takes the lines that end with `last` as an attribution, and the lines above it that belong to it:
 * as long as something is missing, and the line above brings it. */
static void gather(const struct mail_text *t, int last, struct attribution *a)
{
    a->from = last;
    a->to = last + 1;
    line_key_make(t->list[last].text, t->list[last].n, a->key);
    while (a->to - a->from < ATTRIBUTION_LINES && a->from > 0) {
        line_key above;
        line_key top;
        const struct line *l = &t->list[a->from - 1];
        if (l->kind != LINE_TEXT || l->dropped)
            return;
        line_key_make(l->text, l->n, above);
        if (is_whole(a->key) && !is_upper_half(a->key, above))
            return;
        bool upper = is_upper(above);
        if (!upper && a->from > 1 && l[-1].kind == LINE_TEXT && !l[-1].dropped) {
            /* A line with a name alone, below one with the date. */
            line_key_make(l[-1].text, l[-1].n, top);
            upper = line_key_is_dated(top) && starts(top) && !line_key_is_dated(a->key);
        }
        if (!upper || !put_before(a, above))
            return;
    }
}

/* Whether it introduces a quotation that follows. */
static bool introduces(const char *key)
{
    bool colon = line_key_ends_in_colon(key);
    bool verb = wrote(key);
    bool known = line_key_is_dated(key) || line_key_has_address(key);
    int words = line_key_words(key);
    if (colon && verb && (known || starts(key) || words <= WORDS_FEW))
        return true;
    if (colon && line_key_has_address(key) && (line_key_is_dated(key) || words <= WORDS_FEW))
        return true;
    return verb && line_key_is_dated(key) && line_key_has_address(key);
}

/* Whether it introduces an earlier mail that is not marked: text of a person has no such line. */
static bool introduces_plain(const char *key)
{
    if (!line_key_ends_in_colon(key) || !line_key_is_dated(key))
        return false;
    return line_key_has_address(key) || (wrote(key) && line_key_is_stamped(key) &&
                                         (starts(key) || line_key_ends(quoting_wrote, key)));
}

/* The line before a quotation that begins at line i. */
static void drop_attribution(struct mail_text *t, int i)
{
    struct attribution a;
    int last = i - 1;
    while (last >= 0 && t->list[last].kind == LINE_BLANK)
        last--;
    if (last < 0 || t->list[last].kind != LINE_TEXT || t->list[last].dropped)
        return;
    gather(t, last, &a);
    if (introduces(a.key))
        drop(t, a.from, a.to);
}

/* The first line of the quotation that follows line `to`, with or without an attribution above it;
 * t->n: none does. */
static int quotation_after(const struct mail_text *t, int to)
{
    int next = skip_blank(t, to);
    int quote = next;
    while (quote < t->n && quote - next <= ATTRIBUTION_LINES && t->list[quote].kind != LINE_QUOTE)
        quote++;
    if (quote >= t->n || t->list[quote].kind != LINE_QUOTE)
        return t->n;
    if (quote > next) {
        struct attribution a;
        int last = quote - 1;
        while (t->list[last].kind == LINE_BLANK)
            last--;
        gather(t, last, &a);
        if (a.from > next || !introduces(a.key))
            return t->n;
    }
    return quote;
}

/* What follows is the earlier mail: all of it, unless it is marked as a quotation. */
static void drop_earlier(struct mail_text *t, int from, int to)
{
    int quote = quotation_after(t, to);
    if (quote < t->n)
        drop(t, from, quote);
    else
        t->n = from;
}

/* --- headers of earlier mails --- */

/* Which header field the line is, FIELD_N: none. */
static enum field field_of(const char *key)
{
    size_t n = strcspn(key, ":");
    if (key[n] != ':' || n > NAME_BYTES)
        return FIELD_N;
    while (n > 0 && key[n - 1] == ' ')
        n--;
    for (int f = 0; f < FIELD_N; f++)
        if (line_key_is_listed(quoting_fields[f], key, n))
            return (enum field)f;
    return FIELD_N;
}

/* "Name of one to three words: value", in a language that is not listed. */
static bool is_field_like(const char *key)
{
    size_t n = strcspn(key, ":");
    int blanks = 0;
    if (key[n] != ':' || n == 0 || n > NAME_BYTES || key[n + 1] != ' ')
        return false;
    for (size_t i = 0; i < n; i++) {
        blanks += key[i] == ' ';
        if (!line_key_is_inner(key[i]) && strchr(" -'.", key[i]) == NULL)
            return false;
    }
    return blanks <= 2;
}

struct block {
    int end;  /* the line behind it */
    int n;    /* fields, */
    int like; /* lines that look like fields in a row, */
    bool has[FIELD_N], address;
};

/* The lines from i on that are header fields, with the lines that continue them. */
static void read_block(const struct mail_text *t, int i, struct block *b)
{
    *b = (struct block){.end = i};
    bool blank = false;
    for (int last = i + BLOCK_LINES; i < t->n && i < last; i++) {
        line_key key;
        const struct line *l = &t->list[i];
        if (l->kind == LINE_QUOTE || (l->kind == LINE_BLANK && (blank || b->n + b->like == 0)))
            return;
        blank = l->kind == LINE_BLANK;
        if (blank)
            continue;
        line_key_make(l->text, l->n, key);
        enum field f = field_of(key);
        bool like = f == FIELD_N && is_field_like(key);
        bool more = f == FIELD_N && !like && i == b->end && b->n > 0 &&
                    (line_key_has_address(key) || l->text[0] == ' ' || l->text[0] == '\t');
        if (f == FIELD_N && !like && !more)
            return;
        b->n += f != FIELD_N;
        b->like += like;
        b->address = b->address || line_key_has_address(key);
        if (f != FIELD_N)
            b->has[f] = true;
        b->end = i + 1;
    }
}

/* Whether the fields are the header of a mail: who wrote it and one thing more, or three fields in
 * any language and an address. */
static bool is_header(const struct block *b)
{
    const bool *has = b->has;
    bool more = has[FIELD_DATE] || has[FIELD_TO] || has[FIELD_SUBJECT];
    return (has[FIELD_FROM] && more) || (has[FIELD_DATE] && has[FIELD_TO] && has[FIELD_SUBJECT]) ||
           (b->n + b->like >= 3 && b->address);
}

/* The length of a dash of any kind, or a blank, at the beginning of a text; 0: none. Dashes beyond
 * ASCII are hyphens and bars from U+2010 to U+2015, lines from U+2500 on, and the minus sign. */
static size_t mark_at(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    if (*c < 0x80)
        return *c != '\0' && strchr("-_=~#<> ", (char)*c) != NULL;
    if (*c != 0xe2 || c[1] == '\0')
        return 0;
    bool hyphen = c[1] == 0x80 && c[2] >= 0x90 && c[2] <= 0x95;
    bool line = c[1] == 0x94 || c[1] == 0x95;
    bool minus = c[1] == 0x88 && c[2] == 0x92;
    return hyphen || line || minus ? 3 : 0;
}

/* The same at the end of the text from `from` to `to`. */
static size_t mark_before(const char *from, const char *to)
{
    if ((unsigned char)to[-1] < 0x80)
        return mark_at(to - 1);
    return to - from >= 3 ? mark_at(to - 3) : 0;
}

/* The words of a line between dashes, and how many dashes stand before and behind. */
static void between(const char *key, const char **words, size_t *n, int *before, int *behind)
{
    size_t len = strlen(key);
    size_t from = 0;
    *before = *behind = 0;
    for (size_t mark; (mark = mark_at(key + from)) > 0; from += mark)
        *before += key[from] != ' ';
    for (size_t mark; len > from && (mark = mark_before(key + from, key + len)) > 0; len -= mark)
        *behind += key[len - 1] != ' ';
    *words = key + from;
    *n = len - from;
}

/* "-----Original Message-----", "Begin forwarded message:", "----- Ann wrote: -----". */
static bool is_separator(const char *key)
{
    const char *words;
    size_t n;
    int before;
    int behind;
    between(key, &words, &n, &before, &behind);
    bool colon = n > 0 && words[n - 1] == ':';
    size_t bare = n;
    while (bare > 0 && (words[bare - 1] == ':' || words[bare - 1] == ' '))
        bare--;
    if ((before > 0 || colon) && line_key_is_listed(quoting_earlier, words, bare))
        return true;
    return before >= DASHES && behind >= DASHES && n > 0 &&
           (line_key_begins(quoting_earlier, words, true) || wrote(words) ||
            line_key_has_address(words));
}

/* Words between dashes in any language, above a line that looks like a header field. */
static bool is_separator_above(const struct mail_text *t, int i, const char *key)
{
    const char *words;
    size_t n;
    int before;
    int behind;
    struct block b;
    between(key, &words, &n, &before, &behind);
    if (before < DASHES || behind < DASHES || n == 0)
        return false;
    read_block(t, skip_blank(t, i + 1), &b);
    return b.n + b.like >= 2;
}

/* --- what else is not written by hand --- */

static bool is_signature(const char *key)
{
    size_t n = strspn(key, "_");
    return strcmp(key, "--") == 0 || strcmp(key, "\xe2\x80\x94") == 0 ||
           strcmp(key, "\xe2\x80\x93") == 0 || (n >= UNDERSCORES && key[n] == '\0');
}

/* The armour of PGP around a signed text that begins at line i. */
static void drop_armour(struct mail_text *t, int i)
{
    int end = i;
    t->armoured = true;
    while (end < t->n && t->list[end].kind != LINE_BLANK) /* "Hash: SHA256" */
        end++;
    drop(t, i, end);
    for (; end < t->n; end++) {
        struct line *l = &t->list[end];
        if (l->n > 2 && strncmp(l->text, "- ", 2) == 0) { /* RFC 9580: dash-escaped */
            l->text += 2;
            l->n -= 2;
            l->kind = kind_of(l->text, l->n);
        }
    }
}

static void drop_armour_signature(struct mail_text *t, int i)
{
    int end = i;
    while (end < t->n && strncmp(t->list[end].text, "-----END PGP", 12) != 0)
        end++;
    drop(t, i, end + 1);
}

/* "Sent from my phone", "Von meinem iPhone gesendet", "Get Outlook for Android": a word of sending
 * at the beginning or the end, and the name of a product. */
static bool is_sent_from(const char *key)
{
    if (line_key_begins(quoting_sent_from, key, false) || line_key_has(quoting_checked, key, false))
        return true;
    if (line_key_words(key) > FOOTER_WORDS || !line_key_has_beginning(quoting_products, key))
        return false;
    return line_key_begins(quoting_sent, key, false) || line_key_ends(quoting_sent, key);
}

/* What programs put below a text, as the last lines of what is left. */
static void drop_sent_from(struct mail_text *t)
{
    for (int i = t->n - 1; i >= 0; i--) {
        line_key key;
        if (t->list[i].dropped || t->list[i].kind == LINE_BLANK)
            continue;
        line_key_make(t->list[i].text, t->list[i].n, key);
        if (!is_sent_from(key))
            return;
        t->list[i].dropped = true;
    }
}

/* The banners of companies, as the first lines of what is left. */
static void drop_banner(struct mail_text *t)
{
    for (int i = 0, seen = 0; i < t->n && seen < BANNER_LINES; i++) {
        line_key key;
        if (t->list[i].dropped || t->list[i].kind == LINE_BLANK)
            continue;
        line_key_make(t->list[i].text, t->list[i].n, key);
        if (!line_key_has(quoting_banners, key, false))
            return;
        t->list[i].dropped = true;
        seen++;
    }
}

/* --- all of it --- */

static void look_at(struct mail_text *t, int i)
{
    line_key key;
    struct block b;
    struct attribution a;
    const char *text = t->list[i].text;
    line_key_make(t->list[i].text, t->list[i].n, key);
    if (is_signature(key)) {
        t->n = i;
    } else if (!t->armoured && strncmp(text, "-----BEGIN PGP SIGNED", 21) == 0) {
        drop_armour(t, i);
    } else if (strncmp(text, "-----BEGIN PGP SIGNATURE", 24) == 0) {
        drop_armour_signature(t, i);
    } else if (is_separator(key) || is_separator_above(t, i, key)) {
        read_block(t, skip_blank(t, i + 1), &b);
        drop_earlier(t, i, b.end);
    } else if (i >= t->no_header && (field_of(key) != FIELD_N || is_field_like(key))) {
        read_block(t, i, &b);
        t->no_header = b.end; /* a part of these lines is no header either */
        if (is_header(&b))
            drop_earlier(t, i, b.end);
    }
    if (t->n > i && !t->list[i].dropped && line_key_ends_in_colon(key)) {
        gather(t, i, &a);
        if (introduces_plain(a.key))
            drop_earlier(t, a.from, a.to);
    }
}

static char *join(const struct mail_text *t, size_t size)
{
    char *out = malloc(size + 2);
    char *to = out;
    for (int i = 0; out != NULL && i < t->n; i++) {
        const struct line *l = &t->list[i];
        if (l->dropped)
            continue;
        memcpy(to, l->text, (size_t)l->n);
        to += l->n;
        *to++ = '\n';
    }
    if (out != NULL)
        *to = '\0';
    return out;
}

char *quoting_strip(const char *text)
{
    struct mail_text t = {.n = 0};
    if (!split(text, &t))
        return NULL;
    for (int i = 0; i < t.n; i++) {
        if (t.list[i].dropped)
            continue;
        if (t.list[i].kind == LINE_QUOTE) {
            drop_attribution(&t, i);
            while (i < t.n && t.list[i].kind == LINE_QUOTE)
                t.list[i++].dropped = true;
            i--;
        } else if (t.list[i].kind == LINE_TEXT) {
            look_at(&t, i);
        }
    }
    drop_sent_from(&t);
    drop_banner(&t);
    char *out = join(&t, strlen(text));
    free(t.list);
    return out;
}

const char *quoting_first_line(const char *text, int *n)
{
    text += strspn(text, " \t\n");
    *n = (int)strcspn(text, "\n");
    while (*n > 0 && (text[*n - 1] == ' ' || text[*n - 1] == '\t'))
        (*n)--;
    return text;
}

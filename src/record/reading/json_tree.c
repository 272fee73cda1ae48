#include "record/reading/json_tree.h"

#include "record/sgf.h"

struct parser {
    struct arena *arena;
    const char *s;
    size_t len, at;
    const char *why; /* what is wrong at s[at]; NULL: memory is reached */
    /* The arrays and objects that are open, and the last child of each. */
    struct json_value *open[JSON_TREE_DEPTH_MAX], *last[JSON_TREE_DEPTH_MAX];
    int depth;
};

static bool fail(struct parser *p, const char *why)
{
    p->why = why;
    return false;
}

static char peek(const struct parser *p)
{
    return p->at < p->len ? p->s[p->at] : '\0';
}

static void skip_blanks(struct parser *p)
{
    for (char c = peek(p); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek(p))
        p->at++;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits behind \u; -1: there are none. */
static int32_t read_hex(struct parser *p)
{
    int32_t code = 0;
    for (int i = 0; i < 4; i++, p->at++) {
        int digit = hex_digit(peek(p));
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

static char *put_utf8(char *to, int32_t code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3f));
    } else {
        if (code >= 0x10000) {
            *to++ = (char)(0xf0 | code >> 18);
            *to++ = (char)(0x80 | (code >> 12 & 0x3f));
        } else {
            *to++ = (char)(0xe0 | code >> 12);
        }
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    }
    return to;
}

/* An escape, from behind its backslash on. NULL: it is none. */
static char *read_escape(struct parser *p, char *to)
{
    static const char from[] = "\"\\/bfnrt";
    static const char meant[] = "\"\\/\b\f\n\r\t";
    char c = peek(p);
    p->at++;
    for (size_t i = 0; c != 'u' && from[i] != '\0'; i++)
        if (from[i] == c) {
            *to++ = meant[i];
            return to;
        }
    int32_t code = c == 'u' ? read_hex(p) : -1;
    if (code >= 0xd800 && code < 0xdc00 && peek(p) == '\\' && p->at + 1 < p->len &&
        p->s[p->at + 1] == 'u') {
        p->at += 2;
        int32_t low = read_hex(p);
        code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00 : 0;
    }
    return code <= 0 || (code >= 0xd800 && code < 0xe000) ? NULL : put_utf8(to, code);
}

/* A text from its quote on, without escapes. *out has *n bytes. */
static bool read_text(struct parser *p, const char **out, size_t *n)
{
    size_t from = p->at;
    size_t end = from + 1;
    while (end < p->len && p->s[end] != '"')
        end += p->s[end] == '\\' ? 2 : 1;
    if (end >= p->len) {
        p->at = p->len;
        return fail(p, "the text ends here too early");
    }
    char *text = arena_take(p->arena, end - from); /* no escape is shorter than what it means */
    if (text == NULL)
        return fail(p, NULL);
    char *to = text;
    for (p->at++; p->at < end;) {
        char c = p->s[p->at];
        if ((unsigned char)c < ' ')
            return fail(p, "a control character must be escaped");
        if (c != '\\') {
            *to++ = c;
            p->at++;
            continue;
        }
        size_t escape = p->at++;
        to = read_escape(p, to);
        if (to == NULL) {
            p->at = escape;
            return fail(p, "there is no such escape");
        }
    }
    p->at = end + 1;
    *out = text;
    *n = (size_t)(to - text);
    return true;
}

static bool read_number(struct parser *p, struct json_value *v)
{
    static const char wrong[] = "a number is expected here";
    bool negative = peek(p) == '-';
    p->at += negative;
    if (!is_digit(peek(p)))
        return fail(p, wrong);
    bool zero = peek(p) == '0';
    int64_t n = 0;
    for (int digits = 0; is_digit(peek(p)) && !(zero && digits == 1); digits++, p->at++) {
        if (n > (INT64_MAX - 9) / 10)
            return fail(p, "the number is too large");
        n = n * 10 + (peek(p) - '0');
    }
    v->kind = KIND_INTEGER;
    v->integer = negative ? -n : n;
    for (int part = 0; part < 2; part++) {
        if (part == 0 ? peek(p) != '.' : peek(p) != 'e' && peek(p) != 'E')
            continue;
        v->kind = KIND_REAL;
        p->at++;
        p->at += part == 1 && (peek(p) == '+' || peek(p) == '-');
        if (!is_digit(peek(p)))
            return fail(p, wrong);
        while (is_digit(peek(p)))
            p->at++;
    }
    return true;
}

static bool read_word(struct parser *p, struct json_value *v)
{
    static const struct {
        const char *word;
        enum json_kind kind;
    } words[] = {{"null", KIND_NULL}, {"false", KIND_FALSE}, {"true", KIND_TRUE}};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        size_t n = text_length(words[i].word);
        if (p->len - p->at >= n && __builtin_memcmp(p->s + p->at, words[i].word, n) == 0) {
            v->kind = words[i].kind;
            p->at += n;
            return true;
        }
    }
    return fail(p, p->at >= p->len ? "the text ends here too early" : "a value is expected here");
}

/* A value, with what is in it; an array or object is only opened. */
static bool read_value(struct parser *p, struct json_value *v)
{
    char c = peek(p);
    if (c == '"') {
        size_t n;
        v->kind = KIND_TEXT;
        if (!read_text(p, &v->text, &n))
            return false;
        v->n = (uint32_t)n;
        return true;
    }
    if (c == '-' || is_digit(c))
        return read_number(p, v);
    if (c != '{' && c != '[')
        return read_word(p, v);
    if (p->depth == JSON_TREE_DEPTH_MAX)
        return fail(p, "this is nested too deeply");
    v->kind = c == '{' ? KIND_OBJECT : KIND_ARRAY;
    p->at++;
    p->open[p->depth] = v;
    p->last[p->depth++] = NULL;
    return true;
}

/* The name of a member, and the colon behind it. */
static bool read_name(struct parser *p, const struct json_value *object, const char **out)
{
    size_t from = p->at;
    size_t n;
    if (peek(p) != '"')
        return fail(p, p->at >= p->len ? "the text ends here too early"
                                       : "a name in quotes is expected here");
    if (!read_text(p, out, &n))
        return false;
    for (const struct json_value *v = object->first; v != NULL; v = v->next)
        if (text_same(v->name, *out) || object->n == JSON_TREE_MEMBERS_MAX) {
            p->at = from;
            return fail(p, object->n == JSON_TREE_MEMBERS_MAX ? "there are too many members"
                                                              : "this name is there twice");
        }
    skip_blanks(p);
    if (peek(p) != ':')
        return fail(p,
                    p->at >= p->len ? "the text ends here too early" : "a colon is expected here");
    p->at++;
    skip_blanks(p);
    return true;
}

/* The next child of the innermost array or object, or its end. */
static bool read_next(struct parser *p)
{
    struct json_value *in = p->open[p->depth - 1];
    struct json_value **last = &p->last[p->depth - 1];
    char end = in->kind == KIND_OBJECT ? '}' : ']';
    skip_blanks(p);
    if (peek(p) == end) {
        p->at++;
        p->depth--;
        return true;
    }
    if (in->n > 0 && peek(p) != ',')
        return fail(p, p->at >= p->len           ? "the text ends here too early"
                       : in->kind == KIND_OBJECT ? "a comma or } is expected here"
                                                 : "a comma or ] is expected here");
    p->at += in->n > 0;
    skip_blanks(p);
    const char *name = NULL;
    if (in->kind == KIND_OBJECT && !read_name(p, in, &name))
        return false;
    struct json_value *v = arena_take(p->arena, sizeof *v);
    if (v == NULL)
        return fail(p, NULL);
    v->name = name;
    v->at = (uint32_t)p->at;
    *(*last == NULL ? &in->first : &(*last)->next) = v;
    *last = v;
    in->n++;
    return read_value(p, v);
}

static bool read_all(struct parser *p, struct json_value *top)
{
    p->at = sgf_utf8_span(p->s, p->len);
    if (p->at < p->len)
        return fail(p, "this is not UTF-8");
    p->at = 0;
    skip_blanks(p);
    top->at = (uint32_t)p->at;
    if (!read_value(p, top))
        return false;
    while (p->depth > 0)
        if (!read_next(p))
            return false;
    skip_blanks(p);
    return p->at == p->len || fail(p, "nothing may follow the record");
}

const struct json_value *json_tree_read(struct arena *arena, const char *text, size_t len,
                                        const char **why, size_t *at)
{
    struct parser p = {.arena = arena, .s = text, .len = len};
    struct json_value *top = arena_take(arena, sizeof *top);
    if (top != NULL && read_all(&p, top))
        return top;
    *why = p.why;
    *at = p.at;
    return NULL;
}

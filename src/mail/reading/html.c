#include "mail/reading/html.h"

#include "mail/reading/entities.h"
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEPTH_MAX = 256, PIECE_BYTES = 4096 };

/* The text so far, and the open elements that matter. */
struct page {
    char *text;
    size_t n, size;
    int depth;       /* of open elements */
    int skipped;     /* depth of the outermost element that is not shown; 0: none */
    int pre;         /* how many <pre> are open */
    bool blank;      /* a blank is due before the next word */
    bool ends, full; /* nothing more is read; memory is short */
    htmlParserCtxtPtr parser;
};

static void put(struct page *p, const char *bytes, size_t n)
{
    if (p->n + n + 1 > p->size) {
        size_t size = 2 * (p->n + n + 1);
        char *more = realloc(p->text, size);
        p->full = p->full || more == NULL;
        if (more == NULL)
            return;
        p->text = more;
        p->size = size;
    }
    memcpy(p->text + p->n, bytes, n);
    p->n += n;
}

static bool at_start(const struct page *p)
{
    return p->n == 0 || p->text[p->n - 1] == '\n';
}

/* Ends the line, if it has begun. */
static void end_line(struct page *p)
{
    p->blank = false;
    if (!at_start(p))
        put(p, "\n", 1);
}

static bool is_any(const char *name, const char *const *names)
{
    for (; *names != NULL; names++)
        if (strcasecmp(name, *names) == 0)
            return true;
    return false;
}

static const char *attribute(const xmlChar **atts, const char *name)
{
    for (; atts != NULL && atts[0] != NULL; atts += 2)
        if (strcasecmp((const char *)atts[0], name) == 0)
            return atts[1] != NULL ? (const char *)atts[1] : "";
    return NULL;
}

/* Whether a list of words that blanks separate has one of these. Outlook on the web writes `x_`
 * before the words of others, Yahoo `ydp` and a number before its own. */
static bool has_word(const char *list, const char *const *words)
{
    char word[64];
    while (list != NULL && *list != '\0') {
        list += strspn(list, " \t\r\n");
        size_t n = strcspn(list, " \t\r\n");
        if (n > 0 && n < sizeof word) {
            memcpy(word, list, n);
            word[n] = '\0';
            const char *own = word;
            while (strncasecmp(own, "x_", 2) == 0)
                own += 2;
            if (strncmp(own, "ydp", 3) == 0)
                own += 3 + strspn(own + 3, "0123456789abcdef");
            if (is_any(own, words))
                return true;
        }
        list += n;
    }
    return false;
}

/* A style without blanks in lower case has one of these declarations: it is not shown. */
static bool is_hidden(const xmlChar **atts)
{
    static const char *const declarations[] = {
        "display:none", "visibility:hidden", "mso-hide:all",     "font-size:0px;",
        "font-size:0;", ";opacity:0;",       ";max-height:0px;", ";max-height:0;"};
    const char *style = attribute(atts, "style");
    char plain[1024];
    size_t n = 1;
    plain[0] = ';';
    if (attribute(atts, "hidden") != NULL)
        return true;
    for (; style != NULL && *style != '\0' && n < sizeof plain - 2; style++)
        if (strchr(" \t\r\n", *style) == NULL)
            plain[n++] = (char)(*style >= 'A' && *style <= 'Z' ? *style + ('a' - 'A') : *style);
    plain[n++] = ';';
    plain[n] = '\0';
    for (size_t i = 0; i < ARRAY_LEN(declarations); i++)
        if (strstr(plain, declarations[i]) != NULL)
            return true;
    return false;
}

/* Elements of an earlier mail by the class, id or name that programs give them: Gmail, Thunderbird,
 * Yahoo, Proton, Tutanota, Zoho, Front, GMX and Web.de, Mail.ru, Yandex, Roundcube. */
static bool is_quote(const char *name, const xmlChar **atts)
{
    static const char *const classes[] = {"gmail_quote",
                                          "gmail_quote_container",
                                          "gmail_attr",
                                          "gmail_extra",
                                          "moz-cite-prefix",
                                          "moz-forward-container",
                                          "moz-email-headers-table",
                                          "yahoo_quoted",
                                          "yahoo-quoted-begin",
                                          "protonmail_quote",
                                          "tutanota_quote",
                                          "zmail_extra",
                                          "front-blockquote",
                                          "mail-quote",
                                          "mailru-blockquote",
                                          "cloudhq_quote",
                                          "OutlookMessageHeader",
                                          "yandex_quote",
                                          "quoted-text",
                                          "email_quote",
                                          "reply_quote",
                                          "reply-intro",
                                          "__QUOTED_TEXT__",
                                          NULL};
    static const char *const names[] = {"quote", NULL};
    return strcasecmp(name, "blockquote") == 0 || has_word(attribute(atts, "class"), classes) ||
           has_word(attribute(atts, "id"), classes) || has_word(attribute(atts, "name"), names);
}

/* Outlook marks the end of what was written with an empty element, and the header of the earlier
 * mail by an id; the earlier mail itself is not marked. */
static bool ends_text(const xmlChar **atts)
{
    static const char *const ids[] = {"appendonsend",
                                      "divRplyFwdMsg",
                                      "stopSpelling",
                                      "mail-editor-reference-message-container",
                                      "OLK_SRC_BODY_SECTION",
                                      "ms-outlook-mobile-reference-message",
                                      NULL};
    return has_word(attribute(atts, "id"), ids);
}

static bool is_signature(const xmlChar **atts)
{
    static const char *const names[] = {"gmail_signature",
                                        "gmail_signature_prefix",
                                        "moz-signature",
                                        "AppleMailSignature",
                                        "Apple-Mail-Signature",
                                        "protonmail_signature_block",
                                        "ms-outlook-mobile-signature",
                                        "ms-outlook-mobile-body-separator-line",
                                        "tutanota_signature",
                                        "ymail_android_signature",
                                        "yahoo-signature",
                                        "k9mail-signature",
                                        "Signature",
                                        "front-signature",
                                        "blue_signature",
                                        "spark-signature",
                                        "edo-signature",
                                        "sh-signature",
                                        "composer_signature",
                                        "_rc_sig",
                                        "-x-evo-signature",
                                        NULL};
    return has_word(attribute(atts, "class"), names) || has_word(attribute(atts, "id"), names);
}

static bool is_block(const char *name)
{
    static const char *const blocks[] = {
        "address", "article", "aside", "blockquote", "body",    "center",  "dd",    "details",
        "div",     "dl",      "dt",    "fieldset",   "figure",  "footer",  "form",  "h1",
        "h2",      "h3",      "h4",    "h5",         "h6",      "header",  "hr",    "li",
        "main",    "nav",     "ol",    "p",          "pre",     "section", "table", "tbody",
        "tfoot",   "thead",   "tr",    "ul",         "caption", "summary", "html",  NULL};
    return is_any(name, blocks);
}

/* Paragraphs are separate, except Outlook's, which are lines. */
static bool is_paragraph(const char *name, const xmlChar **atts)
{
    const char *class = attribute(atts, "class");
    return strcasecmp(name, "p") == 0 && (class == NULL || strstr(class, "Mso") == NULL) &&
           attribute(atts, "style") == NULL;
}

static void on_start(void *context, const xmlChar *element, const xmlChar **atts)
{
    static const char *const unseen[] = {
        "head",     "style",  "script", "title",  "template", "noscript", "iframe",
        "noframes", "object", "select", "button", "svg",      "textarea", "signature",
        "del",      "s",      "strike", "param",  NULL}; /* what is struck out was taken back */
    static const char *const cells[] = {"td", "th", NULL};
    struct page *p = context;
    const char *name = (const char *)element;
    p->depth++;
    if (p->parser->nameNr > DEPTH_MAX || p->full) {
        p->ends = true;
        xmlStopParser(p->parser);
    }
    if (p->ends || p->skipped != 0)
        return;
    if (ends_text(atts)) {
        end_line(p);
        p->ends = true;
        return;
    }
    if (is_block(name))
        end_line(p);
    if (is_quote(name, atts)) {
        end_line(p);
        put(p, ">\n", 2);
        p->skipped = p->depth;
    } else if (is_any(name, unseen) || is_hidden(atts) || is_signature(atts)) {
        p->skipped = p->depth;
    } else if (strcasecmp(name, "br") == 0) {
        p->blank = false;
        put(p, "\n", 1);
    } else if (strcasecmp(name, "pre") == 0) {
        p->pre++;
    } else if (is_any(name, cells)) {
        p->blank = true;
    } else if (is_paragraph(name, atts) && p->n > 1 && p->text[p->n - 2] != '\n') {
        put(p, "\n", 1);
    }
}

static void on_end(void *context, const xmlChar *element)
{
    struct page *p = context;
    const char *name = (const char *)element;
    bool was_skipped = p->skipped != 0;
    if (p->skipped == p->depth)
        p->skipped = 0;
    p->depth -= p->depth > 0;
    if (p->ends || was_skipped)
        return;
    if (strcasecmp(name, "pre") == 0 && p->pre > 0)
        p->pre--;
    if (is_block(name))
        end_line(p);
}

static void put_words(struct page *p, const char *text, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t word = i;
        while (word < n && strchr(" \t\r\n\f", text[word]) == NULL)
            word++;
        if (word == i) {
            p->blank = true;
            i++;
            continue;
        }
        if (p->blank && !at_start(p))
            put(p, " ", 1);
        p->blank = false;
        put(p, text + i, word - i);
        i = word;
    }
}

static void on_text(void *context, const xmlChar *text, int n)
{
    struct page *p = context;
    if (p->ends || p->skipped != 0 || n <= 0)
        return;
    if (p->pre > 0)
        put(p, (const char *)text, (size_t)n);
    else
        put_words(p, (const char *)text, (size_t)n);
}

/* Blanks out declarations that are neither comments nor the document's type, such as Outlook's
 * <![if !mso]>: libxml2 would take them for text, browsers take them for comments. */
static void blank_declarations(char *html, size_t n)
{
    char *end = html + n;
    char *p = html;
    while ((p = memchr(p, '<', (size_t)(end - p))) != NULL) {
        size_t left = (size_t)(end - p);
        if (left >= 4 && memcmp(p, "<!--", 4) == 0) {
            p = memmem(p + 4, left - 4, "-->", 3);
            if (p == NULL)
                return;
        } else if (left >= 2 &&
                   (p[1] == '?' || (p[1] == '!' && strncasecmp(p + 1, "!doc", 4) != 0))) {
            char *close = memchr(p, '>', left);
            memset(p, ' ', close != NULL ? (size_t)(close - p) + 1 : left);
        }
        p++;
    }
}

char *html_text(const char *given, size_t given_n)
{
    htmlSAXHandler sax = {.startElement = on_start,
                          .endElement = on_end,
                          .characters = on_text,
                          .ignorableWhitespace = on_text};
    size_t n;
    char *html = entities_mend(given, given_n, &n);
    struct page p = {.size = n / 2 + 64};
    p.text = malloc(p.size);
    p.parser = html != NULL && p.text != NULL
                   ? htmlCreatePushParserCtxt(&sax, &p, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8)
                   : NULL;
    if (p.parser == NULL) {
        free(html);
        free(p.text);
        return NULL;
    }
    (void)htmlCtxtUseOptions(p.parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
                                           HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                           HTML_PARSE_IGNORE_ENC);
    blank_declarations(html, n);
    /* In pieces, so that it can be stopped. */
    for (size_t i = 0; i < n && !p.ends; i += PIECE_BYTES) {
        size_t piece = n - i < PIECE_BYTES ? n - i : PIECE_BYTES;
        (void)htmlParseChunk(p.parser, html + i, (int)piece, 0);
    }
    if (!p.ends)
        (void)htmlParseChunk(p.parser, NULL, 0, 1);
    htmlFreeParserCtxt(p.parser);
    free(html);
    if (p.full) {
        free(p.text);
        return NULL;
    }
    p.text[p.n] = '\0';
    return p.text;
}

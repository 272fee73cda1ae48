#include "mail/reading/automatic.h"

#include "base/macros.h"
#include "mail/reading/mime.h"
#include <string.h>

/* A field that marks a mail: always, or if its value begins with, or has, one of these words, which
 * '|' separates. */
static const struct {
    const char *name;
    enum { ALWAYS, BEGINS, HAS } when;
    const char *words;
} marks[] = {
    {"List-Id", ALWAYS, ""},
    {"List-Post", ALWAYS, ""},
    {"List-Unsubscribe", ALWAYS, ""},
    {"List-Help", ALWAYS, ""},
    {"List-Subscribe", ALWAYS, ""},
    {"List-Archive", ALWAYS, ""},
    {"List-Owner", ALWAYS, ""},
    {"Mailing-List", ALWAYS, ""},
    {"X-Mailing-List", ALWAYS, ""},
    {"X-Mailman-Version", ALWAYS, ""},
    {"X-BeenThere", ALWAYS, ""},
    {"X-ML-Name", ALWAYS, ""},
    {"X-OTRS-Loop", ALWAYS, ""},
    {"X-Cron-Env", ALWAYS, ""},
    {"X-Failed-Recipients", ALWAYS, ""},
    {"X-MS-Exchange-Inbox-Rules-Loop", ALWAYS, ""},
    {"X-MS-Exchange-Generated-Message-Source", ALWAYS, ""},
    {"X-Auto-Response-Suppress", HAS, "all|oof|autoreply"},
    {"X-FC-MachineGenerated", BEGINS, "true|yes|1"},
    {"X-POST-MessageClass", HAS, "autoresponder|autoreply"},
    {"X-Message-Flag", HAS, "auto-reply|autoreply"},
    {"Delivered-To", BEGINS, "autoresponder|auto-responder"},
    {"Precedence", BEGINS, "bulk|junk|list|auto_reply|auto-reply|autoreply"},
    {"Preference", BEGINS, "auto_reply|auto-reply|autoreply"},
    {"X-Precedence", BEGINS, "bulk|junk|list|auto_reply|auto-reply|autoreply"},
    {"X-Mailer", BEGINS, "vacation"},
};

/* Of the names that programs make up for their automatic mails, in lower case and without hyphens:
 * X-Autoreply, X-Auto-Response, X-Novell-Autoreply, X-Mail-Auto-Reply-From, X-Vacation-Message. */
static const char *const name_parts[] = {"autorepl", "autorespon", "autogenerat", "autosubmitt",
                                         "xvacation"};

/* Fields with the address of the envelope; a report has none there. */
static const char *const envelopes[] = {"Return-Path", "X-Envelope-From"};

/* How the subject of an automatic answer, a report, or a receipt begins, in lower case and NFC,
 * behind a bracket. Exchange writes most of these. Where a person may begin so, the colon belongs
 * to it. */
static const char *const subjects[] = {
    "automatic reply:",
    "auto reply:",
    "autoreply:",
    "auto-reply",
    "automated reply:",
    "auto response:",
    "autoresponse:",
    "auto-response:",
    "autoresponder",
    "automatic response",
    "auto:",
    "autoreply]",
    "auto]",
    "auto reply]",
    "autoreply)",
    "auto reply)",
    "out of office",
    "out of the office",
    "i am out of the office",
    "i am out of office",
    "i'm out of the office",
    "i'm out of office",
    "away from my mail",
    "away from the office",
    "vacation reply",
    "vacation message",
    "vacation:",
    "on vacation:",
    "automatische antwort:",
    "automatische rückantwort",
    "abwesenheitsnotiz",
    "abwesenheit:",
    "abwesenheitsmeldung",
    "abwesenheitsassistent",
    "abwesenheitsnachricht",
    "abwesend:",
    "nicht im büro",
    "außer haus",
    "réponse automatique",
    "absence du bureau",
    "absent du bureau",
    "absence:",
    "absence :",
    "message d'absence",
    "message d’absence",
    "notification d'absence",
    "respuesta automática",
    "fuera de la oficina",
    "fuera de oficina",
    "mensaje automático",
    "risposta automatica",
    "fuori sede",
    "fuori ufficio",
    "assente:",
    "resposta automática",
    "resposta automàtica",
    "fora do escritório",
    "ausência temporária",
    "automatisch antwoord",
    "afwezig:",
    "afwezigheid",
    "automatische reactie",
    "autosvar",
    "automatiskt svar",
    "frånvaro:",
    "frånvaromeddelande",
    "automatisk svar",
    "ikke til stede",
    "fraværende:",
    "fravær:",
    "automaattinen vastaus",
    "poissaoloilmoitus",
    "odpowiedź automatyczna",
    "automatyczna odpowiedź",
    "autoodpowiedź",
    "poza biurem",
    "nieobecność",
    "automatická odpověď",
    "automatická odpoveď",
    "mimo kancelář",
    "automatikus válasz",
    "házon kívül",
    "răspuns automat",
    "otomatik yanıt",
    "otomatik cevap",
    "автоматический ответ",
    "автоответ",
    "автоматична відповідь",
    "автоматичен отговор",
    "автоматски одговор",
    "αυτόματη απάντηση",
    "samodejni odgovor",
    "automatski odgovor",
    "automaatvastus",
    "automātiska atbilde",
    "automatinis atsakymas",
    "trả lời tự động",
    "balasan otomatis",
    "jawapan automatik",
    "ตอบกลับอัตโนมัติ",
    "自动答复",
    "自动回复",
    "自動回覆",
    "自動回復",
    "自動返信",
    "自動応答",
    "不在通知",
    "不在のお知らせ",
    "不在届",
    "外出自动回复",
    "自動答覆",
    "자동 회신",
    "자동 응답",
    "부재중",
    "תשובה אוטומטית",
    "رد تلقائي",
    "الرد التلقائي",
    "undeliverable",
    "undelivered mail",
    "delivery status notification",
    "delivery notification",
    "delivery failure",
    "delivery has failed",
    "mail delivery",
    "mail system error",
    "returned mail",
    "failure notice",
    "delayed mail",
    "delivery delayed",
    "delivery incomplete",
    "warning: could not send message",
    "warning: message",
    "nicht zustellbar",
    "unzustellbar",
    "nicht zugestellt",
    "zustellung fehlgeschlagen",
    "non remis",
    "non distribuable",
    "échec de la remise",
    "no se puede entregar",
    "no se ha podido entregar",
    "no entregado",
    "não entregue",
    "não é possível entregar",
    "non recapitabile",
    "impossibile recapitare",
    "onbestelbaar",
    "kan niet worden afgeleverd",
    "går inte att leverera",
    "kan ikke leveres",
    "nie można dostarczyć",
    "не удается доставить",
    "недоставлено",
    "无法传递",
    "未送达",
    "配信不能",
    "배달되지 않음",
    "read:",
    "not read:",
    "gelesen:",
    "ungelesen",
    "lu:",
    "lu :",
    "non lu:",
    "non lu :",
    "leído:",
    "no leído",
    "letto:",
    "non letto",
    "lida:",
    "não lida",
    "gelezen:",
    "ongelezen",
    "läst:",
    "oläst",
    "lest:",
    "læst:",
    "luettu:",
    "przeczytane:",
    "przeczytano:",
    "прочтено:",
    "прочитано:",
    "přečteno:",
    "已读:",
    "已讀:",
    "開封済み:",
    "읽음:",
};

/* The name before the '@', as a whole or with more behind one of the signs. People are called
 * bouncer.joe. */
static const struct {
    const char *name, *signs;
} senders[] = {
    {"mailer-daemon", "@+-_."},
    {"postmaster", "@+-_."},
    {"noreply", "@+-_."},
    {"no-reply", "@+-_."},
    {"no_reply", "@+-_."},
    {"no.reply", "@+-_."},
    {"donotreply", "@+-_."},
    {"do-not-reply", "@+-_."},
    {"do_not_reply", "@+-_."},
    {"do.not.reply", "@+-_."},
    {"dontreply", "@+-_."},
    {"dont-reply", "@+-_."},
    {"noreplies", "@+-_."},
    {"no-replies", "@+-_."},
    {"noresponse", "@+-_."},
    {"no-response", "@+-_."},
    {"nicht-antworten", "@+-_."},
    {"nichtantworten", "@+-_."},
    {"keine-antwort", "@+-_."},
    {"keineantwort", "@+-_."},
    {"ne-pas-repondre", "@+-_."},
    {"nepasrepondre", "@+-_."},
    {"noresponder", "@+-_."},
    {"no-responder", "@+-_."},
    {"nao-responda", "@+-_."},
    {"naoresponda", "@+-_."},
    {"nao-responder", "@+-_."},
    {"non-rispondere", "@+-_."},
    {"nonrispondere", "@+-_."},
    {"autoreply", "@+-_."},
    {"auto-reply", "@+-_."},
    {"autoresponder", "@+-_."},
    {"auto-responder", "@+-_."},
    {"autoresponse", "@+-_."},
    {"auto-response", "@+-_."},
    {"bounce", "@+-_="},
    {"bounces", "@+-_="},
    {"owner", "-"},
    {"listserv", "@"},
    {"majordomo", "@"},
    {"sympa", "@"},
    {"mdaemon", "@"},
    {"maildaemon", "@"},
    {"double-bounce", "@"},
    {"mailer", "@"},
    {"daemon", "@"},
    {"nobody", "@"},
    {"root", "@"},
    {"uucp", "@"},
    {"www-data", "@"},
    {"cron", "@"},
    {"vacation", "@"},
    {"mailman", "@+-"},
    {"notification", "@+-"},
    {"notifications", "@+-"},
};

static bool is_word(const char *text, size_t n, const char *word, size_t word_n)
{
    return n >= word_n && g_ascii_strncasecmp(text, word, word_n) == 0;
}

/* Whether the value begins with one of the words, or (anywhere) has one as a whole word. */
static bool fits(const char *value, const char *words, bool anywhere)
{
    while (*words != '\0') {
        size_t n = strcspn(words, "|");
        for (const char *p = value; *p != '\0'; p++) {
            bool front = p == value || !g_ascii_isalnum(p[-1]);
            if (front && is_word(p, strlen(p), words, n) && !g_ascii_isalnum(p[n]))
                return true;
            if (!anywhere)
                break;
        }
        words += n + (words[n] == '|');
    }
    return false;
}

/* The value without the comments, blanks and quotes at its beginning. */
static const char *word_of(const char *value)
{
    for (int depth = 0; *value != '\0'; value++) {
        depth += *value == '(';
        if (depth == 0 && strchr("\" \t\r\n", *value) == NULL)
            return value;
        depth -= *value == ')';
    }
    return value;
}

/* Whether a program made up the name of this field to say that it is automatic. One that says
 * "no", or that asks others not to answer (X-Auto-Response-Suppress), does not. */
static bool has_name(const struct header *line)
{
    char name[64];
    size_t n = 0;
    for (size_t i = 0; i < line->name_len && n + 1 < sizeof name; i++)
        if (line->name[i] != '-' && line->name[i] != '_')
            name[n++] = g_ascii_tolower(line->name[i]);
    name[n] = '\0';
    if (strstr(name, "suppress") != NULL || g_ascii_isspace(line->name[0]))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(name_parts); i++)
        if (strstr(name, name_parts[i]) != NULL)
            return !fits(word_of(line->value), "no|false|0", false);
    return false;
}

static bool is_empty_path(const char *value)
{
    return value[strspn(value, "<> \t\r\n")] == '\0' ||
           fits(value + strspn(value, "<"), "mailer-daemon", false);
}

static bool has_mark(const struct headers *head)
{
    struct header line;
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        for (size_t at = 0; headers_next(head, marks[i].name, &at, &line);)
            if (marks[i].when == ALWAYS ||
                fits(word_of(line.value), marks[i].words, marks[i].when == HAS))
                return true;
    for (size_t i = 0; i < ARRAY_LEN(envelopes); i++)
        for (size_t at = 0; headers_next(head, envelopes[i], &at, &line);)
            if (is_empty_path(line.value))
                return true;
    for (size_t at = 0; headers_next(head, NULL, &at, &line);)
        if (has_name(&line))
            return true;
    return false;
}

static bool is_report(GMimeMessage *m)
{
    GMimeObject *part = g_mime_message_get_mime_part(m);
    GMimeContentType *type = part != NULL ? g_mime_object_get_content_type(part) : NULL;
    return type != NULL && (g_mime_content_type_is_type(type, "multipart", "report") ||
                            g_mime_content_type_is_type(type, "message", "delivery-status"));
}

static bool has_subject(const char *subject)
{
    bool found = false;
    char *valid = g_utf8_make_valid(subject, -1); /* it may be cut */
    char *normal = g_utf8_normalize(valid, -1, G_NORMALIZE_NFC);
    char *low = g_utf8_strdown(normal != NULL ? normal : "", -1);
    const char *text = low + strspn(low, " \t[(<*");
    for (size_t i = 0; !found && i < ARRAY_LEN(subjects); i++)
        found = strncmp(text, subjects[i], strlen(subjects[i])) == 0;
    g_free(low);
    g_free(normal);
    g_free(valid);
    return found;
}

static bool is_daemon(const char *from)
{
    size_t local = strcspn(from, "@");
    for (size_t i = 0; i < ARRAY_LEN(senders); i++) {
        size_t n = strlen(senders[i].name);
        if (strncmp(from, senders[i].name, n) == 0 && from[n] != '\0' &&
            strchr(senders[i].signs, from[n]) != NULL)
            return true;
    }
    static const char *const ends[] = {"-request", "-bounces", "-owner", "-daemon"};
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        size_t n = strlen(ends[i]);
        if (local > n && strncmp(from + local - n, ends[i], n) == 0)
            return true;
    }
    return false;
}

bool automatic_is_own(const char *address, const char *own)
{
    size_t local = strcspn(own, "@");
    size_t n = strcspn(address, "+@");
    return n == local && g_ascii_strncasecmp(address, own, n) == 0 &&
           g_ascii_strcasecmp(address + strcspn(address, "@"), own + local) == 0;
}

/* X-Loop names the program that the mail came through; that of a forwarder is no loop of ours. */
static bool has_own_loop(const struct headers *head, const char *own)
{
    struct header line;
    for (size_t at = 0; headers_next(head, "X-Loop", &at, &line);) {
        char address[300];
        const char *from = line.value + strspn(line.value, "<\" \t");
        size_t n = strcspn(from, ">\" \t\r\n;,");
        if (n >= sizeof address)
            continue;
        memcpy(address, from, n);
        address[n] = '\0';
        if (automatic_is_own(address, own))
            return true;
    }
    return false;
}

bool automatic_is(GMimeMessage *m, const char *from, const char *own, const char *subject)
{
    const struct headers head = mime_headers(m);
    return from[0] == '\0' || automatic_is_own(from, own) || is_daemon(from) || has_mark(&head) ||
           has_own_loop(&head, own) || is_report(m) || has_subject(subject);
}

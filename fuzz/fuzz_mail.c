/* fuzz_mail.c - any bytes as a message, as a report of undelivered mail, or (when the first byte is
 * below the number of content types) as the post of a mail provider. The text that is read must
 * keep the limits, be valid, contain no line of an earlier mail and no control character; and what
 * goes to others contains no address of the sender or of the server, and no proof of a seat. */
#include "base/macros.h"
#include "mail/hook.h"
#include "mail/message.h"
#include "mail/reading/bounce.h"
#include "mail/reading/privacy.h"
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const types[] = {NULL, "application/json", "application/x-www-form-urlencoded",
                                    "multipart/form-data; boundary=b"};

static const char own[] = "hoshi@example.org";
static const unsigned char key[KEYS_BYTES] = {1};

/* Line breaks and tabs are none. */
static bool has_control(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++)
        if ((*p < ' ' && *p != '\n' && *p != '\t') || *p == 0x7f ||
            (*p == 0xc2 && p[1] >= 0x80 && p[1] <= 0x9f))
            return true;
    return false;
}

/* As the command `chat` does. */
static void forward(const struct message *l)
{
    struct keys_seat seat;
    struct privacy *p = calloc(1, sizeof *p);
    ASSERT(p != NULL);
    p->key = key;
    p->own = own;
    privacy_add(p, l->from);
    privacy_add(p, l->senders);
    char *text = privacy_clean(p, l->body);
    ASSERT(text != NULL && !has_control(text) && g_utf8_validate(text, -1, NULL));
    ASSERT(strcasestr(text, own) == NULL && strcasestr(text, "hoshi+12-5-0-x@example.org") == NULL);
    ASSERT(keys_find_seat(key, text, &seat) == KEYS_NONE);
    for (int i = 0; i < p->addresses_n; i++)
        ASSERT(strcasestr(text, p->addresses[i]) == NULL);
    ASSERT(p->removed || strcmp(text, l->body) == 0);
    free(text);
    free(p);
}

static void read_message(const char *bytes, size_t size)
{
    struct message l;
    struct bounce b;
    if (bounce_read(bytes, size, &b))
        ASSERT(strlen(b.returned) < sizeof b.returned);
    if (message_read(bytes, size, own, "mx.example.org", &l) == 0) {
        ASSERT(g_utf8_validate(l.subject, -1, NULL) || strlen(l.subject) == sizeof l.subject - 1);
        ASSERT(strlen(l.body) <= PBM_BODY_BYTES && strchr(l.body, '\r') == NULL);
        ASSERT(l.body[0] != '>' && strstr(l.body, "\n>") == NULL);
        ASSERT(!has_control(l.body) && !has_control(l.subject) && strchr(l.subject, '\r') == NULL);
        ASSERT(g_utf8_validate(l.body, -1, NULL) || strlen(l.body) == PBM_BODY_BYTES);
        if (strlen(l.body) < PBM_BODY_BYTES)
            forward(&l);
        ASSERT(l.message_id[0] != '\0' && strpbrk(l.from, " \r\n<>") == NULL);
        ASSERT(l.automatic || l.from[0] != '\0');
    }
    message_done(&l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    if (size == 0 || data[0] >= ARRAY_LEN(types)) {
        read_message(bytes, size);
        return 0;
    }
    struct hook h;
    if (hook_read(types[data[0]], bytes + 1, size - 1, &h) == 0) {
        ASSERT(strlen(h.recipient) < sizeof h.recipient);
        read_message(h.made != NULL ? h.made : bytes + 1, h.n);
    }
    hook_done(&h);
    return 0;
}

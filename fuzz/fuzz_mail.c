/* fuzz_mail.c - any bytes as a message, as a report of undelivered mail, or (when the first byte is
 * below the number of content types) as the post of a mail provider. The text that is read must
 * keep the limits, be valid, and contain no line of an earlier mail. */
#include "base/macros.h"
#include "mail/hook.h"
#include "mail/message.h"
#include "mail/reading/bounce.h"
#include <glib.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const types[] = {NULL, "application/json", "application/x-www-form-urlencoded",
                                    "multipart/form-data; boundary=b"};

static void read_message(const char *bytes, size_t size)
{
    struct message l;
    struct bounce b;
    if (bounce_read(bytes, size, &b))
        ASSERT(strlen(b.returned) < sizeof b.returned);
    if (message_read(bytes, size, "hoshi@example.org", "mx.example.org", &l) == 0) {
        ASSERT(g_utf8_validate(l.subject, -1, NULL) || strlen(l.subject) == sizeof l.subject - 1);
        ASSERT(strlen(l.body) <= PBM_BODY_BYTES && strchr(l.body, '\r') == NULL);
        ASSERT(l.body[0] != '>' && strstr(l.body, "\n>") == NULL);
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

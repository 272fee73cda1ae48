/* fuzz_mail.c - any bytes as a message: whatever comes, what is read keeps the limits, is valid text,
 * and holds no line of an earlier mail. */
#include "base/macros.h"
#include "mail/letter.h"
#include <glib.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct letter l;
    if (letter_read((const char *)data, size, "hoshi@example.org", "mx.example.org", &l) == 0) {
        ASSERT(g_utf8_validate(l.subject, -1, NULL) || strlen(l.subject) == sizeof l.subject - 1);
        ASSERT(strlen(l.body) <= PBM_BODY_BYTES && strchr(l.body, '\r') == NULL);
        ASSERT(l.body[0] != '>' && strstr(l.body, "\n>") == NULL);
        ASSERT(l.message_id[0] != '\0' && strpbrk(l.from, " \r\n<>") == NULL);
        ASSERT(l.automatic || l.from[0] != '\0');
    }
    letter_done(&l);
    return 0;
}

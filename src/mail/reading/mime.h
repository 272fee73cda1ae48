/* mime.h - the head of a mail that GMime has read, for platform/headers.h. */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H
#include "platform/headers.h"
#include <gmime/gmime.h>

/* Valid as long as the message. The values are as they came, not decoded, and end with '\0'
 * somewhere behind their end. */
struct headers mime_headers(GMimeMessage *m);

#endif

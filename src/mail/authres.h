/* authres.h - whether an Authentication-Results header (RFC 8601) vouches for the domain of an
 * address.
 *
 * Senders choose much of what stands in such a header: their envelope address, selectors, reasons.
 * So this parses the header by its grammar (comments, quoted strings, results separated by
 * semicolons) and never searches it for words. Pure: no I/O, no allocation. */
#ifndef MAIL_AUTHRES_H
#define MAIL_AUTHRES_H
#include <stdbool.h>

/* True when the header is of the server `trust` and says dmarc=pass, once and for
 * header.from=domain. A header that cannot be parsed, or is longer than 4 KiB, proves nothing. */
bool authres_proves(const char *value, const char *trust, const char *domain);

#endif

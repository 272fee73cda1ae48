/* authres.h - whether the Authentication-Results headers (RFC 8601) of a server vouch for the
 * domain of an address. A server may write one header for each of its checks (OpenDKIM and
 * OpenDMARC do).
 *
 * Senders choose much of what stands in such a header: their envelope address, selectors, reasons.
 * So this parses the header by its grammar (comments, quoted strings, results separated by
 * semicolons) and never searches it for words. Pure: no I/O, no allocation. */
#ifndef MAIL_AUTHRES_H
#define MAIL_AUTHRES_H
#include <stdbool.h>

struct authres {
    const char *server; /* the authserv-id that is trusted */
    const char *domain; /* of the sender */
    int lines;          /* of that server, so far */
    int good, bad;      /* results of dmarc that vouch for the domain, and that do not */
};

/* Adds the next Authentication-Results from the top; `server` and `domain` are set, all else is 0.
 * False if it is not of that server: then it and those below may have come with the mail. One that
 * cannot be parsed, or is longer than 4 KiB, counts as a bad result. */
bool authres_add(struct authres *a, const char *value);

/* True when a result says dmarc=pass for header.from=domain, with one header.from, and none says
 * anything else of dmarc. */
bool authres_proves(const struct authres *a);

#endif

/* stub_mhd.h - libmicrohttpd as http/ knows it, without sockets: a request is taken from bytes, and
 * its answer is kept to be looked at. One request at a time. */
#ifndef STUB_MHD_H
#define STUB_MHD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STUB_PAIRS_MAX = 64 };

struct stub_pair {
    char *name, *value; /* owned */
};

struct stub_answer {
    int status;
    struct stub_pair headers[STUB_PAIRS_MAX];
    int headers_n;
    char *body; /* owned; NULL of streams and files */
    size_t body_n;
};

/* Hands the request to who has started a daemon and waits for the answer. False when the bytes have
 * no request line, or the connection was ended without an answer (a body beyond all limits). */
bool stub_request(const uint8_t *data, size_t size, struct stub_answer *out);
void stub_done(struct stub_answer *a);
/* NULL: the answer has no such header. */
const char *stub_header(const struct stub_answer *a, const char *name);
/* From now on a cookie or bearer that is the one letter `who` stands for this secret. */
void stub_secret(char who, const char *secret, size_t n);

#endif

/* stub_mhd.h - the functions of libmicrohttpd that http/ uses, without sockets: it reads a request
 * from bytes and keeps the answer for the test. One request at a time. */
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

/* Hands the request to the daemon and waits for the answer. False if the bytes have no request
 * line, or the connection was closed without an answer (a body beyond all limits). */
bool stub_request(const uint8_t *data, size_t size, struct stub_answer *out);
void stub_done(struct stub_answer *a);
/* NULL: the answer has no such header. */
const char *stub_header(const struct stub_answer *a, const char *name);
/* From now on, the letter `who` as a cookie or bearer token stands for this secret. */
void stub_secret(char who, const char *secret, size_t n);

#endif

/* doctor.h - `hoshi admin doctor`: looks at everything that a site rests on, says what is wrong and
 * what to do. It changes nothing and works beside a running server. */
#ifndef DOCTOR_H
#define DOCTOR_H
#include "base/macros.h"
#include <stdbool.h>

/* The options of `hoshi serve` that it looks at; NULL: not given. */
struct doctor_options {
    const char *store, *listen, *url;
    const char *mail_address, *mail_token_file, *smtp, *smtp_login_file;
    bool trust_proxy;
    bool json;
};

/* Prints its findings; EXIT_OK unless one of them is an error. */
int doctor_run(const struct doctor_options *o);

/* --- what its parts share --- */

enum doctor_state { DOCTOR_OK, DOCTOR_WARNING, DOCTOR_ERROR };

struct doctor; /* opaque */

/* A finding: of what area, how bad, what is so; `todo` what to do, NULL with DOCTOR_OK. */
void doctor_find(struct doctor *d, const char *area, enum doctor_state state, const char *todo,
                 const char *format, ...) PRINTF_LIKE(5, 6);

void doctor_store(struct doctor *d, const struct doctor_options *o);
void doctor_disk(struct doctor *d, const struct doctor_options *o);
void doctor_mail(struct doctor *d, const struct doctor_options *o);
void doctor_proxy(struct doctor *d, const struct doctor_options *o);

#endif

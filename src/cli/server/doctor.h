/* doctor.h - `hoshi admin doctor`: checks everything that a site needs, reports the faults and says
 * how to repair them. It changes nothing and works beside a running server. */
#ifndef DOCTOR_H
#define DOCTOR_H
#include "base/macros.h"
#include "base/text.h"
#include "cli/server/serve_mail.h"
#include "http/wire/head.h"
#include <jansson.h>
#include <stdbool.h>

/* The options of `hoshi serve` that it looks at; NULL: not given. */
struct doctor_options {
    const char *store, *listen, *url;
    struct serve_mail mail;
    struct head_trust proxies;
    bool json;
};

/* Prints its findings; EXIT_OK unless one of them is an error. */
int doctor_run(const struct doctor_options *o);

/* Sends a mail to that address, as the server would. 0, or a negative ERR_* with a sentence. */
MUST_USE int doctor_mail_test(const struct doctor_options *o, const char *to, struct text *why);

/* --- what its parts share --- */

enum doctor_state { DOCTOR_OK, DOCTOR_WARNING, DOCTOR_ERROR, DOCTOR_STATE_N };
extern const char *const doctor_state_name[DOCTOR_STATE_N];

struct doctor {
    bool json;
    json_t *list;
    enum doctor_state worst;
    int warnings, errors;
};

/* Adds a finding: its area, severity and text. todo: how to repair it; NULL with DOCTOR_OK. */
void doctor_find(struct doctor *d, const char *area, enum doctor_state state, const char *todo,
                 const char *format, ...) PRINTF_LIKE(5, 6);

void doctor_store(struct doctor *d, const struct doctor_options *o);
void doctor_disk(struct doctor *d, const struct doctor_options *o);
void doctor_mail(struct doctor *d, const struct doctor_options *o);
void doctor_proxy(struct doctor *d, const struct doctor_options *o);

#endif

/* abuse_mail.h - mails of `hoshi-bench abuse`, delivered as a mail server would. */
#ifndef ABUSE_MAIL_H
#define ABUSE_MAIL_H
#include "bench/bench_http.h"
#include "bench/bench_site.h"

struct mailer {            /* a guest with a match, who writes to its reply address */
    int64_t player, match; /* 0: none yet */
    int64_t mails_n;
};

/* The token of the mail server, and the key of reply addresses: a player has one from a mail, which
 * no mail server brings here. False after a message. */
bool abuse_mail_open(const struct site *site, const char *store);
/* Asks for what a mailer needs first; true when it has it. */
bool abuse_mail_ready(struct link *l, const struct mailer *m);
/* Takes what was asked for. */
void abuse_mail_take(struct mailer *m, int status, const char *body);
/* A mail with that subject, and a line so many times; player 0: from anybody, to the site. */
void abuse_mail_send(struct link *l, struct mailer *m, const char *subject, const char *line,
                     int n);

#endif

/* mail_state.h - whether mail works: what the threads of play by e-mail have met last, for the
 * metrics, the administrator's page and `hoshi admin doctor`. Safe from any thread. */
#ifndef MAIL_STATE_H
#define MAIL_STATE_H
#include "service/core/service.h"
#include <jansson.h>

enum mail_state_part {
    MAIL_STATE_IN,      /* the mailbox that mails are fetched from */
    MAIL_STATE_OUT,     /* the mail server that sends */
    MAIL_STATE_CONSENT, /* that of the mailbox's owner (OAuth 2) */
    MAIL_STATE_N
};
extern const char *const mail_state_name[MAIL_STATE_N];

struct mail_state_view {
    bool used;       /* the server has this part */
    int64_t well_at; /* when it last worked, ms since 1970; 0: not yet */
    char fault[400]; /* a sentence; "": it works, or was not tried yet */
};

/* The part is used, and will be tried. */
void mail_state_use(struct service *s, enum mail_state_part part);
/* It has worked (fault ""), or not. */
void mail_state_note(struct service *s, enum mail_state_part part, const char *fault);
void mail_state_look(struct service *s, enum mail_state_part part, struct mail_state_view *out);

/* The address of the server, for the administrator's page; it lives as long as the service. */
void mail_state_address(struct service *s, const char *address);

/* --- a mail to the server itself, which shows that both ways work --- */

/* A batch: writes the mail. Refused where no mail is sent. The store keeps it, so that any server
 * of the site may send and fetch it. */
int mail_state_test(struct work *w, void *unused);
/* A batch: a mail from the server's own address has come, with this subject (char *). */
int mail_state_came(struct work *w, void *subject);
/* {"address":…, "parts":[{"part":"in","well_at":…,"fault":…}], "test":{"sent_at":…,
 * "received_at":…}}: a new reference, or NULL with *err. */
json_t *reader_mail_state(struct reader *r, int *err);

/* For service/run/open.c. */
struct mail_state;
MUST_USE struct mail_state *mail_state_new(void); /* NULL when memory is short */
void mail_state_free(struct mail_state *m);

#endif

/* mail_state.h - whether mail works: what the threads of play by e-mail have met last, for the
 * metrics, the administrator's page and `hoshi admin doctor`. Safe from any thread. */
#ifndef MAIL_STATE_H
#define MAIL_STATE_H
#include "service/core/service.h"

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

/* For service/run/open.c. */
struct mail_state;
MUST_USE struct mail_state *mail_state_new(void); /* NULL when memory is short */
void mail_state_free(struct mail_state *m);

#endif

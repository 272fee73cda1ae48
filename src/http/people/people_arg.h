/* people_arg.h - the argument that requests about accounts carry, and what their files share. */
#ifndef PEOPLE_ARG_H
#define PEOPLE_ARG_H
#include "http/wire/route.h"
#include "record/memory.h"
#include "service/people/accounts.h"
#include "service/people/passwords.h"

struct people_arg {
    struct account_act act;
    struct password_job password;
    char secret[SERVICE_SECRET_BYTES];  /* of a new session */
    char browser[SERVICE_SECRET_BYTES]; /* of the browser itself (routes_people.c) */
    FILE *file;                         /* an export that another thread makes; NULL: none */
    int file_err;
};

static inline struct people_arg *arg(const struct request *r)
{
    return r->arg;
}

/* routes_people.c */
/* Hands an order about the asker's account to the writer; the second checks first that `given` is
 * the asker's password. The third answers with the account. */
void people_submit_act(struct request *r, int (*apply)(struct work *w, void *context));
void people_submit_with_password(struct request *r, const char *given,
                                 int (*apply)(struct work *w, void *context));
void people_finish_account(struct request *r);
/* For act.code. */
enum { PEOPLE_CODE_MAX = 40 };
/* Whether a password is not among those that are guessed first. If it is, refuses the request with
 * an answer. */
bool people_is_strong(struct request *r, const char *password, const char *name);
/* null, and the browser's session is taken away. */
void people_finish_gone(struct request *r);
/* For requests that begin a session. After `read`, computes the hash or check that `password` asks
 * for, submits `apply`, and answers with the account and its cookie. */
void people_new_session(struct request *r);
void people_submit_signin(struct request *r, void (*read)(struct request *r),
                          int (*apply)(struct work *w, void *context));
void people_finish_session(struct request *r);

/* export.c: GET /api/account/export. */
on_loop export_handle, export_finish;

#endif

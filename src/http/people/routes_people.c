/* routes_people.c - guests, signing up and in, and the password that leads to an account. The
 * service's threads check it (service/people/passwords.h) between the request and its order. */
#include "http/people/people_arg.h"

#include "base/err.h"
#include "base/text.h"
#include "platform/json.h"
#include "service/core/view.h"
#include "service/people/password_strength.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { YEAR_S = 31536000 };
static const char browser_cookie[] = "hoshi_browser";
static const char wrong_password[] = "Wrong password.";
static const char wrong_passkey[] = "This passkey belongs to another site or account.";
static const char wrong_password_or_passkey[] =
    "Wrong password, or the passkey does not fit this site.";

/* --- helpers --- */

/* The session that asks, and its browser; a new session has written its own (new_session). */
static void note_asker(struct request *r)
{
    snprintf(arg(r)->act.session, sizeof arg(r)->act.session, "%s", r->session.hash);
    if (arg(r)->act.agent[0] == '\0')
        snprintf(arg(r)->act.agent, sizeof arg(r)->act.agent, "%s", r->session.agent);
}

void people_submit_act(struct request *r, int (*apply)(struct work *w, void *context))
{
    r->order.kind = ORDER_BATCH;
    r->order.u.batch.apply = apply;
    r->order.u.batch.context = &arg(r)->act;
    note_asker(r);
    request_submit(r);
}

static void refuse(struct request *r, enum outcome_kind kind, const char *detail)
{
    r->order.out = (struct outcome){.kind = kind, .ply = -1};
    snprintf(r->order.out.detail, sizeof r->order.out.detail, "%s", detail);
    request_go_on(r);
}

/* An order without a waiting request. */
struct alone {
    struct order order;
    struct account_act act;
    char name[STORE_NAME_BYTES], address[PEOPLE_ADDRESS_BYTES];
};

static void alone_done(struct order *o)
{
    outcome_free(&o->out);
    free(o->context);
}

static struct alone *alone_new(const struct request *r, int (*apply)(struct work *w, void *context))
{
    struct alone *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->order = (struct order){.kind = ORDER_BATCH, .asker = r->asker};
    a->order.u.batch.apply = apply;
    a->order.u.batch.context = &a->act;
    a->order.done = alone_done;
    a->order.context = a;
    return a;
}

/* The password that a sign-in gave was no wrong guess: it is not counted. */
static void take_guess_back(const struct request *r)
{
    struct alone *a = arg(r)->act.guess.taken ? alone_new(r, accounts_guess_back) : NULL;
    if (a == NULL)
        return;
    a->act.guess = arg(r)->act.guess;
    service_submit(r->http->service, &a->order);
}

/* On a thread of the password pool. */
static void on_password(struct password_job *j)
{
    enum { HASH_US = 50 * 1000 };
    struct request *r = j->context;
    if (!j->dropped)
        r->worked_us += HASH_US * (j->check + j->make);
    memcpy(arg(r)->act.against, j->stored, sizeof arg(r)->act.against);
    memcpy(arg(r)->act.made, j->made, sizeof arg(r)->act.made);
    if (j->dropped || j->fits)
        take_guess_back(r);
    if (j->dropped)
        refuse(r, OUTCOME_BUSY, "Too many people are signing in now; try again in a moment.");
    else if (!j->fits && j->verify != NULL)
        refuse(r, OUTCOME_DENIED,
               arg(r)->password.check ? wrong_password_or_passkey : wrong_passkey);
    else if (!j->fits && (r->route->flags & ROUTE_PLAYER))
        refuse(r, OUTCOME_DENIED, wrong_password);
    else if (!j->fits)
        refuse(r, OUTCOME_NOBODY, "Wrong name or password.");
    else if (j->make && j->made[0] == '\0')
        refuse(r, OUTCOME_BUSY, "The server is out of memory; try again later.");
    else
        service_submit(r->http->service, &r->order);
}

/* Computes what arg(r)->password asks for, then submits the order. */
static void compute_password(struct request *r)
{
    arg(r)->password.done = on_password;
    arg(r)->password.context = r;
    struct request_payer payer = request_payer(r);
    arg(r)->password.caller = payer.caller;
    arg(r)->password.class = payer.class;
    if (!request_suspend(r))
        return;
    if (passwords_submit(passwords_of(r->http->service), &arg(r)->password) < 0) {
        take_guess_back(r);
        refuse(r, OUTCOME_BUSY, "Too many people are signing in now; try again in a moment.");
    }
}

/* The same after `read` has looked in the store whether it may be done, and against which
 * password. */
static void submit_password(struct request *r, void (*read)(struct request *r),
                            void (*compute)(struct request *r),
                            int (*apply)(struct work *w, void *context))
{
    r->order.kind = ORDER_BATCH;
    r->order.u.batch.apply = apply;
    r->order.u.batch.context = &arg(r)->act;
    note_asker(r);
    request_read(r, read, compute);
}

/* Notes where the request comes from: the address, and the browser by a cookie of its own that
 * outlives sessions. It opens nothing; it only tells that a player has signed in there before
 * (service/core/quota.h). */
static void note_place(struct request *r)
{
    struct people_arg *a = arg(r);
    snprintf(a->act.caller, sizeof a->act.caller, "%s", r->client.address);
    if (request_cookie(r, browser_cookie, a->browser, sizeof a->browser) &&
        strlen(a->browser) == SERVICE_SECRET_BYTES - 1)
        service_hash(a->browser, a->act.browser);
    else
        service_secret(a->browser, a->act.browser);
}

static void read_own_password(struct request *r)
{
    struct store_player p;
    int err = reader_password(r->reader, r->asker.name, &p, arg(r)->password.stored);
    if (err < 0)
        route_read_error(r, err);
}

bool people_is_strong(struct request *r, const char *password, const char *name)
{
    const char *why = password_strength_why(password, name);
    if (why != NULL)
        answer_error(r, 400, "%s", why);
    return why == NULL;
}

/* First checks the password of the asker. A guest has no password: for requests that are open to
 * guests, a missing one is accepted. */
void people_submit_with_password(struct request *r, const char *given,
                                 int (*apply)(struct work *w, void *context))
{
    if (given == NULL && r->asker.kind == PLAYER_MEMBER) {
        answer_error(r, 400, "The field password is missing.");
        return;
    }
    /* Counted for this session: attempts of others at the same name do not count here. */
    if (!route_within_limit_of(r, &r->http->names, r->session.hash))
        return;
    note_place(r);
    arg(r)->password.check = given != NULL;
    snprintf(arg(r)->password.given, sizeof arg(r)->password.given, "%s",
             given != NULL ? given : "");
    submit_password(r, read_own_password, compute_password, apply);
}

void people_new_session(struct request *r)
{
    const char *agent = request_header(r, "User-Agent");
    char *out = arg(r)->act.agent;
    note_place(r);
    service_secret(arg(r)->secret, arg(r)->act.fresh);
    snprintf(out, sizeof arg(r)->act.agent, "%s", agent != NULL ? agent : "");
    for (; *out != '\0'; out++)
        if ((unsigned char)*out < ' ' || (unsigned char)*out >= 127)
            *out = '?';
}

void people_finish_account(struct request *r)
{
    int err = 0;
    json_t *account = reader_account(r->reader, r->asker.id, &err);
    route_view(r, 200, account, err);
}

/* Answers with the account that has just signed in, and its cookie; or with the factor that is
 * still missing. */
void people_finish_session(struct request *r)
{
    int err = 0;
    if (arg(r)->act.wants_code) {
        answer_json(r, 202,
                    JSON_OBJECT({"second_factor", json_boolean(true)},
                                {"ticket", json_string(arg(r)->secret)}));
        return;
    }
    json_t *account = reader_account(r->reader, r->order.out.id, &err);
    route_view(r, strcmp(r->route->path, "signup") == 0 ? 201 : 200, account, err);
    if (account != NULL) {
        route_put_cookie(r, browser_cookie, arg(r)->browser, YEAR_S);
        route_cookie(r, arg(r)->secret);
    }
}

void people_finish_gone(struct request *r)
{
    answer_json(r, 200, json_null());
    route_cookie(r, NULL);
}

/* --- guests, and the asker's identity --- */

static void finish_guest(struct request *r)
{
    struct store_player p;
    int err = reader_player(r->reader, arg(r)->secret, &p);
    if (err < 0) {
        route_read_error(r, err);
        return;
    }
    answer_json(r, 201, view_player(&p));
    route_cookie(r, arg(r)->secret);
}

static void handle_guest(struct request *r)
{
    if (r->asker.id != 0) {
        answer_json(r, 200, view_player(&r->asker));
        return;
    }
    if (!route_within_limit(r, &r->http->guests))
        return;
    people_new_session(r);
    snprintf(r->order.u.guest.hash, sizeof r->order.u.guest.hash, "%s", arg(r)->act.fresh);
    snprintf(r->order.u.guest.agent, sizeof r->order.u.guest.agent, "%s", arg(r)->act.agent);
}

/* A page asks before anybody has signed in: then null is the answer. An invalid token is
 * refused. */
static void handle_me(struct request *r)
{
    if (r->asker.id == 0 && request_header(r, "Authorization") != NULL) {
        route_nobody(r);
        return;
    }
    answer_json(r, 200, view_player(&r->asker));
}

/* --- in and out --- */

/* The writer looks again; this spares the computation. */
static void read_taken(struct request *r)
{
    struct store_player taken;
    char stored[PEOPLE_PASSWORD_BYTES];
    int err = reader_password(r->reader, arg(r)->act.name, &taken, stored);
    if (err < 0 || (taken.id != 0 && taken.id != r->asker.id))
        answer_error(r, err < 0 ? 503 : 409,
                     err < 0 ? "The store cannot be read now." : "This name is taken.");
}

/* The name, kept in r->name. */
static const char *keep_name(struct request *r, const char *given)
{
    snprintf(r->name, sizeof r->name, "%s", given);
    return r->name;
}

static void handle_signup(struct request *r)
{
    const char *password = "";
    const struct field fields[] = {
        {"name", FIELD_NAME, true, &arg(r)->act.name, 1, STORE_NAME_BYTES - 1},
        {"password", FIELD_TEXT, true, &password, PASSWORDS_MIN, PASSWORDS_MAX},
        {"email", FIELD_NAME, false, &arg(r)->act.address, 1, PEOPLE_ADDRESS_BYTES - 1},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) || !route_within_limit(r, &r->http->signins))
        return;
    arg(r)->act.name = keep_name(r, arg(r)->act.name);
    if (!people_is_strong(r, password, arg(r)->act.name))
        return;
    people_new_session(r);
    arg(r)->password.make = true;
    snprintf(arg(r)->password.fresh, sizeof arg(r)->password.fresh, "%s", password);
    submit_password(r, read_taken, compute_password, accounts_signup);
}

/* The password of the player whose name is in r->name, and whether they must wait. */
static void read_signin(struct request *r)
{
    struct store_player p;
    int64_t wait_ms = 0;
    int err = reader_password(r->reader, r->name, &p, arg(r)->password.stored);
    arg(r)->act.player = p.id;
    if (err == 0)
        err = reader_may_guess(r->reader, &arg(r)->act, &wait_ms);
    if (err < 0)
        route_read_error(r, err);
    else if (wait_ms > 0)
        route_too_often(r, wait_ms);
}

static void compute_signin(struct request *r)
{
    if (arg(r)->act.wait_ms > 0) {
        route_too_often(r, arg(r)->act.wait_ms);
    } else if (r->order.out.kind != OUTCOME_DONE) {
        routes_finish(r);
    } else {
        r->order.u.batch.apply = accounts_signin;
        compute_password(r);
    }
}

/* The guess is counted before it is checked: however many come at once, no more are checked than
 * may be wrong. Limits and answers are the same for names that no player has. */
static void count_signin(struct request *r)
{
    request_submit_then(r, compute_signin);
}

static void handle_signin(struct request *r)
{
    const char *name = "";
    const char *password = "";
    const struct field fields[] = {
        {"name", FIELD_NAME, true, &name, 1, STORE_NAME_BYTES - 1},
        {"password", FIELD_TEXT, true, &password, 1, PASSWORDS_MAX},
        {"bring", FIELD_BOOL, false, &arg(r)->act.bring, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) || !route_within_limit(r, &r->http->signins))
        return;
    arg(r)->act.name = keep_name(r, name);
    people_new_session(r);
    arg(r)->password.check = true;
    snprintf(arg(r)->password.given, sizeof arg(r)->password.given, "%s", password);
    submit_password(r, read_signin, count_signin, accounts_guess);
}

static void handle_signin_factor(struct request *r)
{
    const char *ticket = "";
    const struct field fields[] = {
        {"ticket", FIELD_TEXT, true, &ticket, 1, 100},
        {"code", FIELD_NAME, true, &arg(r)->act.code, 1, PEOPLE_CODE_MAX},
        {"bring", FIELD_BOOL, false, &arg(r)->act.bring, 0, 0},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) || !route_within_limit(r, &r->http->signins))
        return;
    people_new_session(r);
    service_hash(ticket, arg(r)->act.ticket);
    people_submit_act(r, accounts_signin_factor);
}

void people_submit_signin(struct request *r, void (*read)(struct request *r),
                          int (*apply)(struct work *w, void *context))
{
    submit_password(r, read, compute_password, apply);
}

static void handle_signout(struct request *r)
{
    if (route_body(r, NULL, 0))
        people_submit_act(r, accounts_signout);
}

/* The answer does not wait for what it causes: neither its text nor its delay reveals whether the
 * account exists. */
static void handle_recover(struct request *r)
{
    const char *name = NULL;
    const char *address = NULL;
    const struct field fields[] = {
        {"name", FIELD_NAME, false, &name, 1, STORE_NAME_BYTES - 1},
        {"email", FIELD_NAME, false, &address, 1, PEOPLE_ADDRESS_BYTES - 1},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)))
        return;
    if ((name == NULL) == (address == NULL)) {
        answer_error(r, 400, "Send either name or email.");
        return;
    }
    /* How often a mail goes out is counted where it does, for the player (service/core/quota.h). */
    if (!route_within_limit(r, &r->http->signins))
        return;
    struct alone *a = alone_new(r, accounts_recover);
    if (a == NULL) {
        answer_error(r, 503, "The server is out of memory; try again later.");
        return;
    }
    snprintf(a->name, sizeof a->name, "%s", name != NULL ? name : "");
    snprintf(a->address, sizeof a->address, "%s", address != NULL ? address : "");
    a->act.name = name != NULL ? a->name : NULL;
    a->act.address = a->address;
    service_submit(r->http->service, &a->order);
    answer_json(r, 202, json_object());
}

/* Whether the token of the body is good for that; act.ticket and r->address get what it stands
 * for. */
static void read_ticket(struct request *r, const char *use)
{
    struct people_ticket t;
    struct store_player p = {.id = 0};
    const char *token = json_string_value(json_object_get(r->json, "token"));
    int err = reader_ticket(r->reader, token, use, &t, &p);
    if (err == 0 && arg(r)->password.make && !people_is_strong(r, arg(r)->password.fresh, p.name))
        return;
    if (err < 0) {
        answer_error(r, err == ERR_NOT_FOUND ? 404 : 503, "%s",
                     err == ERR_NOT_FOUND
                         ? "This link is wrong, was used, or has expired. Ask for a new one."
                         : "The store cannot be read now.");
        return;
    }
    service_hash(token, arg(r)->act.ticket);
    snprintf(r->address, sizeof r->address, "%s", t.address);
}

static void read_recover(struct request *r)
{
    read_ticket(r, "recover");
}

static void handle_recover_finish(struct request *r)
{
    const char *token = "";
    const char *password = "";
    const struct field fields[] = {
        {"token", FIELD_NAME, true, &token, 1, 100},
        {"password", FIELD_TEXT, true, &password, PASSWORDS_MIN, PASSWORDS_MAX},
    };
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) || !route_within_limit(r, &r->http->signins))
        return;
    people_new_session(r);
    arg(r)->password.make = true;
    snprintf(arg(r)->password.fresh, sizeof arg(r)->password.fresh, "%s", password);
    submit_password(r, read_recover, compute_password, accounts_recover_finish);
}

static void read_confirm(struct request *r)
{
    read_ticket(r, "email");
}

static void submit_confirm(struct request *r)
{
    people_submit_act(r, accounts_email_confirm);
}

static void handle_confirm(struct request *r)
{
    const char *token = "";
    const struct field fields[] = {{"token", FIELD_NAME, true, &token, 1, 100}};
    if (!route_body(r, fields, (int)ARRAY_LEN(fields)) || !route_within_limit(r, &r->http->signins))
        return;
    request_read(r, read_confirm, submit_confirm);
}

static void finish_confirm(struct request *r)
{
    answer_json(r, 200, JSON_OBJECT({"address", json_string(r->address)}));
}

/* --- the rows --- */

static const struct route rows[] = {
    ORDERS_BY_BODY("guest", 0, ORDER_GUEST, body_empty, handle_guest, finish_guest),
    ANSWERS("me", 0, handle_me),
    ORDERS("signup", 0, handle_signup, people_finish_session),
    ORDERS("signin", 0, handle_signin, people_finish_session),
    ORDERS("signin/factor", 0, handle_signin_factor, people_finish_session),
    ORDERS_AT_ONCE("signout", POST_PLAYER | ROUTE_SESSION, handle_signout, people_finish_gone),
    ORDERS_AT_ONCE("recover", 0, handle_recover, NULL),
    ORDERS("recover/finish", 0, handle_recover_finish, people_finish_session),
    ORDERS_AT_ONCE("email/confirm", 0, handle_confirm, finish_confirm),
};

const struct route_table routes_people = {
    .rows = rows, .n = ARRAY_LEN(rows), .arg_bytes = sizeof(struct people_arg)};

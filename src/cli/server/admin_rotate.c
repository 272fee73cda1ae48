#include "cli/server/admin_rotate.h"

#include "base/err.h"
#include "base/exit.h"
#include "base/times.h"
#include "cli/command.h"
#include "mail/keys.h"
#include "platform/clock.h"
#include "push/push.h"
#include "service/core/batch.h"
#include "service/core/quota.h"
#include "service/core/service.h"
#include "service/run/open.h"
#include "store/community/social.h"
#include "store/people/people.h"
#include <stdio.h>
#include <string.h>

struct rotation {
    const char *what; /* one of the table */
    int64_t until;    /* ms since 1970: until when former proofs count */
};

static int rotate_sessions(struct store *s, const struct rotation *r)
{
    (void)r;
    int err = people_sessions_end_all(s, "cookie");
    return err < 0 ? err : people_tickets_end_all(s);
}

static int rotate_tokens(struct store *s, const struct rotation *r)
{
    (void)r;
    int err = people_sessions_end_all(s, "token");
    return err < 0 ? err : people_sessions_end_all(s, "api");
}

static int rotate_mail(struct store *s, const struct rotation *r)
{
    return keys_rotate(s, r->until);
}

static int rotate_push(struct store *s, const struct rotation *r)
{
    (void)r;
    return push_rotate(s);
}

static int rotate_places(struct store *s, const struct rotation *r)
{
    (void)r;
    return quota_rotate(s);
}

static const struct {
    const char *what, *ends;
    int (*run)(struct store *s, const struct rotation *r);
} rotations[] = {
    {"sessions",
     "Everybody is signed out, and links to confirm an address or to set a new\n"
     "password end. Guests lose their names and matches for good, because nothing\n"
     "else lets them in.",
     rotate_sessions},
    {"tokens",
     "All API tokens end, also those of bots; players make new ones. The engine's own\n"
     "token (--bot-token-file) is written anew when the server starts.",
     rotate_tokens},
    {"mail",
     "A new key makes the reply addresses, and the links and codes in mails. Those in\n"
     "mails that were sent before still count for the days of --days (14); --days 0\n"
     "ends them at once, and an answer to such a mail is refused with the reason.",
     rotate_mail},
    {"push",
     "A new key signs web push, and all browsers must turn notifications on again,\n"
     "because they subscribed to the former key.",
     rotate_push},
    {"places",
     "A new secret hashes the addresses from which players have signed in. Until they\n"
     "sign in again, they share the limit for wrong passwords with strangers, unless\n"
     "they use a browser that is known.",
     rotate_places},
};

static int find(const char *what)
{
    for (int i = 0; i < (int)ARRAY_LEN(rotations); i++)
        if (strcmp(rotations[i].what, what) == 0)
            return i;
    return -1;
}

int admin_rotate_explain(const char *what)
{
    if (what != NULL && find(what) < 0)
        return usage_error("admin", "rotate takes sessions, tokens, mail, push or places");
    for (size_t i = 0; i < ARRAY_LEN(rotations); i++)
        if (what == NULL || strcmp(what, rotations[i].what) == 0)
            printf("%s\n%s\n\n", rotations[i].what, rotations[i].ends);
    puts("Nothing was changed. Add --yes to do it, then start all servers of the site again.\n"
         "Backups keep the former secrets.");
    return EXIT_OK;
}

static int apply(struct work *w, void *context)
{
    const struct rotation *r = context;
    struct store *s = batch_store(w);
    int err = rotations[find(r->what)].run(s, r);
    return err < 0 ? err : social_audit_add(s, 0, "rotate", 0, r->what, batch_now(w));
}

int admin_rotate(const char *store, const char *what, int64_t days)
{
    char buf[320] = "";
    struct text why;
    struct rotation r = {.what = what};
    if (find(what) < 0)
        return usage_error("admin", "rotate takes sessions, tokens, mail, push or places");
    if (days > 0)
        r.until = clock_unix_ms() + days * DAY_MS;
    text_init(&why, buf, sizeof buf);
    struct service *s = service_open(store, &why);
    if (s == NULL) {
        fprintf(stderr, "hoshi: the store cannot be used: %s\n", buf);
        return EXIT_NO;
    }
    enum outcome_kind done = batch_run_alone(s, apply, &r);
    service_close(s);
    if (done != OUTCOME_DONE) {
        fprintf(stderr, "hoshi: rotate %s: the store cannot be written; nothing was changed\n",
                what);
        return EXIT_NO;
    }
    printf("hoshi: rotate %s: done. Start all servers of the site again.\n", what);
    return EXIT_OK;
}

#include "service/mails.h"

#include "record/reply.h"
#include "service/batch.h"
#include "service/quota.h"
#include "store/mailbox.h"
#include "store/people.h"
#include <stdio.h>

static int post(const struct work *w, int64_t player, const char *address, const char *subject,
                struct reply *text)
{
    struct mailbox_mail l = {.player = player,
                             .address = address,
                             .answers = "",
                             .reply_to = "",
                             .subject = subject,
                             .body = text->text.buf,
                             .html = text->html.buf,
                             .at = batch_now(w)};
    int err = mailbox_post(batch_store(w), &l);
    reply_done(text);
    return err;
}

/* The token stands behind a #, which browsers send to nobody. The host of a link is the operator's
 * word, never the Host of the request: who asks could have made that up. */
static void say_token(const struct work *w, struct reply *r, const char *page, const char *secret)
{
    const char *url = service_site(batch_service(w))->url;
    if (url[0] != '\0') {
        reply_say(r, "  %s/%s#%s", url, page, secret);
    } else {
        reply_say(r, "Enter this on the page of the server:");
        reply_say(r, "  %s", secret);
    }
    reply_say(r, "%s", "");
}

int mails_confirm(const struct work *w, const struct store_player *p, const char *address,
                  const char *secret, bool answered)
{
    struct reply r;
    char subject[PEOPLE_ADDRESS_BYTES + STORE_NAME_BYTES + SERVICE_SECRET_BYTES + 16];
    reply_init(&r);
    if (answered) {
        snprintf(subject, sizeof subject, "address %s %s %s", p->name, address, secret);
        reply_say(&r, "Somebody, probably you, wants matches of the player %s to be", p->name);
        reply_say(&r, "mailed to this address. If that is right, answer this mail within two days");
        reply_say(&r, "and leave its Subject as it is. If it is not, do nothing: no other mail");
        reply_say(&r, "will come.");
        return post(w, p->id, address, subject, &r);
    }
    reply_say(&r, "Somebody, probably you, wants what concerns the player %s to be mailed",
              p->name);
    reply_say(&r, "to this address. If that is right, confirm it within two days:");
    reply_say(&r, "%s", "");
    say_token(w, &r, "confirm", secret);
    reply_say(&r, "If it is not, do nothing: no other mail will come.");
    return post(w, 0, address, "Is this your address?", &r);
}

int mails_recover(const struct work *w, const struct store_player *p, const char *address,
                  const char *secret)
{
    struct reply r;
    reply_init(&r);
    reply_say(&r, "Somebody, probably you, has lost the password of the player %s. Choose a",
              p->name);
    reply_say(&r, "new one within %d hours:", QUOTA_RECOVER_HOURS);
    reply_say(&r, "%s", "");
    say_token(w, &r, "recover", secret);
    reply_say(&r, "If it was not you, do nothing: your password stays as it is.");
    return post(w, 0, address, "A new password", &r);
}

int mails_changed(const struct work *w, const struct store_player *p, const char *address)
{
    struct reply r;
    reply_init(&r);
    reply_say(&r, "The password of the player %s has just been changed. All other browsers",
              p->name);
    reply_say(&r, "are signed out.");
    reply_say(&r, "%s", "");
    reply_say(&r, "If it was not you, ask for a new password at once: it comes to this address.");
    return post(w, 0, address, "Your password was changed", &r);
}

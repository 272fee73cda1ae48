#include "service/people/mails.h"

#include "record/reply.h"
#include "service/core/batch.h"
#include "service/core/quota.h"
#include "store/people/mailbox.h"
#include "store/people/people.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

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

/* The token stands behind a #, which browsers do not send. The operator sets the host of a link; it
 * is never the Host of the request, which the asker could have made up. */
static void say_token(const struct work *w, struct reply *r, const char *page, const char *secret)
{
    const char *url = service_site(batch_service(w))->url;
    if (url[0] != '\0') {
        reply_say(r, "  %s/%s#%s", url, page, secret);
    } else {
        reply_say(r, "Enter this code on the server's page:");
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
        reply_say(&r, "Someone, probably you, wants to get mails about the matches of the player");
        reply_say(&r, "%s at this address. To confirm this, answer this mail within two", p->name);
        reply_say(&r, "days and leave its Subject as it is. If it was not you, do nothing: no");
        reply_say(&r, "other mail will come.");
        return post(w, p->id, address, subject, &r);
    }
    reply_say(&r, "Someone, probably you, wants to get mails of this server for the player %s",
              p->name);
    reply_say(&r, "at this address. To confirm the address within two days, open:");
    reply_say(&r, "%s", "");
    say_token(w, &r, "confirm", secret);
    reply_say(&r, "If it was not you, do nothing: no other mail will come.");
    return post(w, 0, address, "Is this your address?", &r);
}

int mails_recover(const struct work *w, const struct store_player *p, const char *address,
                  const char *secret)
{
    struct reply r;
    reply_init(&r);
    reply_say(&r, "Someone, probably you, has asked for a new password for the player %s.",
              p->name);
    reply_say(&r, "Choose one within %d hours:", QUOTA_RECOVER_HOURS);
    reply_say(&r, "%s", "");
    say_token(w, &r, "recover", secret);
    reply_say(&r, "If it was not you, do nothing: your password stays as it is.");
    return post(w, 0, address, "A new password", &r);
}

/* The names of a browser and its system, found in its own description. The mail contains only words
 * of these lists, because the person who signs in chooses that description. */
static void name_agent(const char *agent, char *out, size_t size)
{
    static const char *const browsers[][2] = {{"Firefox/", "Firefox"},
                                              {"Edg/", "Edge"},
                                              {"OPR/", "Opera"},
                                              {"Chrome/", "Chrome"},
                                              {"Safari/", "Safari"}};
    static const char *const systems[][2] = {{"Android", "Android"},   {"iPhone", "iPhone"},
                                             {"iPad", "iPad"},         {"Windows", "Windows"},
                                             {"Mac OS X", "Mac OS X"}, {"Linux", "Linux"}};
    const char *browser = "?";
    const char *system = "";
    for (size_t i = ARRAY_LEN(browsers); i-- > 0;)
        if (strstr(agent, browsers[i][0]) != NULL)
            browser = browsers[i][1];
    for (size_t i = ARRAY_LEN(systems); i-- > 0;)
        if (strstr(agent, systems[i][0]) != NULL)
            system = systems[i][1];
    snprintf(out, size, "%s%s%s", browser, system[0] != '\0' ? ", " : "", system);
}

/* Where and when. The server does not know the player's language, so these mails say everything in
 * each of the page's. */
static void say_when(const struct work *w, struct reply *r, const char *agent)
{
    char name[40] = "hoshi";
    char at[40];
    struct tm utc;
    time_t now = (time_t)(batch_now(w) / 1000);
    if (agent != NULL)
        name_agent(agent, name, sizeof name);
    (void)gmtime_r(&now, &utc);
    (void)strftime(at, sizeof at, "%Y-%m-%d %H:%M UTC", &utc);
    reply_say(r, "  %s, %s", name, at);
}

/* In English, German and French. */
static const struct {
    const char *said[3];
} changes[SECURITY_KIND_N] = {
    [SECURITY_PASSWORD] = {{"The password was changed. All other sessions have ended.",
                            "Das Passwort wurde geändert. Alle anderen Sitzungen sind beendet.",
                            "Le mot de passe a été changé. Les autres sessions sont closes."}},
    [SECURITY_RECOVERED] =
        {{"A new password was set with a link. All sessions and API tokens have ended.\n"
          "Passkeys end, too: at once, or when the second factor is shown.",
          "Ein neues Passwort wurde über einen Link gesetzt. Alle Sitzungen und\n"
          "API-Schlüssel sind beendet. Passkeys enden sofort oder, bei einem zweiten\n"
          "Faktor, sobald er gezeigt wird.",
          "Un nouveau mot de passe a été choisi par un lien. Les sessions et les jetons\n"
          "d'API sont clos. Les clés d'accès sont retirées aussitôt ou, s'il y a un second\n"
          "facteur, dès qu'il est présenté."}},
    [SECURITY_ADDRESS_ENDED] = {{"An e-mail address was removed.",
                                 "Eine E-Mail-Adresse wurde entfernt.",
                                 "Une adresse e-mail a été retirée."}},
    [SECURITY_FACTOR_ON] = {{"The second factor was turned on.",
                             "Der zweite Faktor wurde eingeschaltet.",
                             "Le second facteur a été activé."}},
    [SECURITY_FACTOR_OFF] = {{"The second factor was removed.", "Der zweite Faktor wurde entfernt.",
                              "Le second facteur a été retiré."}},
    [SECURITY_CODES_MADE] = {{"New recovery codes were made. The old ones no longer work.",
                              "Neue Wiederherstellungscodes wurden erstellt. Die alten gelten nicht"
                              " mehr.",
                              "De nouveaux codes de secours ont été créés. Les anciens ne"
                              " servent plus."}},
    [SECURITY_PASSKEY_ADDED] = {{"A passkey was made.", "Ein Passkey wurde erstellt.",
                                 "Une clé d'accès a été créée."}},
    [SECURITY_PASSKEY_ENDED] = {{"A passkey was removed.", "Ein Passkey wurde entfernt.",
                                 "Une clé d'accès a été retirée."}},
};

int mails_changed(const struct work *w, const struct store_player *p, const char *address,
                  enum security_kind kind, const char *agent)
{
    struct reply r;
    const char *const *said = changes[kind].said;
    const char *url = service_site(batch_service(w))->url;
    if (said[0] == NULL)
        return 0;
    reply_init(&r);
    reply_say(&r, "The account of the player %s has just been changed%s:", p->name,
              agent == NULL ? " by an administrator" : "");
    reply_say(&r, "%s", said[0]);
    say_when(w, &r, agent);
    reply_say(&r, "If it was you, do nothing. If not, ask for a new password at once, or write to");
    reply_say(&r, "the operator of the server.");
    reply_say(&r, "%s", "");
    reply_say(&r, "Das Konto %s wurde soeben%s geändert:", p->name,
              agent == NULL ? " von der Verwaltung" : "");
    reply_say(&r, "%s", said[1]);
    reply_say(&r,
              "Warst du das, musst du nichts tun. Wenn nicht, fordere sofort ein neues Passwort");
    reply_say(&r, "an oder schreibe dem Betreiber des Servers.");
    reply_say(&r, "%s", "");
    reply_say(&r, "Le compte %s vient d'être modifié%s :", p->name,
              agent == NULL ? " par un administrateur" : "");
    reply_say(&r, "%s", said[2]);
    reply_say(&r,
              "Si c'était vous, ne faites rien. Sinon, demandez tout de suite un nouveau mot de");
    reply_say(&r, "passe ou écrivez à l'exploitant du serveur.");
    if (url[0] != '\0') {
        reply_say(&r, "%s", "");
        reply_say(&r, "  %s/recover", url);
    }
    return post(w, 0, address,
                "A change in your account - Neues in deinem Konto"
                " - Du nouveau dans votre compte",
                &r);
}

int mails_signed_in(const struct work *w, const struct store_player *p, const char *address,
                    const char *agent)
{
    struct reply r;
    const char *url = service_site(batch_service(w))->url;
    reply_init(&r);
    reply_say(&r, "A browser that had not signed in before has signed in as %s:", p->name);
    say_when(w, &r, agent);
    reply_say(&r, "If it was you, do nothing. If not, change your password and sign out all other");
    reply_say(&r, "sessions.");
    reply_say(&r, "%s", "");
    reply_say(&r, "Ein Browser, der bisher nicht angemeldet war, hat sich als %s angemeldet.",
              p->name);
    reply_say(&r, "Warst du das, musst du nichts tun. Wenn nicht, ändere dein Passwort und melde");
    reply_say(&r, "alle anderen Sitzungen ab.");
    reply_say(&r, "%s", "");
    reply_say(&r, "Un navigateur encore inconnu s'est connecté au compte %s.", p->name);
    reply_say(&r, "Si c'était vous, ne faites rien. Sinon, changez votre mot de passe et fermez");
    reply_say(&r, "toutes les autres sessions.");
    if (url[0] != '\0') {
        reply_say(&r, "%s", "");
        reply_say(&r, "  %s/security", url);
    }
    return post(w, 0, address, "New sign-in - Neue Anmeldung - Nouvelle connexion", &r);
}

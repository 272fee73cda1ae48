/* fuzz_pbm.c - any bytes as a command of the play-by-e-mail language and the text below it, sent by
 * a known player with a running match. A reply must always come, and the store must stay readable.
 *
 * Commands that hash passwords are left out, because hashing is slow on purpose. */
#include "base/macros.h"
#include "mail/pbm.h"
#include "rules/position.h"
#include "service/core/order.h"
#include "service/run/open.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct {
    struct service *s;
    struct reader *r;
    struct store_player ann, bob;
    struct mail_site site;
} world;

static struct store_player guest(void)
{
    char secret[SERVICE_SECRET_BYTES];
    struct store_player p = {.id = 0};
    struct order o = {.kind = ORDER_GUEST};
    service_secret(secret, o.u.guest.hash);
    service_run(world.s, &o);
    ASSERT(reader_player(world.r, secret, &p) == 0);
    return p;
}

static bool run(const char *subject, const char *body, const struct store_player *as)
{
    struct pbm_ask a = {.subject = subject, .body = body, .site = &world.site, .proven = *as};
    ASSERT(pbm_prepare(&a, reader_store(world.r)) == 0);
    ASSERT(pbm_serve(&a, world.r) == 0 && !a.reply.text.failed && !a.reply.html.failed);
    ASSERT(a.reply.text.len > 0 || a.is_multiple || !a.failed);
    bool done = !a.failed;
    pbm_free(&a);
    return done;
}

static void open_world(void)
{
    char buf[200];
    char line[200];
    struct text why;
    text_init(&why, buf, sizeof buf);
    world.s = service_open(":memory:", &why);
    ASSERT(world.s != NULL);
    world.r = reader_open(world.s, &why);
    snprintf(world.site.address, sizeof world.site.address, "hoshi@example.org");
    world.ann = guest();
    world.bob = guest();
    snprintf(line, sizeof line, "redstone challenge -size=5 %s anyone", world.ann.name);
    ASSERT(run(line, "", &world.ann));
    snprintf(line, sizeof line, "redstone accept 1 %s -", world.bob.name);
    ASSERT(run(line, "", &world.bob));
}

static void close_world(void)
{
    reader_close(world.r);
    service_close(world.s);
    world.s = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int runs;
    char text[2048];
    if (size == 0 || size >= sizeof text || memchr(data, '\0', size) != NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (strcasestr(text, "signup") != NULL || strcasestr(text, "change") != NULL)
        return 0;
    if (world.s == NULL)
        open_world();
    /* "@" stands for the name of the player who asks. */
    const struct store_player *as = data[0] & 1 ? &world.ann : &world.bob;
    char subject[4096];
    size_t n = 0;
    char *body = strchr(text, '\n');
    if (body != NULL)
        *body++ = '\0';
    for (const char *c = text; *c != '\0' && n + STORE_NAME_BYTES < sizeof subject; c++) {
        if (*c == '@')
            n += (size_t)snprintf(subject + n, STORE_NAME_BYTES, "%s", as->name);
        else
            subject[n++] = *c;
    }
    subject[n] = '\0';
    (void)run(subject, body != NULL ? body : "", as);
    if (++runs % 2000 == 0)
        close_world(); /* start again, so that the store stays small */
    return 0;
}

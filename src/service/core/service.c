#include "service/core/service.h"

#include "service/core/service_int.h"
#include <sodium.h>
#include <string.h>

int64_t service_now(const struct service *s)
{
    int64_t now;
    int64_t steady;
    s->time.read(s->time.context, &now, &steady);
    return s->holds ? steady + s->offset : now;
}

void service_wake_at(struct service *s, int64_t at)
{
    if (at != 0 && (s->wake_at == 0 || at < s->wake_at))
        s->wake_at = at;
}

int64_t service_steady(const struct service *s)
{
    int64_t now;
    int64_t steady;
    s->time.read(s->time.context, &now, &steady);
    return steady;
}

struct hub *service_hub(struct service *s)
{
    return s->hub;
}

struct arrivals *service_arrivals(struct service *s)
{
    return s->arrivals;
}

bool service_is_shared(const struct service *s)
{
    return store_is_shared(s->store);
}

const struct service_site *service_site(const struct service *s)
{
    return &s->site;
}

int64_t service_engine(const struct service *s)
{
    return s->engine.id;
}

void service_hash(const char *secret, char hash[STORE_HASH_BYTES])
{
    unsigned char bytes[crypto_generichash_BYTES];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)secret, strlen(secret), NULL, 0);
    sodium_bin2hex(hash, STORE_HASH_BYTES, bytes, sizeof bytes);
}

void service_secret(char secret[SERVICE_SECRET_BYTES], char hash[STORE_HASH_BYTES])
{
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(secret, SERVICE_SECRET_BYTES, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    service_hash(secret, hash);
}

void service_stats(struct service *s, struct service_stats *out)
{
    *out = (struct service_stats){.orders = atomic_load(&s->stats.orders),
                                  .moves = atomic_load(&s->stats.moves),
                                  .commits = atomic_load(&s->stats.commits),
                                  .commit_us = atomic_load(&s->stats.commit_us),
                                  .failures = atomic_load(&s->stats.failures),
                                  .peer_events = atomic_load(&s->stats.peer_events),
                                  .mails_dropped = atomic_load(&s->stats.mails_dropped),
                                  .mails_unanswered = atomic_load(&s->stats.mails_unanswered),
                                  .proofs_wrong = atomic_load(&s->stats.proofs_wrong),
                                  .waiting = atomic_load(&s->stats.waiting),
                                  .held_ms = atomic_load(&s->stats.held_ms),
                                  .turned_ms = atomic_load(&s->stats.turned_ms),
                                  .refused = atomic_load(&s->stats.refused)};
}

void service_note_mail(struct service *s, bool dropped)
{
    (void)atomic_fetch_add(dropped ? &s->stats.mails_dropped : &s->stats.mails_unanswered, 1);
}

void service_note_proof(struct service *s)
{
    (void)atomic_fetch_add(&s->stats.proofs_wrong, 1);
}

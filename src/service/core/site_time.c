#include "service/core/site_time.h"

#include "base/err.h"
#include "platform/log.h"
#include "store/core/inbox.h"
#include "store/tournaments/tournament.h"

#include <stdio.h>
#include <stdlib.h>

static const char alive_key[] = "alive_at";

int site_time_earliest(struct service *s, struct store *store)
{
    int64_t tournament = 0;
    int64_t match = 0;
    int err = store_match_wake(store, &match);
    if (err == 0)
        err = tournament_wake(store, &tournament);
    if (err == 0) {
        s->wake_at = match;
        service_wake_at(s, tournament);
    }
    return err;
}

/* Stored as the site's time and, if several processes serve, the time of the store's own clock. */
int site_time_tell(struct service *s, int64_t now)
{
    char text[48];
    int64_t there = 0;
    int err = store_time(s->store, &there);
    snprintf(text, sizeof text, "%lld %lld", (long long)now, (long long)there);
    s->alive_at = now;
    return err < 0 ? err : store_meta_set(s->store, alive_key, text);
}

/* The record of site_time_tell; zeros: none. */
static int read_alive(struct service *s, int64_t *alive_at, int64_t *there)
{
    char text[48] = "";
    char *rest;
    int err = store_meta_get(s->store, alive_key, text, (int)sizeof text);
    *alive_at = strtoll(text, &rest, 10);
    *there = strtoll(rest, NULL, 10);
    return err == ERR_NOT_FOUND ? 0 : err;
}

/* Finds the time: this machine's, or that of the others who serve. Returns their number. */
static int find_time(struct service *s, int64_t *alive_at)
{
    int64_t now;
    int64_t steady;
    int64_t there = 0;
    int64_t there_now = 0;
    int others_n = 0;
    int err = store_join(s->store, &others_n);
    if (err == 0)
        err = read_alive(s, alive_at, &there);
    if (err == 0)
        err = store_time(s->store, &there_now);
    s->time.read(s->time.context, &now, &steady);
    s->drift = now - steady;
    s->holds = store_is_shared(s->store);
    s->offset = others_n > 0 && there != 0 ? *alive_at + there_now - there - steady : s->drift;
    store_set_now(s->store, service_now(s));
    return err < 0 ? err : others_n;
}

int site_time_wake_up(struct service *s)
{
    int64_t event_at = 0;
    int64_t alive_at = 0;
    int others_n = find_time(s, &alive_at);
    int64_t now = service_now(s);
    int err = others_n < 0 ? others_n : store_event_time(s->store, &event_at);
    if (event_at > alive_at)
        alive_at = event_at;
    if (err == 0 && others_n == 0 && alive_at != 0 && now != alive_at)
        err = store_clocks_shift(s->store, now - alive_at);
    if (err == 0)
        err = site_time_tell(s, now);
    if (err == 0)
        err = site_time_earliest(s, s->store);
    s->well_at = now;
    for (int i = 0; i < CHORE_N; i++)
        s->chores[i].waits = true;
    return err;
}

int site_time_shift(struct service *s, int64_t by_ms)
{
    int err = store_clocks_shift(s->store, by_ms);
    if (err == 0)
        err = site_time_tell(s, service_now(s));
    return err < 0 ? err : site_time_earliest(s, s->store);
}

int site_time_jump(struct service *s, int64_t by_ms)
{
    int err = inbox_shift(s->store, by_ms);
    return err < 0 ? err : site_time_shift(s, by_ms);
}

/* --- failures --- */

void site_time_note(struct service *s, int err, bool wrote)
{
    if (err < 0) {
        s->failing = true;
    } else if (wrote || s->failing) {
        if (s->failing && s->given_back_ms > 0)
            log_error("no server could write for %lld.%lld s; all clocks were moved on by that",
                      (long long)(s->given_back_ms / 1000),
                      (long long)(s->given_back_ms % 1000 / 100));
        s->failing = false;
        s->given_back_ms = 0;
        s->well_at = service_now(s);
    }
}

/* Since when no server could write, as far as the store knows; the time itself: one can. */
static int outage_since(struct service *s, int64_t *since)
{
    int64_t alive_at = 0;
    int64_t event_at = 0;
    int64_t there;
    int err = read_alive(s, &alive_at, &there);
    if (err == 0)
        err = store_event_time(s->store, &event_at);
    *since = s->well_at;
    if (alive_at > *since)
        *since = alive_at;
    if (event_at > *since)
        *since = event_at;
    return err;
}

int site_time_make_good(struct service *s)
{
    int64_t since;
    if (!s->failing)
        return 0;
    int64_t now = service_now(s);
    int err = outage_since(s, &since);
    if (err < 0)
        return err;
    s->given_back_ms = now - since >= (s->holds ? SITE_OUTAGE_MS : 1) ? now - since : 0;
    if (s->given_back_ms == 0)
        return site_time_tell(s, now);
    return site_time_shift(s, s->given_back_ms);
}

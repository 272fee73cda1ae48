#include "service/matches/clock.h"

#include "base/err.h"
#include "base/times.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const clock_kind_name[CLOCK_KIND_N] = {"", "days", "fischer", "byoyomi", "simple"};

enum { REMIND_LIVE_MS = 10 * 1000 };
#define MOVE_DAYS_MAX (60 * DAY_MS)
#define BANK_MAX      (365 * DAY_MS)

static bool within(int64_t n, int64_t min, int64_t max)
{
    return n >= min && n <= max;
}

static int wrong(struct text *why, const char *sentence)
{
    if (why != NULL)
        text_str(why, sentence);
    return ERR_RANGE;
}

int clock_check(const struct clock_rule *r, struct text *why)
{
    switch (r->kind) {
    case CLOCK_NONE:
        return 0;
    case CLOCK_DAYS:
        if (!within(r->move_ms, DAY_MS, MOVE_DAYS_MAX))
            return wrong(why, "move_ms must be from one day to 60 days.");
        return 0;
    case CLOCK_SIMPLE:
        if (!within(r->move_ms, SECOND_MS, DAY_MS - 1))
            return wrong(why, "move_ms must be from one second to less than a day.");
        return 0;
    case CLOCK_FISCHER:
        if (!within(r->main_ms, SECOND_MS, BANK_MAX))
            return wrong(why, "main_ms must be from one second to 365 days.");
        if (!within(r->add_ms, 0, MOVE_DAYS_MAX))
            return wrong(why, "add_ms must be from 0 to 60 days.");
        if (r->cap_ms != 0 && !within(r->cap_ms, r->main_ms, BANK_MAX))
            return wrong(why, "cap_ms must be 0, or from main_ms to 365 days.");
        return 0;
    case CLOCK_BYOYOMI:
        if (!within(r->main_ms, 0, DAY_MS - 1))
            return wrong(why, "main_ms must be less than a day with byo-yomi.");
        if (!within(r->move_ms, SECOND_MS, DAY_MS - 1))
            return wrong(why, "move_ms must be from one second to less than a day.");
        if (!within(r->periods, 1, CLOCK_PERIODS_MAX))
            return wrong(why, "periods must be from 1 to 25.");
        return 0;
    default:
        return wrong(why, "kind must be days, fischer, byoyomi or simple.");
    }
}

bool clock_is_slow(const struct clock_rule *r)
{
    return r->kind == CLOCK_DAYS || (r->kind == CLOCK_FISCHER && r->main_ms >= DAY_MS);
}

/* --- text --- */

static const struct unit {
    const char *name;
    int64_t ms;
} units[] = {{"d", DAY_MS}, {"h", HOUR_MS}, {"m", MINUTE_MS}, {"s", SECOND_MS}, {"ms", 1}};

static void add_amount(struct text *t, int64_t ms)
{
    size_t i = 0;
    while (ms % units[i].ms != 0 || (ms == 0 && units[i].ms != SECOND_MS))
        i++;
    text_int(t, ms / units[i].ms);
    text_str(t, units[i].name);
}

/* Reads an amount; NULL when there is none. */
static const char *read_amount(const char *at, int64_t *ms)
{
    char *end;
    if (*at < '0' || *at > '9')
        return NULL;
    long long n = strtoll(at, &end, 10);
    size_t len = strspn(end, "dhms");
    if (end - at > 12)
        return NULL;
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        if (strlen(units[i].name) == len && strncmp(end, units[i].name, len) == 0 &&
            n <= INT64_MAX / units[i].ms) {
            *ms = n * units[i].ms;
            return end + len;
        }
    }
    return NULL;
}

void clock_print(const struct clock_rule *r, char out[CLOCK_TEXT_BYTES])
{
    struct text t;
    text_init(&t, out, CLOCK_TEXT_BYTES);
    switch (r->kind) {
    case CLOCK_DAYS:
    case CLOCK_SIMPLE:
        add_amount(&t, r->move_ms);
        break;
    case CLOCK_FISCHER:
        add_amount(&t, r->main_ms);
        text_str(&t, "+");
        add_amount(&t, r->add_ms);
        if (r->cap_ms != 0) {
            text_str(&t, "<");
            add_amount(&t, r->cap_ms);
        }
        break;
    case CLOCK_BYOYOMI:
        add_amount(&t, r->main_ms);
        text_str(&t, "+");
        text_int(&t, r->periods);
        text_str(&t, "x");
        add_amount(&t, r->move_ms);
        break;
    default:
        return;
    }
    if (r->claim)
        text_str(&t, " claim");
}

/* Reads the text after the main time and its plus. */
static const char *read_added(const char *at, struct clock_rule *r)
{
    char *end;
    long n = strtol(at, &end, 10);
    if (end != at && *end == 'x') {
        if (end - at > 3 || n < 0)
            return NULL;
        r->kind = CLOCK_BYOYOMI;
        r->periods = (int)n;
        return read_amount(end + 1, &r->move_ms);
    }
    r->kind = CLOCK_FISCHER;
    at = read_amount(at, &r->add_ms);
    if (at != NULL && *at == '<')
        at = read_amount(at + 1, &r->cap_ms);
    return at;
}

int clock_parse(const char *text, struct clock_rule *out)
{
    struct clock_rule r = {.kind = CLOCK_NONE};
    const char *at = text;
    if (*text == '\0') {
        *out = r;
        return 0;
    }
    at = read_amount(at, &r.main_ms);
    if (at != NULL && *at == '+') {
        at = read_added(at + 1, &r);
    } else if (at != NULL) {
        r.move_ms = r.main_ms;
        r.main_ms = 0;
        r.kind = r.move_ms >= DAY_MS ? CLOCK_DAYS : CLOCK_SIMPLE;
    }
    if (at != NULL && strcmp(at, " claim") == 0) {
        r.claim = true;
        at += strlen(at);
    }
    if (at == NULL || *at != '\0')
        return ERR_SYNTAX;
    *out = r;
    return 0;
}

/* --- arithmetic --- */

struct clock_seat clock_full(const struct clock_rule *r)
{
    struct clock_seat c = {0, 0};
    if (r->kind == CLOCK_FISCHER)
        c.left_ms = r->main_ms;
    else if (r->kind == CLOCK_DAYS || r->kind == CLOCK_SIMPLE)
        c.left_ms = r->move_ms;
    else if (r->kind == CLOCK_BYOYOMI)
        c = (struct clock_seat){r->main_ms, r->periods};
    if (r->kind == CLOCK_BYOYOMI && r->main_ms == 0)
        c = (struct clock_seat){r->move_ms, r->periods - 1};
    return c;
}

bool clock_charge(const struct clock_rule *r, struct clock_seat *c, int64_t elapsed_ms)
{
    if (elapsed_ms <= 0 || r->kind == CLOCK_NONE)
        return true;
    c->left_ms -= elapsed_ms;
    while (c->left_ms < 0 && c->periods > 0) {
        c->periods--;
        c->left_ms += r->move_ms;
    }
    if (c->left_ms >= 0)
        return true;
    c->left_ms = 0;
    return false;
}

void clock_moved(const struct clock_rule *r, struct clock_seat *c)
{
    switch (r->kind) {
    case CLOCK_FISCHER:
        c->left_ms += r->add_ms;
        if (r->cap_ms != 0 && c->left_ms > r->cap_ms)
            c->left_ms = r->cap_ms;
        break;
    case CLOCK_DAYS:
    case CLOCK_SIMPLE:
        c->left_ms = r->move_ms;
        break;
    case CLOCK_BYOYOMI:
        if (c->periods < r->periods)
            c->left_ms = r->move_ms;
        break;
    default:
        break;
    }
}

int64_t clock_deadline(const struct clock_rule *r, const struct clock_seat *c, int64_t since)
{
    return since + c->left_ms + c->periods * r->move_ms;
}

int64_t clock_remind_at(const struct clock_rule *r, const struct clock_seat *c, int64_t since)
{
    int64_t deadline = clock_deadline(r, c, since);
    int64_t left = deadline - since;
    if (!clock_is_slow(r))
        return left > REMIND_LIVE_MS ? deadline - REMIND_LIVE_MS : 0;
    int64_t all = r->kind == CLOCK_DAYS ? r->move_ms : r->main_ms;
    int64_t before = all / 10 < DAY_MS ? all / 10 : DAY_MS;
    if (before > left / 2) /* little time from the start: half of it is for the mail to arrive */
        before = left / 2;
    return deadline - before;
}

int64_t clock_per_move(const struct clock_rule *r)
{
    enum { MOVES_OF_A_GAME = 60 };
    switch (r->kind) {
    case CLOCK_FISCHER:
        return r->main_ms / MOVES_OF_A_GAME + r->add_ms;
    case CLOCK_DAYS:
    case CLOCK_SIMPLE:
    case CLOCK_BYOYOMI:
        return r->move_ms;
    default:
        return INT64_MAX;
    }
}

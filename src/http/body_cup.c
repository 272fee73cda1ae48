#include "http/body_cup.h"

#include "http/body_play.h"
#include "http/fields.h"
#include "service/cups.h"
#include "service/pairing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the body says, before it is checked. */
struct said {
    const char *name, *kind, *game, *text;
    json_t *options, *clock, *starts_at, *ends_at;
    struct cup *cup;
    int width, height;
};

static bool time_or_null(const json_t *value, const char *name, int64_t *out, struct problem *p)
{
    if (value == NULL || json_is_null(value))
        return true;
    *out = json_integer_value(value);
    if (json_is_integer(value) && *out > 0)
        return true;
    problem_set(p, 400, "%s must be a time in milliseconds since 1970, or null.", name);
    return false;
}

static bool short_enough(const char *text, int max, const char *name, struct problem *p)
{
    if (text_characters(text) <= max)
        return true;
    problem_set(p, 400, "%s must have at most %d characters.", name, max);
    return false;
}

static bool read_kind(const struct said *said, struct cup *c, struct problem *p)
{
    int i = 0;
    while (i < CUP_KIND_N && strcmp(cup_kind_name[i], said->kind) != 0)
        i++;
    c->kind = (enum cup_kind)i;
    if (i == CUP_KIND_N) {
        problem_set(p, 400, "kind must be roundrobin, swiss or ladder.");
        return false;
    }
    if (c->kind == CUP_ROBIN && c->rounds > 2) {
        problem_set(p, 400, "In a round robin rounds is 1 or 2: the games against each.");
        return false;
    }
    if (c->kind == CUP_ROBIN && c->players_max > CUPS_ROBIN_MAX) {
        problem_set(p, 400, "A round robin has at most %d players.", CUPS_ROBIN_MAX);
        return false;
    }
    if (c->players_max == 0)
        c->players_max = c->kind == CUP_ROBIN ? 8 : c->kind == CUP_SWISS ? 16 : PAIRING_MAX;
    if (c->players_min > c->players_max) {
        problem_set(p, 400, "players_min must not be over players_max.");
        return false;
    }
    return true;
}

/* The board, options and clock of every match. */
static bool read_like(const struct said *said, struct cup *c, struct problem *p)
{
    struct setup s = {.players = 2};
    struct clock_rule clock;
    if (!body_play_setup(said->game, said->width, said->height, said->options, &s, p) ||
        !body_play_clock(said->clock, &clock, p))
        return false;
    if (clock.kind == CLOCK_NONE) {
        problem_set(p, 400, "A tournament needs a clock.");
        return false;
    }
    snprintf(c->like.game, sizeof c->like.game, "%s", games[s.game]->name);
    c->like.width = s.width;
    c->like.height = s.height;
    c->like.seats_n = 2;
    c->like.swap = (s.options & OPTION_SWAP) != 0;
    c->like.jacked = (s.options & OPTION_JACKED) != 0;
    clock_print(&clock, c->like.clock);
    return true;
}

static bool check(const struct said *said, struct cup *c, struct problem *p)
{
    enum { NAME_MAX_CHARS = 80, TEXT_MAX_CHARS = 1000 };
    if (!short_enough(said->name, NAME_MAX_CHARS, "name", p) ||
        !short_enough(said->text, TEXT_MAX_CHARS, "text", p) || !read_kind(said, c, p) ||
        !read_like(said, c, p) || !time_or_null(said->starts_at, "starts_at", &c->starts_at, p) ||
        !time_or_null(said->ends_at, "ends_at", &c->ends_at, p))
        return false;
    if (c->ends_at != 0 && c->kind != CUP_LADDER) {
        problem_set(p, 400, "Only a ladder has a time at which it ends.");
        return false;
    }
    snprintf(c->name, sizeof c->name, "%s", said->name);
    snprintf(c->text, sizeof c->text, "%s", said->text);
    return true;
}

bool body_cup(const char *bytes, size_t n, struct order *c, struct problem *out)
{
    struct said said = {.text = ""};
    struct cup *cup = calloc(1, sizeof *cup);
    c->u.cup.act = CUP_MAKE;
    c->u.cup.make = cup;
    if (cup == NULL) {
        problem_set(out, 503, "The server is short of memory.");
        return false;
    }
    cup->players_min = 2;
    cup->steps = 3;
    cup->like.rated = true;
    const struct field fields[] = {
        {"name", FIELD_TEXT, true, &said.name, 1, CUP_NAME_BYTES - 1},
        {"kind", FIELD_TEXT, true, &said.kind, 1, 16},
        {"game", FIELD_TEXT, true, &said.game, 1, 15},
        {"width", FIELD_INT, false, &said.width, 1, SIDE_MAX},
        {"height", FIELD_INT, false, &said.height, 1, SIDE_MAX},
        {"options", FIELD_ANY, false, &said.options, 0, 0},
        {"rated", FIELD_BOOL, false, &cup->like.rated, 0, 0},
        {"clock", FIELD_ANY, true, &said.clock, 0, 0},
        {"rounds", FIELD_INT, false, &cup->rounds, 1, CUPS_ROUNDS_MAX},
        {"players_min", FIELD_INT, false, &cup->players_min, 2, PAIRING_MAX},
        {"players_max", FIELD_INT, false, &cup->players_max, 2, PAIRING_MAX},
        {"starts_at", FIELD_ANY, false, &said.starts_at, 0, 0},
        {"ends_at", FIELD_ANY, false, &said.ends_at, 0, 0},
        {"steps", FIELD_INT, false, &cup->steps, 1, CUPS_STEPS_MAX},
        {"text", FIELD_TEXT, false, &said.text, 0, CUP_TEXT_BYTES - 1},
    };
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out) &&
              check(&said, cup, out);
    json_decref(body);
    return ok;
}

static bool plain(const char *bytes, size_t n, struct order *c, struct problem *out,
                  enum cup_act act)
{
    memset(&c->u.cup, 0, sizeof c->u.cup);
    c->u.cup.act = act;
    return body_empty(bytes, n, c, out);
}

bool body_cup_join(const char *bytes, size_t n, struct order *c, struct problem *out)
{
    return plain(bytes, n, c, out, CUP_JOIN);
}

bool body_cup_leave(const char *bytes, size_t n, struct order *c, struct problem *out)
{
    return plain(bytes, n, c, out, CUP_LEAVE);
}

bool body_cup_start(const char *bytes, size_t n, struct order *c, struct problem *out)
{
    return plain(bytes, n, c, out, CUP_START);
}

bool body_cup_end(const char *bytes, size_t n, struct order *c, struct problem *out)
{
    return plain(bytes, n, c, out, CUP_END);
}

bool body_cup_challenge(const char *bytes, size_t n, struct order *c, struct problem *out)
{
    const char *name = "";
    const struct field fields[] = {
        {"player", FIELD_TEXT, true, &name, 1, STORE_NAME_BYTES - 1},
    };
    memset(&c->u.cup, 0, sizeof c->u.cup);
    c->u.cup.act = CUP_CHALLENGE;
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out);
    if (ok)
        snprintf(c->u.cup.name, sizeof c->u.cup.name, "%s", name);
    json_decref(body);
    return ok;
}

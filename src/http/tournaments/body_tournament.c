#include "http/tournaments/body_tournament.h"

#include "base/times.h"
#include "http/matches/body_play.h"
#include "http/wire/fields.h"
#include "service/tournaments/arena_rules.h"
#include "service/tournaments/pairing.h"
#include "service/tournaments/tournaments.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The contents of the body, before they are checked. */
struct said {
    const char *name, *kind, *game, *text;
    json_t *options, *clock, *starts_at, *ends_at, *team;
    struct tournament *tournament;
    int width, height;
    int grace_s, pause_s; /* -1: not said */
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

static bool read_team(const json_t *value, int64_t *out, struct problem *p)
{
    *out = json_integer_value(value);
    if (value == NULL || json_is_null(value) || *out > 0)
        return true;
    problem_set(p, 400, "team must be the number of a team, or null.");
    return false;
}

static bool short_enough(const char *text, int max, const char *name, struct problem *p)
{
    if (text_characters(text) <= max)
        return true;
    problem_set(p, 400, "%s must have at most %d characters.", name, max);
    return false;
}

static bool read_kind(const struct said *said, struct tournament *t, struct problem *p)
{
    int i = 0;
    while (i < TOURNAMENT_KIND_N && strcmp(tournament_kind_name[i], said->kind) != 0)
        i++;
    t->kind = (enum tournament_kind)i;
    if (i == TOURNAMENT_KIND_N) {
        problem_set(p, 400, "kind must be roundrobin, swiss, ladder or arena.");
        return false;
    }
    if (t->kind == TOURNAMENT_ROBIN && t->rounds > 2) {
        problem_set(p, 400,
                    "In a round robin, rounds must be 1 or 2: the matches against each opponent.");
        return false;
    }
    if (t->kind == TOURNAMENT_ROBIN && t->players_max > TOURNAMENTS_ROBIN_MAX) {
        problem_set(p, 400, "A round robin has at most %d players.", TOURNAMENTS_ROBIN_MAX);
        return false;
    }
    static const int most[TOURNAMENT_KIND_N] = {
        [TOURNAMENT_ROBIN] = 8,
        [TOURNAMENT_SWISS] = 16,
        [TOURNAMENT_LADDER] = PAIRING_MAX,
        [TOURNAMENT_ARENA] = ARENA_RULES_PLAYERS_MAX,
    };
    if (t->kind != TOURNAMENT_ARENA && t->players_max > PAIRING_MAX) {
        problem_set(p, 400, "players_max must be 2 to %d; only an arena has more.", PAIRING_MAX);
        return false;
    }
    if (t->players_max == 0)
        t->players_max = most[t->kind];
    if (t->players_min > t->players_max) {
        problem_set(p, 400, "players_min must not be greater than players_max.");
        return false;
    }
    return true;
}

/* The board, options and clock of every match. */
static bool read_like(const struct said *said, struct tournament *t, struct problem *p)
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
    snprintf(t->like.game, sizeof t->like.game, "%s", games[s.game]->name);
    t->like.width = s.width;
    t->like.height = s.height;
    t->like.seats_n = 2;
    t->like.swap = (s.options & OPTION_SWAP) != 0;
    t->like.jacked = (s.options & OPTION_JACKED) != 0;
    clock_print(&clock, t->like.clock);
    return true;
}

/* The fields that only an arena has, and those that it does not have. */
static bool check_arena(const struct said *said, const struct tournament *t, struct problem *p)
{
    char why_text[200];
    struct text why;
    struct clock_rule clock;
    if (t->kind != TOURNAMENT_ARENA) {
        if (t->minutes != 0)
            problem_set(p, 400, "Only an arena has minutes.");
        return t->minutes == 0;
    }
    text_init(&why, why_text, sizeof why_text);
    if (t->minutes == 0)
        problem_set(p, 400, "An arena needs minutes, its length: %d to %d.",
                    ARENA_RULES_MINUTES_MIN, ARENA_RULES_MINUTES_MAX);
    else if (t->rounds != 0)
        problem_set(p, 400, "An arena has minutes instead of rounds.");
    else if (t->starts_at == 0)
        problem_set(p, 400, "An arena needs starts_at, a time in milliseconds since 1970.");
    else if (!body_play_clock(said->clock, &clock, p))
        return false;
    else if (arena_rules_clock(&clock, &why) < 0)
        problem_set(p, 400, "%s", why_text);
    else
        return true;
    return false;
}

/* What matches with live clocks need so that nobody misses theirs; slow clocks need neither, and an
 * arena has its own rules. */
static bool check_waits(const struct said *said, struct tournament *t, struct problem *p)
{
    enum { GRACE_S = 60, PAUSE_S = 15 };
    struct clock_rule clock;
    bool live = clock_parse(t->like.clock, &clock) == 0 && !clock_is_slow(&clock) &&
                t->kind != TOURNAMENT_ARENA;
    bool rounds = live && t->kind != TOURNAMENT_LADDER;
    if (said->grace_s > 0 && !live)
        problem_set(p, 400, "grace_s is for live clocks in a round robin, Swiss or ladder.");
    else if (said->pause_s > 0 && !rounds)
        problem_set(p, 400, "pause_s is for live clocks in a round robin or Swiss.");
    else {
        t->like.grace_ms = live ? (said->grace_s < 0 ? GRACE_S : said->grace_s) * SECOND_MS : 0;
        t->pause_ms = rounds ? (said->pause_s < 0 ? PAUSE_S : said->pause_s) * SECOND_MS : 0;
        return true;
    }
    return false;
}

static bool check(const struct said *said, struct tournament *t, struct problem *p)
{
    enum { NAME_MAX_CHARS = 80, TEXT_MAX_CHARS = 1000 };
    if (!short_enough(said->name, NAME_MAX_CHARS, "name", p) ||
        !short_enough(said->text, TEXT_MAX_CHARS, "text", p) || !read_kind(said, t, p) ||
        !read_like(said, t, p) || !time_or_null(said->starts_at, "starts_at", &t->starts_at, p) ||
        !time_or_null(said->ends_at, "ends_at", &t->ends_at, p) ||
        !read_team(said->team, &t->team, p))
        return false;
    if (t->ends_at != 0 && t->kind != TOURNAMENT_LADDER) {
        problem_set(p, 400, "Only a ladder has ends_at.");
        return false;
    }
    if (!check_arena(said, t, p) || !check_waits(said, t, p))
        return false;
    snprintf(t->name, sizeof t->name, "%s", said->name);
    snprintf(t->text, sizeof t->text, "%s", said->text);
    return true;
}

bool body_tournament(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    struct said said = {.text = "", .grace_s = -1, .pause_s = -1};
    struct tournament *tournament = calloc(1, sizeof *tournament);
    o->u.tournament.act = TOURNAMENT_MAKE;
    o->u.tournament.make = tournament;
    if (tournament == NULL) {
        problem_set(out, 503, "The server is out of memory; try again later.");
        return false;
    }
    tournament->players_min = 2;
    tournament->steps = 3;
    tournament->like.rated = true;
    const struct field fields[] = {
        {"name", FIELD_NAME, true, &said.name, 1, TOURNAMENT_NAME_BYTES - 1},
        {"kind", FIELD_TEXT, true, &said.kind, 1, 16},
        {"game", FIELD_TEXT, true, &said.game, 1, 15},
        {"width", FIELD_INT, false, &said.width, 1, SIDE_MAX},
        {"height", FIELD_INT, false, &said.height, 1, SIDE_MAX},
        {"options", FIELD_ANY, false, &said.options, 0, 0},
        {"rated", FIELD_BOOL, false, &tournament->like.rated, 0, 0},
        {"clock", FIELD_ANY, true, &said.clock, 0, 0},
        {"rounds", FIELD_INT, false, &tournament->rounds, 1, TOURNAMENTS_ROUNDS_MAX},
        {"players_min", FIELD_INT, false, &tournament->players_min, 2, PAIRING_MAX},
        {"players_max", FIELD_INT, false, &tournament->players_max, 2, ARENA_RULES_PLAYERS_MAX},
        {"minutes", FIELD_INT, false, &tournament->minutes, ARENA_RULES_MINUTES_MIN,
         ARENA_RULES_MINUTES_MAX},
        {"starts_at", FIELD_ANY, false, &said.starts_at, 0, 0},
        {"ends_at", FIELD_ANY, false, &said.ends_at, 0, 0},
        {"steps", FIELD_INT, false, &tournament->steps, 1, TOURNAMENTS_STEPS_MAX},
        {"text", FIELD_WORDS, false, &said.text, 0, TOURNAMENT_TEXT_BYTES - 1},
        {"team", FIELD_ANY, false, &said.team, 0, 0},
        {"grace_s", FIELD_INT, false, &said.grace_s, 0, TOURNAMENTS_GRACE_MAX_S},
        {"pause_s", FIELD_INT, false, &said.pause_s, 0, TOURNAMENTS_PAUSE_MAX_S},
    };
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out) &&
              check(&said, tournament, out);
    json_decref(body);
    return ok;
}

static bool plain(const char *bytes, size_t n, struct order *o, struct problem *out,
                  enum tournament_act act)
{
    memset(&o->u.tournament, 0, sizeof o->u.tournament);
    o->u.tournament.act = act;
    return body_empty(bytes, n, o, out);
}

bool body_tournament_join(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    return plain(bytes, n, o, out, TOURNAMENT_JOIN);
}

bool body_tournament_leave(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    return plain(bytes, n, o, out, TOURNAMENT_LEAVE);
}

bool body_tournament_start(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    return plain(bytes, n, o, out, TOURNAMENT_START);
}

bool body_tournament_end(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    return plain(bytes, n, o, out, TOURNAMENT_END);
}

bool body_tournament_challenge(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    const char *name = "";
    const struct field fields[] = {
        {"player", FIELD_NAME, true, &name, 1, STORE_NAME_BYTES - 1},
    };
    memset(&o->u.tournament, 0, sizeof o->u.tournament);
    o->u.tournament.act = TOURNAMENT_CHALLENGE;
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out);
    if (ok)
        snprintf(o->u.tournament.name, sizeof o->u.tournament.name, "%s", name);
    json_decref(body);
    return ok;
}

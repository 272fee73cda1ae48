#include "http/matches/body_play.h"

#include "base/times.h"
#include "http/wire/body.h"
#include "http/wire/fields.h"
#include "service/matches/archive.h"
#include "service/matches/conditional.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_options(const json_t *options, struct setup *s, struct problem *out)
{
    const struct game *g = games[s->game];
    bool swap = (s->options & OPTION_SWAP) != 0;
    bool jacked = (s->options & OPTION_JACKED) != 0;
    const struct field fields[] = {
        {"swap", FIELD_BOOL, false, &swap, 0, 0},
        {"jacked", FIELD_BOOL, false, &jacked, 0, 0},
    };
    if (!json_is_object(options)) {
        problem_set(out, 400, "options must be an object.");
        return false;
    }
    if (!fields_read(options, fields, (int)ARRAY_LEN(fields), out))
        return false;
    /* An option that the game has not may be given as false: it is so in every match as shown. */
    if ((swap && !(g->options & OPTION_SWAP)) || (jacked && !(g->options & OPTION_JACKED))) {
        problem_set(out, 400, "%s has no option \"%s\".", g->title,
                    swap && !(g->options & OPTION_SWAP) ? "swap" : "jacked");
        return false;
    }
    s->options = (uint8_t)((swap ? OPTION_SWAP : 0) | (jacked ? OPTION_JACKED : 0));
    return true;
}

bool body_play_setup(const char *game, int width, int height, const json_t *options,
                     struct setup *s, struct problem *out)
{
    const struct game *g = game_find(game);
    if (g == NULL) {
        char names[GAME_NAMES_BYTES];
        problem_set(out, 400, "game must be %s.", game_names("or", names));
        return false;
    }
    uint8_t players = s->players;
    *s = setup_default(g->id);
    s->players = players;
    if (width != 0)
        s->width = (uint8_t)width;
    if (height != 0)
        s->height = (uint8_t)height;
    if (width != 0 && height == 0)
        s->height = s->width;
    if (height != 0 && width == 0)
        s->width = s->height;
    if (options != NULL && !read_options(options, s, out))
        return false;
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (setup_check(s, &why) < 0) {
        problem_set(out, 400, "%s", why_buf);
        return false;
    }
    return true;
}

bool body_play_clock(const json_t *value, struct clock_rule *out, struct problem *problem)
{
    const char *kind = "";
    const char *timeout = "auto";
    char buf[160];
    struct text why;
    struct clock_rule r = {.kind = CLOCK_NONE};
    const struct field fields[] = {
        {"kind", FIELD_TEXT, true, &kind, 1, 16},
        {"main_ms", FIELD_TIME, false, &r.main_ms, 0, 0},
        {"add_ms", FIELD_TIME, false, &r.add_ms, 0, 0},
        {"cap_ms", FIELD_TIME, false, &r.cap_ms, 0, 0},
        {"move_ms", FIELD_TIME, false, &r.move_ms, 0, 0},
        {"periods", FIELD_INT, false, &r.periods, 0, CLOCK_PERIODS_MAX},
        {"timeout", FIELD_TEXT, false, &timeout, 1, 8},
    };
    *out = r;
    if (json_is_null(value))
        return true;
    if (!json_is_object(value)) {
        problem_set(problem, 400, "clock must be an object or null.");
        return false;
    }
    if (!fields_read(value, fields, (int)ARRAY_LEN(fields), problem))
        return false;
    for (int i = CLOCK_NONE + 1; i < CLOCK_KIND_N; i++)
        if (strcmp(clock_kind_name[i], kind) == 0)
            r.kind = (enum clock_kind)i;
    if (r.kind == CLOCK_NONE) {
        problem_set(problem, 400, "clock: kind must be days, fischer, byoyomi or simple.");
        return false;
    }
    r.claim = strcmp(timeout, "claim") == 0;
    if (!r.claim && strcmp(timeout, "auto") != 0) {
        problem_set(problem, 400, "clock: timeout must be auto or claim.");
        return false;
    }
    text_init(&why, buf, sizeof buf);
    if (clock_check(&r, &why) < 0) {
        problem_set(problem, 400, "clock: %s", buf);
        return false;
    }
    *out = r;
    return true;
}

bool body_play_delay(const json_t *value, struct order *o, struct problem *problem)
{
    enum { PLIES_MAX = 50 };
    const int64_t second_ms = 1000;
    int plies = 0;
    int64_t ms = 0;
    const struct field fields[] = {
        {"plies", FIELD_INT, false, &plies, 1, PLIES_MAX},
        {"ms", FIELD_TIME, false, &ms, 0, 0},
    };
    if (json_is_null(value))
        return true;
    if (!json_is_object(value)) {
        problem_set(problem, 400, "delay must be an object or null.");
        return false;
    }
    if (!fields_read(value, fields, (int)ARRAY_LEN(fields), problem))
        return false;
    if ((plies != 0) == (ms != 0) || (ms != 0 && (ms < second_ms || ms > DAY_MS))) {
        problem_set(problem, 400,
                    "delay must be {\"plies\":1 to 50} or {\"ms\":one second to one day}.");
        return false;
    }
    o->u.create.delay_plies = plies;
    o->u.create.delay_ms = ms;
    return true;
}

bool body_play_start(const json_t *moves, struct order *o, struct problem *problem)
{
    enum { START_MAX = 1000 };
    const struct setup *s = &o->u.create.setup;
    size_t n = json_array_size(moves);
    if (!json_is_array(moves) || n > START_MAX) {
        problem_set(problem, 400, "start must be a list of at most %d moves.", START_MAX);
        return false;
    }
    if (n == 0)
        return true;
    o->u.create.start = calloc(n, sizeof *o->u.create.start);
    if (o->u.create.start == NULL) {
        problem_set(problem, 503, "The server is out of memory; try again later.");
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(moves, i));
        if (text == NULL || move_parse(text, s->width, s->height, &o->u.create.start[i]) < 0) {
            problem_set(problem, 400, "start: move number %zu is not a move on this board.", i + 1);
            return false;
        }
    }
    o->u.create.start_n = (int)n;
    return true;
}

bool body_play_record(const char *text, int ply, const char *game, struct order *o,
                      struct problem *problem)
{
    const struct game *known = game != NULL ? game_find(game) : NULL;
    const struct setup as = known != NULL ? setup_default(known->id) : (struct setup){0};
    if (game != NULL && known == NULL) {
        problem_set(problem, 400, "There is no game \"%s\".", game);
        return false;
    }
    struct record_error error = {.text = ""};
    uint8_t players = o->u.create.setup.players;
    if (archive_start(text, ply, known != NULL ? &as : NULL, &o->u.create.setup, &o->u.create.start,
                      &o->u.create.start_n, &o->u.create.warnings, &error) < 0) {
        if (error.line != 0)
            problem_set(problem, 400, "record: line %d, column %d: %.200s", error.line,
                        error.column, error.text);
        else
            problem_set(problem, 400, "record: %.240s", error.text);
        return false;
    }
    if (o->u.create.setup.players == players)
        return true;
    problem_set(problem, 400, "The record has %d players, but there are %d seats.",
                o->u.create.setup.players, players);
    return false;
}

/* Joins a list of moves with blanks; false if the value is no such list. */
static bool add_line(const json_t *line, char *out, size_t size)
{
    size_t len = 0;
    if (!json_is_array(line) || json_array_size(line) == 0)
        return false;
    for (size_t i = 0; i < json_array_size(line); i++) {
        const char *move = json_string_value(json_array_get(line, i));
        if (move == NULL || strpbrk(move, " \n") != NULL)
            return false;
        len += (size_t)snprintf(out + len, size - len, "%s%s", i > 0 ? " " : "", move);
        if (len >= size)
            return false;
    }
    return true;
}

static bool read_lines(const json_t *lines, char *out, size_t size, struct problem *problem)
{
    size_t len = 0;
    size_t n = json_array_size(lines);
    if (!json_is_array(lines) || n > CONDITIONAL_LINES_MAX) {
        problem_set(problem, 400, "lines must be a list of at most %d lines.",
                    CONDITIONAL_LINES_MAX);
        return false;
    }
    out[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        char line[8 * CONDITIONAL_MOVES_MAX];
        if (!add_line(json_array_get(lines, i), line, sizeof line)) {
            problem_set(problem, 400, "Line %zu must be a list of 2 to %d moves.", i + 1,
                        CONDITIONAL_MOVES_MAX);
            return false;
        }
        len += (size_t)snprintf(out + len, size - len, "%s\n", line);
    }
    return true;
}

bool body_conditional(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    const size_t size = (size_t)8 * CONDITIONAL_MOVES_MAX * CONDITIONAL_LINES_MAX + 1;
    json_t *lines = NULL;
    o->u.conditional.text = NULL;
    o->u.conditional.add = false;
    const struct field fields[] = {
        {"ply", FIELD_INT, true, &o->u.conditional.ply, 1, UINT16_MAX},
        {"lines", FIELD_ANY, true, &lines, 0, 0},
    };
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out);
    if (ok) {
        o->u.conditional.text = malloc(size);
        if (o->u.conditional.text == NULL) {
            problem_set(out, 503, "The server is out of memory; try again later.");
            ok = false;
        }
    }
    ok = ok && read_lines(lines, o->u.conditional.text, size, out);
    json_decref(body);
    return ok;
}

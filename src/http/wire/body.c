#include "http/wire/body.h"

#include "http/matches/body_play.h"
#include "http/wire/fields.h"
#include <stdio.h>
#include <string.h>

bool body_empty(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, NULL, 0, out);
    json_decref(body);
    return ok;
}

static bool read_wish(const json_t *value, struct wish *w, struct problem *out)
{
    static const char *const words[] = {
        [WISH_ME] = "me", [WISH_OPEN] = "open", [WISH_INVITE] = "invite"};
    if (json_is_string(value)) {
        for (int i = 0; i < (int)ARRAY_LEN(words); i++) {
            if (strcmp(words[i], json_string_value(value)) == 0) {
                *w = (struct wish){.kind = (enum wish_kind)i};
                return true;
            }
        }
    }
    if (json_object_get(value, "player") != NULL) {
        const char *name = "";
        const struct field fields[] = {
            {"player", FIELD_NAME, true, &name, 1, STORE_NAME_BYTES - 1},
        };
        w->kind = WISH_ASKED;
        if (!fields_read(value, fields, (int)ARRAY_LEN(fields), out))
            return false;
        snprintf(w->name, sizeof w->name, "%s", name);
        return true;
    }
    if (json_is_object(value)) {
        const struct field fields[] = {
            {"bot", FIELD_INT, true, &w->level, 1, SERVICE_LEVEL_MAX},
        };
        w->kind = WISH_BOT;
        return fields_read(value, fields, (int)ARRAY_LEN(fields), out);
    }
    problem_set(out, 400,
                "A seat must be \"me\", \"open\", \"invite\", {\"player\":NAME} or"
                " {\"bot\":LEVEL}.");
    return false;
}

static bool read_seats(const json_t *seats, struct order *o, struct problem *out)
{
    size_t n = json_array_size(seats);
    if (!json_is_array(seats) || n < 1 || n > STORE_SEATS_MAX) {
        problem_set(out, 400, "seats must list 2 to %d seats.", STORE_SEATS_MAX);
        return false;
    }
    o->u.create.setup.players = (uint8_t)n;
    for (size_t i = 0; i < n; i++)
        if (!read_wish(json_array_get(seats, i), &o->u.create.wishes[i], out))
            return false;
    return true;
}

struct board_fields {
    const char *game, *record;
    int width, height, ply;
    json_t *options, *start;
};

/* The board and what is on it: by game, options and moves, or by a record. */
static bool read_board(const json_t *body, const struct board_fields *b, struct order *o,
                       struct problem *out)
{
    if (b->record == NULL && b->game == NULL) {
        problem_set(out, 400, "The field game is missing.");
        return false;
    }
    if (b->record != NULL) {
        static const char *const other[] = {"width", "height", "options", "start"};
        for (size_t i = 0; i < ARRAY_LEN(other); i++) {
            if (json_object_get(body, other[i]) != NULL) {
                problem_set(out, 400, "The record already has %s: leave the field out.", other[i]);
                return false;
            }
        }
        return body_play_record(b->record, b->ply, b->game, o, out);
    }
    return body_play_setup(b->game, b->width, b->height, b->options, &o->u.create.setup, out) &&
           (b->start == NULL || body_play_start(b->start, o, out));
}

bool body_create(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    struct board_fields b = {.ply = -1};
    json_t *seats = NULL;
    json_t *clock = NULL;
    json_t *delay = NULL;
    memset(&o->u.create, 0, sizeof o->u.create);
    const struct field fields[] = {
        {"game", FIELD_TEXT, false, &b.game, 1, 15},
        {"width", FIELD_INT, false, &b.width, 1, SIDE_MAX},
        {"height", FIELD_INT, false, &b.height, 1, SIDE_MAX},
        {"options", FIELD_ANY, false, &b.options, 0, 0},
        {"start", FIELD_ANY, false, &b.start, 0, 0},
        {"record", FIELD_TEXT, false, &b.record, 1, BODY_BYTES_MAX},
        {"ply", FIELD_INT, false, &b.ply, 0, UINT16_MAX},
        {"clock", FIELD_ANY, false, &clock, 0, 0},
        {"delay", FIELD_ANY, false, &delay, 0, 0},
        {"rated", FIELD_BOOL, false, &o->u.create.rated, 0, 0},
        {"standing", FIELD_INT, false, &o->u.create.standing, 1, SERVICE_OPEN_MAX},
        {"seats", FIELD_ANY, true, &seats, 0, 0},
        {"private", FIELD_BOOL, false, &o->u.create.is_private, 0, 0},
        {"random_seats", FIELD_BOOL, false, &o->u.create.shuffle, 0, 0},
    };
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out) &&
              read_seats(seats, o, out) && read_board(body, &b, o, out) &&
              (clock == NULL || body_play_clock(clock, &o->u.create.clock, out)) &&
              (delay == NULL || body_play_delay(delay, o, out));
    json_decref(body);
    return ok;
}

/* {"text":…} of at least text_min bytes; may be left out when that is 0. */
static bool read_text(const char *bytes, size_t n, int text_min, struct order *o,
                      struct problem *out)
{
    const char *text = "";
    const struct field fields[] = {
        {"text", FIELD_WORDS, text_min > 0, &text, text_min, (int)sizeof o->u.chat - 1},
    };
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out);
    if (ok)
        snprintf(o->u.chat, sizeof o->u.chat, "%s", text);
    json_decref(body);
    return ok;
}

/* {} or {"text":…}: why a challenge is declined. */
bool body_decline(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    return read_text(bytes, n, 0, o, out);
}

/* {"days":N}: a vacation. */
bool body_days(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    const struct field fields[] = {
        {"days", FIELD_INT, true, &o->u.days, 0, VACATION_DAYS},
    };
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out);
    json_decref(body);
    return ok;
}

bool body_join(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    const char *invite = "";
    o->u.join.seat = 0;
    const struct field fields[] = {
        {"seat", FIELD_INT, false, &o->u.join.seat, 1, STORE_SEATS_MAX},
        {"invite", FIELD_NAME, false, &invite, 1, STORE_TOKEN_BYTES - 1},
    };
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out);
    if (ok)
        snprintf(o->u.join.invite, sizeof o->u.join.invite, "%s", invite);
    json_decref(body);
    return ok;
}

bool body_move(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    const char *move = "";
    const struct field fields[] = {
        {"ply", FIELD_INT, true, &o->u.move.ply, 1, UINT16_MAX},
        {"move", FIELD_NAME, true, &move, 1, (int)sizeof o->u.move.text - 1},
    };
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out);
    if (ok)
        snprintf(o->u.move.text, sizeof o->u.move.text, "%s", move);
    json_decref(body);
    return ok;
}

/* {"do": …}: a draw is offered, a take-back is asked for. */
bool body_claim(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    static const char *const words[] = {
        [CLAIM_TIME] = "time", [CLAIM_WIN] = "win", [CLAIM_DRAW] = "draw"};
    const char *word = words[CLAIM_TIME];
    int i = 0;
    const struct field fields[] = {{"for", FIELD_TEXT, false, &word, 1, 8}};
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out);
    while (ok && i < (int)ARRAY_LEN(words) && strcmp(words[i], word) != 0)
        i++;
    json_decref(body);
    if (ok && i == (int)ARRAY_LEN(words)) {
        problem_set(out, 400, "for must be \"time\", \"win\" or \"draw\".");
        return false;
    }
    o->u.claim = (enum claim)i;
    return ok;
}

bool body_offer(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    const char *word = "";
    const char *ask = o->kind == ORDER_DRAW ? "offer" : "ask";
    const struct field fields[] = {{"do", FIELD_TEXT, true, &word, 1, 16}};
    json_t *body = fields_parse(bytes, n, out);
    bool ok = body != NULL && fields_read(body, fields, (int)ARRAY_LEN(fields), out);
    if (!ok) {
        json_decref(body);
        return false;
    }
    if (strcmp(word, ask) == 0) {
        o->u.offer = OFFER_ASK;
    } else if (strcmp(word, "accept") == 0) {
        o->u.offer = OFFER_ACCEPT;
    } else if (strcmp(word, "decline") == 0) {
        o->u.offer = OFFER_DECLINE;
    } else {
        problem_set(out, 400, "do must be \"%s\", \"accept\" or \"decline\".", ask);
        ok = false;
    }
    json_decref(body);
    return ok;
}

bool body_chat(const char *bytes, size_t n, struct order *o, struct problem *out)
{
    return read_text(bytes, n, 1, o, out);
}

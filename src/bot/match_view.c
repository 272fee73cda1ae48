#include "bot/match_view.h"

#include "base/err.h"
#include <string.h>

static int number_of(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

static int read_setup(const json_t *match, struct setup *out)
{
    const char *name = json_string_value(json_object_get(match, "game"));
    const struct game *g = name != NULL ? game_find(name) : NULL;
    const json_t *options = json_object_get(match, "options");
    int width = number_of(match, "width");
    int height = number_of(match, "height");
    size_t players = json_array_size(json_object_get(match, "seats"));
    if (g == NULL || width < 1 || width > SIDE_MAX || height < 1 || height > SIDE_MAX ||
        players > PLAYERS_MAX)
        return ERR_SYNTAX;
    *out = (struct setup){.game = (uint8_t)g->id,
                          .width = (uint8_t)width,
                          .height = (uint8_t)height,
                          .players = (uint8_t)players};
    if (json_is_true(json_object_get(options, "swap")))
        out->options |= OPTION_SWAP;
    if (json_is_true(json_object_get(options, "jacked")))
        out->options |= OPTION_JACKED;
    return setup_check(out, NULL) < 0 ? ERR_SYNTAX : 0;
}

/* The first of them, as many as ply says. */
static int replay(const json_t *moves, size_t ply, struct position *p)
{
    size_t i;
    json_t *row;
    json_t *list = (json_t *)(uintptr_t)moves; /* iterating changes nothing */
    json_array_foreach(list, i, row)
    {
        const char *text = json_string_value(json_object_get(row, "move"));
        move_t move;
        if (i == ply)
            break;
        if (text == NULL || move_parse(text, p->setup.width, p->setup.height, &move) < 0)
            return ERR_SYNTAX;
        if (position_play(p, move) != VERDICT_OK)
            return ERR_ILLEGAL;
    }
    return 0;
}

/* Everything but the position. */
static void read_seats(const json_t *match, struct match_view *t)
{
    const char *state = json_string_value(json_object_get(match, "state"));
    const json_t *offers = json_object_get(match, "offers");
    const json_t *seats = json_object_get(match, "seats");
    const json_t *you = json_object_get(match, "you");
    t->running = state != NULL && strcmp(state, "running") == 0;
    t->turn_seat = t->running ? number_of(json_object_get(match, "turn"), "seat") : 0;
    for (size_t i = 0; i < json_array_size(you); i++) {
        int seat = (int)json_integer_value(json_array_get(you, i));
        if (seat < 1 || seat > PLAYERS_MAX)
            continue;
        t->mine |= 1u << (seat - 1);
        if (t->level == 0 || seat == t->turn_seat)
            t->level = number_of(json_array_get(seats, (size_t)seat - 1), "level");
    }
    t->exhibition = json_is_true(json_object_get(match, "exhibition"));
    t->draw_seat = number_of(offers, "draw");
    t->takeback_seat = number_of(json_object_get(offers, "takeback"), "seat");
}

static int64_t ms_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

/* Reads the time left of the seat whose clock runs. */
static void read_clock(const json_t *match, struct match_view *t)
{
    const json_t *clock = json_object_get(match, "clock");
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    int running = number_of(clock, "running");
    if (kind == NULL || running < 1 || running != t->turn_seat)
        return;
    const json_t *seat = json_array_get(json_object_get(clock, "seats"), (size_t)running - 1);
    int64_t gone = ms_of(match, "now") - ms_of(clock, "since");
    int64_t left = ms_of(seat, "left_ms") - (gone > 0 ? gone : 0);
    t->timed = true;
    t->clock = (struct pace_clock){.left_ms = left > 0 ? left : 0, .stones = 1};
    if (strcmp(kind, "fischer") == 0) {
        t->clock.stones = 0;
        t->clock.add_ms = ms_of(clock, "add_ms");
    } else if (strcmp(kind, "byoyomi") == 0 &&
               ms_of(seat, "periods") == ms_of(clock, "periods")) { /* the main time */
        t->clock.stones = 0;
        t->clock.period_ms = ms_of(clock, "move_ms");
        t->clock.period_moves = 1;
    }
}

int match_view_read(const json_t *match, struct match_view *out)
{
    struct setup setup;
    if (!json_is_object(match))
        return ERR_SYNTAX;
    memset(out, 0, sizeof *out);
    int err = read_setup(match, &setup);
    if (err == 0)
        err = position_start(&out->p, &setup);
    if (err == 0)
        err = replay(json_object_get(match, "moves"), SIZE_MAX, &out->p);
    if (err == 0) {
        read_seats(match, out);
        read_clock(match, out);
    }
    return err;
}

int match_view_position(const json_t *match, int ply, struct position *out)
{
    struct setup setup;
    int err = json_is_object(match) ? read_setup(match, &setup) : ERR_SYNTAX;
    if (err == 0)
        err = position_start(out, &setup);
    return err == 0 ? replay(json_object_get(match, "moves"), (size_t)ply, out) : err;
}

bool match_view_waits(const struct match_view *t)
{
    return t->running &&
           (match_view_is_mine(t, t->turn_seat) ||
            (t->mine != 0 && t->draw_seat != 0 && !match_view_is_mine(t, t->draw_seat)) ||
            (t->mine != 0 && t->takeback_seat != 0 && !match_view_is_mine(t, t->takeback_seat)));
}

/* Whether the seat is among those that are ours. */
static bool is_ours(const json_t *you, size_t seat)
{
    for (size_t i = 0; i < json_array_size(you); i++)
        if (json_integer_value(json_array_get(you, i)) == (json_int_t)seat)
            return true;
    return false;
}

static int64_t other_player(const json_t *match)
{
    const json_t *seats = json_object_get(match, "seats");
    const json_t *you = json_object_get(match, "you");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *player = json_object_get(json_array_get(seats, i), "player");
        if (!is_ours(you, i + 1) && player != NULL)
            return json_integer_value(json_object_get(player, "id"));
    }
    return 0;
}

bool match_view_waits_in_list(const json_t *match, int *level, int64_t *player)
{
    struct match_view t;
    memset(&t, 0, sizeof t);
    read_seats(match, &t);
    *level = t.level;
    *player = json_integer_value(json_object_get(match, "payer"));
    if (*player == 0)
        *player = other_player(match);
    return !t.exhibition && match_view_waits(&t);
}

#include "service/matches/start_json.h"

#include "base/err.h"
#include "platform/json.h"
#include <string.h>

enum { HEIGHT_MOST = 255 };

static int refuse(struct text *why, const char *sentence)
{
    text_str(why, sentence);
    return ERR_SYNTAX;
}

static int refuse_cell(struct text *why, size_t index, const char *sentence)
{
    text_str(why, "start: cell ");
    text_int(why, (int64_t)index + 1);
    return refuse(why, sentence);
}

/* Whether an object has no member but these. */
static bool has_only(const json_t *object, const char *const *names, size_t names_n)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        bool known = false;
        for (size_t i = 0; i < names_n; i++)
            known = known || strcmp(key, names[i]) == 0;
        if (!known)
            return false;
    }
    return true;
}

/* A whole number in that range; `missing` if there is no such member, -1 if it is another value. */
static int number_of(const json_t *object, const char *name, int min, int max, int missing)
{
    const json_t *value = json_object_get(object, name);
    if (value == NULL)
        return missing;
    json_int_t n = json_integer_value(value);
    return json_is_integer(value) && n >= min && n <= max ? (int)n : -1;
}

/* A flag; false if it is neither a boolean nor missing. */
static bool add_flag(const json_t *object, const char *name, uint8_t bit, uint8_t *flags)
{
    const json_t *value = json_object_get(object, name);
    if (json_is_true(value))
        *flags |= bit;
    return value == NULL || json_is_boolean(value);
}

static int read_cell(const json_t *one, const struct setup *s, size_t index, struct cell *cells,
                     struct text *why)
{
    static const char *const names[] = {"point", "owner", "height", "jacked", "doubled"};
    const char *point = json_string_value(json_object_get(one, "point"));
    const char *word = json_string_value(json_object_get(one, "owner"));
    struct cell cell = {.flags = 0};
    move_t at;
    if (!json_is_object(one) || !has_only(one, names, ARRAY_LEN(names)))
        return refuse_cell(why, index, " may only have point, owner, height, jacked and doubled.");
    if (point == NULL || move_parse(point, s->width, s->height, &at) < 0 || !move_is_point(at) ||
        move_is_red(at))
        return refuse_cell(why, index, ": point must be a point of this board, like \"a1\".");
    if (cells[at].owner != OWNER_NONE)
        return refuse_cell(why, index, ": this point is given twice.");
    bool is_neutral = word != NULL && strcmp(word, "neutral") == 0;
    int owner = is_neutral ? OWNER_NEUTRAL : number_of(one, "owner", 1, s->players, -1);
    if (owner < 0)
        return refuse_cell(why, index, ": owner must be 1, 2 or \"neutral\".");
    int height = number_of(one, "height", 1, HEIGHT_MOST, 1);
    if (height < 0)
        return refuse_cell(why, index, ": height must be 1 to 255.");
    if (!add_flag(one, "jacked", CELL_JACKED, &cell.flags) ||
        !add_flag(one, "doubled", CELL_DOUBLED, &cell.flags))
        return refuse_cell(why, index, ": jacked and doubled must be true or false.");
    cell.owner = (uint8_t)owner;
    cell.height = (uint8_t)height;
    cells[at] = cell;
    return 0;
}

int start_json_read(const json_t *start, const struct setup *s, int stones_max, struct text *words,
                    struct text *why)
{
    static const char *const names[] = {"side", "cells"};
    struct cell cells[POINTS_MAX] = {{0}};
    const json_t *list = json_object_get(start, "cells");
    int side = number_of(start, "side", 1, s->players, 1);
    if (!json_is_object(start) || !has_only(start, names, ARRAY_LEN(names)) ||
        !json_is_array(list) || side < 0)
        return refuse(why,
                      "start must have the form {\"side\":1,\"cells\":[…]}, with side 1 or 2.");
    if (json_array_size(list) > (size_t)stones_max) {
        text_str(why, "start must have at most ");
        text_int(why, stones_max);
        return refuse(why, " stones.");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        int err = read_cell(json_array_get(list, i), s, i, cells, why);
        if (err < 0)
            return err;
    }
    placed_print(s, cells, side, words);
    return 0;
}

static json_t *view_cell(point_t at, struct cell c, int width)
{
    char name[MOVE_TEXT_BYTES];
    json_t *out = JSON_OBJECT(
        {"point", json_string(move_print((move_t)at, width, name))},
        {"owner", c.owner == OWNER_NEUTRAL ? json_string("neutral") : json_integer(c.owner)});
    if (c.height != 1)
        json_object_set_new(out, "height", json_integer(c.height));
    if ((c.flags & CELL_JACKED) != 0)
        json_object_set_new(out, "jacked", json_true());
    if ((c.flags & CELL_DOUBLED) != 0)
        json_object_set_new(out, "doubled", json_true());
    return out;
}

json_t *start_json_view(const char *words, const struct setup *s)
{
    struct position p;
    if (*words == '\0' || placed_start(words, s, &p) < 0)
        return json_null();
    json_t *cells = json_array();
    for (point_t at = 0; at < s->width * s->height; at++) {
        struct cell c = position_cell(&p, at);
        if (c.owner != OWNER_NONE)
            json_array_append_new(cells, view_cell(at, c, s->width));
    }
    return JSON_OBJECT({"side", json_integer(p.side)}, {"cells", cells});
}

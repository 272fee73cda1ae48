/* record_json_read.c - JSON into a record (record_json.h). json_tree.h judges the syntax; the
 * members are judged here (json_value.h). */
#include "base/err.h"
#include "record/markup.h"
#include "record/reading/json_value.h"
#include "record/record_json.h"
#include "record/sgf.h"

static int fail_game(struct json_reader *in, size_t at)
{
    char names[GAME_NAMES_BYTES];
    return json_value_fail(in, at, ERR_UNKNOWN, "\"game\" is ", game_names("or", names));
}

/* ---- the setup ---- */

static int read_options(struct json_reader *in, const struct json_value *top, struct setup *s)
{
    const struct json_value *options = json_value_member(top, "options");
    if (options == NULL)
        return 0;
    const char *names[3] = {NULL};
    int n = 0;
    if (games[s->game]->options & OPTION_SWAP)
        names[n++] = "swap";
    if (games[s->game]->options & OPTION_JACKED)
        names[n++] = "jacked";
    int err = json_value_object(in, options, names);
    if (err < 0 || (err = json_value_flag(in, options, "swap", OPTION_SWAP, &s->options)) < 0)
        return err;
    return json_value_flag(in, options, "jacked", OPTION_JACKED, &s->options);
}

static int read_players(struct json_reader *in, const struct json_value *top, struct setup *s)
{
    static const char *const names[] = {"seat", "name", NULL};
    const struct json_value *players;
    int err = json_value_array(in, top, "players", &players);
    if (err < 0 || players == NULL)
        return err;
    uint32_t n = players->n;
    if (n < games[s->game]->players_min || n > games[s->game]->players_max)
        return json_value_fail(in, players->at, ERR_RANGE, "the game is not for so many players",
                               NULL);
    s->players = (uint8_t)n;
    int i = 0;
    for (const struct json_value *v = players->first; v != NULL; v = v->next, i++) {
        int64_t seat = 0;
        if ((err = json_value_object(in, v, names)) < 0 ||
            (err = json_value_number(in, v, "seat", 1, PLAYERS_MAX, &seat)) < 0 ||
            (err = json_value_text(in, v, "name", false, &in->r->players[i])) < 0)
            return err;
        if (seat != i + 1)
            return json_value_fail(in, v->at, ERR_RANGE, "seats stand in order, from 1", NULL);
    }
    return 0;
}

static int read_setup(struct json_reader *in, const struct json_value *top)
{
    int64_t version = 0;
    int err = json_value_number(in, top, "hoshi", 1, 1, &version);
    if (err < 0)
        return err;
    if (version != 1)
        return json_value_fail(in, top->at, ERR_SYNTAX, "\"hoshi\": 1 is missing", NULL);
    const struct json_value *game = json_value_member(top, "game");
    const struct game *g = game != NULL && game->kind == KIND_TEXT ? game_find(game->text) : NULL;
    if (g == NULL)
        return fail_game(in, json_value_at(top, game));
    struct setup s = setup_default(g->id);
    int64_t width = s.width;
    int64_t height = -1;
    if ((err = json_value_number(in, top, "width", 1, SIDE_MAX, &width)) < 0 ||
        (err = json_value_number(in, top, "height", 1, SIDE_MAX, &height)) < 0 ||
        (err = read_options(in, top, &s)) < 0 || (err = read_players(in, top, &s)) < 0)
        return err;
    s.width = (uint8_t)width;
    s.height = (uint8_t)(height < 0 ? width : height);
    char why_buf[160];
    struct text why;
    text_init(&why, why_buf, sizeof why_buf);
    if (setup_check(&s, &why) < 0)
        return json_value_fail(in, json_value_at(top, json_value_member(top, "width")), ERR_RANGE,
                               why_buf, NULL);
    in->r->setup = s;
    return 0;
}

static int read_result(struct json_reader *in, const struct json_value *top)
{
    static const char *const names[] = {"reason", "winner_side", "margin", "text", NULL};
    static const char *const reasons[REASON_N] = {"",        "rules", "resign", "time",
                                                  "forfeit", "draw",  "abort"};
    const struct json_value *v = json_value_member(top, "result");
    struct record_result *result = &in->r->result;
    if (v == NULL)
        return 0;
    int err = json_value_object(in, v, names);
    if (err < 0)
        return err;
    const struct json_value *reason = json_value_member(v, "reason");
    if (reason == NULL) {
        if (v->n != 1)
            return json_value_fail(in, v->at, ERR_SYNTAX, "a result has a reason, or a text only",
                                   NULL);
        const char *text = "";
        if ((err = json_value_text(in, v, "text", false, &text)) < 0)
            return err;
        *result = sgf_parse_result(text, in->r->setup.players);
        result->text = result->reason == REASON_NONE ? text : "";
        return 0;
    }
    if (json_value_member(v, "text") != NULL)
        return json_value_fail(in, v->at, ERR_SYNTAX, "a result has a reason, or a text only",
                               NULL);
    for (int i = REASON_RULES; i < REASON_N; i++)
        if (json_value_is(reason, reasons[i]))
            result->reason = (enum record_reason)i;
    if (result->reason == REASON_NONE)
        return json_value_fail(in, reason->at, ERR_SYNTAX,
                               "the reason is rules, resign, time, forfeit, draw or abort", NULL);
    int64_t winner = 0;
    int64_t margin = -1;
    if ((err = json_value_number(in, v, "winner_side", 1, in->r->setup.players, &winner)) < 0 ||
        (err = json_value_number(in, v, "margin", 0, 999999999, &margin)) < 0)
        return err;
    bool decided = result->reason != REASON_DRAW && result->reason != REASON_ABORT;
    if (decided != (winner != 0))
        return json_value_fail(in, v->at, ERR_SYNTAX,
                               decided ? "\"winner_side\" is missing"
                                       : "a draw or an aborted game has no winner",
                               NULL);
    if (margin >= 0 && result->reason != REASON_RULES)
        return json_value_fail(in, v->at, ERR_SYNTAX, "only the rules give a margin", NULL);
    result->winner = (uint8_t)winner;
    result->margin = (int32_t)margin;
    return 0;
}

static int parse_point(struct json_reader *in, const struct json_value *cell, move_t *out)
{
    const struct setup *s = &in->r->setup;
    const struct json_value *v = json_value_member(cell, "point");
    if (v == NULL || v->kind != KIND_TEXT || move_parse(v->text, s->width, s->height, out) < 0 ||
        *out >= POINTS_MAX)
        return json_value_fail(in, json_value_at(cell, v), ERR_RANGE,
                               "a point of the board is expected here", NULL);
    return 0;
}

static int read_cell(struct json_reader *in, const struct json_value *v, struct cell *cells)
{
    static const char *const names[] = {"point", "owner", "height", "jacked", "doubled", NULL};
    int err = json_value_object(in, v, names);
    if (err < 0)
        return err;
    move_t at;
    int64_t owner = 0;
    int64_t height = 1;
    struct cell cell = {0};
    if ((err = parse_point(in, v, &at)) < 0)
        return err;
    const struct json_value *who = json_value_member(v, "owner");
    if (json_value_is(who, "neutral"))
        owner = OWNER_NEUTRAL;
    else if ((err = json_value_whole(in, who != NULL ? who : v, 1, in->r->setup.players, &owner)) <
             0)
        return err;
    if ((err = json_value_number(in, v, "height", 1, 255, &height)) < 0 ||
        (err = json_value_flag(in, v, "jacked", CELL_JACKED, &cell.flags)) < 0 ||
        (err = json_value_flag(in, v, "doubled", CELL_DOUBLED, &cell.flags)) < 0)
        return err;
    cell.owner = (uint8_t)owner;
    cell.height = (uint8_t)height;
    if (cells[at].owner != OWNER_NONE)
        return json_value_fail(in, v->at, ERR_RANGE, "this point is given twice", NULL);
    cells[at] = cell;
    return 0;
}

static int read_start(struct json_reader *in, const struct json_value *top)
{
    static const char *const names[] = {"side", "cells", NULL};
    const struct json_value *v = json_value_member(top, "start");
    if (v == NULL)
        return 0;
    int64_t side = 1;
    const struct json_value *list;
    int err = json_value_object(in, v, names);
    if (err < 0 || (err = json_value_number(in, v, "side", 1, in->r->setup.players, &side)) < 0 ||
        (err = json_value_array(in, v, "cells", &list)) < 0)
        return err;
    in->r->start_side = (uint8_t)side;
    struct cell *cells = record_start_cells(in->r);
    if (cells == NULL)
        return json_value_full(in);
    for (const struct json_value *c = list != NULL ? list->first : NULL; c != NULL; c = c->next)
        if ((err = read_cell(in, c, cells)) < 0)
            return err;
    return 0;
}

/* ---- the nodes ---- */

static bool is_one_of(const char *name, const char *const *list)
{
    while (*list != NULL && !text_same(*list, name))
        list++;
    return *list != NULL;
}

/* Names that say what a member says already, so that SGF would hold them twice. */
static bool is_reserved(const struct json_reader *in, const struct record_node *n, const char *name)
{
    static const char *const all[] = {"B", "W", "C", "N", "RED", "SWAP", NULL};
    static const char *const root[] = {"FF",      "CA", "AP", "SZ", "HOSHI", "RU",
                                       "SWAPPED", "PB", "PW", "DT", "RE",    NULL};
    static const char *const timed[] = {"BL", "WL", "TIMESTAMP", NULL};
    if (n == in->r->root && (is_one_of(name, root) || record_name_edits(name)))
        return true;
    return is_one_of(name, all) || (n->move != MOVE_NONE && is_one_of(name, timed));
}

/* Whether a text may stand between SGF's brackets: every ] escaped, no lone backslash at the
 * end. */
static bool is_raw_value(const char *s)
{
    for (; *s != '\0'; s++) {
        if (*s == ']' || (*s == '\\' && *++s == '\0'))
            return false;
    }
    return true;
}

static bool is_capital(const char *name)
{
    while (*name >= 'A' && *name <= 'Z')
        name++;
    return *name == '\0';
}

static int read_properties(struct json_reader *in, const struct json_value *object,
                           struct record_node *n)
{
    const struct json_value *all = json_value_member(object, "properties");
    if (all == NULL)
        return 0;
    if (all->kind != KIND_OBJECT)
        return json_value_fail(in, all->at, ERR_SYNTAX, "an object is expected here", NULL);
    for (const struct json_value *v = all->first; v != NULL; v = v->next) {
        size_t len = text_length(v->name);
        if (len < 1 || len > RECORD_NAME_MAX || !is_capital(v->name) || is_reserved(in, n, v->name))
            return json_value_fail(in, v->at, ERR_SYNTAX, "no property may have the name ",
                                   v->name);
        if (v->kind != KIND_ARRAY || v->n == 0)
            return json_value_fail(in, v->at, ERR_SYNTAX, "an array of texts is expected here",
                                   NULL);
        for (const struct json_value *text = v->first; text != NULL; text = text->next) {
            if (text->kind != KIND_TEXT || !is_raw_value(text->text))
                return json_value_fail(
                    in, text->at, ERR_SYNTAX,
                    "a property's value is a text as SGF has it, ] and \\ escaped", NULL);
            int err = record_add_value(in->r, n, v->name, len, text->text, text->n);
            if (err == ERR_TOO_BIG)
                return json_value_fail(in, v->at, err, "there are too many properties", NULL);
            if (err < 0)
                return json_value_full(in);
        }
        n->edits |= n != in->r->root && record_name_edits(v->name);
    }
    return markup_expand(in->r, n) < 0 ? json_value_full(in) : 0;
}

static int read_notes(struct json_reader *in, const struct json_value *v, struct record_node *n)
{
    int err = json_value_text(in, v, "name", false, &n->name);
    if (err < 0 || (err = json_value_text(in, v, "comment", true, &n->comment)) < 0)
        return err;
    return read_properties(in, v, n);
}

static int read_left(struct json_reader *in, const struct json_value *object, struct record_node *n)
{
    const struct json_value *list;
    int err = json_value_array(in, object, "left", &list);
    if (err < 0 || list == NULL)
        return err;
    if (list->n != in->r->setup.players)
        return json_value_fail(in, list->at, ERR_RANGE, "one time for each side is expected here",
                               NULL);
    int i = 0;
    for (const struct json_value *v = list->first; v != NULL; v = v->next, i++)
        if (v->kind != KIND_NULL &&
            (err = json_value_whole(in, v, -RECORD_TIME_MAX, RECORD_TIME_MAX, &n->left_ms[i])) < 0)
            return err;
    return 0;
}

static int read_node(struct json_reader *in, const struct json_value *v, struct record_node *n)
{
    static const char *const names[] = {"move", "side",    "at",         "left",
                                        "name", "comment", "properties", NULL};
    const struct setup *s = &in->r->setup;
    int err = json_value_object(in, v, names);
    if (err < 0)
        return err;
    const struct json_value *move = json_value_member(v, "move");
    json_value_place(in, json_value_at(v, move), &n->line, &n->column);
    if (move == NULL) {
        if (json_value_member(v, "side") || json_value_member(v, "at") ||
            json_value_member(v, "left"))
            return json_value_fail(in, v->at, ERR_SYNTAX, "\"move\" is missing", NULL);
        return read_notes(in, v, n);
    }
    err = move->kind == KIND_TEXT ? move_parse(move->text, s->width, s->height, &n->move)
                                  : ERR_SYNTAX;
    if (err < 0)
        return json_value_fail(in, move->at, err,
                               err == ERR_RANGE ? "that is not a point of this board"
                                                : "a move is expected here: d4, d4r, pass or swap",
                               NULL);
    int64_t side = 0;
    if ((err = json_value_number(in, v, "side", 1, s->players, &side)) < 0 ||
        (err = json_value_number(in, v, "at", -RECORD_TIME_MAX, RECORD_TIME_MAX, &n->at_ms)) < 0 ||
        (err = read_left(in, v, n)) < 0)
        return err;
    n->side = (uint8_t)side;
    return read_notes(in, v, n);
}

/* A line of nodes below parent; they get the next numbers. */
static int read_line(struct json_reader *in, const struct json_value *object,
                     struct record_node *parent)
{
    const struct json_value *list;
    int err = json_value_array(in, object, "moves", &list);
    if (err < 0)
        return err;
    if (list == NULL)
        return json_value_fail(in, object->at, ERR_SYNTAX, "\"moves\" is missing", NULL);
    for (const struct json_value *v = list->first; v != NULL; v = v->next) {
        parent = record_add(in->r, parent);
        if (parent == NULL)
            return json_value_full(in);
        in->nodes[in->nodes_n++] = parent;
        if ((err = read_node(in, v, parent)) < 0)
            return err;
    }
    return 0;
}

/* first[k] is the number of the first node of line k; line k ends where line k + 1 begins. */
static int read_variation(struct json_reader *in, const struct json_value *v, size_t *first,
                          size_t line_n)
{
    static const char *const names[] = {"line", "index", "moves", NULL};
    int64_t line = -1;
    int64_t index = -1;
    int err = json_value_object(in, v, names);
    if (err < 0 || (err = json_value_number(in, v, "line", 0, (int64_t)line_n - 1, &line)) < 0 ||
        (err = json_value_number(in, v, "index", 0, RECORD_NODES_MAX, &index)) < 0)
        return err;
    if (line < 0 || index < 0)
        return json_value_fail(in, v->at, ERR_SYNTAX, "\"line\" and \"index\" are missing", NULL);
    if (first[line] + (size_t)index >= first[line + 1])
        return json_value_fail(in, v->at, ERR_RANGE, "that line has no such move to vary from",
                               NULL);
    struct record_node *instead = in->nodes[first[line] + (size_t)index];
    if ((err = read_line(in, v, instead->parent)) < 0)
        return err;
    first[line_n + 1] = in->nodes_n;
    if (first[line_n] == in->nodes_n)
        return json_value_fail(in, v->at, ERR_SYNTAX, "a variation has a move at least", NULL);
    return 0;
}

static int read_tree(struct json_reader *in, const struct json_value *top, size_t objects_n)
{
    const struct memory *memory = in->r->arena.memory;
    const struct json_value *list;
    size_t *first = NULL;
    int err = json_value_array(in, top, "variations", &list);
    if (err < 0)
        return err;
    size_t variations_n = list != NULL ? list->n : 0;
    in->nodes = memory->take(memory->context, objects_n * sizeof(struct record_node *));
    first = memory->take(memory->context, (variations_n + 2) * sizeof *first);
    if (in->nodes == NULL || first == NULL) {
        err = json_value_full(in);
        goto out;
    }
    first[0] = 0;
    if ((err = read_notes(in, top, in->r->root)) < 0 || (err = read_line(in, top, in->r->root)) < 0)
        goto out;
    first[1] = in->nodes_n;
    const struct json_value *v = list != NULL ? list->first : NULL;
    for (size_t i = 1; v != NULL; v = v->next, i++)
        if ((err = read_variation(in, v, first, i)) < 0)
            goto out;
out:
    if (first != NULL)
        memory->give(memory->context, first);
    if (in->nodes != NULL)
        memory->give(memory->context, in->nodes);
    return err;
}

/* How many objects and arrays a text has: Jansson needs some hundred bytes for each, which is to be
 * known before it takes them. */
static size_t count_brackets(const char *text, size_t len, size_t *objects_n)
{
    size_t n = 0;
    bool quoted = false;
    *objects_n = 0;
    for (size_t i = 0; i < len; i++) {
        if (quoted && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted && text[i] == '{')
            ++*objects_n;
        else if (!quoted && text[i] == '[')
            n++;
    }
    return n + *objects_n;
}

static int read_top(struct json_reader *in, const struct json_value *top, size_t objects_n)
{
    static const char *const names[] = {"hoshi",   "game",       "width",  "height",     "options",
                                        "players", "date",       "result", "start",      "name",
                                        "comment", "properties", "moves",  "variations", NULL};
    int err = json_value_object(in, top, names);
    if (err < 0 || (err = read_setup(in, top)) < 0 ||
        (err = json_value_text(in, top, "date", false, &in->r->date)) < 0 ||
        (err = read_result(in, top)) < 0 || (err = read_start(in, top)) < 0)
        return err;
    in->r->root->line = 1;
    in->r->root->column = 1;
    return read_tree(in, top, objects_n);
}

static int fail_syntax(struct json_reader *in, size_t at, const char *why)
{
    if (why == NULL)
        return json_value_full(in);
    return json_value_fail(in, at, ERR_SYNTAX, "this is not JSON: ", why);
}

int record_json_read(const struct memory *memory, const char *text, size_t len, struct record *out,
                     struct record_error *error)
{
    size_t objects_n;
    if (len > RECORD_INPUT_BYTES) {
        record_error_set(error, 0, 0, "the text is too large (16 MiB at most)", NULL);
        return ERR_TOO_BIG;
    }
    if (count_brackets(text, len, &objects_n) > 2 * (size_t)RECORD_NODES_MAX) {
        record_error_set(error, 0, 0, "there are too many nodes", NULL);
        return ERR_TOO_BIG;
    }
    struct record r;
    struct setup none = {0};
    struct json_reader in = {.s = text, .len = len, .r = &r, .error = error};
    struct arena tree;
    const char *why = NULL;
    size_t at = 0;
    arena_init(&tree, memory, RECORD_LIMIT_BYTES);
    int err = record_init(&r, memory, &none);
    if (err < 0) {
        record_error_set(error, 0, 0, "out of memory", NULL);
    } else {
        const struct json_value *top = json_tree_read(&tree, text, len, &why, &at);
        err = top != NULL ? read_top(&in, top, objects_n) : fail_syntax(&in, at, why);
    }
    arena_done(&tree);
    if (err < 0)
        record_free(&r);
    else
        *out = r;
    return err;
}

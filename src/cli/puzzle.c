#include "cli/puzzle.h"

#include "base/err.h"
#include <string.h>

int puzzle_rating(int64_t nodes, int temptation)
{
    int64_t tenths = 0; /* of log2: whole powers of two, and a straight line between them */
    int64_t power = 1;
    while (power * 2 <= nodes) {
        power *= 2;
        tenths += 10;
    }
    tenths += (nodes - power) * 10 / power;
    return (int)(tenths + (temptation + 5) / 10);
}

json_t *puzzle_to_json(const struct puzzle *pz)
{
    char name[MOVE_TEXT_BYTES];
    int width = pz->setup.width;
    json_t *moves = json_array();
    for (int i = 0; i < pz->moves_n; i++)
        (void)json_array_append_new(moves, json_string(move_print(pz->moves[i], width, name)));
    return json_pack("{s:s, s:i, s:i, s:i, s:o, s:s, s:I, s:i, s:i, s:s, s:s}", "game",
                     games[pz->setup.game]->name, "width", width, "height", pz->setup.height,
                     "options", pz->setup.options, "moves", moves, "solution",
                     move_print(pz->solution, width, name), "nodes", (json_int_t)pz->nodes,
                     "temptation", pz->temptation, "rating", pz->rating, "win", pz->win, "others",
                     pz->others);
}

static int refuse(const char **why, int err, const char *sentence)
{
    *why = sentence;
    return err;
}

int puzzle_from_json(const json_t *json, struct puzzle *out, const char **why)
{
    const char *game;
    const char *solution;
    json_t *moves;
    int width;
    int height;
    int options;
    json_int_t nodes;
    memset(out, 0, sizeof *out);
    /* Jansson's unpack takes a pointer to what it does not change. */
    if (json_unpack((json_t *)(uintptr_t)json,
                    "{s:s, s:i, s:i, s:i, s:o, s:s, s:I, s:i, s:i, s:s, s:s !}", "game", &game,
                    "width", &width, "height", &height, "options", &options, "moves", &moves,
                    "solution", &solution, "nodes", &nodes, "temptation", &out->temptation,
                    "rating", &out->rating, "win", &out->win, "others", &out->others) != 0)
        return refuse(why, ERR_SYNTAX, "a puzzle has other members");
    const struct game *g = game_find(game);
    if (g == NULL || width < 1 || width > SIDE_MAX || height < 1 || height > SIDE_MAX ||
        options < 0 || options > UINT8_MAX)
        return refuse(why, ERR_SYNTAX, "there is no such game or board");
    out->setup = (struct setup){.game = (uint8_t)g->id,
                                .width = (uint8_t)width,
                                .height = (uint8_t)height,
                                .players = 2,
                                .options = (uint8_t)options};
    if (position_start(&out->position, &out->setup) < 0)
        return refuse(why, ERR_SYNTAX, "there is no such game or board");
    out->nodes = nodes;
    if (!json_is_array(moves) || json_array_size(moves) > PUZZLE_MOVES_MAX)
        return refuse(why, ERR_SYNTAX, "the moves are not a list");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const char *name = json_string_value(json_array_get(moves, i));
        move_t m;
        if (name == NULL || move_parse(name, width, height, &m) < 0 ||
            position_play(&out->position, m) != VERDICT_OK)
            return refuse(why, ERR_ILLEGAL, "a move before the puzzle is illegal");
        out->moves[out->moves_n++] = m;
    }
    if (out->position.over || move_parse(solution, width, height, &out->solution) < 0 ||
        position_judge(&out->position, out->solution) != VERDICT_OK)
        return refuse(why, ERR_ILLEGAL, "the solution is illegal");
    size_t n = strlen(solution);
    if (strncmp(out->win, solution, n) != 0 || (out->win[n] != ' ' && out->win[n] != '\0'))
        return refuse(why, ERR_ILLEGAL, "the winning tree does not begin with the solution");
    return 0;
}

int puzzle_check(const struct puzzle *pz, uint64_t memory_bytes, struct proof_verdict *out)
{
    int err = proof_check_tree(&pz->position, true, 1, MOVE_NONE, pz->win, strlen(pz->win),
                               memory_bytes, out);
    if (err < 0)
        return err;
    /* No other move wins: after each of them the opponent's margin is not negative. */
    return proof_check_tree(&pz->position, false, 0, pz->solution, pz->others, strlen(pz->others),
                            memory_bytes, out);
}

#include "cli/solving/puzzle_record.h"

#include "base/err.h"
#include "search/proof/proof_write.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROVE_BYTES = 32 << 20 };

json_t *puzzle_record_write(const struct puzzle *pz)
{
    char name[MOVE_TEXT_BYTES];
    int width = pz->setup.width;
    json_t *moves = json_array();
    json_t *themes = json_array();
    for (int i = 0; i < pz->moves_n; i++)
        (void)json_array_append_new(moves, json_string(move_print(pz->moves[i], width, name)));
    for (int i = 0; i < THEME_N; i++)
        if ((pz->themes >> i & 1u) != 0)
            (void)json_array_append_new(themes,
                                        json_string(puzzle_theme_name((enum puzzle_theme)i)));
    return json_pack("{s:s, s:s, s:i, s:i, s:i, s:o, s:s, s:i, s:i, s:o, s:i, s:I, s:i, s:s*, "
                     "s:s*}",
                     "id", pz->id, "game", games[pz->setup.game]->name, "width", width, "height",
                     pz->setup.height, "options", pz->setup.options, "moves", moves, "solution",
                     move_print(pz->solution, width, name), "goal", pz->goal, "plies", pz->plies,
                     "themes", themes, "rating", pz->rating, "nodes", (json_int_t)pz->nodes,
                     "temptation", pz->temptation, "win", pz->win, "others", pz->others);
}

static int refuse(const char **why, int err, const char *sentence)
{
    *why = sentence;
    return err;
}

static bool read_themes(const json_t *themes, uint32_t *out)
{
    *out = 0;
    for (size_t i = 0; i < json_array_size(themes); i++) {
        const char *name = json_string_value(json_array_get(themes, i));
        int theme = 0;
        while (theme < THEME_N &&
               (name == NULL || strcmp(name, puzzle_theme_name((enum puzzle_theme)theme)) != 0))
            theme++;
        if (theme == THEME_N)
            return false;
        *out |= 1u << theme;
    }
    return json_is_array(themes);
}

int puzzle_record_read(const json_t *json, struct puzzle *out, const char **why)
{
    const char *id;
    const char *game;
    const char *solution;
    json_t *moves;
    json_t *themes;
    int width;
    int height;
    int options;
    json_int_t nodes;
    memset(out, 0, sizeof *out);
    /* Jansson's unpack takes a pointer to what it does not change. */
    if (json_unpack((json_t *)(uintptr_t)json,
                    "{s:s, s:s, s:i, s:i, s:i, s:o, s:s, s:i, s:i, s:o, s:i, s:I, s:i, s?s, s?s !}",
                    "id", &id, "game", &game, "width", &width, "height", &height, "options",
                    &options, "moves", &moves, "solution", &solution, "goal", &out->goal, "plies",
                    &out->plies, "themes", &themes, "rating", &out->rating, "nodes", &nodes,
                    "temptation", &out->temptation, "win", &out->win, "others",
                    &out->others) != 0 ||
        (out->win == NULL) != (out->others == NULL))
        return refuse(why, ERR_SYNTAX, "a puzzle has other members");
    if (!read_themes(themes, &out->themes))
        return refuse(why, ERR_SYNTAX, "there is no such theme");
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
    puzzle_name(&out->position, out->id);
    if (strcmp(out->id, id) != 0)
        return refuse(why, ERR_ILLEGAL, "the position has another id");
    if (out->goal < -POINTS_MAX || out->goal > POINTS_MAX || out->plies < 1)
        return refuse(why, ERR_RANGE, "the goal or the number of plies is impossible");
    size_t n = strlen(solution);
    if (out->win == NULL)
        return 0;
    if (strncmp(out->win, solution, n) != 0 || (out->win[n] != ' ' && out->win[n] != '\0'))
        return refuse(why, ERR_ILLEGAL, "the winning tree does not begin with the solution");
    return 0;
}

struct buffer {
    char *text;
    size_t len, cap;
};

static bool buffer_write(void *context, const void *bytes, size_t n)
{
    struct buffer *b = context;
    if (b->len + n + 1 > b->cap) {
        size_t cap = 2 * (b->len + n + 1);
        char *text = realloc(b->text, cap);
        if (text == NULL)
            return false;
        b->text = text;
        b->cap = cap;
    }
    memcpy(b->text + b->len, bytes, n);
    b->len += n;
    b->text[b->len] = '\0';
    return true;
}

/* Proves a puzzle again; the proofs go to *win and *others, which the caller frees. */
static int prove(const struct puzzle *pz, struct buffer *win, struct buffer *others)
{
    const struct pns_options options = {.memory_bytes = PROVE_BYTES};
    struct proof_written written;
    struct pns_report r;
    struct position q;
    move_t legal[MOVES_MAX];
    struct pns *s = pns_new(&pz->setup, &options);
    if (s == NULL)
        return ERR_NO_MEMORY;
    int n = position_legal(&pz->position, legal);
    int err = 0;
    for (int i = 0; i < n && err == 0; i++) {
        position_copy(&q, &pz->position);
        position_play_legal(&q, legal[i]);
        err = pns_solve(s, &q, pns_goal_other(pz->goal), PUZZLE_RECORD_NODES, NULL, NULL, &r);
        if (err == 0 && r.value != (legal[i] == pz->solution ? -1 : 1))
            err = ERR_NOT_FOUND;
    }
    if (err == 0)
        err = proof_write_tree(s, &pz->position, true, pz->goal, MOVE_NONE, PROVE_BYTES, 0,
                               buffer_write, win, &written);
    if (err == 0)
        err = proof_write_tree(s, &pz->position, false, pns_goal_other(pz->goal), pz->solution,
                               PROVE_BYTES, 0, buffer_write, others, &written);
    pns_free(s);
    return err;
}

int puzzle_record_check(const struct puzzle *pz, uint64_t memory_bytes, struct proof_verdict *out)
{
    struct buffer win = {.text = NULL};
    struct buffer others = {.text = NULL};
    struct puzzle proved = *pz;
    int err = 0;
    if (pz->win == NULL) {
        err = prove(pz, &win, &others);
        proved.win = win.text;
        proved.others = others.text;
        if (err < 0)
            (void)snprintf(out->text, sizeof out->text,
                           "the solution is not proved to be the only one: %s", err_text(err));
    }
    if (err == 0)
        err = proof_check_tree(&pz->position, true, pz->goal, MOVE_NONE, proved.win,
                               strlen(proved.win), memory_bytes, out);
    /* No other move reaches the goal: after each of them the opponent prevents it. */
    if (err == 0)
        err = proof_check_tree(&pz->position, false, pns_goal_other(pz->goal), pz->solution,
                               proved.others, strlen(proved.others), memory_bytes, out);
    free(win.text);
    free(others.text);
    return err;
}

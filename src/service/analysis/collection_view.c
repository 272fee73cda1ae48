/* collection_view.c - the engine's games as JSON and as records (collection.h). */
#include "service/analysis/collection.h"

#include "base/err.h"
#include "platform/json.h"
#include "rules/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_plies(const struct collection_game *g)
{
    int n = 0;
    for (const char *at = g->moves; *at != '\0'; n++) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    return n;
}

static json_t *view_game(int number)
{
    const struct collection_game *g = &collection_games[number - 1];
    const struct setup s = collection_setup(g);
    return JSON_OBJECT({"id", json_integer(number)}, {"game", json_string(games[g->game]->name)},
                       {"width", json_integer(s.width)}, {"height", json_integer(s.height)},
                       {"level", json_integer(g->level)}, {"plies", json_integer(count_plies(g))},
                       {"winner", json_integer(g->winner)});
}

json_t *reader_collection(struct reader *r, const struct collection_ask *ask, int *err)
{
    struct collection *c = collection_of(reader_service(r));
    struct collection_ask one_more = *ask;
    one_more.limit = ask->limit + 1; /* tells whether there is a next page */
    int *numbers = calloc((size_t)one_more.limit, sizeof *numbers);
    int n = numbers == NULL ? ERR_NO_MEMORY
            : c == NULL     ? 0
                            : collection_search(c, &one_more, numbers);
    json_t *out = NULL;
    *err = n < 0 ? n : 0;
    if (n >= 0) {
        json_t *list = json_array();
        for (int i = 0; i < n && i < ask->limit; i++)
            json_array_append_new(list, view_game(numbers[i]));
        out = JSON_OBJECT(
            {"games", list},
            {"next", n > ask->limit ? json_integer(numbers[ask->limit - 1]) : json_null()});
    }
    free(numbers);
    return out;
}

static int fill(const struct collection_game *g, struct record *r, struct position *last)
{
    const struct setup setup = collection_setup(g);
    struct record_node *at = r->root;
    const char *words = g->moves;
    char name[32];
    move_t move;
    int err = position_start(last, &setup);
    while (err == 0 && *words != '\0') {
        if (!collection_next(&words, &setup, &move))
            return ERR_ILLEGAL;
        int side = last->side;
        if (position_play(last, move) != VERDICT_OK)
            return ERR_ILLEGAL;
        at = record_add_move(r, at, move, side);
        err = at == NULL ? ERR_NO_MEMORY : 0;
    }
    snprintf(name, sizeof name, "hoshi, level %d", g->level);
    for (int i = 0; err == 0 && i < setup.players; i++) {
        r->players[i] = record_text(r, name);
        err = r->players[i] == NULL ? ERR_NO_MEMORY : 0;
    }
    if (err == 0)
        record_take_result(r, last);
    return err;
}

int collection_record(struct reader *r, int64_t number, struct record *out, struct position *last)
{
    if (collection_of(reader_service(r)) == NULL || number < 1 || number > collection_games_n)
        return ERR_NOT_FOUND;
    const struct collection_game *g = &collection_games[number - 1];
    const struct setup setup = collection_setup(g);
    int err = record_init(out, &memory_heap, &setup);
    if (err == 0) {
        err = fill(g, out, last);
        if (err < 0)
            record_free(out);
    }
    return err;
}

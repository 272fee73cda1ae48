#include "rules/game.h"

#include "base/err.h"

const struct game *const games[GAME_N] = {
#define GAME_ROW(NAME, name) [GAME_##NAME] = &game_##name,
    GAME_LIST(GAME_ROW)
#undef GAME_ROW
};

const struct game *game_find(const char *name)
{
    for (int i = 0; i < GAME_N; i++)
        if (text_same_nocase(games[i]->name, name))
            return games[i];
    return NULL;
}

const char *game_names(const char *word, char out[GAME_NAMES_BYTES])
{
    struct text t;
    text_init(&t, out, GAME_NAMES_BYTES);
    for (int i = 0; i < GAME_N; i++) {
        text_str(&t, games[i]->name);
        if (i + 2 == GAME_N) {
            text_char(&t, ' ');
            text_str(&t, word);
            text_char(&t, ' ');
        } else if (i + 1 < GAME_N) {
            text_str(&t, ", ");
        }
    }
    ASSERT(!t.full);
    return out;
}

struct setup setup_default(enum game_id id)
{
    ASSERT((int)id >= 0 && id < GAME_N);
    const struct game *g = games[id];
    return (struct setup){.game = (uint8_t)id,
                          .width = g->size_default,
                          .height = g->size_default,
                          .players = g->players_min,
                          .options = g->options_default};
}

int setup_rated_plies(const struct setup *s)
{
    int part = games[s->game]->rated_part;
    int plies = (s->width * s->height + part - 1) / part;
    int least = 2 * s->players; /* everyone has answered once */
    return plies > least ? plies : least;
}

static bool size_fits(const struct game *g, int size)
{
    return size >= g->size_min && size <= g->size_max && (size - g->size_min) % g->size_step == 0;
}

int setup_check(const struct setup *s, struct text *why)
{
    char scrap[2];
    struct text none;
    if (why == NULL) {
        text_init(&none, scrap, sizeof scrap);
        why = &none;
    }
    if (s->game >= GAME_N) {
        text_str(why, "There is no such game.");
        return ERR_RANGE;
    }
    const struct game *g = games[s->game];
    if (!size_fits(g, s->width) || !size_fits(g, s->height)) {
        text_str(why, g->title);
        text_str(why,
                 g->size_step == 2 ? " is played on odd sizes from " : " is played on sizes from ");
        text_int(why, g->size_min);
        text_str(why, " to ");
        text_int(why, g->size_max);
        text_str(why, ".");
        return ERR_RANGE;
    }
    if (!g->rectangular && s->width != s->height) {
        text_str(why, g->title);
        text_str(why, " is played on square boards.");
        return ERR_RANGE;
    }
    if (s->players < g->players_min || s->players > g->players_max) {
        text_str(why, g->title);
        text_str(why, " is for ");
        text_int(why, g->players_min);
        if (g->players_max > g->players_min) {
            text_str(why, " to ");
            text_int(why, g->players_max);
        }
        text_str(why, " players.");
        return ERR_RANGE;
    }
    if (s->options & ~g->options) {
        text_str(why, g->title);
        text_str(why, " has no such option.");
        return ERR_RANGE;
    }
    return 0;
}

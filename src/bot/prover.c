#include "bot/prover.h"

#include "base/err.h"
#include "platform/json.h"
#include "rules/placed.h"
#include "search/proof/puzzle_themes.h"
#include "search/proof/puzzle_tries.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PNS_BYTES = 32 << 20,
    PLIES_MOST = 40,
    GIVE_WAY_MS = 2000, /* at a time, as reviews do */
    TRIES = 4,
    TOP_LEVEL = 7, /* level 8 would keep players waiting */
    WORDS_BYTES = 256,
};

/* While a proof is looked for. */
struct proving {
    struct jobs *jobs;
    const atomic_bool *stop;
};

/* Players come first: a proof and a rating stand still while a match waits for a thinker. */
static bool go_on(const struct proving *g)
{
    jobs_give_way(g->jobs, GIVE_WAY_MS, g->stop);
    return !atomic_load(g->stop);
}

static bool on_proof(void *context, const struct pns_report *so_far)
{
    (void)so_far;
    return go_on(context);
}

static bool on_search(void *context, const struct search_report *so_far)
{
    (void)so_far;
    return go_on(context);
}

static int number_of(const json_t *job, const char *name)
{
    return (int)json_integer_value(json_object_get(job, name));
}

/* The position of a job; false when it cannot be replayed. */
static bool read_job(const json_t *job, struct puzzle *pz)
{
    const char *name = json_string_value(json_object_get(job, "game"));
    const struct game *g = name != NULL ? game_find(name) : NULL;
    const char *placed = json_string_value(json_object_get(job, "placed"));
    const json_t *moves = json_object_get(job, "moves");
    if (g == NULL || placed == NULL)
        return false;
    pz->goal = 1;
    pz->setup = (struct setup){.game = (uint8_t)g->id,
                               .width = (uint8_t)number_of(job, "width"),
                               .height = (uint8_t)number_of(job, "height"),
                               .players = 2,
                               .options = (uint8_t)number_of(job, "options")};
    if (placed_start(placed, &pz->setup, &pz->position) < 0)
        return false;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const char *word = json_string_value(json_array_get(moves, i));
        move_t m;
        if (word == NULL || move_parse(word, pz->setup.width, pz->setup.height, &m) < 0 ||
            position_play(&pz->position, m) != VERDICT_OK)
            return false;
    }
    return true;
}

static void add_word(char words[WORDS_BYTES], const char *word)
{
    size_t n = strlen(words);
    if (n + strlen(word) + 2 <= WORDS_BYTES)
        (void)snprintf(words + n, WORDS_BYTES - n, "%s%s", n > 0 ? " " : "", word);
}

/* Its first rating: 0, 1 when it must stop, or negative. */
static int rate(struct puzzle *pz, struct proving *g)
{
    const struct engine_options options = {.memory_bytes = PUZZLE_TRIES_MEMORY, .no_net = true};
    const struct puzzle_tries_plan plan = {.seed = 1, .tries = TRIES, .top = TOP_LEVEL};
    struct puzzle_tries tries;
    struct engine *engine = engine_new(&options);
    int err =
        engine == NULL ? ERR_NO_MEMORY : puzzle_tries_make(pz, engine, &plan, on_search, g, &tries);
    engine_free(engine);
    if (err == 0)
        pz->rating = puzzle_tries_rating(pz, &tries);
    return err;
}

/* Fills in what a solution tells of a unique puzzle: 1, 0 if its length is not known, or negative
 * when memory is short. */
static int measure(struct puzzle *pz, struct proving *g)
{
    struct rng rng;
    struct resist *resist = resist_new(&pz->setup, PUZZLE_THEMES_MEMORY);
    if (resist == NULL)
        return ERR_NO_MEMORY;
    bool known =
        puzzle_themes_measure(pz, resist, &puzzle_themes_limits) && pz->plies <= PLIES_MOST;
    resist_free(resist);
    if (!known)
        return 0;
    rng_seed(&rng, 1);
    puzzle_tempt(pz, &rng);
    int err = rate(pz, g);
    return err < 0 ? err : 1;
}

static json_t *result_of(const struct puzzle *pz, enum puzzle_value value,
                         const struct puzzle_moves *found)
{
    static const char *const states[] = {[PUZZLE_UNIQUE] = "unique",
                                         [PUZZLE_MANY] = "many",
                                         [PUZZLE_NONE] = "lost",
                                         [PUZZLE_OPEN] = "undecided"};
    char others[WORDS_BYTES] = "";
    char themes[WORDS_BYTES] = "";
    char solution[MOVE_TEXT_BYTES] = "";
    char word[MOVE_TEXT_BYTES];
    bool unique = value == PUZZLE_UNIQUE;
    for (int i = 0; value == PUZZLE_MANY && i < found->n; i++)
        add_word(others, move_print(found->reach[i], pz->setup.width, word));
    for (int i = 0; unique && i < THEME_N; i++)
        if ((pz->themes >> i & 1u) != 0)
            add_word(themes, puzzle_theme_name((enum puzzle_theme)i));
    if (unique)
        move_print(pz->solution, pz->setup.width, solution);
    return JSON_OBJECT(
        {"state", json_string(states[value])}, {"puzzle", json_string(unique ? pz->id : "")},
        {"solution", json_string(solution)}, {"others", json_string(others)},
        {"themes", json_string(themes)}, {"plies", json_integer(unique ? pz->plies : 0)},
        {"rating", json_integer(unique ? pz->rating : 0)});
}

/* The result of a job; NULL if memory is short or it must stop. */
static json_t *prove(const json_t *job, struct proving *g)
{
    const struct pns_options options = {.memory_bytes = PNS_BYTES};
    struct puzzle_moves found = {.n = 0};
    struct puzzle *pz = calloc(1, sizeof *pz);
    struct pns *pns = NULL;
    json_t *result = NULL;
    if (pz == NULL)
        return NULL;
    enum puzzle_value value = PUZZLE_OPEN;
    if (read_job(job, pz)) {
        pns = pns_new(&pz->setup, &options);
        if (pns == NULL)
            goto out;
        value = puzzle_prove(pz, pns, number_of(job, "nodes"), on_proof, g, &found);
    }
    int known = value == PUZZLE_UNIQUE && go_on(g) ? measure(pz, g) : 0;
    if (value == PUZZLE_UNIQUE && known == 0)
        value = PUZZLE_OPEN;
    if (known >= 0 && !atomic_load(g->stop))
        result = result_of(pz, value, &found);
out:
    pns_free(pns);
    free(pz);
    return result;
}

int64_t prover_turn(struct api *api, struct jobs *jobs, const atomic_bool *stop)
{
    struct proving g = {.jobs = jobs, .stop = stop};
    char path[64];
    json_t *job;
    json_t *answer = NULL;
    int status = api_post(api, "/api/engine/puzzles", json_object(), &job);
    int64_t id = json_integer_value(json_object_get(job, "id"));
    json_t *result = status == 200 && id != 0 ? prove(job, &g) : NULL;
    json_decref(job);
    if (status != 200 || id == 0)
        return status == 200 ? 0 : -1;
    if (result == NULL)
        return -1; /* stopped, or out of memory: the claim runs out */
    (void)snprintf(path, sizeof path, "/api/engine/puzzles/%lld", (long long)id);
    status = api_post(api, path, result, &answer);
    json_decref(answer);
    /* 409: its author has gone meanwhile. */
    return status == 200 || status == 409 ? id : -1;
}

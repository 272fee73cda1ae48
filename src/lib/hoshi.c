/* hoshi.c - libhoshi's version, failures and games, and how structs cross its border. */
#include "hoshi.h"

#include "base/err.h"
#include "lib/hoshi_int.h"
#include "version.h"
#include <string.h>

/* X(name): the failures of the library, with the numbers of base/err.h. */
#define FAILURES(X)                                                                                \
    X(NO_MEMORY)                                                                                   \
    X(FULL)                                                                                        \
    X(RANGE)                                                                                       \
    X(SYNTAX)                                                                                      \
    X(UNKNOWN)                                                                                     \
    X(ILLEGAL)                                                                                     \
    X(OVER)                                                                                        \
    X(NOT_FOUND)                                                                                   \
    X(TOO_BIG)                                                                                     \
    X(UNSUPPORTED)

#define SAME_NUMBER(name)                                                                          \
    _Static_assert((int)HOSHI_ERR_##name == (int)ERR_##name, "public failures are our own");
FAILURES(SAME_NUMBER)
#undef SAME_NUMBER

_Static_assert((int)HOSHI_ACTIONS_MAX >= (int)MOVES_MAX, "the public list holds every legal list");
_Static_assert((int)HOSHI_WORD_BYTES >= (int)MOVE_TEXT_BYTES, "the public word holds every move");
_Static_assert((int)HOSHI_POINTS_MAX == (int)POINTS_MAX, "the public list holds every point");
_Static_assert((int)HOSHI_PLAYERS_MAX == (int)PLAYERS_MAX, "the public list holds every player");

const char *hoshi_version(void)
{
    return HOSHI_VERSION;
}

int hoshi_abi(void)
{
    return HOSHI_ABI;
}

const char *hoshi_error_text(int error)
{
    return err_text(error);
}

const char *hoshi_error_name(int error)
{
    switch (error) {
#define NAME(name)                                                                                 \
    case ERR_##name:                                                                               \
        return "HOSHI_ERR_" #name;
        FAILURES(NAME)
#undef NAME
    default:
        return error >= 0 ? "HOSHI_OK" : "unknown error";
    }
}

bool hoshi_take(void *ours, size_t bytes, const void *theirs, size_t least)
{
    size_t size;
    memcpy(&size, theirs, sizeof size);
    if (size < least)
        return false;
    memset(ours, 0, bytes);
    memcpy(ours, theirs, size < bytes ? size : bytes);
    return true;
}

bool hoshi_give(void *theirs, const void *ours, size_t bytes, size_t least)
{
    size_t size;
    memcpy(&size, theirs, sizeof size);
    if (size < least)
        return false;
    memcpy(theirs, ours, size < bytes ? size : bytes);
    memcpy(theirs, &size, sizeof size);
    return true;
}

int hoshi_tell(struct hoshi_why *why, int error, const char *rule, const char *sentence)
{
    if (why == NULL || why->size < sizeof *why)
        return error;
    struct text t;
    why->error = error;
    why->line = why->column = 0;
    why->points_n = 0;
    why->alternative[0] = '\0';
    text_init(&t, why->rule, sizeof why->rule);
    text_str(&t, rule);
    text_init(&t, why->sentence, sizeof why->sentence);
    text_str(&t, sentence != NULL ? sentence : error < 0 ? err_text(error) : "");
    return error;
}

int hoshi_tell_record(struct hoshi_why *why, int error, const struct record_error *from)
{
    (void)hoshi_tell(why, error, "", from->text[0] != '\0' ? from->text : NULL);
    if (why != NULL && why->size >= sizeof *why) {
        why->line = from->line;
        why->column = from->column;
    }
    return error;
}

/* ---- games ---- */

static const struct {
    const char *name;
    uint8_t flag;
    const char *summary;
} options[] = {
    {"swap", OPTION_SWAP, "After the first ply, the second player may take the first one's side."},
    {"jacked", OPTION_JACKED, "Each stack that was taken from another player scores a point."},
};

int hoshi_games(void)
{
    return GAME_N;
}

int hoshi_game_find(const char *name)
{
    const struct game *g = name != NULL ? game_find(name) : NULL;
    return g != NULL ? (int)g->id : (int)HOSHI_ERR_UNKNOWN;
}

static const struct game *game_at(int game)
{
    return game >= 0 && game < GAME_N ? games[game] : NULL;
}

static int options_n(const struct game *g)
{
    return __builtin_popcount(g->options);
}

int hoshi_game_get(int game, struct hoshi_game *out)
{
    const struct game *g = game_at(game);
    if (g == NULL)
        return HOSHI_ERR_RANGE;
    const struct hoshi_game ours = {.name = g->name,
                                    .title = g->title,
                                    .designer = g->designer,
                                    .year = g->year,
                                    .summary = g->summary,
                                    .size_min = g->size_min,
                                    .size_max = g->size_max,
                                    .size_step = g->size_step,
                                    .size_default = g->size_default,
                                    .players_min = g->players_min,
                                    .players_max = g->players_max,
                                    .options_n = options_n(g),
                                    .rectangular = g->rectangular,
                                    .kinds = g->has_red ? 2 : 1,
                                    .has_pass = g->has_pass,
                                    .has_swap = g->has_swap,
                                    .has_points = g->has_score,
                                    .has_draws = g->has_draws,
                                    .has_heights = g->has_heights};
    return hoshi_give(out, &ours, sizeof ours, sizeof ours) ? 0 : HOSHI_ERR_RANGE;
}

int hoshi_game_option(int game, int option, struct hoshi_option *out)
{
    const struct game *g = game_at(game);
    if (g == NULL || option < 0 || option >= options_n(g))
        return HOSHI_ERR_RANGE;
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        if (!(g->options & options[i].flag) || option-- > 0)
            continue;
        const struct hoshi_option ours = {.name = options[i].name,
                                          .summary = options[i].summary,
                                          .value = (g->options_default & options[i].flag) != 0,
                                          .max = 1};
        return hoshi_give(out, &ours, sizeof ours, sizeof ours) ? 0 : HOSHI_ERR_RANGE;
    }
    return HOSHI_ERR_RANGE;
}

/* The flag of an option that the game has; 0: it has none of that name. */
static uint8_t flag_of(const struct game *g, const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(options); i++)
        if ((g->options & options[i].flag) && name != NULL &&
            text_same_nocase(options[i].name, name))
            return options[i].flag;
    return 0;
}

int hoshi_position_option(const struct hoshi_position *p, const char *option)
{
    uint8_t flag = flag_of(games[p->p.setup.game], option);
    return flag != 0 ? (p->p.setup.options & flag) != 0 : (int)HOSHI_ERR_UNKNOWN;
}

/* The game has no such option, or the option no such value. */
static int refuse_choice(const struct game *g, const struct hoshi_choice *c, int error,
                         struct hoshi_why *why)
{
    char sentence[160];
    struct text t;
    text_init(&t, sentence, sizeof sentence);
    if (error == HOSHI_ERR_RANGE) {
        text_str(&t, "The option ");
        text_str(&t, c->option);
        text_str(&t, " is 0 or 1.");
    } else {
        text_str(&t, g->title);
        text_str(&t, " has no option ");
        text_str(&t, c->option != NULL ? c->option : "without a name");
        text_str(&t, ".");
    }
    return hoshi_tell(why, error, "", sentence);
}

/* A number that fits a byte; else one that no setup has. */
static uint8_t small(int32_t v)
{
    return v < 0 || v > 255 ? 255 : (uint8_t)v;
}

int hoshi_setup_read(const struct hoshi_setup *from, struct setup *out, struct hoshi_why *why)
{
    struct hoshi_setup setup;
    if (!hoshi_take(&setup, sizeof setup, from, sizeof setup) || setup.choices_n < 0)
        return hoshi_tell(why, HOSHI_ERR_RANGE, "", "The setup has not the size of its struct.");
    const struct game *g = setup.game != NULL ? game_find(setup.game) : NULL;
    if (g == NULL) {
        char names[GAME_NAMES_BYTES], sentence[64 + GAME_NAMES_BYTES];
        struct text t;
        text_init(&t, sentence, sizeof sentence);
        text_str(&t, "There is no such game: it is ");
        text_str(&t, game_names("or", names));
        text_str(&t, ".");
        return hoshi_tell(why, HOSHI_ERR_UNKNOWN, "", sentence);
    }
    *out = setup_default(g->id);
    if (setup.width != 0)
        out->width = small(setup.width);
    out->height = setup.height != 0 ? small(setup.height) : out->width;
    if (setup.players != 0)
        out->players = small(setup.players);
    for (int i = 0; i < setup.choices_n; i++) {
        const struct hoshi_choice *c = &setup.choices[i];
        uint8_t flag = flag_of(g, c->option);
        if (flag == 0)
            return refuse_choice(g, c, HOSHI_ERR_UNKNOWN, why);
        if (c->value != 0 && c->value != 1)
            return refuse_choice(g, c, HOSHI_ERR_RANGE, why);
        out->options = (uint8_t)((out->options & ~flag) | (c->value ? flag : 0));
    }
    char sentence[160];
    struct text t;
    text_init(&t, sentence, sizeof sentence);
    int err = setup_check(out, &t);
    return err < 0 ? hoshi_tell(why, err, "", sentence) : 0;
}

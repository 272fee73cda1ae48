#include "wasm/api.h"

#include "base/err.h"
#include "net/planes.h"
#include "rules/position.h"
#include "wasm/slot.h"

static struct position slots[SLOTS_N];
static int32_t numbers[NUMBERS_N];
static char words[TEXT_BYTES];

static bool slot_exists(int slot)
{
    return slot >= 0 && slot < SLOTS_N;
}

static int points_n(const struct position *p)
{
    return p->setup.width * p->setup.height;
}

const struct position *api_slot(int slot)
{
    return slot_exists(slot) && slots[slot].setup.width > 0 ? &slots[slot] : NULL;
}

int32_t *api_numbers(void)
{
    return numbers;
}

int32_t *EXPORT(hoshi_numbers)(void)
{
    return numbers;
}

char *EXPORT(hoshi_text)(void)
{
    return words;
}

int EXPORT(hoshi_game)(int game)
{
    if (game < 0 || game >= GAME_N)
        return ERR_RANGE;
    const struct game *g = games[game];
    struct planes_boards boards = planes_boards((enum game_id)game);
    const int fields[] = {g->size_min,    g->size_max,    g->size_step, g->size_default,
                          g->players_min, g->players_max, g->options,   g->options_default,
                          g->rectangular, g->has_red,     g->has_pass,  g->has_swap,
                          g->has_score,   boards.least,   boards.most};
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        numbers[i] = fields[i];
    const char *names[] = {g->name, g->title, g->designer, g->year, g->summary};
    struct text t;
    text_init(&t, words, sizeof words);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (i > 0)
            text_char(&t, '\n');
        text_str(&t, names[i]);
    }
    return 0;
}

/* The setup for a slot. The page's numbers are not trusted: what does not fit a byte would wrap
 * around into range. */
static int setup_make(int slot, int game, int width, int height, int players, int options,
                      struct setup *out)
{
    if (!slot_exists(slot) || (game | width | height | players | options) & ~0xff)
        return ERR_RANGE;
    *out = (struct setup){.game = (uint8_t)game,
                          .width = (uint8_t)width,
                          .height = (uint8_t)height,
                          .players = (uint8_t)players,
                          .options = (uint8_t)options};
    return setup_check(out, NULL);
}

int EXPORT(hoshi_new)(int slot, int game, int width, int height, int players, int options)
{
    struct setup s;
    int err = setup_make(slot, game, width, height, players, options, &s);
    return err < 0 ? err : position_start(&slots[slot], &s);
}

int EXPORT(hoshi_set)(int slot, int game, int width, int height, int players, int options, int side)
{
    static struct cell cells[POINTS_MAX];
    struct setup s;
    int err = setup_make(slot, game, width, height, players, options, &s);
    if (err < 0)
        return err;
    words[TEXT_BYTES - 1] = '\0';
    err = diagram_parse(&s, words, cells, NULL);
    if (err < 0)
        return err;
    return position_set(&slots[slot], &s, cells, side);
}

int EXPORT(hoshi_look)(int game, int width, int height, int players)
{
    static struct cell cells[POINTS_MAX];
    struct setup s;
    int err = setup_make(0, game, width, height, players, 0, &s);
    words[TEXT_BYTES - 1] = '\0';
    if (err == 0)
        err = diagram_parse(&s, words, cells, NULL);
    if (err < 0)
        return err;
    int points = width * height;
    for (int at = 0; at < points; at++) {
        numbers[3 * at] = cells[at].owner;
        numbers[3 * at + 1] = cells[at].height;
        numbers[3 * at + 2] = cells[at].flags;
    }
    return points;
}

/* The rule that forbids a core of stones, from which none can be taken away without making it
 * legal. */
static const char *core_rule(enum game_id game, int stones_n)
{
    static const char *const one[GAME_N] = {"P1", "R4", "L3a", "C2"};
    static const char *const several[GAME_N] = {"P4", "R4", "L3b", "C2"};
    return stones_n == 1 ? one[game] : several[game];
}

/* The stones of a side among the cells. */
static int stones_count(const struct cell *cells, int points, int side)
{
    int n = 0;
    for (int at = 0; at < points; at++)
        n += cells[at].owner == side;
    return n;
}

static bool is_illegal(const struct setup *s, const struct cell *cells, int side)
{
    static struct position tried;
    return position_set(&tried, s, cells, side) == ERR_ILLEGAL;
}

/* Whether the cells stay illegal wherever else the stone at `from` stands: the stone is not part of
 * what forbids them. */
static bool is_beside(const struct setup *s, struct cell *cells, int side, int from)
{
    struct cell stone = cells[from];
    bool legal = false, moved = false;
    cells[from] = (struct cell){.owner = OWNER_NONE};
    for (int at = 0; at < s->width * s->height && !legal; at++) {
        if (at == from || cells[at].owner != OWNER_NONE)
            continue;
        cells[at] = stone;
        legal = !is_illegal(s, cells, side);
        moved = true;
        cells[at] = (struct cell){.owner = OWNER_NONE};
    }
    cells[from] = stone;
    return moved && !legal;
}

/* Takes away what can go without making the rest legal. Where a side without stones is illegal by
 * itself (`both`), its last stone stays, and is no part of the core if it could stand anywhere.
 * Writes the points of the core to numbers and returns how many they are. */
static int core_find(const struct setup *s, struct cell *cells, int side, bool both)
{
    int points = s->width * s->height;
    for (int at = 0; at < points; at++) {
        struct cell kept = cells[at];
        if (kept.owner == OWNER_NONE)
            continue;
        cells[at] = (struct cell){.owner = OWNER_NONE};
        bool last =
            both && kept.owner != OWNER_NEUTRAL && stones_count(cells, points, kept.owner) == 0;
        if (last || !is_illegal(s, cells, side))
            cells[at] = kept;
    }
    int core_n = 0;
    for (int at = 0; at < points; at++) {
        int owner = cells[at].owner;
        if (owner == OWNER_NONE ||
            (both && owner != OWNER_NEUTRAL && stones_count(cells, points, owner) == 1 &&
             is_beside(s, cells, side, at)))
            continue;
        numbers[core_n++] = at;
    }
    return core_n;
}

int EXPORT(hoshi_place)(int slot, int game, int width, int height, int players, int options,
                        int side)
{
    static struct cell cells[POINTS_MAX];
    static struct position placed;
    struct setup s;
    int err = setup_make(slot, game, width, height, players, options, &s);
    if (err < 0)
        return err;
    int points = width * height;
    for (int at = 0; at < points; at++)
        cells[at] = (struct cell){.owner = (uint8_t)numbers[3 * at],
                                  .height = (uint8_t)numbers[3 * at + 1],
                                  .flags = (uint8_t)numbers[3 * at + 2]};
    err = position_set(&placed, &s, cells, side);
    if (err == 0)
        position_copy(&slots[slot], &placed);
    if (err != ERR_ILLEGAL)
        return err;
    struct text t;
    text_init(&t, words, sizeof words);
    bool by_stones = games[s.game]->aim == AIM_STONES;
    if (by_stones && (stones_count(cells, points, 1) == 0 || stones_count(cells, points, 2) == 0)) {
        int n = 0;
        for (int at = 0; at < points; at++)
            if (cells[at].owner != OWNER_NONE)
                numbers[n++] = at;
        text_str(&t, "R5");
        return n;
    }
    int core_n = core_find(&s, cells, side, by_stones);
    text_str(&t, core_rule(s.game, core_n));
    return core_n;
}

int EXPORT(hoshi_copy)(int to, int from)
{
    const struct position *p = api_slot(from);
    if (p == NULL || !slot_exists(to))
        return ERR_RANGE;
    position_copy(&slots[to], p);
    return 0;
}

int EXPORT(hoshi_play)(int slot, int move)
{
    if (api_slot(slot) == NULL)
        return ERR_RANGE;
    if (move < 0 || move >= MOVE_INDEX_N)
        return VERDICT_G3;
    return (int)position_play(&slots[slot], (move_t)move);
}

int EXPORT(hoshi_state)(int slot)
{
    const struct position *p = api_slot(slot);
    if (p == NULL)
        return ERR_RANGE;
    int n = 0;
    numbers[n++] = p->side;
    numbers[n++] = p->winner;
    numbers[n++] = p->over;
    numbers[n++] = p->ply;
    numbers[n++] = p->last;
    numbers[n++] = p->swapped;
    numbers[n++] = position_more(p);
    for (int side = 1; side <= PLAYERS_MAX; side++)
        numbers[n++] = side <= p->setup.players ? position_seat(p, side) : 0;
    return n;
}

int EXPORT(hoshi_cells)(int slot)
{
    const struct position *p = api_slot(slot);
    if (p == NULL)
        return ERR_RANGE;
    for (point_t at = 0; at < points_n(p); at++) {
        struct cell c = position_cell(p, at);
        numbers[3 * at] = c.owner;
        numbers[3 * at + 1] = c.height;
        numbers[3 * at + 2] = c.flags;
    }
    return points_n(p);
}

int EXPORT(hoshi_legal)(int slot)
{
    static move_t moves[MOVES_MAX];
    const struct position *p = api_slot(slot);
    if (p == NULL)
        return ERR_RANGE;
    int n = position_legal(p, moves);
    for (int i = 0; i < n; i++)
        numbers[i] = moves[i];
    return n;
}

int EXPORT(hoshi_explain)(int slot, int move)
{
    static struct explanation why;
    const struct position *p = api_slot(slot);
    if (p == NULL)
        return ERR_RANGE;
    position_explain(p, move < 0 || move >= MOVE_INDEX_N ? MOVE_NONE : (move_t)move, &why);
    numbers[0] = (int32_t)why.verdict;
    numbers[1] = why.alternative;
    for (int i = 0; i < why.points_n; i++)
        numbers[2 + i] = why.points[i];
    struct text t;
    text_init(&t, words, sizeof words);
    text_str(&t, verdict_rule(why.verdict));
    text_char(&t, '\n');
    text_str(&t, why.text);
    return why.points_n;
}

int EXPORT(hoshi_result)(int slot)
{
    static struct result r;
    const struct position *p = api_slot(slot);
    if (p == NULL)
        return ERR_RANGE;
    position_result(p, &r);
    int n = 0;
    numbers[n++] = r.over;
    numbers[n++] = r.winner;
    for (int i = 0; i < PLAYERS_MAX; i++)
        numbers[n++] = r.points[i];
    for (int at = 0; at < points_n(p); at++)
        numbers[n++] = r.owner[at];
    for (int side = 0; side < 2; side++) {
        numbers[n++] = r.channel_n[side];
        for (int i = 0; i < r.channel_n[side]; i++)
            numbers[n++] = r.channel[side][i];
    }
    return n;
}

uint64_t EXPORT(hoshi_hash)(int slot)
{
    const struct position *p = api_slot(slot);
    return p == NULL ? 0 : p->hash;
}

uint64_t EXPORT(hoshi_perft)(int slot, int depth)
{
    const struct position *p = api_slot(slot);
    return p == NULL || depth < 0 ? 0 : position_perft(p, depth);
}

int EXPORT(hoshi_diagram)(int slot)
{
    const struct position *p = api_slot(slot);
    if (p == NULL)
        return ERR_RANGE;
    struct text t;
    text_init(&t, words, sizeof words);
    diagram_print(p, &t);
    return t.full ? ERR_FULL : (int)t.len;
}

int EXPORT(hoshi_parse)(int slot)
{
    const struct position *p = api_slot(slot);
    if (p == NULL)
        return ERR_RANGE;
    words[TEXT_BYTES - 1] = '\0';
    move_t m;
    int err = move_parse(words, p->setup.width, p->setup.height, &m);
    return err < 0 ? err : m;
}

int EXPORT(hoshi_print)(int slot, int move)
{
    const struct position *p = api_slot(slot);
    if (p == NULL || move < 0 || move >= MOVE_INDEX_N)
        return ERR_RANGE;
    char word[MOVE_TEXT_BYTES];
    struct text t;
    text_init(&t, words, sizeof words);
    text_str(&t, move_print((move_t)move, p->setup.width, word));
    return (int)t.len;
}

int EXPORT(hoshi_random)(int slot, uint32_t seed)
{
    static struct position scratch; /* the game may keep its candidate list in order as it draws */
    const struct position *p = api_slot(slot);
    if (p == NULL || p->over)
        return MOVE_NONE;
    struct rng r;
    rng_seed(&r, seed);
    position_copy(&scratch, p);
    return position_random(&scratch, &r);
}

int EXPORT(hoshi_playouts)(int slot, int n, uint32_t seed)
{
    static struct position scratch;
    const struct position *p = api_slot(slot);
    if (p == NULL)
        return ERR_RANGE;
    struct rng r;
    int plies = 0;
    rng_seed(&r, seed);
    for (int i = 0; i < n; i++) {
        position_copy(&scratch, p);
        position_playout(&scratch, &r, NULL);
        plies += scratch.ply - p->ply;
    }
    return plies;
}

/* fuzz_move.c - any bytes as a move, a diagram and the words of a setup. Input that can be read
 * must print as text that reads back the same. The first two bytes choose game, size and players.
 * */
#include "record/record.h"
#include "rules/position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_move(const char *text, int width, int height)
{
    move_t m;
    if (move_parse(text, width, height, &m) < 0)
        return;
    char buf[MOVE_TEXT_BYTES];
    move_t again = MOVE_NONE;
    int err = move_parse(move_print(m, width, buf), width, height, &again);
    ASSERT(err == 0 && again == m);
}

static void try_diagram(const char *text, const struct setup *s, int side)
{
    static struct cell cells[POINTS_MAX];
    static struct cell again[POINTS_MAX];
    static struct position p;
    static char buf[4 * POINTS_MAX];
    size_t at;
    __builtin_memset(cells, 0, sizeof cells);
    __builtin_memset(again, 0, sizeof again);
    if (diagram_parse(s, text, cells, &at) < 0) {
        ASSERT(at <= text_length(text));
        return;
    }
    if (position_set(&p, s, cells, side) < 0)
        return;
    struct text t;
    text_init(&t, buf, sizeof buf);
    diagram_print(&p, &t);
    ASSERT(!t.full);
    int err = diagram_parse(s, buf, again, &at);
    ASSERT(err == 0);
    for (int i = 0; i < s->width * s->height; i++)
        ASSERT(again[i].owner == cells[i].owner && again[i].height == cells[i].height);
    if (p.over)
        return;
    static move_t moves[MOVES_MAX];
    int n = position_legal(&p, moves);
    for (int i = 0; i < n; i++)
        ASSERT(position_judge(&p, moves[i]) == VERDICT_OK);
}

static void try_setup(const char *text)
{
    struct setup s = {0};
    if (record_parse_setup(text, &s) < 0)
        return;
    struct setup again = {0};
    char buf[96];
    struct text t;
    text_init(&t, buf, sizeof buf);
    record_print_setup(&s, &t);
    int err = record_parse_setup(buf, &again);
    ASSERT(err == 0 && setup_check(&s, NULL) == 0);
    ASSERT(__builtin_memcmp(&s, &again, sizeof s) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[4096];
    if (size < 2 || size >= sizeof text)
        return 0;
    struct setup s = setup_default((enum game_id)(data[0] % GAME_N));
    const struct game *g = games[s.game];
    int steps = (g->size_max - g->size_min) / g->size_step + 1;
    s.width = (uint8_t)(g->size_min + data[0] / GAME_N % steps * g->size_step);
    s.height = s.width;
    if (g->rectangular)
        s.height = (uint8_t)(g->size_min + data[1] % (g->size_max - g->size_min + 1));
    s.players = (uint8_t)(g->players_min + data[1] % (g->players_max - g->players_min + 1));
    ASSERT(setup_check(&s, NULL) == 0);
    __builtin_memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    try_move(text, s.width, s.height);
    try_diagram(text, &s, 1 + data[1] % s.players);
    try_setup(text);
    return 0;
}

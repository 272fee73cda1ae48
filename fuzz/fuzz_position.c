/* fuzz_position.c - any bytes as a board and moves on it: every position must keep its invariants.
 * Its hash equals the hash computed from scratch. The list of legal moves agrees with the check of
 * single moves. A refusal is explained with points of the board. The image under a symmetry stays
 * an image after each move.
 *
 * Byte 0: game and size. 1: players, options. 2: symmetry; bit 3: a cell for each point follows, by
 * value; bit 4: sides. Then moves: a byte below 240 is an entry of the legal list (modulo its
 * length), any other byte announces an arbitrary move in the next two bytes. */
#include "rules/position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PLIES_MAX = 600, ARBITRARY = 240, SMALL = 9 };

struct input {
    const uint8_t *at, *end;
};

static uint8_t take(struct input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

/* Three of four boards are small: they are quick, and everything can happen on them. */
static struct setup setup_read(struct input *in)
{
    uint8_t a = take(in);
    uint8_t b = take(in);
    struct setup s = setup_default((enum game_id)(a % GAME_N));
    const struct game *g = games[s.game];
    int most = (a >> 2) % 4 == 0 ? g->size_max : SMALL;
    int steps = (most - g->size_min) / g->size_step + 1;
    s.width = (uint8_t)(g->size_min + (a >> 4) % steps * g->size_step);
    s.height = s.width;
    if (g->rectangular && (b & 1) != 0)
        s.height = (uint8_t)(g->size_min + (b >> 4) % (SMALL - g->size_min + 1));
    s.players = (uint8_t)(g->players_min + (b >> 1) % (g->players_max - g->players_min + 1));
    s.options = (uint8_t)((b >> 3) & g->options);
    ASSERT(setup_check(&s, NULL) == 0);
    return s;
}

static struct cell cell_read(struct input *in, const struct setup *s)
{
    uint8_t b = take(in);
    struct cell c = {0};
    if (b % 3 == 0)
        return c;
    int sides = s->game == GAME_LEVEE ? 0 : s->players;
    int neutral = s->game == GAME_LEVEE || s->game == GAME_REDSTONE;
    int owner = (b >> 2) % (sides + neutral);
    c.owner = (uint8_t)(owner < sides ? 1 + owner : OWNER_NEUTRAL);
    c.height = (uint8_t)(s->game == GAME_CLAIMS ? 1 + (b >> 5) : 1);
    if (s->game == GAME_CLAIMS && c.height > 1 && (b & 16) != 0)
        c.flags = CELL_DOUBLED;
    if (c.height > ((c.flags & CELL_DOUBLED) != 0 ? 2 : 1))
        c.flags |= CELL_JACKED;
    return c;
}

/* Checks the explanation of an illegal move. */
static void check_refusal(const struct position *p, move_t m, enum verdict v)
{
    static struct explanation why;
    position_explain(p, m, &why);
    ASSERT(why.verdict == v && v != VERDICT_OK);
    ASSERT(why.text[0] != '\0' && verdict_rule(v)[0] != '\0');
    ASSERT(why.points_n <= POINTS_MAX);
    for (int i = 0; i < why.points_n; i++)
        ASSERT(why.points[i] >= 0 && why.points[i] < p->setup.width * p->setup.height);
    if (why.alternative != MOVE_NONE)
        ASSERT(position_judge(p, why.alternative) == VERDICT_OK);
}

static int check(const struct position *p, move_t legal[MOVES_MAX])
{
    int n = position_legal(p, legal);
    ASSERT(p->hash == position_hash(p, 0));
    ASSERT(p->over ? n == 0 : n > 0);
    ASSERT(p->side >= 1 && p->side <= p->setup.players && p->winner <= p->setup.players);
    return n;
}

/* Checks all possible moves: each is either in the list of legal moves or refused with a reason. On
 * large boards, where reasons take long, it asks for only some of the reasons. */
static void check_moves(const struct position *p, const move_t *legal, int n)
{
    int listed = 0;
    int step = p->setup.width > SMALL ? 17 : 1;
    for (int m = 0; m <= MOVE_INDEX_N; m++) {
        enum verdict v = position_judge(p, (move_t)m);
        if (listed < n && legal[listed] == m) {
            ASSERT(v == VERDICT_OK);
            listed++;
        } else {
            ASSERT(v != VERDICT_OK);
            if (m < MOVE_RED + POINTS_MAX && m % step == 0)
                check_refusal(p, (move_t)m, v);
        }
    }
    ASSERT(listed == n);
}

static void check_result(const struct position *p)
{
    static struct result r;
    int16_t points[PLAYERS_MAX];
    position_result(p, &r);
    position_score(p, points);
    ASSERT(r.over == p->over && r.winner == p->winner && (p->over || p->winner == 0));
    int owned[OWNER_NEUTRAL + 1] = {0};
    for (int i = 0; i < p->setup.width * p->setup.height; i++)
        owned[r.owner[i]]++;
    for (int i = 0; i < PLAYERS_MAX; i++) {
        if (games[p->setup.game]->has_score)
            ASSERT(points[i] == r.points[i] && points[i] >= owned[i + 1]);
    }
}

/* The image has the hash that position_hash computes for the symmetry, and the same result. */
static void check_image(const struct position *p, const struct position *image, int symmetry)
{
    bool exchange = (games[p->setup.game]->symmetries_swap >> symmetry & 1) != 0;
    ASSERT(position_hash(p, symmetry) == image->hash);
    ASSERT(position_hash_canonical(p) == position_hash_canonical(image));
    ASSERT(p->over == image->over);
    ASSERT(image->winner == (exchange && p->winner != 0 ? 3 - p->winner : p->winner));
}

/* A board of cells, or the empty one, and its image. */
static bool boards_read(struct input *in, const struct setup *s, int *symmetry, struct position *p,
                        struct position *image)
{
    static struct cell cells[POINTS_MAX];
    static struct cell mirrored[POINTS_MAX];
    uint8_t b = take(in);
    int side = 1 + (b >> 4) % s->players;
    bool drawn = (b & 8) != 0;
    *symmetry = b & 7;
    int err = position_start(p, s);
    ASSERT(err == 0);
    if (!(position_symmetries(p) >> *symmetry & 1))
        *symmetry = 0;
    if (!drawn) {
        position_copy(image, p);
        side = 1;
    }
    bool exchange = (games[s->game]->symmetries_swap >> *symmetry & 1) != 0;
    if (!drawn && !exchange)
        return true;
    for (point_t at = 0; at < s->width * s->height; at++) {
        cells[at] = drawn ? cell_read(in, s) : (struct cell){0};
        if (s->game == GAME_PALISADE && cells[at].owner != OWNER_NONE) /* P1 */
            cells[at].owner = (uint8_t)(1 + (at % s->width + at / s->width) % 2);
        mirrored[symmetry_point(*symmetry, s->width, s->height, at)] = cells[at];
    }
    err = drawn ? position_set(p, s, cells, side) : 0;
    int other = position_set(image, s, mirrored, exchange ? 3 - side : side);
    ASSERT(err == other);
    return err == 0;
}

static void play_both(struct position *p, struct position *image, int symmetry, move_t m)
{
    position_play_legal(p, m);
    enum verdict v =
        position_play(image, symmetry_move(symmetry, p->setup.width, p->setup.height, m));
    ASSERT(v == VERDICT_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct position p;
    static struct position image;
    static struct position before;
    static move_t legal[MOVES_MAX];
    struct input in = {data, data + size};
    struct setup s = setup_read(&in);
    int symmetry;
    if (!boards_read(&in, &s, &symmetry, &p, &image))
        return 0;
    check_image(&p, &image, symmetry);
    for (int ply = 0; ply < PLIES_MAX && !p.over && in.at < in.end; ply++) {
        int n = check(&p, legal);
        uint8_t b = take(&in);
        if (b < ARBITRARY) {
            play_both(&p, &image, symmetry, legal[b % n]);
        } else {
            move_t m = (move_t)(take(&in) | take(&in) << 8);
            position_copy(&before, &p);
            enum verdict v = position_judge(&p, m);
            if (v == VERDICT_OK) {
                play_both(&p, &image, symmetry, m);
            } else {
                enum verdict refused = position_play(&p, m);
                ASSERT(refused == v); /* G3: and unchanged */
                ASSERT(position_equal(&p, &before) && p.ply == before.ply);
                check_refusal(&p, m, v);
            }
        }
        check_image(&p, &image, symmetry);
    }
    check_moves(&p, legal, check(&p, legal));
    check_result(&p);
    return 0;
}

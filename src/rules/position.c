#include "rules/position.h"

#include "base/err.h"

static const struct game *game_of(const struct position *p)
{
    ASSERT(p->setup.game < GAME_N);
    return games[p->setup.game];
}

static int points_n(const struct position *p)
{
    return p->setup.width * p->setup.height;
}

static void header_init(struct position *p, const struct setup *s)
{
    p->hash = 0;
    p->setup = *s;
    p->side = 1;
    p->winner = 0;
    p->over = false;
    p->swapped = false;
    p->ply = 0;
    p->last = MOVE_NONE;
}

int position_start(struct position *out, const struct setup *s)
{
    int err = setup_check(s, NULL);
    if (err < 0)
        return err;
    header_init(out, s);
    game_of(out)->start(out);
    return 0;
}

int position_set(struct position *out, const struct setup *s, const struct cell *cells,
                 int side_to_move)
{
    int err = setup_check(s, NULL);
    if (err < 0)
        return err;
    if (side_to_move < 1 || side_to_move > s->players)
        return ERR_RANGE;
    struct position p;
    header_init(&p, s);
    p.setup.options &= (uint8_t)~OPTION_SWAP; /* R7 is about ply 2 of an empty board */
    p.side = (uint8_t)side_to_move;
    err = game_of(&p)->set(&p, cells);
    if (err < 0)
        return err;
    position_copy(out, &p);
    return 0;
}

struct cell position_cell(const struct position *p, point_t at)
{
    ASSERT(at >= 0 && at < points_n(p));
    return game_of(p)->cell(p, at);
}

int position_legal(const struct position *p, move_t out[MOVES_MAX])
{
    return p->over ? 0 : game_of(p)->legal(p, out);
}

enum verdict position_judge(const struct position *p, move_t m)
{
    const struct game *g = game_of(p);
    if (move_is_point(m) ? move_is_red(m) && !g->has_red : m == MOVE_SWAP && !g->has_swap)
        return VERDICT_G3;
    if (m > MOVE_PASS && !move_is_point(m)) /* and a "red pass" is no move either */
        return VERDICT_G3;
    if (move_is_point(m) && move_point(m) >= points_n(p))
        return VERDICT_G1;
    if (p->over)
        return VERDICT_G4;
    return g->judge(p, m);
}

enum verdict position_play(struct position *p, move_t m)
{
    enum verdict v = position_judge(p, m);
    if (v == VERDICT_OK)
        game_of(p)->play(p, m);
    return v;
}

void position_play_legal(struct position *p, move_t m)
{
    ASSERT(!p->over);
    game_of(p)->play(p, m);
}

move_t position_random(struct position *p, struct rng *r)
{
    ASSERT(!p->over);
    return game_of(p)->random(p, r);
}

void position_playout(struct position *p, struct rng *r, struct playlog *log)
{
    if (!p->over)
        game_of(p)->playout(p, r, log);
}

bool position_endings(const struct position *p, struct rng *r, int n, struct playlog *logs,
                      struct ending *out)
{
    const struct game *g = game_of(p);
    ASSERT(!p->over && n > 0);
    if (g->endings == NULL)
        return false;
    for (int i = 0; i < n && logs != NULL; i++)
        logs[i].n = 0;
    g->endings(p, r, n, logs, out);
    return true;
}

bool position_mast(const struct position *p, struct mast *out)
{
    const struct game *g = game_of(p);
    if (g->mast_playout == NULL)
        return false;
    for (int at = 0; at < p->setup.width * p->setup.height; at++)
        out->place[at] = (uint16_t)g->mast_place(p, (point_t)at);
    mast_clear(out);
    return true;
}

void position_playout_mast(struct position *p, struct rng *r, struct playlog *log,
                           const struct mast *mast)
{
    if (!p->over)
        game_of(p)->mast_playout(p, r, log, mast);
}

void position_score(const struct position *p, int16_t points[PLAYERS_MAX])
{
    for (int i = 0; i < PLAYERS_MAX; i++)
        points[i] = 0;
    game_of(p)->score(p, points);
}

void position_result(const struct position *p, struct result *out)
{
    *out = (struct result){.over = p->over, .winner = p->winner};
    game_of(p)->result(p, out);
}

void position_explain(const struct position *p, move_t m, struct explanation *out)
{
    out->verdict = position_judge(p, m);
    out->text[0] = '\0';
    out->alternative = MOVE_NONE;
    out->points_n = 0;
    if (out->verdict == VERDICT_OK)
        return;
    struct text t;
    text_init(&t, out->text, sizeof out->text);
    if (out->verdict == VERDICT_G1 || out->verdict == VERDICT_G3 || out->verdict == VERDICT_G4)
        text_str(&t, verdict_text(out->verdict));
    else
        game_of(p)->explain(p, m, out);
}

int position_more(const struct position *p)
{
    const struct game *g = game_of(p);
    return g->more != NULL ? g->more(p) : 0;
}

int position_seat(const struct position *p, int side)
{
    ASSERT(side >= 1 && side <= p->setup.players);
    return p->swapped ? 3 - side : side;
}

uint64_t position_hash(const struct position *p, int symmetry)
{
    ASSERT(symmetry >= 0 && symmetry < SYMMETRIES_MAX);
    return game_of(p)->hash(p, symmetry);
}

uint8_t position_symmetries(const struct position *p)
{
    uint8_t all = game_of(p)->symmetries;
    return p->setup.width == p->setup.height ? all : (uint8_t)(all & 0x0f);
}

uint64_t position_hash_canonical(const struct position *p)
{
    uint8_t mask = position_symmetries(p);
    uint64_t best = p->hash;
    for (int s = 1; s < SYMMETRIES_MAX; s++) {
        if (!(mask >> s & 1))
            continue;
        uint64_t h = position_hash(p, s);
        if (h < best)
            best = h;
    }
    return best;
}

void position_copy(struct position *dst, const struct position *src)
{
    __builtin_memcpy(dst, src, game_of(src)->bytes(src));
}

bool position_equal(const struct position *a, const struct position *b)
{
    const struct setup *s = &a->setup;
    const struct setup *t = &b->setup;
    if (s->game != t->game || s->width != t->width || s->height != t->height ||
        s->players != t->players || s->options != t->options || a->hash != b->hash ||
        a->side != b->side || a->over != b->over || a->winner != b->winner)
        return false;
    for (point_t at = 0; at < points_n(a); at++) {
        struct cell c = position_cell(a, at);
        struct cell d = position_cell(b, at);
        if (c.owner != d.owner || c.height != d.height || c.flags != d.flags)
            return false;
    }
    return true;
}

uint64_t position_perft(const struct position *p, int depth)
{
    if (depth == 0)
        return 1;
    move_t moves[MOVES_MAX];
    int n = position_legal(p, moves);
    if (depth == 1)
        return (uint64_t)n;
    uint64_t nodes = 0;
    for (int i = 0; i < n; i++) {
        struct position q;
        position_copy(&q, p);
        position_play_legal(&q, moves[i]);
        nodes += position_perft(&q, depth - 1);
    }
    return nodes;
}

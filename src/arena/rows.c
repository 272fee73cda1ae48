#include "arena/rows.h"

#include "base/err.h"
#include "net/planes.h"
#include <string.h>

/* Byte 10 of the head. */
enum { ROWS_POINTS = 1, ROWS_PASS = 2, ROWS_TURNS = 4 };

enum { HEAD_BYTES = 16, TAIL_BYTES = 4 * SHARD_WEIGHTS_MAX + 8 };

struct rows {
    FILE *out;
    struct setup setup; /* of the first game: the others have the same */
    size_t row_bytes;
    unsigned game;
    uint8_t ringed[(SIDE_MAX + 2) * (SIDE_MAX + 2) * PLANES_MAX];
    uint8_t row[POINTS_MAX * (PLANES_MAX + 1) + TAIL_BYTES];
};

static unsigned char *put2(unsigned char *at, unsigned v)
{
    at[0] = (unsigned char)v;
    at[1] = (unsigned char)(v >> 8);
    return at + 2;
}

static bool begin(struct rows *w, const struct setup *s)
{
    int planes = planes_n(s->game);
    size_t points = (size_t)s->width * s->height;
    w->setup = *s;
    w->row_bytes = points * ((size_t)planes + 1) + TAIL_BYTES;
    unsigned char head[HEAD_BYTES] = {'R', 'O', 'W', 'S', 0, s->game, s->width, s->height};
    head[4] = (unsigned char)planes_version(s->game);
    head[8] = (unsigned char)planes;
    head[9] = (unsigned char)planes_kinds(s->game);
    const struct game *g = games[s->game];
    bool turns = (g->symmetries_swap >> SYMMETRY_TRANSPOSE & 1) != 0;
    head[10] = (unsigned char)((g->has_score ? ROWS_POINTS : 0) | (g->has_pass ? ROWS_PASS : 0) |
                               (turns ? ROWS_TURNS : 0));
    (void)put2(put2(head + 12, (unsigned)w->row_bytes & 0xffff), (unsigned)(w->row_bytes >> 16));
    return fwrite(head, 1, sizeof head, w->out) == sizeof head;
}

static bool write_row(struct rows *w, const struct shard_game *g, const struct shard_ply *ply,
                      const struct position *p)
{
    const struct setup *s = &w->setup;
    size_t planes = (size_t)planes_n(s->game);
    size_t points = (size_t)s->width * s->height;
    unsigned char *at = w->row;
    planes_fill(p, w->ringed);
    for (size_t y = 0; y < s->height; y++, at += s->width * planes)
        memcpy(at, w->ringed + ((y + 1) * (s->width + 2u) + 1) * planes, s->width * planes);
    for (int k = 0; k < SHARD_WEIGHTS_MAX; k++) {
        bool used = k < ply->weights_n;
        at = put2(at, used ? (unsigned)planes_move(s, ply->weights[k].move) : 0);
        at = put2(at, used ? ply->weights[k].share : 0);
    }
    int me = p->side;
    at = put2(at, ply->rate);
    at = put2(at, g->winner == 0 ? 1 : g->winner == me ? 2 : 0);
    int margin = games[s->game]->has_score ? g->points[me - 1] - g->points[2 - me] : 0;
    at = put2(at, (uint16_t)margin);
    at = put2(at, w->game);
    for (size_t i = 0; i < points; i++)
        *at++ = (unsigned char)(g->owner[i] == me ? 1 : g->owner[i] == 3 - me ? 255 : 0);
    return fwrite(w->row, 1, w->row_bytes, w->out) == w->row_bytes;
}

static int write_game(struct rows *w, const struct shard_game *g, const char **why)
{
    struct position p;
    if (position_start(&p, &g->setup) < 0)
        return ERR_SYNTAX;
    for (int i = 0; i < g->plies_n; i++) {
        const struct shard_ply *ply = &g->plies[i];
        if (ply->weights_n > 0 && !write_row(w, g, ply, &p))
            return ERR_IO;
        if (position_play(&p, ply->move) != VERDICT_OK) {
            *why = "a game in the file has an illegal move";
            return ERR_SYNTAX;
        }
    }
    return 0;
}

int rows_write(const void *shard, size_t n, FILE *out, const char **why)
{
    static struct rows w;
    static struct shard_game g;
    struct shard_reader r;
    int err = shard_open(&r, shard, n, why);
    if (err < 0)
        return err;
    memset(&w, 0, sizeof w);
    w.out = out;
    for (;; w.game++) {
        int more = shard_next(&r, &g, why);
        if (more <= 0)
            return more;
        if (w.game == 0 && !begin(&w, &g.setup))
            return ERR_IO;
        if (g.setup.players != 2 || g.setup.width != w.setup.width ||
            g.setup.height != w.setup.height)
            return ERR_UNSUPPORTED;
        err = write_game(&w, &g, why);
        if (err < 0)
            return err;
    }
}

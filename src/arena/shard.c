#include "arena/shard.h"

#include "base/crc.h"
#include "base/err.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char MAGIC[8] = {'H', 'O', 'S', 'H', 'I', 'G', 'M', 'S'};

/* ---- writing ---- */

static unsigned char *put2(unsigned char *at, unsigned v)
{
    at[0] = (unsigned char)v;
    at[1] = (unsigned char)(v >> 8);
    return at + 2;
}

static unsigned char *put4(unsigned char *at, uint32_t v)
{
    return put2(put2(at, v & 0xffff), v >> 16);
}

static size_t game_bytes(const struct shard_game *g)
{
    size_t n = 8 + 2 * PLAYERS_MAX + (size_t)g->setup.width * g->setup.height;
    for (int i = 0; i < g->plies_n; i++)
        n += 5 + 4 * (size_t)g->plies[i].weights_n;
    return n;
}

static bool reserve(struct shard *s, size_t more)
{
    if (s->len + more <= s->cap)
        return true;
    size_t cap = 2 * s->cap + more + SHARD_HEAD_BYTES;
    unsigned char *bytes = realloc(s->bytes, cap);
    if (bytes == NULL)
        return false;
    s->bytes = bytes;
    s->cap = cap;
    return true;
}

int shard_add(struct shard *s, const struct shard_game *g)
{
    ASSERT(g->plies_n <= SHARD_PLIES_MAX);
    size_t head = s->len == 0 ? SHARD_HEAD_BYTES : 0;
    size_t n = game_bytes(g);
    if (!reserve(s, head + n))
        return ERR_NO_MEMORY;
    unsigned char *at = s->bytes + s->len + head;
    size_t area = (size_t)g->setup.width * g->setup.height;
    *at++ = g->setup.width;
    *at++ = g->setup.height;
    *at++ = g->setup.players;
    *at++ = g->setup.options;
    at = put2(at, g->plies_n);
    *at++ = g->winner;
    *at++ = 0;
    for (int i = 0; i < PLAYERS_MAX; i++)
        at = put2(at, (uint16_t)g->points[i]);
    memcpy(at, g->owner, area);
    at += area;
    for (int i = 0; i < g->plies_n; i++) {
        const struct shard_ply *ply = &g->plies[i];
        at = put2(put2(at, ply->move), ply->rate);
        *at++ = ply->weights_n;
        for (int k = 0; k < ply->weights_n; k++)
            at = put2(put2(at, ply->weights[k].move), ply->weights[k].share);
    }
    s->len += head + n;
    s->games_n++;
    return 0;
}

static bool write_whole(const struct shard *s, const char *name)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL)
        return false;
    bool done = fwrite(s->bytes, 1, s->len, file) == s->len && fflush(file) == 0 &&
                fsync(fileno(file)) == 0;
    return fclose(file) == 0 && done;
}

int shard_save(struct shard *s, enum game_id game, const char *name)
{
    ASSERT(s->games_n > 0);
    char other[4096];
    int len = snprintf(other, sizeof other, "%s.%ld.part", name, (long)getpid());
    if (len < 0 || (size_t)len >= sizeof other)
        return ERR_IO;
    uint32_t bytes = (uint32_t)(s->len - SHARD_HEAD_BYTES);
    memcpy(s->bytes, MAGIC, sizeof MAGIC);
    unsigned char *at = put2(s->bytes + sizeof MAGIC, SHARD_VERSION);
    at = put2(at, (unsigned)game);
    at = put4(put4(at, s->games_n), bytes);
    (void)put4(at, crc32_more(0, s->bytes + SHARD_HEAD_BYTES, bytes));
    if (write_whole(s, other) && rename(other, name) == 0)
        return 0;
    (void)unlink(other);
    return ERR_IO;
}

void shard_done(struct shard *s)
{
    free(s->bytes);
    *s = (struct shard){0};
}

/* ---- reading ---- */

static unsigned get2(const unsigned char *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

static uint32_t get4(const unsigned char *at)
{
    return get2(at) | (uint32_t)get2(at + 2) << 16;
}

static int bad(const char **why, const char *sentence)
{
    *why = sentence;
    return ERR_SYNTAX;
}

int shard_open(struct shard_reader *r, const void *bytes, size_t n, const char **why)
{
    const unsigned char *at = bytes;
    if (n < SHARD_HEAD_BYTES || memcmp(at, MAGIC, sizeof MAGIC) != 0)
        return bad(why, "not a file of self-play games");
    if (get2(at + 8) != SHARD_VERSION)
        return bad(why, "self-play games in a version that this program does not read");
    if (get4(at + 16) != n - SHARD_HEAD_BYTES)
        return bad(why, "the file is truncated or has something appended");
    if (get4(at + 20) != crc32_more(0, at + SHARD_HEAD_BYTES, n - SHARD_HEAD_BYTES))
        return bad(why, "the checksum is wrong: the file is damaged");
    if (get2(at + 10) >= GAME_N)
        return bad(why, "self-play games of an unknown game");
    *r = (struct shard_reader){.at = at + SHARD_HEAD_BYTES,
                               .end = at + n,
                               .game = (enum game_id)get2(at + 10),
                               .left = get4(at + 12)};
    return 0;
}

static size_t rest(const struct shard_reader *r)
{
    return (size_t)(r->end - r->at);
}

static bool next_ply(struct shard_reader *r, struct shard_ply *out)
{
    if (rest(r) < 5)
        return false;
    *out = (struct shard_ply){
        .move = (move_t)get2(r->at), .rate = (uint16_t)get2(r->at + 2), .weights_n = r->at[4]};
    r->at += 5;
    if (out->weights_n > SHARD_WEIGHTS_MAX || rest(r) < 4 * (size_t)out->weights_n)
        return false;
    for (int k = 0; k < out->weights_n; k++, r->at += 4)
        out->weights[k] = (struct shard_weight){(move_t)get2(r->at), (uint16_t)get2(r->at + 2)};
    return true;
}

int shard_next(struct shard_reader *r, struct shard_game *out, const char **why)
{
    static const char broken[] = "a game in the file is malformed";
    if (r->left == 0)
        return rest(r) == 0 ? 0 : bad(why, broken);
    if (rest(r) < 8 + 2 * PLAYERS_MAX)
        return bad(why, broken);
    const unsigned char *at = r->at;
    out->setup = (struct setup){(uint8_t)r->game, at[0], at[1], at[2], at[3]};
    out->plies_n = (uint16_t)get2(at + 4);
    out->winner = at[6];
    for (int i = 0; i < PLAYERS_MAX; i++)
        out->points[i] = (int16_t)get2(at + 8 + 2 * i);
    r->at += 8 + 2 * PLAYERS_MAX;
    if (setup_check(&out->setup, NULL) < 0 || out->plies_n > SHARD_PLIES_MAX)
        return bad(why, broken);
    size_t area = (size_t)out->setup.width * out->setup.height;
    if (rest(r) < area)
        return bad(why, broken);
    memcpy(out->owner, r->at, area);
    r->at += area;
    for (int i = 0; i < out->plies_n; i++)
        if (!next_ply(r, &out->plies[i]))
            return bad(why, broken);
    r->left--;
    return 1;
}

/* shard.h - files of games that the engine played against itself, from which nets learn.
 *
 * A shard is written whole and under its name only when it is complete. All numbers are
 * little-endian:
 *
 *     0   8   "HOSHIGMS"
 *     8   2   SHARD_VERSION
 *     10  1   enum game_id
 *     11  1   0
 *     12  4   number of games
 *     16  4   bytes of the games that follow
 *     20  4   their CRC-32
 *     24      games
 *
 * A game: width, height, players, options (a byte each), plies (2), winner's side (1, 0: a draw),
 * 0 (1), points of each side (4 x 2), the side that has each point in the end (a byte each), then
 * its plies. A ply: move (2), the share of wins that the search expects for the side to move (2, in
 * 1/65535), the number of weights (1), and for each weight a move and its share of the visits (2
 * and 2, in 1/65535). A ply without weights was played with a small search, or at random. */
#ifndef SHARD_H
#define SHARD_H
#include "base/macros.h"
#include "rules/game.h"
#include <stdio.h>

enum { SHARD_VERSION = 1, SHARD_HEAD_BYTES = 24, SHARD_PLIES_MAX = 4096, SHARD_WEIGHTS_MAX = 16 };

struct shard_weight {
    move_t move;
    uint16_t share;
};

struct shard_ply {
    move_t move;
    uint16_t rate;
    uint8_t weights_n;
    struct shard_weight weights[SHARD_WEIGHTS_MAX];
};

struct shard_game {
    struct setup setup;
    uint16_t plies_n;
    uint8_t winner;
    int16_t points[PLAYERS_MAX];
    uint8_t owner[POINTS_MAX];
    struct shard_ply plies[SHARD_PLIES_MAX];
};

/* Games on their way to a file. */
struct shard {
    unsigned char *bytes; /* with the head */
    size_t len, cap;
    uint32_t games_n;
};

/* Adds a game. Returns 0 or ERR_NO_MEMORY. */
MUST_USE int shard_add(struct shard *s, const struct shard_game *g);

/* Writes the file, first under another name in the same folder. Returns 0 or ERR_IO. */
MUST_USE int shard_save(struct shard *s, enum game_id game, const char *name);
void shard_done(struct shard *s);

/* Reads games, one after the other, from a shard that is in memory. */
struct shard_reader {
    const unsigned char *at, *end;
    enum game_id game;
    uint32_t left;
};

/* Returns 0, or ERR_SYNTAX and a sentence in *why: no shard, another version, truncated,
 * damaged. */
MUST_USE int shard_open(struct shard_reader *r, const void *bytes, size_t n, const char **why);

/* The next game: 1, 0 if there is none left, or ERR_SYNTAX and a sentence. */
MUST_USE int shard_next(struct shard_reader *r, struct shard_game *out, const char **why);

#endif

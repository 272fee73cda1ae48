/* proof_form.h - positions packed for comparison, shared by the writer and the checker of proofs.
 *
 * The packed form holds all that affects the future (position_equal, without history and counters):
 * the content of each point, the side to move, whether a pass came just before (C7), and how near a
 * swap is (R7). It can be taken as seen through a symmetry of the game, so that two positions are
 * the same up to that symmetry iff the packed bytes are equal. No hash is involved. */
#ifndef PROOF_FORM_H
#define PROOF_FORM_H
#include "rules/game.h"

enum { PROOF_FORM_BYTES_MAX = 2 * POINTS_MAX + 2 };

/* Bytes of a packed position on boards of that setup. */
size_t proof_form_bytes(const struct setup *s);

/* Packs a running position of two players as seen through a symmetry that it has. */
void proof_form_pack(const struct position *p, int symmetry, uint8_t *out);

/* The part of a running position that affects its value (docs/PROOFS.md, citations with ~). */
struct proof_live {
    bool odd;
    uint8_t live[POINTS_MAX];
};

/* Bytes of that part, packed; never more than PROOF_FORM_BYTES_MAX. 0: in that game everything on
 * the board distinguishes positions. */
size_t proof_live_bytes(const struct setup *s);

/* For games where it is not 0. Positions with equal bytes are worth the same. */
void proof_live_find(const struct position *p, struct proof_live *out);
void proof_live_pack(const struct position *p, const struct proof_live *live, int symmetry,
                     uint8_t *out);

#endif

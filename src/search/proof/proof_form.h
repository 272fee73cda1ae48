/* proof_form.h - positions packed for comparison, shared by who writes proofs and who checks them.
 *
 * The packed form holds all that bears on the future (position_equal, less history and counters):
 * what stands on each point, the side to move, whether a pass came just before (C7), and how near a
 * swap is (R7). It can be taken as seen through a symmetry of the game, so that two positions
 * are the same up to that symmetry iff the packed bytes are equal. No hash is involved. */
#ifndef PROOF_FORM_H
#define PROOF_FORM_H
#include "rules/game.h"

enum { PROOF_FORM_BYTES_MAX = 2 * POINTS_MAX + 2 };

/* Bytes of a packed position on boards of that setup. */
size_t proof_form_bytes(const struct setup *s);

/* Packs a running position of two players as seen through a symmetry that it has. */
void proof_form_pack(const struct position *p, int symmetry, uint8_t *out);

#endif

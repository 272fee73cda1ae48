/* planes_int.h - what the planes of the games share (planes.h); for the planes*.c files only. */
#ifndef PLANES_INT_H
#define PLANES_INT_H
#include "net/planes.h"

enum { PLANE_BOARD, PLANE_FIRST, PLANE_LEGAL, PLANE_OWN };

/* The numbers of a point. */
static inline uint8_t *planes_at(uint8_t *out, const struct setup *s, int planes, int at)
{
    int x = at % s->width;
    int y = at / s->width;
    return out + ((y + 1) * (s->width + 2) + x + 1) * planes;
}

/* Each fills the game's own planes, from PLANE_LEGAL on. */
void planes_palisade(const struct position *p, uint8_t *out, int planes);

#endif

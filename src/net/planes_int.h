/* planes_int.h - what the planes of the games share (planes.h); for the planes*.c files only. */
#ifndef PLANES_INT_H
#define PLANES_INT_H
#include "net/planes.h"

/* The input planes of a game for a net. */
struct planes_row {
    uint8_t n;       /* planes_n */
    uint8_t kinds;   /* planes_kinds */
    uint8_t version; /* planes_version */
    uint8_t
        blind; /* option_flag bits that the planes do not tell: with one of them, no net plays */
    struct planes_boards boards;
    /* Fills the planes from PLANE_LEGAL on, which are 0. */
    void (*fill)(const struct position *p, uint8_t *out, int planes);
};

#define PLANES_ROW(NAME, name) extern const struct planes_row planes_##name;
GAME_LIST(PLANES_ROW)
#undef PLANES_ROW

/* The numbers of a point. */
static inline uint8_t *planes_at(uint8_t *out, const struct setup *s, int planes, int at)
{
    int x = at % s->width;
    int y = at / s->width;
    return out + ((y + 1) * (s->width + 2) + x + 1) * planes;
}

/* A number that grows by `each`, and stays at PLANE_MAX. */
static inline uint8_t planes_scaled(int number, int each)
{
    return (uint8_t)(number * each < PLANE_MAX ? number * each : PLANE_MAX);
}

#endif

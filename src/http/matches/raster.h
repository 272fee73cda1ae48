/* raster.h - our own pictures of boards (record/svg.h) as pixels, for previews where no SVG is
 * shown.
 *
 * It knows the SVG that record/ writes and no more: rectangles, circles, paths of straight lines,
 * groups with a fill, two radial gradients, and digits. It skips everything else. */
#ifndef RASTER_H
#define RASTER_H
#include "base/macros.h"
#include <stddef.h>
#include <stdint.h>

struct raster {
    int width, height;
    uint8_t *rgb; /* owned; rows from the top, three bytes a pixel */
};

/* Draws the picture as large as fits, in the middle, on its own background. 0, ERR_SYNTAX when it
 * is no such picture, or ERR_NO_MEMORY. */
MUST_USE int raster_draw(const char *svg, int width, int height, struct raster *out);
void raster_free(struct raster *r);

/* The picture as PNG; *bytes is malloc's. */
MUST_USE int raster_png(const struct raster *r, unsigned char **bytes, size_t *n);

#endif

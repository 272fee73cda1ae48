/* picture_cache.h - the pictures of boards that were drawn lately. Drawing takes most of the time
 * of a preview, and a site that embeds a board asks for it again and again.
 *
 * A picture is found by its source, the SVG, which is the same as long as match, ply and style are.
 * So nothing needs to be told when a move is played or taken back, and an asker who may see fewer
 * moves gets another picture. At most PICTURE_CACHE_BYTES are kept. Safe to call from any
 * thread. */
#ifndef PICTURE_CACHE_H
#define PICTURE_CACHE_H
#include "base/macros.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PICTURE_CACHE_BYTES = 16 * 1024 * 1024 };

struct picture_cache; /* opaque */

MUST_USE struct picture_cache *picture_cache_new(void); /* NULL: memory is short */
void picture_cache_free(struct picture_cache *c);       /* NULL is fine */

/* A copy of the picture of this source; free() it. */
MUST_USE bool picture_cache_get(struct picture_cache *c, const char *svg, size_t svg_n,
                                unsigned char **png, size_t *n);
void picture_cache_put(struct picture_cache *c, const char *svg, size_t svg_n,
                       const unsigned char *png, size_t n);

/* How many pictures were put: those that had to be drawn. */
uint64_t picture_cache_drawn(struct picture_cache *c);

#endif

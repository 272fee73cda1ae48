/* assets.h - the page's files as tables in the program. tools/embed_assets.py writes the C file
 * that defines asset_find from the built page when hoshi is built. */
#ifndef ASSETS_H
#define ASSETS_H
#include <stddef.h>

struct asset {
    const char *path;        /* "/index.html" */
    const char *mime;        /* "text/html; charset=utf-8" */
    const char *etag;        /* with its quotes */
    const unsigned char *gz; /* the same in gzip; NULL when that would not be smaller */
    size_t gz_bytes;
    const unsigned char *br; /* and in brotli */
    size_t br_bytes;
    const unsigned char *raw;
    size_t raw_bytes;
};

/* The file of that path; NULL if there is none. */
const struct asset *asset_find(const char *path);

#endif

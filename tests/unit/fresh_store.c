/* fresh_store.c - makes the tables of a new store at a URL. Tests copy this database instead of
 * making their own tables (tests/postgres.sh). */
#include "base/text.h"
#include "store/core/store.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    char buf[200];
    struct text why;
    struct store *s;
    text_init(&why, buf, sizeof buf);
    if (argc != 2 || store_open(argv[1], &s, &why) < 0) {
        fprintf(stderr, "fresh_store: %s\n", argc == 2 ? buf : "it takes the URL of a store");
        return 1;
    }
    store_close(s);
    return 0;
}

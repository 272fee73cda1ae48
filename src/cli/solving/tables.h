/* tables.h - where tables of all positions (search/proof/tablebase.h) lie: a folder with one file
 * a board, made by `hoshi table` and read by `hoshi analyze`. */
#ifndef TABLES_H
#define TABLES_H
#include "base/text.h"
#include "search/proof/tablebase.h"

enum { TABLES_PATH_BYTES = 4096 };

/* A table that is mapped into memory. */
struct tables_file {
    struct tablebase table;
    void *bytes;
    size_t bytes_n;
};

/* The folder: $HOSHI_TABLES, else $XDG_DATA_HOME/hoshi/tables, else ~/.local/share/hoshi/tables;
 * empty where there is none of these. */
void tables_folder(char path[TABLES_PATH_BYTES]);

/* "GAME-5x5.tablebase"; options that differ from the game's own follow the size: "-noswap". */
void tables_name(const struct setup *s, struct text *out);

/* Maps a table. Returns an exit status; a message was printed if it is not EXIT_OK. */
MUST_USE int tables_open(const char *path, struct tables_file *out);

/* Maps the table for a board if the folder has it. A file that cannot be used is named on stderr
 * and ignored. */
MUST_USE bool tables_find(const char *folder, const struct setup *s, struct tables_file *out);

void tables_close(struct tables_file *f);

#endif

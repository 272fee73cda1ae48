/* proof_file.h - proofs as files, compressed or not (docs/PROOFS.md). */
#ifndef PROOF_FILE_H
#define PROOF_FILE_H
#include "search/proof/proof_text.h"

struct proof_file; /* opaque */

/* Opens for writing, compressed if the name ends in .gz, or for reading, where the bytes tell. NULL
 * with errno set: that failed. */
MUST_USE struct proof_file *proof_file_create(const char *name);
MUST_USE struct proof_file *proof_file_open(const char *name);

/* A pns_write: adds bytes. */
bool proof_file_write(void *file, const void *bytes, size_t n);

/* A file that was opened, as the checker reads it; lives as long as the file. */
struct proof_source proof_file_source(struct proof_file *f);

/* False: not all was written. */
MUST_USE bool proof_file_close(struct proof_file *f);

#endif

/* fuzz_proof.c - any bytes as a proof: it is accepted or refused with a reason, and an accepted
 * proof is also accepted when its blanks are doubled. */
#include "base/err.h"
#include "rules/position.h"
#include "search/proof/proof_check.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY_BYTES = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct position p;
    struct proof_claim claim = {.position = &p};
    struct proof_verdict v;
    const char *text = size > 0 ? (const char *)data : "";
    int err = proof_check_file(text, size, MEMORY_BYTES, &claim, &v);
    ASSERT(v.at <= size);
    ASSERT((err == 0) == (v.text[0] == '\0'));
    if (err < 0)
        return 0;
    char *wide = malloc(2 * size + 1);
    ASSERT(wide != NULL);
    size_t n = 0;
    for (size_t i = 0; i < size; i++) {
        wide[n++] = text[i];
        if (text[i] == ' ' || text[i] == '\n')
            wide[n++] = '\t';
    }
    struct proof_verdict again;
    err = proof_check_file(wide, n, MEMORY_BYTES, &claim, &again);
    ASSERT(err == 0);
    ASSERT(again.nodes_n == v.nodes_n && again.positions_n == v.positions_n);
    free(wide);
    return 0;
}

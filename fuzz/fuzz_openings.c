/* fuzz_openings.c - any bytes as a file of openings: each opening that is read must be legal, and
 * the game must not be over after it. The first byte chooses game and size. */
#include "arena/openings.h"
#include "base/err.h"
#include "base/macros.h"
#include "rules/position.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n == 0)
        return 0;
    static const uint8_t sizes[4] = {3, 5, 7, 25};
    struct setup s = setup_default((enum game_id)(data[0] % GAME_N));
    struct openings o;
    struct text why;
    char sentence[256];
    int line;
    s.width = s.height = sizes[data[0] / GAME_N % 4];
    text_init(&why, sentence, sizeof sentence);
    int err = openings_read((const char *)data + 1, n - 1, &s, &o, &line, &why);
    ASSERT(line >= 1);
    if (err < 0) {
        ASSERT(why.len > 0);
        return 0;
    }
    ASSERT(o.n > 0);
    for (int i = 0; i < o.n; i++) {
        struct position p;
        ASSERT(position_start(&p, &s) == 0);
        for (int k = 0; k < o.list[i].n; k++)
            ASSERT(position_play(&p, o.list[i].moves[k]) == VERDICT_OK);
        ASSERT(!p.over && p.ply > 0);
    }
    openings_done(&o);
    return 0;
}

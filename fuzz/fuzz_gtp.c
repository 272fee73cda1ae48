/* fuzz_gtp.c - any bytes as a GTP session. Every answer must follow the protocol, and the board
 * must stay consistent. The first byte chooses game and size. */
#include "base/macros.h"
#include "gtp/gtp.h"
#include "rules/position.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* The place in the answers. An answer begins with `=` or `?` and ends with the first empty line. */
struct watch {
    char last[2]; /* the two bytes before; both '\n' between answers */
};

static void watch_answer(void *context, const char *part, size_t len)
{
    struct watch *w = context;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)part[i];
        bool begins = w->last[0] == '\n' && w->last[1] == '\n';
        ASSERT(!begins || c == '=' || c == '?');
        ASSERT(c == '\n' || c >= ' ');
        w->last[0] = begins ? ' ' : w->last[1];
        w->last[1] = (char)c;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n == 0)
        return 0;
    static const uint8_t sizes[4] = {3, 5, 7, 11};
    struct gtp_options options = {
        .setup = setup_default((enum game_id)(data[0] % GAME_N)),
        .engine = {.memory_bytes = 1 << 20},
        .limits = {.nodes_cap = 4},
        .fixed = true,
    };
    options.setup.width = options.setup.height = sizes[data[0] / GAME_N % 4];
    struct gtp *g = gtp_new(&options);
    ASSERT(g != NULL);
    struct watch w = {.last = {'\n', '\n'}};
    gtp_feed(g, (const char *)data + 1, n - 1, watch_answer, &w);
    gtp_feed(g, "\n", 1, watch_answer, &w);
    gtp_tick(g, watch_answer, &w);
    gtp_feed(g, "\n", 1, watch_answer, &w); /* ends an analysis that still runs */
    ASSERT(!gtp_streams(g));
    ASSERT(w.last[0] == '\n' && w.last[1] == '\n');
    const struct position *p = gtp_position(g);
    ASSERT(p->hash == position_hash(p, 0));
    gtp_free(g);
    return 0;
}

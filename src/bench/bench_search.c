#include "bench/bench_search.h"

#include "arena/machine.h"
#include "base/exit.h"
#include "platform/clock.h"
#include "rules/position.h"
#include "search/signature.h"
#include "version.h"

static json_t *hex(uint64_t v)
{
    return json_sprintf("%016llx", (unsigned long long)v);
}

int bench_search(void)
{
    struct engine_options options = {
        .memory_bytes = SIGNATURE_MEMORY_BYTES, .threads = 1, .no_net = true};
    struct engine *e = engine_new(&options);
    if (e == NULL) {
        fputs("hoshi-bench: not enough memory for the engine\n", stderr);
        return EXIT_NO;
    }
    json_t *list = json_array();
    uint64_t signature = 0;
    int64_t nodes = 0;
    int64_t used_us = 0;
    for (int i = 0; i < SIGNATURE_CASES; i++) {
        struct position p;
        signature_position(i, &p);
        int64_t before = nodes;
        int64_t began = clock_thread_cpu_us();
        uint64_t found = signature_case(e, i, &nodes);
        int64_t us = clock_thread_cpu_us() - began;
        used_us += us;
        signature = signature_add(signature, found);
        json_array_append_new(
            list,
            json_pack("{s:s, s:i, s:i, s:i, s:i, s:I, s:f, s:o}", "game", games[p.setup.game]->name,
                      "width", p.setup.width, "height", p.setup.height, "players", p.setup.players,
                      "ply", (int)p.ply, "nodes", (json_int_t)(nodes - before), "nodes_per_s",
                      (double)(nodes - before) * 1e6 / (double)(us > 0 ? us : 1), "signature",
                      hex(found)));
    }
    engine_free(e);
    json_t *out =
        json_pack("{s:s, s:s, s:o, s:s, s:o, s:I, s:f, s:o}", "bench", "search", "version",
                  HOSHI_VERSION, "machine", machine_json(), "compiler", machine_compiler(),
                  "signature", hex(signature), "nodes", (json_int_t)nodes, "nodes_per_s",
                  (double)nodes * 1e6 / (double)(used_us > 0 ? used_us : 1), "cases", list);
    int status =
        json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0 ? EXIT_OK : EXIT_NO;
    putchar('\n');
    json_decref(out);
    return status;
}

#include "bench/bench_search.h"

#include "arena/machine.h"
#include "base/exit.h"
#include "platform/clock.h"
#include "platform/json.h"
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
            JSON_OBJECT({"game", json_string(games[p.setup.game]->name)},
                        {"width", json_integer(p.setup.width)},
                        {"height", json_integer(p.setup.height)},
                        {"players", json_integer(p.setup.players)},
                        {"ply", json_integer((int)p.ply)}, {"nodes", json_integer(nodes - before)},
                        {"nodes_per_s",
                         json_real((double)(nodes - before) * 1e6 / (double)(us > 0 ? us : 1))},
                        {"signature", hex(found)}));
    }
    engine_free(e);
    json_t *out = JSON_OBJECT(
        {"bench", json_string("search")}, {"version", json_string(HOSHI_VERSION)},
        {"machine", machine_json()}, {"compiler", json_string(machine_compiler())},
        {"signature", hex(signature)}, {"nodes", json_integer(nodes)},
        {"nodes_per_s", json_real((double)nodes * 1e6 / (double)(used_us > 0 ? used_us : 1))},
        {"cases", list});
    int status =
        json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0 ? EXIT_OK : EXIT_NO;
    putchar('\n');
    json_decref(out);
    return status;
}

/* cmd_rate.c - `hoshi rate`: the levels of the engine try puzzles; the levels that solve a puzzle
 * give its rating (search/proof/puzzle_tries.h). */
#include "base/err.h"
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/files/own.h"
#include "cli/progress.h"
#include "cli/solving/puzzle_record.h"
#include "platform/json.h"
#include "search/proof/puzzle_themes.h"
#include "search/proof/puzzle_tries.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_rate;
const struct command cmd_rate = {
    .name = "rate",
    .summary = "let the engine's levels try puzzles, and rate those",
    .help = "usage: hoshi rate FILE [options]\n\n"
            "Each level of the engine tries each puzzle of FILE (docs/PUZZLES.md). Prints the\n"
            "puzzles with the rating that follows from the levels that found the solution.\n"
            "The same options give the same ratings on every machine.\n\n"
            "  --kept FILE     store the tries of each puzzle in FILE, and use those that are\n"
            "                  there and were made with the same options: the same command\n"
            "                  continues an interrupted run\n"
            "  --tries N       tries of each level up to 4; half as many for 5 and 6, a\n"
            "                  quarter for 7 and 8 (default 4)\n"
            "  --level L       the highest level that tries (default 8)\n"
            "  --seed N        seed of the tries (default 1)\n"
            "  --themes        measure the length and the themes again instead of the rating\n"
            "  --progress S    a line on standard error every S seconds\n\n"
            "Examples:\n"
            "  hoshi rate levee.jsonl > rated.jsonl\n"
            "  hoshi rate levee.jsonl --kept tries --progress 10 > rated.jsonl\n",
    .run = run,
};

enum { FILE_BYTES = 64 << 20 };

struct rate {
    struct puzzle_tries_plan plan;
    struct engine *engine;
    json_t *kept; /* what was done, by the names of the puzzles */
    FILE *keep;   /* where more of it goes; NULL: nowhere */
    int64_t rated_n;
    struct progress progress;
    bool themes;           /* measures these instead */
    struct resist *resist; /* then, for boards of `setup` */
    struct setup setup;
};

/* Reads what an earlier run has kept; a line that was cut off is asked again. False after a
 * message. */
static bool open_kept(struct rate *r, const char *name)
{
    char *text = NULL;
    size_t len = 0;
    bool ends = true;
    FILE *f = fopen(name, "rb");
    if (f != NULL) {
        (void)fclose(f);
        text = load_file(name, FILE_BYTES, &len);
        if (text == NULL)
            return false;
    }
    for (size_t at = 0; at < len;) {
        json_t *line = own_line(text, len, &at);
        const char *id = json_string_value(json_object_get(line, "id"));
        if (id != NULL)
            (void)json_object_set(r->kept, id, line);
        json_decref(line);
    }
    ends = len == 0 || text[len - 1] == '\n';
    free(text);
    r->keep = fopen(name, "ab");
    if (r->keep == NULL || (!ends && fputc('\n', r->keep) == EOF)) {
        fprintf(stderr, "hoshi: %s: %s\n", name, strerror(errno));
        return false;
    }
    return true;
}

static json_t *counts_write(const int counts[LEVEL_MAX + 1])
{
    json_t *list = json_array();
    for (int level = LEVEL_MIN; level <= LEVEL_MAX; level++)
        (void)json_array_append_new(list, json_integer(counts[level]));
    return list;
}

/* False unless they are 0 … PUZZLE_TRIES_MAX for each level. */
static bool counts_read(const json_t *list, int counts[LEVEL_MAX + 1])
{
    bool right = json_array_size(list) == LEVEL_MAX;
    for (int level = LEVEL_MIN; level <= LEVEL_MAX && right; level++) {
        json_int_t n = json_integer_value(json_array_get(list, (size_t)(level - 1)));
        counts[level] = (int)n;
        right = n >= 0 && n <= PUZZLE_TRIES_MAX;
    }
    return right;
}

/* What the tries depend on beside the puzzle. */
static json_t *plan_write(const struct puzzle_tries_plan *plan)
{
    return json_pack("[I, i, i]", (json_int_t)plan->seed, plan->tries, plan->top);
}

/* Finds the stored tries of a puzzle with this plan. */
static bool find_kept(const struct rate *r, const struct puzzle *pz, struct puzzle_tries *out)
{
    const json_t *line = json_object_get(r->kept, pz->id);
    json_t *plan = plan_write(&r->plan);
    move_t legal[MOVES_MAX];
    *out = (struct puzzle_tries){.legal = position_legal(&pz->position, legal)};
    bool right = line != NULL && json_equal(json_object_get(line, "plan"), plan) &&
                 counts_read(json_object_get(line, "tries"), out->tries) &&
                 counts_read(json_object_get(line, "solved"), out->solved);
    for (int level = LEVEL_MIN; level <= LEVEL_MAX && right; level++)
        right = out->solved[level] <= out->tries[level];
    json_decref(plan);
    return right;
}

static int print_puzzle(struct rate *r, const struct puzzle *pz)
{
    json_t *json = puzzle_record_write(pz);
    bool done = json != NULL && json_dumpf(json, stdout, JSON_COMPACT) == 0 && puts("") >= 0 &&
                fflush(stdout) == 0;
    json_decref(json);
    r->rated_n++;
    return done ? 0 : ERR_IO;
}

/* Measures the length and the themes of a puzzle and prints it. One that cannot be measured keeps
 * those that it has. */
static int name_puzzle(struct rate *r, struct puzzle *pz)
{
    struct puzzle measured = *pz;
    if (r->resist == NULL || memcmp(&r->setup, &pz->setup, sizeof r->setup) != 0) {
        resist_free(r->resist);
        r->setup = pz->setup;
        r->resist = resist_new(&r->setup, PUZZLE_THEMES_MEMORY);
        if (r->resist == NULL)
            return ERR_NO_MEMORY;
    }
    resist_clear(r->resist);
    bool known = puzzle_themes_measure(&measured, r->resist, &puzzle_themes_limits);
    return print_puzzle(r, known ? &measured : pz);
}

/* Rates a puzzle and prints it; returns 0 or a negative ERR_*. */
static int rate_puzzle(struct rate *r, struct puzzle *pz)
{
    struct puzzle_tries t;
    if (r->themes)
        return name_puzzle(r, pz);
    if (!find_kept(r, pz, &t)) {
        int err = puzzle_tries_make(pz, r->engine, &r->plan, NULL, NULL, &t);
        if (err < 0)
            return err;
        json_t *line =
            JSON_OBJECT({"id", json_string(pz->id)}, {"plan", plan_write(&r->plan)},
                        {"tries", counts_write(t.tries)}, {"solved", counts_write(t.solved)});
        if (r->keep != NULL && (line == NULL || json_dumpf(line, r->keep, JSON_COMPACT) < 0 ||
                                fputc('\n', r->keep) == EOF || fflush(r->keep) != 0))
            err = ERR_IO;
        json_decref(line);
        if (err < 0)
            return err;
    }
    pz->rating = puzzle_tries_rating(pz, &t);
    return print_puzzle(r, pz);
}

/* All puzzles of a file; an exit status. */
static int rate_file(struct rate *r, const char *name)
{
    static struct puzzle pz;
    size_t len;
    int status = EXIT_OK;
    int line_n = 0;
    char *text = load_file(name, FILE_BYTES, &len);
    for (size_t at = 0; text != NULL && at < len && status == EXIT_OK; line_n++) {
        if (progress_due(&r->progress))
            progress_tell(&r->progress, "puzzle %lld, %.0f %% of the file",
                          (long long)r->rated_n + 1, 100.0 * (double)at / (double)len);
        json_t *json = own_line(text, len, &at);
        const char *why = "this is not JSON";
        int err = 0;
        bool right = json != NULL && puzzle_record_read(json, &pz, &why) == 0;
        if (!right || (err = rate_puzzle(r, &pz)) < 0) {
            fprintf(stderr, "hoshi: %s:%d: %s\n", name, line_n + 1, right ? err_text(err) : why);
            status = EXIT_NO;
        }
        json_decref(json);
    }
    progress_end(&r->progress);
    if (text != NULL && status == EXIT_OK)
        fprintf(stderr, "hoshi: puzzles %s: %lld\n", r->themes ? "measured" : "rated",
                (long long)r->rated_n);
    free(text);
    return text == NULL || fflush(stdout) != 0 ? EXIT_NO : status;
}

static int run(int argc, char *const *argv)
{
    int64_t tries = 4;
    int64_t top = LEVEL_MAX;
    int64_t seed = 1;
    const char *kept = NULL;
    int64_t progress_ms = 0;
    struct rate r = {.rated_n = 0};
    const struct option_spec specs[] = {
        {.name = "kept", .text = &kept},
        {.name = "tries", .number = &tries, .min = 1, .max = PUZZLE_TRIES_MAX},
        {.name = "level", .number = &top, .min = LEVEL_MIN, .max = LEVEL_MAX},
        {.name = "seed", .number = &seed, .min = 0, .max = INT64_MAX},
        {.name = "themes", .flag = &r.themes},
        PROGRESS_SPEC(progress_ms),
        {.name = NULL},
    };
    const char *args[1];
    int n = options_parse(&cmd_rate, specs, argc, argv, args, 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n != 1)
        return usage_error("rate", "a file is missing");
    const struct engine_options options = {.memory_bytes = PUZZLE_TRIES_MEMORY, .no_net = true};
    r.plan = (struct puzzle_tries_plan){(uint64_t)seed, (int)tries, (int)top};
    progress_begin(&r.progress, progress_ms);
    r.engine = engine_new(&options);
    r.kept = json_object();
    int status = EXIT_NO;
    if (r.engine == NULL || r.kept == NULL)
        fputs("hoshi: out of memory\n", stderr);
    else if (kept == NULL || open_kept(&r, kept))
        status = rate_file(&r, args[0]);
    if (r.keep != NULL && fclose(r.keep) != 0)
        status = EXIT_NO;
    engine_free(r.engine);
    resist_free(r.resist);
    json_decref(r.kept);
    return status;
}

/* cmd_verify.c - `hoshi verify`: checks proofs and puzzles with nothing but the rules
 * (search/proof/proof_check.h). */
#include "base/err.h"
#include "cli/analysis/analysis.h"
#include "cli/analysis/winner.h"
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/files/own.h"
#include "cli/progress.h"
#include "cli/solving/proof_file.h"
#include "cli/solving/puzzle_record.h"
#include "platform/json.h"
#include "rules/position.h"
#include "search/proof/proof_check.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_verify;
const struct command cmd_verify = {
    .name = "verify",
    .summary = "check written proofs, move by move",
    .help = "usage: hoshi verify [--memory MIB] [--json] [--progress S] FILE...\n\n"
            "Checks proofs of `hoshi solve --proof` and `hoshi puzzles` (- is standard\n"
            "input). It tries every legal answer of the opponent by the rules. It trusts no\n"
            "search and no table, and only one lemma, that of Levee in docs/PROOFS.md. That\n"
            "page describes the files, which may be compressed (gzip).\n\n"
            "  --memory MIB  memory for the positions that a proof cites (default 1024)\n"
            "  --json        a JSON object on a line for each file\n"
            "  --progress S  a line on standard error every S seconds\n\n"
            "Status: 0 all proofs are right, 1 at least one is wrong.\n\n"
            "Examples:\n"
            "  hoshi verify claims-6x3.proof\n"
            "  hoshi solve levee --size 3 --proof p && hoshi verify p\n",
    .run = run,
};

enum { FILES_MAX = 1024 };

/* How to check, and how far it is. */
struct checking {
    uint64_t memory_bytes;
    bool json;
    struct progress progress;
};

/* Line and column of what is wrong are counted only now, since nearly all proofs are right. */
static void print_fault(const char *name, struct proof_file *f, const struct proof_verdict *v,
                        bool json)
{
    const struct proof_source source = proof_file_source(f);
    char bytes[4096];
    uint64_t left = v->at;
    uint64_t line = 1;
    uint64_t column = 1;
    if (!source.rewind(source.context))
        left = 0;
    while (left > 0) {
        int64_t n = source.read(source.context, bytes, left < sizeof bytes ? left : sizeof bytes);
        if (n <= 0)
            break;
        left -= (uint64_t)n;
        for (int64_t i = 0; i < n; i++) {
            column = bytes[i] == '\n' ? 1 : column + 1;
            line += bytes[i] == '\n';
        }
    }
    if (json)
        (void)analysis_print_json(JSON_OBJECT({"file", json_string(name)},
                                              {"proved", json_boolean(0)},
                                              {"line", json_integer((json_int_t)line)},
                                              {"column", json_integer((json_int_t)column)},
                                              {"why", json_string(v->text)}),
                                  stdout);
    else
        printf("%s:%llu:%llu: refused: %s\n", name, (unsigned long long)line,
               (unsigned long long)column, v->text);
}

/* A source that tells how much of it was read. */
struct told_source {
    struct proof_source source;
    struct checking *checking;
    const char *name;
    uint64_t bytes;
};

static int64_t told_read(void *context, void *bytes, size_t n)
{
    struct told_source *t = context;
    int64_t got = t->source.read(t->source.context, bytes, n);
    t->bytes += got > 0 ? (uint64_t)got : 0;
    if (progress_due(&t->checking->progress))
        progress_tell(&t->checking->progress, "%s: %.1f MiB of the proof are read", t->name,
                      (double)t->bytes / (1 << 20));
    return got;
}

static bool told_rewind(void *context)
{
    struct told_source *t = context;
    t->bytes = 0;
    return t->source.rewind(t->source.context);
}

/* True if the proof in that file holds. */
static bool verify_proof(const char *name, struct proof_file *f, struct checking *c)
{
    struct told_source told = {.source = proof_file_source(f), .checking = c, .name = name};
    const struct proof_source source = {.read = told_read, .rewind = told_rewind, .context = &told};
    bool json = c->json;
    static struct position p;
    struct proof_claim claim = {.position = &p};
    struct proof_verdict v;
    int err = proof_check_stream(&source, c->memory_bytes, &claim, &v);
    progress_end(&c->progress);
    if (err < 0) {
        print_fault(name, f, &v, json);
        return false;
    }
    const struct setup *s = &claim.setup;
    char verb[64] = "wins";
    if (games[s->game]->has_score)
        (void)snprintf(verb, sizeof verb,
                       claim.margin > 0 ? "wins by %d at least" : "reaches a margin of %d at least",
                       claim.margin);
    char who[160];
    struct text t;
    text_init(&t, who, sizeof who);
    winner_print(&p, claim.side, v.first, verb, &t);
    if (json)
        return analysis_print_json(
            JSON_OBJECT({"file", json_string(name)}, {"proved", json_boolean(1)},
                        {"game", json_string(games[s->game]->name)},
                        {"width", json_integer(s->width)}, {"height", json_integer(s->height)},
                        {"ply", json_integer(p.ply)}, {"result", json_string(who)},
                        {"side", json_integer(claim.side)}, {"margin", json_integer(claim.margin)},
                        {"moves", json_integer(v.nodes_n)}, {"cited", json_integer(v.cited_n)},
                        {"positions", json_integer(v.positions_n)}),
            stdout);
    printf("%s: proved: %s %dx%d, after %d moves: %s", name, games[s->game]->title, s->width,
           s->height, p.ply, who);
    printf(" (%lld moves, %lld cited positions, %lld positions reached)\n", (long long)v.nodes_n,
           (long long)v.cited_n, (long long)v.positions_n);
    return true;
}

/* True if each line of that text is a puzzle whose proofs hold. */
static bool verify_puzzles(const char *name, const char *text, size_t len, struct checking *c)
{
    static struct puzzle pz;
    int64_t nodes_n = 0;
    int right_n = 0;
    bool json = c->json;
    int line = 0;
    for (size_t at = 0; at < len; line++) {
        json_t *puzzle = own_line(text, len, &at);
        const char *why = "this is not JSON";
        struct proof_verdict v;
        if (puzzle != NULL && puzzle_record_read(puzzle, &pz, &why) == 0) {
            why = v.text;
            if (puzzle_record_check(&pz, c->memory_bytes, &v) == 0) {
                why = NULL;
                nodes_n += v.nodes_n;
            }
        }
        json_decref(puzzle);
        if (why != NULL)
            progress_end(&c->progress);
        if (why != NULL && json)
            (void)analysis_print_json(
                JSON_OBJECT({"file", json_string(name)}, {"proved", json_boolean(0)},
                            {"line", json_integer(line + 1)}, {"why", json_string(why)}),
                stdout);
        else if (why != NULL)
            printf("%s:%d: refused: %s\n", name, line + 1, why);
        if (why != NULL)
            return false;
        right_n++;
        if (progress_due(&c->progress))
            progress_tell(&c->progress, "%s: %d puzzles are right, %.0f %% of the file", name,
                          right_n, 100.0 * (double)at / (double)len);
    }
    progress_end(&c->progress);
    if (json)
        return analysis_print_json(JSON_OBJECT({"file", json_string(name)},
                                               {"proved", json_boolean(right_n > 0)},
                                               {"puzzles", json_integer(right_n)},
                                               {"moves", json_integer(nodes_n)}),
                                   stdout) &&
               right_n > 0;
    printf("%s: %d puzzles, each with one winning move (%lld moves refute the others)\n", name,
           right_n, (long long)nodes_n);
    return right_n > 0;
}

/* True if that file is right: a proof, or puzzles, which are JSON. */
static bool verify(const char *path, const char *name, struct checking *c)
{
    struct proof_file *f = proof_file_open(path);
    if (f == NULL) {
        fprintf(stderr, "hoshi: %s: %s\n", name, strerror(errno));
        return false;
    }
    const struct proof_source source = proof_file_source(f);
    char first = '\0';
    bool done = source.read(source.context, &first, 1) >= 0 && source.rewind(source.context);
    bool right = done && first != '{' && verify_proof(name, f, c);
    if (!done)
        fprintf(stderr, "hoshi: %s: it cannot be read\n", name);
    right = proof_file_close(f) && right;
    if (done && first == '{') {
        size_t len;
        char *text = load_file(path, (size_t)1 << 40, &len);
        right = text != NULL && verify_puzzles(name, text, len, c);
        free(text);
    }
    return right;
}

/* The same for standard input, which is read twice: through a file without a name. */
static bool verify_input(struct checking *c)
{
    char bytes[1 << 16];
    char path[64];
    FILE *copy = tmpfile();
    bool whole = copy != NULL;
    for (size_t n = sizeof bytes; whole && n == sizeof bytes;) {
        n = fread(bytes, 1, sizeof bytes, stdin);
        whole = fwrite(bytes, 1, n, copy) == n;
    }
    whole = whole && ferror(stdin) == 0 && fflush(copy) == 0;
    if (!whole)
        fprintf(stderr, "hoshi: standard input cannot be read: %s\n", strerror(errno));
    else
        (void)snprintf(path, sizeof path, "/dev/fd/%d", fileno(copy));
    bool right = whole && fseek(copy, 0, SEEK_SET) == 0 && verify(path, "standard input", c);
    if (copy != NULL)
        (void)fclose(copy);
    return right;
}

static int run(int argc, char *const *argv)
{
    int64_t memory_mb = 1024;
    int64_t progress_ms = 0;
    struct checking c = {.json = false};
    const struct option_spec specs[] = {
        {.name = "memory", .number = &memory_mb, .min = 16, .max = 1 << 20},
        {.name = "json", .flag = &c.json},
        PROGRESS_SPEC(progress_ms),
        {.name = NULL},
    };
    const char *args[FILES_MAX];
    int n = options_parse(&cmd_verify, specs, argc, argv, args, FILES_MAX);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_error("verify", "a file is missing");
    int status = EXIT_OK;
    c.memory_bytes = (uint64_t)memory_mb << 20;
    progress_begin(&c.progress, progress_ms);
    for (int i = 0; i < n; i++)
        if (!(strcmp(args[i], "-") == 0 ? verify_input(&c) : verify(args[i], args[i], &c)))
            status = EXIT_NO;
    return status;
}

/* cmd_show.c - `hoshi show`: a position of a record, or after moves given, in letters or as a
 * picture; and records from one format to the other. */
#include "base/err.h"
#include "cli/command.h"
#include "cli/files/load.h"
#include "cli/play/save.h"
#include "cli/terminal.h"
#include "record/sgf.h"
#include "record/svg.h"
#include "record/textboard.h"
#include "rules/position.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run(int argc, char *const *argv);

extern const struct command cmd_show;
const struct command cmd_show = {
    .name = "show",
    .summary = "draw a position; convert records",
    .help = "usage: hoshi show FILE|GAME [MOVE...] [options]\n\n"
            "Draws the last position of a record (SGF or JSON; - is standard input), or the\n"
            "position of a game after the given moves.\n\n"
            "  --ply N            after N moves of the main line instead of all\n"
            "  --format text|diagram|svg|sgf|json\n"
            "                     text (default), diagram (compact) or a picture of the\n"
            "                     position; sgf or json: the whole record\n"
            "  --json             the same as --format json\n"
            "  --svg FILE         also write the position as a picture\n"
            "  --theme light|dark  theme of the picture (light)\n"
            "  --color auto|always|never\n"
            "                     colours of the text (auto: on a terminal)\n"
            "  --index N          game N of an SGF file that holds several, from 1\n"
            "  --game GAME        the game of an SGF file that does not name it; its moves\n"
            "                     are read as those of a program that knows only Go\n"
            "                     (docs/RECORDS.md)\n"
            "  --setup FILE       begin GAME with the last position of a record, or with a\n"
            "                     board as `--format diagram` draws it; a line `turn 2` names\n"
            "                     the player to move\n"
            "  --size SIZE        size of the board of a GAME: N, or WxH where both may\n"
            "                     differ\n"
            "  --players N        for a GAME of more than two (see `hoshi games`)\n"
            "  --opt NAME=0|1     an option of the game (see `hoshi games`)\n\n"
            "Examples:\n"
            "  hoshi show palisade e5 e6 d4\n"
            "  hoshi show game.sgf --ply 20 --svg position.svg\n",
    .run = run,
};

enum format { FORMAT_TEXT, FORMAT_DIAGRAM, FORMAT_SVG, FORMAT_SGF, FORMAT_JSON, FORMAT_N };
enum { MOVES_SHOWN_MAX = 4096, OPTS_MAX = 4 };

struct show {
    const char *format, *svg_file, *theme, *color, *size, *game, *setup;
    const char *opts[OPTS_MAX + 1];
    int64_t ply, index, players;
    bool json;
};

/* The place of a word in a list of n, or -1 after a usage_error. */
static int word_index(const char *option, const char *word, const char *const *words, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    char list[96];
    struct text t;
    text_init(&t, list, sizeof list);
    for (int i = 0; i < n; i++) {
        text_str(&t, i == 0 ? "" : i + 1 < n ? ", " : " or ");
        text_str(&t, words[i]);
    }
    usage_error("show", "--%s takes %s, not \"%s\"", option, list, word);
    return -1;
}

static void print_text(const struct record *r, const struct record_node *node,
                       const struct position *p, bool color)
{
    static char buf[TEXTBOARD_BYTES];
    const struct setup *s = &r->setup;
    printf("%s %dx%d", games[s->game]->title, s->width, s->height);
    for (int i = 0; i < s->players; i++)
        if (r->players[i][0] != '\0') {
            fputs(i == 0 ? ": " : " - ", stdout);
            fputs(r->players[i], stdout);
        }
    if (r->date[0] != '\0') {
        fputs(", ", stdout);
        fputs(r->date, stdout);
    }
    puts("\n");
    const struct textboard_style style = {.flags = TEXTBOARD_LAST | TEXTBOARD_LEGEND |
                                                   TEXTBOARD_STATUS |
                                                   (color ? TEXTBOARD_COLOR : 0)};
    struct text t;
    text_init(&t, buf, sizeof buf);
    textboard_print(p, &style, &t);
    terminal_own(stdout, "%s", buf);
    if (node == record_main_end(r) && !p->over) {
        text_init(&t, buf, sizeof buf);
        sgf_print_result(&r->result, &t);
        const char *result = r->result.reason != REASON_NONE ? buf : r->result.text;
        if (result[0] != '\0') {
            fputs("Result: ", stdout);
            fputs(result, stdout);
            putchar('\n');
        }
    }
    if (node->comment[0] != '\0') {
        putchar('\n');
        fputs(node->comment, stdout);
        putchar('\n');
    }
}

static int write_svg(const struct position *p, enum svg_theme theme, const char *name)
{
    const struct svg_style style = {.theme = theme, .flags = SVG_LAST | SVG_LABELS | SVG_OWNED};
    struct sink out;
    sink_init(&out, &memory_heap);
    svg_print(p, &style, &out);
    int status = save_text(name, &out);
    sink_done(&out);
    return status;
}

static int print(const struct show *show, const struct record *r, const char *name)
{
    static const char *const formats[FORMAT_N] = {"text", "diagram", "svg", "sgf", "json"};
    static const char *const themes[] = {"light", "dark"};
    static const char *const colors[] = {"auto", "always", "never"};
    static struct position p;
    int format = show->format != NULL ? word_index("format", show->format, formats, FORMAT_N) : 0;
    int theme = show->theme != NULL ? word_index("theme", show->theme, themes, 2) : 0;
    int color = show->color != NULL ? word_index("color", show->color, colors, 3) : 0;
    if (format < 0 || theme < 0 || color < 0)
        return EXIT_USAGE;
    const struct record_node *node;
    int status = load_position(name, r, (int)show->ply, &node, &p);
    if (status != EXIT_OK)
        return status;
    if (show->svg_file != NULL && write_svg(&p, (enum svg_theme)theme, show->svg_file) != EXIT_OK)
        return EXIT_NO;
    switch ((enum format)format) {
    case FORMAT_SGF:
    case FORMAT_JSON:
        return save_record("-", r, format == FORMAT_JSON);
    case FORMAT_SVG:
        return write_svg(&p, (enum svg_theme)theme, "-");
    case FORMAT_DIAGRAM: {
        char buf[4 * POINTS_MAX];
        struct text t;
        text_init(&t, buf, sizeof buf);
        diagram_print(&p, &t);
        puts(buf);
        return EXIT_OK;
    }
    default:
        print_text(r, node, &p, color == 1 || (color == 0 && isatty(STDOUT_FILENO)));
        return EXIT_OK;
    }
}

static int run(int argc, char *const *argv)
{
    static const char *args[MOVES_SHOWN_MAX + 1];
    struct show show = {.ply = -1, .index = 1};
    const struct option_spec specs[] = {
        {.name = "ply", .number = &show.ply, .min = 0, .max = 65535},
        {.name = "format", .text = &show.format},
        {.name = "json", .flag = &show.json},
        {.name = "svg", .text = &show.svg_file},
        {.name = "theme", .text = &show.theme},
        {.name = "color", .text = &show.color},
        {.name = "index", .number = &show.index, .min = 1, .max = RECORD_NODES_MAX},
        {.name = "game", .text = &show.game},
        {.name = "setup", .text = &show.setup},
        {.name = "size", .text = &show.size},
        {.name = "players", .number = &show.players, .min = 2, .max = PLAYERS_MAX},
        {.name = "opt", .text = &show.opts[0]},
        {.name = "opt", .text = &show.opts[1]},
        {.name = "opt", .text = &show.opts[2]},
        {.name = "opt", .text = &show.opts[3]},
        {.name = NULL},
    };
    int n = options_parse(&cmd_show, specs, argc, argv, args, MOVES_SHOWN_MAX + 1);
    if (n < 0)
        return EXIT_USAGE;
    if (n == 0)
        return usage_error("show", "a game, or the file of a record, is missing");
    if (show.json && show.format != NULL && strcmp(show.format, "json") != 0)
        return usage_error("show", "--json is --format json, not %s", show.format);
    if (show.json)
        show.format = "json";
    const struct load_options options = {.size = show.size,
                                         .opts = show.opts,
                                         .players = (int)show.players,
                                         .index = (int)show.index,
                                         .game = show.game,
                                         .setup = show.setup};
    struct record r;
    int status = load_source("show", &options, args, n, &r);
    if (status != EXIT_OK)
        return status;
    status = print(&show, &r, args[0]);
    record_free(&r);
    return status;
}

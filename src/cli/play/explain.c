#include "cli/play/explain.h"

#include "cli/analysis/analysis.h"
#include "cli/command.h"
#include "cli/play/save.h"
#include "net/builtin.h"
#include "platform/json.h"
#include <stdlib.h>
#include <string.h>

/* The output: shares and probabilities in 1 / NET_SURE, for the side to move. */
struct said {
    const struct net *net;
    struct net_judgement j;
    int moves_n;
    move_t moves[MOVES_MAX]; /* the likeliest first */
    uint32_t shares[MOVES_MAX];
    uint32_t of_move[MOVES_MAX]; /* [planes_move] */
    uint16_t owners[POINTS_MAX];
};

static double percent(uint32_t share)
{
    return 100.0 * share / NET_SURE;
}

/* The net that was asked for, or the game's own; NULL and a message if there is none. */
static const struct net *find_net(const struct explain *x, const struct setup *s)
{
    static struct net own;
    const char *why;
    size_t bytes;
    const char *title = games[s->game]->title;
    if (x->choice->none) {
        fputs("hoshi: --explain needs a net, and none is in use here\n", stderr);
        return NULL;
    }
    const struct net *net = x->choice->net;
    if (net == NULL) {
        const void *file = builtin_net((enum game_id)s->game, &bytes);
        if (file == NULL || net_open(&own, file, bytes, &why) < 0) {
            fprintf(stderr, "hoshi: the program has no net for %s; name one with --net\n", title);
            return NULL;
        }
        net = &own;
    }
    if (net_plays(net, s))
        return net;
    struct planes_boards on = net_limits(net);
    fprintf(stderr, "hoshi: the net evaluates %s of two players on boards from %dx%d to %dx%d%s\n",
            games[net->game]->title, on.least, on.least, on.most, on.most,
            s->options & OPTION_JACKED ? ", without jacked" : "");
    return NULL;
}

/* Sorts by insertion: equal shares stay in the order of the moves. */
static void sort_moves(struct said *said)
{
    for (int i = 1; i < said->moves_n; i++) {
        move_t m = said->moves[i];
        uint32_t share = said->shares[i];
        int at = i;
        for (; at > 0 && said->shares[at - 1] < share; at--) {
            said->moves[at] = said->moves[at - 1];
            said->shares[at] = said->shares[at - 1];
        }
        said->moves[at] = m;
        said->shares[at] = share;
    }
}

static void ask(const struct net *net, const struct position *p, struct said *out)
{
    static struct net_work work;
    memset(out, 0, sizeof *out);
    out->net = net;
    net_work_init(&work);
    net_judge(net, &work, p, 0, &out->j, out->owners);
    int n = position_legal(p, out->moves);
    for (int i = 0; i < n; i++)
        if (out->moves[i] != MOVE_SWAP) /* a net is not asked about that */
            out->moves[out->moves_n++] = out->moves[i];
    net_priors(&out->j, &p->setup, out->moves, out->moves_n, out->shares);
    for (int i = 0; i < out->moves_n; i++)
        out->of_move[planes_move(&p->setup, out->moves[i])] = out->shares[i];
    sort_moves(out);
}

/* A board of whole numbers, a dot for 0; a title above it. */
static void print_board(const struct setup *s, const char *title, const int *numbers)
{
    printf("\n%s\n\n", title);
    for (int y = s->height - 1; y >= 0; y--) {
        printf("%4d", y + 1);
        for (int x = 0; x < s->width; x++) {
            int v = numbers[y * s->width + x];
            if (v == 0)
                printf("   .");
            else
                printf("%4d", v);
        }
        putchar('\n');
    }
    printf("    ");
    for (int x = 0; x < s->width; x++)
        printf("   %c", 'a' + x);
    putchar('\n');
}

static void print_text(const struct explain *x, const struct position *p, const struct said *said)
{
    static const char *const kinds[] = {"Policy: percent of each move",
                                        "Policy: percent of each red stone"};
    const struct setup *s = &p->setup;
    int points = s->width * s->height;
    int numbers[POINTS_MAX];
    char who[64];
    char word[MOVE_TEXT_BYTES];
    struct text t;
    text_init(&t, who, sizeof who);
    analysis_player(p, &t);
    printf("%s %dx%d after %d move%s, by net %08x without search\n\n", games[s->game]->title,
           s->width, s->height, p->ply, p->ply == 1 ? "" : "s", (unsigned)said->net->crc);
    printf("%s to move: %.1f %%", who, percent((uint32_t)said->j.win));
    if (games[s->game]->has_score)
        printf(", %+.1f points", (double)said->j.margin / NET_ONE);
    putchar('\n');
    if (!net_trained_on(said->net, s))
        puts("The net was not trained on boards of this size.");
    for (int i = 0; i < said->moves_n && i < x->rows; i++)
        printf("  %-6s %5.1f %%\n", move_print(said->moves[i], s->width, word),
               percent(said->shares[i]));
    for (int kind = 0; kind < planes_kinds((enum game_id)s->game); kind++) {
        for (int i = 0; i < points; i++)
            numbers[i] = (int)(percent(said->of_move[kind * points + i]) + 0.5);
        print_board(s, kinds[kind], numbers);
    }
    for (int i = 0; i < points; i++)
        numbers[i] = (int)(percent(said->owners[i]) + 0.5);
    print_board(s, "Ownership: percent that the side to move has each point in the end", numbers);
}

static int print_json(const struct explain *x, const struct position *p, const struct said *said)
{
    const struct setup *s = &p->setup;
    json_t *policy = json_array();
    json_t *owners = json_array();
    char word[MOVE_TEXT_BYTES];
    for (int i = 0; i < said->moves_n && i < x->rows; i++)
        json_array_append_new(
            policy, JSON_OBJECT({"move", json_string(move_print(said->moves[i], s->width, word))},
                                {"share", json_real(percent(said->shares[i]) / 100)}));
    for (int i = 0; i < s->width * s->height; i++)
        json_array_append_new(owners, json_real(percent(said->owners[i]) / 100));
    json_t *o = json_pack(
        "{s:s, s:i, s:i, s:i, s:i, s:o, s:f, s:o*, s:o, s:o}", "game", games[s->game]->name,
        "width", s->width, "height", s->height, "ply", p->ply, "turn", position_seat(p, p->side),
        "net", json_sprintf("%08x", (unsigned)said->net->crc), "winrate",
        percent((uint32_t)said->j.win) / 100, "score",
        games[s->game]->has_score ? json_real((double)said->j.margin / NET_ONE) : NULL, "policy",
        policy, "ownership", owners);
    return analysis_print_json(o, stdout) ? EXIT_OK : EXIT_NO;
}

/* Discs on the likely moves, with their percentages above and the ownership below. */
static int write_picture(const struct explain *x, const struct position *p, const struct said *said)
{
    enum { SHOWN = NET_SURE / 100 };
    static struct svg_note notes[POINTS_MAX];
    bool seen[POINTS_MAX] = {false};
    int n = 0;
    for (int i = 0; i < said->moves_n && said->shares[i] >= SHOWN; i++) {
        if (!move_is_point(said->moves[i]) || seen[move_point(said->moves[i])])
            continue;
        point_t at = move_point(said->moves[i]);
        struct svg_note *note = &notes[n++];
        seen[at] = true;
        *note = (struct svg_note){
            .at = at, .red = move_is_red(said->moves[i]), .percent = i == 0 ? 99 : 85};
        (void)snprintf(note->upper, sizeof note->upper, "%.0f%%", percent(said->shares[i]));
        (void)snprintf(note->lower, sizeof note->lower, "%.0f", percent(said->owners[at]));
    }
    const struct svg_style style = {.theme = x->theme,
                                    .flags = SVG_LAST | SVG_LABELS | SVG_OWNED,
                                    .notes = notes,
                                    .notes_n = n};
    struct sink out;
    sink_init(&out, &memory_heap);
    svg_print(p, &style, &out);
    int status = save_text(x->svg_file, &out);
    sink_done(&out);
    return status;
}

int explain(const struct explain *x, const struct position *p)
{
    static struct said said;
    if (p->over) {
        fputs("hoshi: the game is over: there is nothing to explain\n", stderr);
        return EXIT_NO;
    }
    const struct net *net = find_net(x, &p->setup);
    if (net == NULL)
        return EXIT_NO;
    ask(net, p, &said);
    int status = EXIT_OK;
    if (x->json)
        status = print_json(x, p, &said);
    else
        print_text(x, p, &said);
    return status == EXIT_OK && x->svg_file != NULL ? write_picture(x, p, &said) : status;
}

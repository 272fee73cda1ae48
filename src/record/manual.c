#include "record/manual.h"

#include "record/textboard.h"
#include "rules/position.h"

struct figure {
    const char *diagram; /* diagram_parse, square board */
    int size, side;
    const char *move;    /* played after the first drawing; NULL: none */
    bool legal;          /* all empty points where the side to move may place are marked ? */
    const char *caption; /* below */
};

/* Text, then a figure, then text … until both are NULL. */
struct section {
    const char *text;
    const struct figure *figure;
};

/* ---- Palisade ---- */

static const struct figure palisade_capture = {
    .diagram = "..x..../.xoxo../...oxo./ox.x.xo/.ox.x../..oxo.o/x..o...",
    .size = 7,
    .side = 1,
    .move = "a5",
    .caption = "Black plays a5 and closes a loop; the white stones in it, on c6 and d5, go.",
};

static const struct figure palisade_legal = {
    .diagram = "xo.ox.x/....oxo/xo.o.o./o.o...o/xoxo.ox/.x..ox./x.x.x.x",
    .size = 7,
    .side = 1,
    .legal = true,
    .caption = "Here Black may play on the points marked ? only.",
};

static const struct section palisade[] = {
    {"Aim. When every point of the board is owned, whoever owns more has won. The\n"
     "number of points is odd, so nobody ever ties.\n\n"
     "Play. Black (x) begins; then the players place one stone a turn. Number the\n"
     "columns like the rows: Black plays only where column and row add up to an\n"
     "even number, White (o) only where they add up to an odd one (P1). Nobody\n"
     "may pass, and there is always a place to play.\n\n"
     "The ring. Around the board lies a ring of stones that nobody placed (P2).\n"
     "They are connected like all others, but are never captured and count for\n"
     "nobody.\n\n"
     "Loops. Two stones of a colour that touch diagonally are connected (P3). A\n"
     "closed path of connections is a loop. Whoever closes one or more takes off\n"
     "every enemy stone inside, even those that form loops of their own (P4).\n"
     "Nobody may place a stone inside any loop, his own or the other's (P5). A\n"
     "player owns the stones of his loops and all points inside (P6).\n",
     &palisade_capture},
    {NULL, &palisade_legal},
    {"Moves are written as column and row: d5.\n", NULL},
    {NULL, NULL},
};

/* ---- Redstone ---- */

static const struct figure redstone_capture = {
    .diagram = "...../..b../.bwb./.w.w./.wbw.",
    .size = 5,
    .side = 1,
    .move = "c2r",
    .caption = "A red stone on c2 takes the last liberty of the white stone on c3 and of the\n"
               "black one on c1: both go, whoever played it.",
};

static const struct section redstone[] = {
    {"Aim. Take all stones of the other colour off the board. Whoever makes the\n"
     "capture that leaves neither colour has won; whoever leaves only the enemy's\n"
     "has lost (R5). There are no draws.\n\n"
     "Groups. Stones of a colour that touch along the lines are a group; the empty\n"
     "points next to it are its liberties. A group without any is bounded (R1).\n"
     "Red stones belong to both players, form no groups and never leave.\n\n"
     "Play. Black (x) begins. In his turn a player places one stone on an empty\n"
     "point: of his own colour if no group of either colour is bounded then (R2);\n"
     "a red one if at least one is (R3). After a red stone all bounded groups of\n"
     "both colours leave together: taking the enemy's never saves an own group\n"
     "that was bounded as well (R4). Nobody may pass (R6).\n\n"
     "Pie. Instead of his first stone, the second player may swap: the players\n"
     "exchange colours and the stone stays (R7). This can be turned off.\n",
     &redstone_capture},
    {"Moves are written as column and row: d4; with an r for a red stone: d4r; and\n"
     "swap.\n",
     NULL},
    {NULL, NULL},
};

/* ---- Levee ---- */

static const struct figure levee_circuit = {
    .diagram = "......./..##.../.#...../.#.+.#./.#...#./..###../.......",
    .size = 7,
    .side = 2,
    .legal = true,
    .caption = "The stones nearly surround the centre: one on e5 would close the circuit. The\n"
               "points marked ? are open, the corners too.",
};

static const struct section levee[] = {
    {"Aim. Cut off every channel of the other player.\n\n"
     "Edges. Player 1 owns the top and the bottom edge, player 2 the left and the\n"
     "right one; the corners belong to nobody (L1).\n\n"
     "Channels. A channel is a path of empty points from the centre to an edge,\n"
     "straight or diagonal step by step; no step may slip between two stones that\n"
     "touch diagonally. It ends at the first edge point that it enters, and that\n"
     "point's owner owns it (L2). Corners are in no channel.\n\n"
     "Play. Player 1 begins; each turn one stone is placed on any empty point. All\n"
     "stones are alike. The centre stays empty (L3a), and no stones, joined along\n"
     "lines or diagonals, may close a circuit around it (L3b).\n\n"
     "End. A player has won as soon as the other has no channel left, whoever\n"
     "placed the last stone (L4). Nobody may pass, and there are no draws.\n",
     &levee_circuit},
    {"Moves are written as column and row: d5.\n", NULL},
    {NULL, NULL},
};

/* ---- Claims ---- */

static const struct figure claims_claims = {
    .diagram = ".. .. .. .. .. .. .. .. .. .. x2 .. .. .. .. .. o1 .. .. .. .. .. .. .. ..",
    .size = 5,
    .side = 2,
    .legal = true,
    .caption = "Player 2 (o) may play where ? stands. The stack of player 1 on a3 reaches b3\n"
               "and c3; the one piece on b2 claims b3 as well, so b3 is open to both.",
};

static const struct section claims[] = {
    {"The rule sheet has no title; Claims is this program's name for it.\n\n"
     "Aim. Score most squares: at the end, an empty square counts for the player\n"
     "who has more claims on it than any other (C8).\n\n"
     "Play. In his turn a player places one piece, or passes (C2):\n"
     "  - on an empty square, if his claims there are at least those of each other\n"
     "    player (C5);\n"
     "  - on another player's stack, if his claims there are at least its height\n"
     "    and the occupant's claims on that square together (C6); the stack is his\n"
     "    then, one higher, and has been jacked;\n"
     "  - on a stack of his own, but never a third own piece in a row.\n"
     "Whoever played on a stack last occupies it (C1).\n\n"
     "Claims. A stack of height h claims each square up to h away along row and\n"
     "column, and from height 3 on also up to h-2 away along the diagonals (C3). A\n"
     "claim along row or column fails if every square between is occupied; one gap\n"
     "keeps it (C4).\n\n"
     "End. The game ends when all players pass in a row, or nobody can place a\n"
     "piece (C7). Equal scores are a draw. With the option `jacked` a jacked stack\n"
     "counts one for its occupant too.\n\n"
     "Three or four. If k others attacked a player between two of his turns, he\n"
     "has k-1 more plays in the next one. Each is a full play: it may double a\n"
     "stack that he jacked earlier in the same turn (C9).\n",
     &claims_claims},
    {"Moves are written as column and row: d4; and pass.\n", NULL},
    {NULL, NULL},
};

static void draw(const struct position *p, const char *marks, struct sink *out)
{
    char buf[4096]; /* figures are small */
    struct text t;
    text_init(&t, buf, sizeof buf);
    const struct textboard_style style = {.flags = TEXTBOARD_LAST, .marks = marks};
    textboard_print(p, &style, &t);
    sink_char(out, '\n');
    sink_mem(out, buf, t.len);
}

static void print_figure(enum game_id game, const struct figure *f, struct sink *out)
{
    struct setup s = setup_default(game);
    struct cell cells[POINTS_MAX];
    struct position p;
    s.width = (uint8_t)f->size;
    s.height = (uint8_t)f->size;
    int err = diagram_parse(&s, f->diagram, cells, NULL);
    ASSERT(err == 0);
    err = position_set(&p, &s, cells, f->side);
    ASSERT(err == 0);
    char marks[POINTS_MAX] = {0};
    if (f->legal) {
        move_t moves[MOVES_MAX];
        int n = position_legal(&p, moves);
        for (int i = 0; i < n; i++)
            if (move_is_point(moves[i]))
                marks[move_point(moves[i])] = '?';
        /* Stones that may be played on (C2) are no empty points, and stay unmarked. */
        for (int i = 0; i < s.width * s.height; i++)
            if (cells[i].owner != OWNER_NONE)
                marks[i] = '\0';
    }
    draw(&p, marks, out);
    if (f->move != NULL) {
        move_t m = MOVE_NONE;
        err = move_parse(f->move, s.width, s.height, &m);
        ASSERT(err == 0);
        enum verdict v = position_play(&p, m);
        ASSERT(v == VERDICT_OK);
        draw(&p, NULL, out);
    }
    sink_char(out, '\n');
    sink_str(out, f->caption);
    sink_str(out, "\n");
}

void manual_print(enum game_id game, struct sink *out)
{
    static const struct section *const manuals[GAME_N] = {
        [GAME_PALISADE] = palisade,
        [GAME_REDSTONE] = redstone,
        [GAME_LEVEE] = levee,
        [GAME_CLAIMS] = claims,
    };
    const struct game *g = games[game];
    sink_str(out, g->title);
    sink_str(out, " - designed by ");
    sink_str(out, g->designer);
    sink_str(out, ", ");
    sink_str(out, g->year);
    sink_str(out, "\n\n");
    for (const struct section *s = manuals[game]; s->text != NULL || s->figure != NULL; s++) {
        if (s != manuals[game] && s->text != NULL)
            sink_char(out, '\n');
        if (s->text != NULL)
            sink_str(out, s->text);
        if (s->figure != NULL)
            print_figure(game, s->figure, out);
    }
}

/* api.h - what the WebAssembly module gives to the page.
 *
 * The module imports nothing and holds no thread: the page calls one function at a time. (Only
 * hoshi-threads.wasm imports its memory, which is shared, and has helpers, below.) Positions
 * live in numbered slots (0..SLOTS_N-1). Numbers and moves are passed as 32-bit integers; lists go
 * through `hoshi_numbers()`, texts (UTF-8, NUL at the end) through `hoshi_text()`, two fixed areas
 * of linear memory that the next call may overwrite. Every function that can refuse returns a
 * negative ERR_* value (base/err.h); a slot is unchanged then.
 *
 * web/src/wasm/wasm.ts is the only reader of this interface. */
#ifndef WASM_API_H
#define WASM_API_H
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { SLOTS_N = 8, NUMBERS_N = 16384, TEXT_BYTES = 4096, HELPERS_MAX = 7 };

int32_t *hoshi_numbers(void);
char *hoshi_text(void);

/* The descriptor of a game. Numbers: size_min, size_max, size_step, size_default, players_min,
 * players_max, options, options_default, rectangular, has_red, has_pass, has_swap, has_score, and
 * the smallest and the largest side of the boards on which its net judges (net/planes.h).
 * Text: name, title, designer, year and summary, separated by '\n'. */
int hoshi_game(int game);

/* Starts a game in a slot, or sets it up from the diagram in hoshi_text() (rules/game.h). */
int hoshi_new(int slot, int game, int width, int height, int players, int options);
int hoshi_set(int slot, int game, int width, int height, int players, int options, int side);
int hoshi_copy(int to, int from);

/* Numbers: owner, height and flags of each point of the diagram in hoshi_text(), also where no play
 * leads there or goes on, as at the end of a game. Returns their number; no slot changes. */
int hoshi_look(int game, int width, int height, int players);

/* Sets up a position from hoshi_numbers(): owner, height and flags of each point in turn. Returns
 * 0, or if no play leads there how many stones suffice to forbid it: numbers has their points, and
 * hoshi_text() the rule. Where a side has no stones and may not lack them (R5), numbers has all
 * stones. ERR_RANGE: a cell or a side that the game has not. */
int hoshi_place(int slot, int game, int width, int height, int players, int options, int side);

/* VERDICT_OK (0) or the verdict that forbids the move; plays it if it is legal. */
int hoshi_play(int slot, int move);

/* Numbers: side to move, winner, over, ply, last move, swapped, plays left in this turn after this
 * one (C9), and the seat of each side. */
int hoshi_state(int slot);

/* Numbers: owner, height, flags of each point in turn. Returns the number of points. */
int hoshi_cells(int slot);

/* Numbers: the legal moves. Returns their number. */
int hoshi_legal(int slot);

/* Numbers: verdict, alternative move, points that prove it. Text: the rule, '\n', the sentence.
 * Returns how many points there are. */
int hoshi_explain(int slot, int move);

/* What a legal move does (rules/reasons.h). Numbers, three a reason: n, m, and the move that it
 * names, MOVE_NONE if none. Text: the kinds in capitals, one a line. Returns how many there are. */
int hoshi_reasons(int slot, int move);

/* Numbers: over, winner, points of the four sides, owner of each point, then for side 1 and 2 the
 * length of the shortest channel and its points. Returns how many numbers. */
int hoshi_result(int slot);

/* Numbers, five a link: x and y of both ends (-1 … size; the ring is outside the board, P2), and
 * side + 8 if the link is part of a loop (P3). Returns the number of links;
 * ERR_RANGE in games without. */
int hoshi_links(int slot);

/* Numbers: for each point 0 if no water comes there from the centre, 1 inside the board, 2 or 3 on
 * an edge point of side 1 or 2 (L2). Returns the number of points; ERR_RANGE in games without. */
int hoshi_water(int slot);

/* Numbers: the claims of sides 1 … 4 on each square, four numbers a square (C3, C4). Returns the
 * number of squares; ERR_RANGE in games without. */
int hoshi_claims(int slot);

/* Numbers, two a point: the number of the group that its stone belongs to, from 1 (0: no group),
 * and how many liberties that group has (R1). Returns the number of points; ERR_RANGE in games
 * without. */
int hoshi_groups(int slot);

uint64_t hoshi_hash(int slot);
uint64_t hoshi_perft(int slot, int depth);

/* The compact diagram as text; returns its length. */
int hoshi_diagram(int slot);

/* The move that the text names on the slot's board, or ERR_*; the name of a move, its length. */
int hoshi_parse(int slot);
int hoshi_print(int slot, int move);

/* A uniformly random legal move, MOVE_NONE when the game is over; the same for equal seeds. */
int hoshi_random(int slot, uint32_t seed);

/* Plays n uniformly random games from the slot's position, which stays as it is; returns their
 * plies together, the same for equal seeds (tools/wasm_bench.sh times it). */
int hoshi_playouts(int slot, int n, uint32_t seed);

/* The engine's move at a level, MOVE_NONE when the game is over; the same for equal seeds. It is
 * slow: call it from a worker only. The levels count playouts, or the net's judgements if the
 * game's net is loaded and plays the board; because the clock stands still, level 8 does so too.
 * Numbers: level_share of the best move and of the second best, in thousandths of a visit. The
 * second is 0 if there is no other move, or if the result is proved. */
int hoshi_think(int slot, int level, uint32_t seed);

/* The engine for analysis. hoshi_engine makes a new one with so much memory, for at most
 * HELPERS_MAX + 1 threads. hoshi_analyze lets it think about the slot's position for 16 rounds of
 * the first thread a tick; another call for the same position, or for a later one, continues the
 * search. Numbers: rounds of this call, win rate (in millionths, as below, for the side to move),
 * proven (+1, 0, -1), exact, bounds of the margin (low, high), full, who judged (0 playouts, 1 a
 * net, 2 a net that was not trained on boards of this size), number of candidates (5 at most; of
 * moves that lead to mirror images of one position only the best), then for each: move, visits, win
 * rate, expected points (in thousandths), proven, exact, low, high, length of its line and its
 * moves. Returns how many numbers. */
int hoshi_engine(int memory_mib, int threads);
int hoshi_analyze(int slot, int ticks, uint32_t seed);

/* Numbers: for each point, in thousandths, how much more often it is side 1's than another's at the
 * end of so many games along the lines of the last hoshi_analyze, which was of the same position.
 * Returns the number of points. */
int hoshi_ownership(int slot, int games_n, uint32_t seed);

/* Whether the side to move of the slot's position, of two players, reaches a margin of at least
 * `goal` (search/proof/resist.h), with a bound on the positions of each question and on those that
 * the distance takes. Numbers: value (+1, -1, 0 unknown), settled, exact, plies, move (MOVE_NONE if
 * settled), positions expanded. Returns how many numbers. The results help the next question about
 * a board of the same setup. Do not mix it with hoshi_engine in one instance: memory is given back
 * in the reverse order only. */
int hoshi_prove(int slot, int goal, int nodes_cap, int positions_cap);

/* Only in hoshi-threads.wasm: helpers, which are the threads beside the first. hoshi_helper_room
 * makes room for one more, before there is an engine, and returns the top of its stack; they are
 * numbered from 0. Then another worker makes an instance upon the same memory, sets its
 * __stack_pointer to that, and calls hoshi_helper, which does not return. hoshi_helpers: how
 * many are there. */
int hoshi_helper_room(void);
void hoshi_helper(int number);
int hoshi_helpers(void);

/* The signature of one of the fixed searches of search/signature.h: the native build has the same.
 * 0 if there is no such case, or no memory. */
uint64_t hoshi_signature(int number);

/* Where the page writes a game's net file of so many bytes; NULL if the game has one already, or if
 * that is too large. hoshi_net then reads it: 0, or an error of net_open (ERR_UNSUPPORTED also for
 * a net of another game), and the game still has no net. Searches to come use it. */
void *hoshi_net_room(int game, int bytes);
int hoshi_net(int game, int bytes);

/* The judgements of fixed positions by a game's net (net/check.h), computed in that way (enum
 * net_path); 0: the game has no net yet, or this module not that way. */
uint64_t hoshi_net_check(int game, int path);

#endif

/* sgf.h - records as SGF (Smart Game Format, FF[4]), for matches of two players.
 *
 *   (;FF[4]CA[UTF-8]AP[hoshi:0.1.0]HOSHI[redstone swap=1]RU[Redstone swap=1]SZ[9]PB[ann]PW[bob]
 *   ;B[ee];W[]SWAP[];W[df]TIMESTAMP[1790000000000](;B[dg]RED[];W[cc])(;B[ef]C[or so]))
 *
 * docs/RECORDS.md has the whole encoding and its reasons. In short: SGF assigns no number to these
 * games, so no GM is written and HOSHI names the game. B and W are moves of side 1 and side 2.
 * Facts that SGF cannot express are properties of our own, beside a move, so that every editor
 * keeps them. Reads FF[1] to FF[4] and all kinds of line breaks; the text is UTF-8 (decode.h makes
 * it so). Unknown properties are kept verbatim.
 *
 * Damage costs as little as possible: what can be mended is mended, what cannot be read is left
 * out, and the record has a warning for it. An error is left where the game, the board or a move
 * would be another one. */
#ifndef SGF_H
#define SGF_H
#include "record/record.h"

/* Where the first game at or after text[from] begins: at "(;" with a property behind it, because
 * people write ";-)", too. len: there is none. */
size_t sgf_begin(const char *text, size_t len, size_t from);

/* Reads game number `index` (0: the first) of a collection. On 0 the caller has a record to free;
 * else *out is untouched and *error says what and where. ERR_SYNTAX, ERR_RANGE (a point off the
 * board, a size), ERR_UNKNOWN (which game?), ERR_UNSUPPORTED (players),
 * ERR_TOO_BIG, ERR_NOT_FOUND (no such game in the text), ERR_NO_MEMORY. Moves are not judged:
 * record_position. */
MUST_USE int sgf_read(const struct memory *memory, const char *text, size_t len, int index,
                      struct record *out, struct record_error *error);

/* The same for files of programs that do not know these games, such as GoGui's twogtp: if the file
 * names no game, it has the game and options of *as, a board of SZ (19 by SGF's default), and moves
 * as in record/plain.h. A file that names another game gives ERR_UNKNOWN. as may be NULL. */
MUST_USE int sgf_read_as(const struct memory *memory, const char *text, size_t len, int index,
                         const struct setup *as, struct record *out, struct record_error *error);

/* Appends a line for each game of a collection: its players, or its name or event. The line of a
 * game that cannot be read is empty. */
void sgf_titles(const struct memory *memory, const char *text, size_t len, struct sink *out);

/* Appends the record. Returns 0, ERR_UNSUPPORTED (three or four players) or ERR_NO_MEMORY. */
MUST_USE int sgf_write(const struct record *r, struct sink *out);

/* Prints a result as "B+R", "W+12", "0", "Void", "3+" …; "" if it is unknown. Reading gives
 * REASON_NONE for a text that fits no pattern or names an absent player. `text` of the result is
 * neither read nor set. */
void sgf_print_result(const struct record_result *result, struct text *out);
struct record_result sgf_parse_result(const char *text, int players);

/* The length of the well-formed UTF-8 at the start of text: len if all of it is. */
size_t sgf_utf8_span(const char *text, size_t len);

#endif

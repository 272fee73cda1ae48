/* record_json.h - records as JSON, for matches of two to four players.
 *
 *   {"hoshi": 1, "game": "redstone", "width": 9, "height": 9, "options": {"swap": true},
 *    "players": [{"seat": 1, "name": "ann"}, {"seat": 2, "name": "bob"}],
 *    "moves": [
 *     {"move": "e5", "side": 1},
 *     {"move": "swap", "side": 2, "comment": "of course"}],
 *    "variations": [
 *     {"line": 0, "index": 1, "moves": [
 *      {"move": "d4", "side": 2}]}]}
 *
 * docs/record.schema.json is the exact form, docs/RECORDS.md explains it. Variations are a flat
 * list, so that no depth of nesting is ever needed: each stands in place of moves[index] of line 0
 * (the main line) or of an earlier variation (line k is variations[k - 1]).
 *
 * Reading is strict: unknown members, values of a wrong kind and duplicate names are errors. */
#ifndef RECORD_JSON_H
#define RECORD_JSON_H
#include "record/record.h"

/* Reads a record. On 0 the caller has a record to free; else *out is untouched and *error says what
 * and where: ERR_SYNTAX, ERR_RANGE, ERR_UNKNOWN (game), ERR_TOO_BIG, ERR_NO_MEMORY. Moves are not
 * judged: record_position. Parsing takes as much memory again, which it gives back. */
MUST_USE int record_json_read(const struct memory *memory, const char *text, size_t len,
                              struct record *out, struct record_error *error);

/* Appends the record, one move a line. Returns 0 or ERR_NO_MEMORY. */
MUST_USE int record_json_write(const struct record *r, struct sink *out);

#endif

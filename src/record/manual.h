/* manual.h - the rules of the games in the project's own words, as plain text for terminals and
 * mail.
 *
 * at most 78 columns, ASCII only, with positions drawn by textboard.h. The figures are made from
 * positions and judged by the rules, so they cannot drift from the program. docs/RULES.md says the
 * same at greater length, with every rule's number. */
#ifndef MANUAL_H
#define MANUAL_H
#include "record/memory.h"
#include "rules/game.h"

/* Appends the rules of a game: designer, aim, play, end, how moves are written, figures. */
void manual_print(enum game_id game, struct sink *out);

#endif

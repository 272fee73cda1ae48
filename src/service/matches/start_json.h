/* start_json.h - a position that was set up, as the member `start` of a record has it:
 *
 *   {"side": 2, "cells": [{"point": "d4", "owner": 1}, {"point": "e4", "owner": "neutral"}]}
 *
 * docs/record.schema.json defines the form; the store has it in words (rules/placed.h). */
#ifndef START_JSON_H
#define START_JSON_H
#include "rules/placed.h"
#include <jansson.h>

/* Reads one for a board of the setup and appends its words. Returns 0, or ERR_SYNTAX with a
 * sentence in *why that says what is wrong and what is right. Whether the game has such stones is
 * not judged here. */
MUST_USE int start_json_read(const json_t *start, const struct setup *s, int stones_max,
                             struct text *words, struct text *why);

/* The position of such words as JSON, a new reference; null for the empty board, "". */
json_t *start_json_view(const char *words, const struct setup *s);

#endif

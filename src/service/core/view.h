/* view.h - parts of the API's JSON that need no store. */
#ifndef VIEW_H
#define VIEW_H
#include "rules/game.h"
#include "service/matches/clock.h"
#include "store/core/store.h"
#include <jansson.h>

json_t *view_player(const struct store_player *p); /* null for no player */
json_t *view_games(void);
json_t *view_words(const char *line); /* those between blanks, as a list */
json_t *view_match(const struct store_match *m, int64_t asker, int watchers);
json_t *view_offers(const struct store_match *m);
json_t *view_turn(const struct store_match *m);
json_t *view_clock(const struct store_match *m); /* null without one */
json_t *view_clock_rule(const struct clock_rule *r);
json_t *view_result(const struct store_match *m);
json_t *view_chat(const struct store_chat *line);

/* The setup of a match; ERR_ILLEGAL when the store holds what this program does not know. */
MUST_USE int match_setup(const struct store_match *m, struct setup *out);

#endif

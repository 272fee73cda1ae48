#include "search/game_search.h"

const struct game_search *const game_searches[GAME_N] = {
#define GAME_SEARCH_ROW(NAME, name) [GAME_##NAME] = &search_##name,
    GAME_LIST(GAME_SEARCH_ROW)
#undef GAME_SEARCH_ROW
};

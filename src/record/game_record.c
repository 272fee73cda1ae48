#include "record/game_record.h"

const struct game_record *const game_records[GAME_N] = {
#define GAME_RECORD_ROW(NAME, name) [GAME_##NAME] = &record_##name,
    GAME_LIST(GAME_RECORD_ROW)
#undef GAME_RECORD_ROW
};

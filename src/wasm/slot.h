/* slot.h - the slots and the number area that the files of this folder share. */
#ifndef WASM_SLOT_H
#define WASM_SLOT_H
#include "rules/game.h"

/* The position in a slot, NULL if there is none. */
const struct position *api_slot(int slot);

/* The area behind hoshi_numbers(), NUMBERS_N entries. */
int32_t *api_numbers(void);

#endif

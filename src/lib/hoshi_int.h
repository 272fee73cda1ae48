/* hoshi_int.h - what the files of libhoshi share: objects, structs with a size, reasons,
 * actions. */
#ifndef HOSHI_INT_H
#define HOSHI_INT_H
#include "hoshi.h"
#include "record/record.h"
#include "rules/position.h"

struct hoshi_position {
    struct position p;
};

/* Copies a caller's struct of that size into ours, of `bytes`, whose further members are 0. Returns
 * false when the size is below `least`, that of the struct's first version. */
MUST_USE bool hoshi_take(void *ours, size_t bytes, const void *theirs, size_t least);

/* Copies ours to the caller's struct, as much as fits there; its size stays. */
MUST_USE bool hoshi_give(void *theirs, const void *ours, size_t bytes, size_t least);

/* Fills *why, unless it is NULL or too small, and returns error. sentence NULL: the error's own. */
int hoshi_tell(struct hoshi_why *why, int error, const char *rule, const char *sentence);

/* The same from a record's error, which may have a place. */
int hoshi_tell_record(struct hoshi_why *why, int error, const struct record_error *from);

/* The setup that the caller describes: 0, or an error that *why tells. */
MUST_USE int hoshi_setup_read(const struct hoshi_setup *from, struct setup *out,
                              struct hoshi_why *why);

/* Actions of a board (hoshi.h has their order), and moves that they stand for. A move that the game
 * lacks has no action: HOSHI_ERR_UNKNOWN; MOVE_NONE: no such action. */
int hoshi_actions(const struct setup *s);
int hoshi_action_of(const struct setup *s, move_t m);
move_t hoshi_move_of(const struct setup *s, int action);

/* mask has hoshi_actions bytes; returns how many are 1. */
int hoshi_mask(const struct position *p, uint8_t *mask);

/* What is played on p: 0, HOSHI_ERR_RANGE, _ILLEGAL or _OVER. */
int hoshi_judge(const struct position *p, int action, move_t *out);

/* [seat - 1]: hoshi_position_returns. */
void hoshi_returns(const struct position *p, float *by_seat);

/* Bytes of hoshi_position_planes_u8; 0: the planes cannot tell positions of that setup. */
size_t hoshi_planes_bytes(const struct setup *s);
void hoshi_planes(const struct position *p, uint8_t *out);
/* The mask of hoshi_mask, from the planes: they tell already where the side may place. */
void hoshi_mask_by_planes(const struct position *p, const uint8_t *planes, uint8_t *mask);
void hoshi_planes_floats(const uint8_t *planes, size_t n, float *out);

#endif

#include "cli/analysis/winner.h"

#include "record/textboard.h"
#include "rules/position.h"

bool winner_may_swap(const struct position *p)
{
    return games[p->setup.game]->has_swap && (p->setup.options & OPTION_SWAP) != 0;
}

void winner_print(const struct position *p, int side, move_t first, const char *verb,
                  struct text *out)
{
    if (!winner_may_swap(p)) {
        text_str(out, textboard_side(&p->setup, side));
        text_char(out, ' ');
        text_str(out, verb);
        return;
    }
    text_str(out, "player ");
    text_int(out, position_seat(p, side));
    text_char(out, ' ');
    text_str(out, verb);
    bool to_come = !p->swapped && p->ply < 2 && !p->over;
    if (!to_come || (p->ply == 1 && first != MOVE_NONE)) {
        int end = first == MOVE_SWAP ? 3 - side : side;
        text_str(out, ", as ");
        text_str(out, textboard_side(&p->setup, end));
        return;
    }
    text_str(out, ", as ");
    text_str(out, textboard_side(&p->setup, side));
    text_str(out, " or, after a swap, as ");
    text_str(out, textboard_side(&p->setup, 3 - side));
}

/* why.c - what a move does, for the page. The module of the first load, which must stay small, is
 * built without it. */
#include "base/err.h"
#include "base/text.h"
#include "rules/reasons.h"
#include "wasm/api.h"
#include "wasm/slot.h"

int EXPORT(hoshi_reasons)(int slot, int move)
{
    static const char *const names[REASON_N] = {
#define REASON_NAME(NAME) #NAME,
        REASON_LIST(REASON_NAME)
#undef REASON_NAME
    };
    enum { FIELDS_N = 3 };
    struct reason found[REASONS_MAX];
    struct text t;
    const struct position *p = api_slot(slot);
    if (p == NULL || position_judge(p, (move_t)move) != VERDICT_OK)
        return ERR_RANGE;
    int n = reasons_of(p, (move_t)move, found);
    int32_t *numbers = api_numbers();
    text_init(&t, hoshi_text(), TEXT_BYTES);
    for (int i = 0; i < n; i++) {
        if (i > 0)
            text_char(&t, '\n');
        text_str(&t, names[found[i].kind]);
        numbers[FIELDS_N * i] = found[i].n;
        numbers[FIELDS_N * i + 1] = found[i].m;
        numbers[FIELDS_N * i + 2] = found[i].at;
    }
    return n;
}

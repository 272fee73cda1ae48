#include "rules/verdict.h"

#include "base/macros.h"

static const struct {
    const char *rule;
    const char *text;
} verdicts[] = {
#define VERDICT_ROW(name, rule, text) {rule, text},
    VERDICT_LIST(VERDICT_ROW)
#undef VERDICT_ROW
};

const char *verdict_rule(enum verdict v)
{
    ASSERT((int)v >= 0 && v < VERDICT_N);
    return verdicts[v].rule;
}

const char *verdict_text(enum verdict v)
{
    ASSERT((int)v >= 0 && v < VERDICT_N);
    return verdicts[v].text;
}

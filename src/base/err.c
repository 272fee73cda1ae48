#include "base/err.h"

const char *err_text(int err)
{
    switch (err) {
#define ERR_CASE(name, value, text)                                                                \
    case value:                                                                                    \
        return text;
        ERR_LIST(ERR_CASE)
#undef ERR_CASE
    default:
        return "unknown error";
    }
}

const char *err_name(int err)
{
    switch (err) {
#define ERR_CASE(name, value, text)                                                                \
    case value:                                                                                    \
        return "ERR_" #name;
        ERR_LIST(ERR_CASE)
#undef ERR_CASE
    default:
        return "ERR_?";
    }
}

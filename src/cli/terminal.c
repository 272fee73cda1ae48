#include "cli/terminal.h"

#include "base/blanks.h"
#include <stdlib.h>
#include <string.h>

const char *terminal_name(const char *name, char out[TERMINAL_NAME_BYTES])
{
    snprintf(out, TERMINAL_NAME_BYTES, "%s", name);
    blanks_tidy(out);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
    return out;
}

void terminal_print(FILE *to, const char *text)
{
    char *clean = strdup(text);
    if (clean == NULL)
        return;
    blanks_tidy(clean);
    fputs(clean, to);
    free(clean);
}

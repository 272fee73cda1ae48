#include "cli/play/term_known.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

bool term_known(void)
{
    int error = 0;
    if (setupterm(NULL, STDOUT_FILENO, &error) != OK)
        return false;
    del_curterm(cur_term);
    return true;
}

/* test_lanes_word.c - words and sets of one lane, in plain C (rules/lanes_word.h) */
#define LANES 1
#include "checking_words.h"

int main(void)
{
    return check_words();
}

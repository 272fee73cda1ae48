/* test_lanes_word_avx2.c - words and sets of four lanes (rules/lanes_word.h), on processors that
 * have AVX2 and BMI2 */
#if defined(__x86_64__)
#define LANES 4
#include "checking_words.h"

int main(void)
{
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        return check_words();
    return 77; /* skipped */
}
#else
int main(void)
{
    return 77; /* skipped */
}
#endif

/* test_lanes_word_avx512.c - words and sets of four lanes (rules/lanes_word.h), on processors that
 * have AVX-512 */
#if defined(__x86_64__)
#define LANES 4
#define LANES_AVX512_CODE
#include "checking_words.h"

int main(void)
{
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq"))
        return check_words();
    return 77; /* skipped */
}
#else
int main(void)
{
    return 77; /* skipped */
}
#endif

/* testing.h - cmocka with the headers that it wants first. Names of tests read as claims. */
#ifndef TESTING_H
#define TESTING_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif

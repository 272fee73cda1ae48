/* median.h - the middle of several measurements. */
#ifndef MEDIAN_H
#define MEDIAN_H

enum { MEDIAN_MAX = 101 };

/* The median of n values, 1 ... MEDIAN_MAX, in any order; of an even number the mean of the two in
 * the middle. */
double median_of(const double *values, int n);

#endif

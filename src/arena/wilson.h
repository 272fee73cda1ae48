/* wilson.h - the interval of a share (E. B. Wilson, "Probable inference, the law of succession, and
 * statistical inference", 1927). */
#ifndef WILSON_H
#define WILSON_H

/* The 95 % interval of a share (0 to 1) of n > 0 trials. In matches a draw is half a success. */
void wilson(double share, double n, double *low, double *high);

#endif

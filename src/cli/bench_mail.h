/* bench_mail.h - `hoshi bench mail`: mails per second through reader, language and store. */
#ifndef BENCH_MAIL_H
#define BENCH_MAIL_H

/* Plays random matches of Levee 13x13 by mail, `mails` of them, in a store in memory; prints JSON.
 * Returns the exit status. */
int bench_mail(long mails);

#endif

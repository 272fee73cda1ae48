/* bench_mail.h - `hoshi-bench mail`: mails per second through reader, language and store. */
#ifndef BENCH_MAIL_H
#define BENCH_MAIL_H

/* Plays random matches by mail, `mails` of them, in a new store at `path` (NULL: in
 * memory); prints JSON, with the memory held at the start, after a tenth, half and all of them.
 * Returns the exit status. */
int bench_mail(const char *path, long mails);

#endif

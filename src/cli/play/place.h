/* place.h - the default folder for the data of a server. */
#ifndef PLACE_H
#define PLACE_H

/* The store in the user's data folder ($XDG_DATA_HOME/hoshi/hoshi.db), whose folders are made; NULL
 * when there is no home, after a message if they cannot be made. The caller frees. */
char *place_store(void);

#endif

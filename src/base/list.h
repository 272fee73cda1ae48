/* list.h - a doubly linked list whose links are members of its elements: it allocates nothing, and
 * removes an element without a search.
 *
 *     struct list        first ---> link <---> link <---> link <--- last
 *                                     \ a member of each element; CONTAINER_OF finds the element
 *
 * A list that is all zero is empty. An element stands in one list per link; a link that is not in a
 * list must not be removed. To remove elements while walking, take `next` before. */
#ifndef LIST_H
#define LIST_H
#include "base/macros.h"
#include <stddef.h>

struct list_link {
    struct list_link *before, *after;
};

struct list {
    struct list_link *first, *last;
};

static inline void list_add_last(struct list *l, struct list_link *k)
{
    k->before = l->last;
    k->after = NULL;
    if (l->last != NULL)
        l->last->after = k;
    else
        l->first = k;
    l->last = k;
}

static inline void list_add_first(struct list *l, struct list_link *k)
{
    k->before = NULL;
    k->after = l->first;
    if (l->first != NULL)
        l->first->before = k;
    else
        l->last = k;
    l->first = k;
}

static inline void list_remove(struct list *l, struct list_link *k)
{
    if (k->before != NULL)
        k->before->after = k->after;
    else
        l->first = k->after;
    if (k->after != NULL)
        k->after->before = k->before;
    else
        l->last = k->before;
}

/* Walks from the first element to the last: LIST_EACH(struct stream, s, &streams, link) ... */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type and a name have none */
#define LIST_EACH(type, element, list, member)                                                     \
    for (type *element = LIST_ELEMENT((list)->first, type, member); element != NULL;               \
         element = LIST_ELEMENT(element->member.after, type, member))
/* NOLINTEND(bugprone-macro-parentheses) */

/* The element of a link, NULL if that is NULL. */
#define LIST_ELEMENT(k, type, member) ((k) != NULL ? CONTAINER_OF(k, type, member) : NULL)

#endif

/* features.h - the features of the service that take part in its life (core/feature.h), in the
 * order in which they are opened and called; they are closed in the reverse order. */
#ifndef FEATURES_H
#define FEATURES_H
#include "service/core/feature.h"

#define SERVICE_FEATURES(X)                                                                        \
    X(matches) X(exhibition) X(people) X(analysis) X(community) X(tournaments)

#define FEATURE_DECLARE(name) extern const struct feature feature_##name;
SERVICE_FEATURES(FEATURE_DECLARE)
#undef FEATURE_DECLARE

#endif

/** Conditions, parameters and results of the queries that every SQL store runs, whatever its dialect. */
@NullMarked
package io.flowfabric.store.jdbc.query;

import org.jspecify.annotations.NullMarked;

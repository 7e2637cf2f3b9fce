/**
 * Where systems work: a database of their own on a PostgreSQL server, or a SQLite file of their own. A store is empty
 * when it is given out and gone when it is closed, so that no run meets what an earlier one left.
 */
@NullMarked
package io.flowfabric.bench.store;

import org.jspecify.annotations.NullMarked;

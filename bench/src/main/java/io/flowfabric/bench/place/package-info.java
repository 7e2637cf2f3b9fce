/**
 * Where contestants work: a database of their own on a PostgreSQL server, or a SQLite file of their own. A place is empty
 * when it is given out and gone when it is closed, so that no run meets what an earlier one left.
 */
@NullMarked
package io.flowfabric.bench.place;

import org.jspecify.annotations.NullMarked;

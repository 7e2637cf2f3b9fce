package io.flowfabric.store.sqlite;

import java.sql.SQLException;

/** A read from one snapshot. It may be run more than once when another connection was in the way. */
@FunctionalInterface
interface ReadUnit<T> {

    T run(SqlScope scope) throws SQLException;
}

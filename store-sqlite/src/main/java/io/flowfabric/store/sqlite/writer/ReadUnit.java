package io.flowfabric.store.sqlite.writer;

import java.sql.SQLException;

/** A read from one snapshot. It may be run more than once when another connection was in the way. */
@FunctionalInterface
public interface ReadUnit<T> {

    T run(SqlScope scope) throws SQLException;
}

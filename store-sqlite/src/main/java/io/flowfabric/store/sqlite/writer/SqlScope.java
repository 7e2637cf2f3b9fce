package io.flowfabric.store.sqlite.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The transaction that a unit runs in. It belongs to the unit's thread and ends with the unit. */
public interface SqlScope {

    /** The connection; the unit neither commits nor rolls back nor closes it. */
    Connection connection();

    /**
     * A statement of the connection's cache, without parameters. The unit closes its result sets and not the statement.
     *
     * @throws SQLException when SQLite refuses the text
     */
    PreparedStatement prepare(String sql) throws SQLException;
}

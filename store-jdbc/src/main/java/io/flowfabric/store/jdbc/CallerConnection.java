package io.flowfabric.store.jdbc;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.sql.Connection;
import java.sql.SQLException;

/** What has to be true of a caller's connection before a store writes in its transaction. */
public final class CallerConnection {
    private CallerConnection() {}

    /**
     * The driver's connection behind one that may be a pool's.
     *
     * @throws EngineException {@code invalid_input} if it is closed, of another driver, or in no transaction
     */
    public static <C> C require(Connection connection, Class<C> driver) throws SQLException {
        if (connection.isClosed()) {
            throw refuse("the connection is closed", "Submit before the transaction is committed and closed.");
        }
        if (!connection.isWrapperFor(driver)) {
            throw refuse(
                    "a %s is no %s".formatted(connection.getClass().getName(), driver.getName()),
                    "Pass a connection to the database of the store, or submit without one.");
        }
        if (connection.getAutoCommit()) {
            throw refuse(
                    "the connection is in autocommit mode, so there is no transaction to submit in",
                    "Call setAutoCommit(false) before the first statement, and commit() behind the last.");
        }
        return connection.unwrap(driver);
    }

    /** A connection that cannot be used for the reason given. */
    public static EngineException refuse(String detail, String wayOut) {
        return EngineError.of(ErrorCode.INVALID_INPUT, detail, wayOut).toException();
    }
}

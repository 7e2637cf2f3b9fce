package io.flowfabric.store.sqlite;

import java.sql.SQLException;

/** Carries an {@link SQLException} through the engine's code, which knows nothing of SQL, back to the store. */
final class UncheckedSql extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Work that talks to the database. */
    interface Work<T> {
        T run() throws SQLException;
    }

    private UncheckedSql(SQLException cause) {
        super(cause);
    }

    /** Runs work and wraps what it throws. */
    static <T> T run(Work<T> work) {
        try {
            return work.run();
        } catch (SQLException failed) {
            throw new UncheckedSql(failed);
        }
    }

    /** Runs work and unwraps what was wrapped inside it. */
    static <T> T unwrapping(Work<T> work) throws SQLException {
        try {
            return work.run();
        } catch (UncheckedSql wrapped) {
            throw (SQLException) wrapped.getCause();
        }
    }
}

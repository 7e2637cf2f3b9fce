package io.flowfabric.store.jdbc;

import java.sql.SQLException;

/** Carries an {@link SQLException} through the engine's code, which knows nothing of SQL, back to the store. */
public final class UncheckedSql extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Work that talks to the database. */
    public interface Work<T> {
        T run() throws SQLException;
    }

    /** Work that talks to the database and has no result. */
    public interface Action {
        void run() throws SQLException;
    }

    private UncheckedSql(SQLException cause) {
        super(cause);
    }

    /** Runs work and wraps what it throws. */
    public static <T> T run(Work<T> work) {
        try {
            return work.run();
        } catch (SQLException failed) {
            throw new UncheckedSql(failed);
        }
    }

    /** Runs work that has no result and wraps what it throws. */
    public static void perform(Action action) {
        try {
            action.run();
        } catch (SQLException failed) {
            throw new UncheckedSql(failed);
        }
    }

    /** Runs work and unwraps what was wrapped inside it. */
    public static <T> T unwrapping(Work<T> work) throws SQLException {
        try {
            return work.run();
        } catch (UncheckedSql wrapped) {
            throw (SQLException) wrapped.getCause();
        }
    }
}

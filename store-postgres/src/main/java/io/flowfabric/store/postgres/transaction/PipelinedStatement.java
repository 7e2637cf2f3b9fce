package io.flowfabric.store.postgres.transaction;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A statement that may be sent together with others, before they are answered.
 *
 * @param reading what is done with its rows, if it has any
 */
public record PipelinedStatement(String sql, Binding binding, Optional<Reading> reading) {
    /** For statements that have none. */
    public static final Binding NO_PARAMETERS = (statement, first) -> first;

    /** Sets the parameters from a place on, and answers the next free one. */
    public interface Binding {
        int bind(PreparedStatement statement, int first) throws SQLException;
    }

    /** Takes the rows of an answer. */
    public interface Reading {
        void read(ResultSet rows) throws SQLException;
    }

    /** A statement without rows. */
    public PipelinedStatement(String sql, Binding binding) {
        this(sql, binding, Optional.empty());
    }

    /** A query. */
    public PipelinedStatement(String sql, Binding binding, Reading reading) {
        this(sql, binding, Optional.of(reading));
    }
}

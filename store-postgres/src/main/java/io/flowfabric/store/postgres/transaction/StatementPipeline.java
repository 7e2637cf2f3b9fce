package io.flowfabric.store.postgres.transaction;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Steps that wait to be sent, in their order and all in one round trip. When one fails, the server carries out none of
 * those behind it.
 */
final class StatementPipeline {
    private final List<PipelinedStatement> steps = new ArrayList<>();

    void add(PipelinedStatement step) {
        steps.add(step);
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }

    /** Prepares what is to be sent. */
    interface Preparing {
        PreparedStatement prepare(String sql) throws SQLException;
    }

    void send(Preparing preparing) throws SQLException {
        var sent = List.copyOf(steps);
        steps.clear();
        try (var statement =
                preparing.prepare(sent.stream().map(PipelinedStatement::sql).collect(Collectors.joining("; ")))) {
            int next = 1;
            for (PipelinedStatement step : sent) {
                next = step.binding().bind(statement, next);
            }
            statement.execute();
            for (PipelinedStatement step : sent) {
                read(statement, step);
                statement.getMoreResults();
            }
        }
    }

    private static void read(PreparedStatement statement, PipelinedStatement step) throws SQLException {
        if (step.reading().isPresent()) {
            try (ResultSet rows = statement.getResultSet()) {
                step.reading().get().read(rows);
            }
        }
    }
}

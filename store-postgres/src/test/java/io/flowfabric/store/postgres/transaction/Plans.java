package io.flowfabric.store.postgres.transaction;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** How PostgreSQL would carry out a statement, planned for its values or once for all. */
public record Plans(Connection connection, SchemaName schema) {
    private static final Pattern COST = Pattern.compile("cost=[0-9.]+\\.\\.([0-9.]+) ");

    /** @param values literals in the place of the parameters */
    public String of(boolean onceForAll, String sql, String... values) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET plan_cache_mode = " + (onceForAll ? "force_generic_plan" : "force_custom_plan"));
            statement.execute("PREPARE planned AS " + numbered(schema.in(sql)));
            try {
                return explain(statement, "COSTS OFF", values);
            } finally {
                statement.execute("DEALLOCATE planned");
            }
        }
    }

    /** As above, in a transaction that something else comes first in. */
    public String after(String first, boolean onceForAll, String sql, String... values) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(first);
            return of(onceForAll, sql, values);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** How a statement was carried out: the plan that is made once for all, with the rows that each part of it gave. */
    public String carriedOut(String sql, String... values) throws SQLException {
        return carriedOutWith("ANALYZE, COSTS OFF, TIMING OFF, BUFFERS OFF", sql, values);
    }

    /** As above, with the pages that were read. */
    public String carriedOutWithBuffers(String sql, String... values) throws SQLException {
        return carriedOutWith("ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS ON", sql, values);
    }

    private String carriedOutWith(String options, String sql, String... values) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET plan_cache_mode = force_generic_plan");
            statement.execute("PREPARE planned AS " + numbered(schema.in(sql)));
            try {
                return explain(statement, options, values);
            } finally {
                statement.execute("DEALLOCATE planned");
            }
        }
    }

    /** What the plan that is made once for all is estimated to cost in a transaction that something else comes first in. */
    public double cost(String first, String sql) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(first);
            statement.execute("SET LOCAL plan_cache_mode = force_generic_plan");
            statement.execute("PREPARE costing AS " + numbered(schema.in(sql)));
            var nulls =
                    Collections.nCopies((int) sql.chars().filter(c -> c == '?').count(), "NULL");
            String arguments = nulls.isEmpty() ? "" : "(" + String.join(", ", nulls) + ")";
            try (ResultSet row = statement.executeQuery("EXPLAIN EXECUTE costing" + arguments)) {
                row.next();
                var cost = COST.matcher(row.getString(1));
                return cost.find() ? Double.parseDouble(cost.group(1)) : 0;
            } finally {
                statement.execute("DEALLOCATE costing");
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private static String explain(Statement statement, String options, String... values) throws SQLException {
        String arguments = values.length == 0 ? "" : "(" + String.join(", ", values) + ")";
        try (ResultSet row = statement.executeQuery("EXPLAIN (" + options + ") EXECUTE planned" + arguments)) {
            var plan = new StringJoiner("\n");
            while (row.next()) {
                plan.add(row.getString(1));
            }
            return plan.toString();
        }
    }

    private static String numbered(String sql) {
        var text = new StringBuilder();
        int parameter = 0;
        for (char c : sql.toCharArray()) {
            text.append(c == '?' ? "$" + ++parameter : String.valueOf(c));
        }
        return text.toString();
    }
}

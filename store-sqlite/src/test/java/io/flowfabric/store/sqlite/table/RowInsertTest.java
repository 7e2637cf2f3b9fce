package io.flowfabric.store.sqlite.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.sqlite.writer.SqlScope;
import io.flowfabric.store.sqlite.writer.StatementCache;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowInsertTest {
    private static final RowInsert INSERT = new RowInsert("INSERT INTO t", List.of("a", "b", "c", "d"));

    private Connection connection;
    private StatementCache statements;
    private final List<String> prepared = new ArrayList<>();

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        connection.createStatement().execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b, c, d)");
        statements = new StatementCache(connection);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void everyRowIsStoredAsItWasGiven() throws SQLException {
        var rows = IntStream.range(0, 200)
                .mapToObj(i -> new Object[] {
                    (long) i, i % 3 == 0 ? null : "b" + i % 2, i % 5 == 0 ? null : 7, new byte[] {1, (byte) i}
                })
                .toList();
        INSERT.run(scope(), rows);
        assertThat(stored())
                .containsExactlyElementsOf(
                        rows.stream().map(RowInsertTest::text).toList());
    }

    @Test
    void whatAllRowsHaveInCommonIsHandedOverOnce() throws SQLException {
        INSERT.run(scope(), List.of(new Object[] {1L, "same", 3, new byte[] {1}}, new Object[] {
            2L, "same", 4, new byte[] {1}
        }));
        assertThat(prepared).containsOnly("INSERT INTO t (a, b, c, d) VALUES (?2, ?1, ?3, ?4)");
        assertThat(stored()).containsExactly("1 same 3 [1]", "2 same 4 [1]");
    }

    @Test
    void columnsThatAreEmptyAreNotNamed() throws SQLException {
        INSERT.run(scope(), List.<Object[]>of(new Object[] {1L, null, 3, null}));
        assertThat(prepared).containsExactly("INSERT INTO t (a, c) VALUES (?1, ?2)");
        assertThat(stored()).containsExactly("1 null 3 null");
    }

    private List<String> stored() throws SQLException {
        var found = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT a, b, c, d FROM t ORDER BY a")) {
            while (row.next()) {
                found.add(text(row.getLong(1), row.getObject(2), row.getObject(3), row.getObject(4)));
            }
        }
        return found;
    }

    private static String text(Object... row) {
        return String.join(
                " ",
                Arrays.stream(row)
                        .map(value -> value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value))
                        .toList());
    }

    private SqlScope scope() {
        return new SqlScope() {
            @Override
            public Connection connection() {
                return connection;
            }

            @Override
            public PreparedStatement prepare(String sql) throws SQLException {
                prepared.add(sql);
                return statements.prepare(sql);
            }
        };
    }
}

package io.flowfabric.store.sqlite.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.store.sqlite.opening.SqliteUrl;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatementCacheTest {

    private Connection connection;
    private StatementCache cache;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection(SqliteUrl.MEMORY);
        cache = new StatementCache(connection);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void oneTextIsPreparedOnce() throws SQLException {
        assertThat(cache.prepare("SELECT 1")).isSameAs(cache.prepare("SELECT 1"));
    }

    @Test
    void parametersOfAnEarlierUseAreGone() throws SQLException {
        cache.prepare("SELECT ?").setInt(1, 7);
        try (var row = cache.prepare("SELECT ?").executeQuery()) {
            row.next();
            assertThat(row.getObject(1)).isNull();
        }
    }

    @Test
    void batchOfAnEarlierUseIsGone() throws SQLException {
        connection.createStatement().execute("CREATE TABLE t (x)");
        PreparedStatement abandoned = cache.prepare("INSERT INTO t VALUES (?)");
        abandoned.setInt(1, 1);
        abandoned.addBatch();
        PreparedStatement next = cache.prepare("INSERT INTO t VALUES (?)");
        next.setInt(1, 2);
        next.addBatch();
        assertThat(next.executeBatch()).hasSize(1);
    }

    @Test
    void statementUnusedForLongestIsClosedWhenTheCacheIsFull() throws SQLException {
        PreparedStatement used = cache.prepare("SELECT 'used'");
        PreparedStatement unused = cache.prepare("SELECT 'unused'");
        for (int i = 0; i < StatementCache.CAPACITY - 1; i++) {
            cache.prepare("SELECT " + i);
            cache.prepare("SELECT 'used'");
        }
        assertThat(cache.size()).isEqualTo(StatementCache.CAPACITY);
        assertThat(unused.isClosed()).isTrue();
        assertThat(used.isClosed()).isFalse();
    }

    @Test
    void statementsAreClosedWithTheCache() throws SQLException {
        PreparedStatement statement = cache.prepare("SELECT 1");
        cache.close();
        assertThat(statement.isClosed()).isTrue();
        assertThat(cache.size()).isZero();
    }

    @Test
    void refusedTextIsNotKept() {
        assertThatThrownBy(() -> cache.prepare("NONSENSE")).isInstanceOf(SQLException.class);
        assertThat(cache.size()).isZero();
    }
}

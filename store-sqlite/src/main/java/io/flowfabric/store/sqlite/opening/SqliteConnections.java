package io.flowfabric.store.sqlite.opening;

import io.flowfabric.store.sqlite.opening.SqliteAddress.Synchronous;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteOpenMode;

/** Opens connections to one database, set up for writing or for reading. */
public class SqliteConnections {

    /**
     * Short, because SQLite sleeps in it; a caller that waits longer tries again and checks its deadline in between.
     */
    private static final int BUSY_TIMEOUT_MS = 5;

    /** In KiB: the hot indexes of a busy store fit. */
    private static final int WRITER_CACHE = 16_384;

    private static final int READER_CACHE = 4_096;

    /** In bytes: a log that a long read made grow is cut back to this at the next checkpoint. */
    private static final long LOG_LIMIT = 64L << 20;

    private final Optional<Path> file;
    private final Synchronous synchronous;

    /** The path of the address is used as given; pass the real one where the file may have several names. */
    public SqliteConnections(SqliteAddress address) {
        this.file = address.file();
        this.synchronous = address.synchronous();
    }

    public boolean inMemory() {
        return file.isEmpty();
    }

    /** How the database is named in messages. */
    public String name() {
        return file.map(Path::toString).orElse("the database in memory");
    }

    /** A connection that creates the file when it is missing, and puts it into WAL mode. */
    public Connection openWriter() throws SQLException {
        Connection connection = DriverManager.getConnection(
                file.map(SqliteUrl::create).orElse(SqliteUrl.MEMORY),
                writerConfig().toProperties());
        return withoutAutoCommit(setUp(connection, statement -> {
            requireWal(statement);
            setUpLog(statement);
            statement.execute("PRAGMA cache_size = -" + WRITER_CACHE);
            statement.execute("PRAGMA temp_store = MEMORY");
            statement.execute("PRAGMA foreign_keys = OFF");
        }));
    }

    /** A connection that writes the log of an existing file back into it, and nothing else. */
    public Connection openForCheckpoints() throws SQLException {
        Path existing = file.orElseThrow(() -> new IllegalStateException("A database in memory has no log"));
        return setUp(DriverManager.getConnection(SqliteUrl.open(existing)), this::setUpLog);
    }

    /** Without automatic checkpoints: they would be made in commits. */
    private void setUpLog(Statement statement) throws SQLException {
        statement.execute("PRAGMA synchronous = " + synchronous);
        statement.execute("PRAGMA wal_autocheckpoint = 0");
        statement.execute("PRAGMA journal_size_limit = " + LOG_LIMIT);
    }

    /**
     * The writer begins and ends its transactions by statements. With the driver's auto-commit on, the driver would try to
     * begin and commit one of its own after each statement, and fail because there is one.
     */
    private static Connection withoutAutoCommit(Connection connection) throws SQLException {
        connection.unwrap(SQLiteConnection.class).getConnectionConfig().setAutoCommit(false);
        return connection;
    }

    private static SQLiteConfig writerConfig() {
        var config = new SQLiteConfig();
        // Otherwise the driver asks for the row number after every insert, with a statement that it prepares each time.
        config.setGetGeneratedKeys(false);
        // The connection belongs to one thread, so SQLite need not lock it for every value that is handed over.
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        return config;
    }

    /**
     * A connection that cannot write.
     *
     * @throws IllegalStateException for a database in memory, which exists in its writer's connection only
     */
    public Connection openReader() throws SQLException {
        Path existing = file.orElseThrow(() -> new IllegalStateException("A database in memory has one connection"));
        Connection connection = DriverManager.getConnection(SqliteUrl.open(existing));
        return setUp(connection, statement -> {
            statement.execute("PRAGMA cache_size = -" + READER_CACHE);
            statement.execute("PRAGMA query_only = ON");
        });
    }

    private interface SetUp {
        void apply(Statement statement) throws SQLException;
    }

    private static Connection setUp(Connection connection, SetUp setUp) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + BUSY_TIMEOUT_MS);
            setUp.apply(statement);
            return connection;
        } catch (SQLException | RuntimeException failed) {
            connection.close();
            throw failed;
        }
    }

    private void requireWal(Statement statement) throws SQLException {
        try (ResultSet mode = statement.executeQuery("PRAGMA journal_mode = WAL")) {
            String actual = mode.next() ? mode.getString(1) : "";
            if (!inMemory() && !actual.equalsIgnoreCase("wal")) {
                throw new SQLException(name() + " stays in journal mode " + actual
                        + "; its file system does not support SQLite's WAL. Put the file on a local disk.");
            }
        }
    }
}

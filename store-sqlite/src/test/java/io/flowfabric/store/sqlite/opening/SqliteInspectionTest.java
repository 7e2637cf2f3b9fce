package io.flowfabric.store.sqlite.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.store.jdbc.migration.Migration;
import io.flowfabric.store.jdbc.migration.MigrationRunner;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.sqlite.DirectoryContents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SqliteInspectionTest {

    private static final Migration BASE = migration("0001_base.sql", false, "CREATE TABLE ff_a (x)");
    private static final Migration CHANGE = migration("0002_change.sql", false, "CREATE TABLE ff_b (x)");
    private static final Migration ADDITION = migration("0002_addition.sql", true, "CREATE TABLE ff_b (x)");

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("a.db");
    }

    private static Migration migration(String fileName, boolean compatible, String sql) {
        return Migration.parse(fileName, "-- backward_compatible: " + compatible + "\n" + sql);
    }

    private static MigrationRunner runner(Migration... migrations) {
        return new MigrationRunner(
                new Migrations(List.of(migrations)), new SqliteMigrationDialect(), InstantSource.system());
    }

    private void create(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(SqliteUrl.create(file));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private void migrate(Migration... migrations) throws SQLException {
        try (Connection connection = DriverManager.getConnection(SqliteUrl.create(file))) {
            runner(migrations).apply(connection);
        }
    }

    private void inspect() {
        new SqliteInspection(runner(BASE)).inspect(file);
    }

    /** Inspects, and proves that nothing was changed, whatever came of it. */
    private EngineException refusal() throws IOException {
        Map<String, String> before = DirectoryContents.of(directory);
        Throwable refused = catchThrowable(this::inspect);
        assertThat(DirectoryContents.of(directory)).isEqualTo(before);
        assertThat(refused).isInstanceOf(EngineException.class);
        return (EngineException) refused;
    }

    private void assertWelcome() throws IOException {
        Map<String, String> before = DirectoryContents.of(directory);
        assertThatCode(this::inspect).doesNotThrowAnyException();
        assertThat(DirectoryContents.of(directory)).isEqualTo(before);
    }

    @Test
    void missingFileIsWelcome() throws IOException {
        assertWelcome();
    }

    @Test
    void emptyFileIsWelcome() throws IOException {
        Files.createFile(file);
        assertWelcome();
    }

    @Test
    void ownDatabaseIsWelcome() throws Exception {
        migrate(BASE);
        assertWelcome();
    }

    @Test
    void databaseWithTheHostsTablesIsWelcome() throws Exception {
        create("PRAGMA journal_mode = WAL", "CREATE TABLE orders (x)", "INSERT INTO orders VALUES (1)");
        assertWelcome();
    }

    @Test
    void databaseInUseIsWelcome() throws Exception {
        create("PRAGMA journal_mode = WAL", "CREATE TABLE orders (x)");
        try (Connection host = DriverManager.getConnection(SqliteUrl.open(file));
                Statement statement = host.createStatement()) {
            statement.execute("INSERT INTO orders VALUES (1)");
            inspect();
            statement.execute("INSERT INTO orders VALUES (2)");
        }
    }

    @Test
    void databaseRestoredWithItsLogIsReadWithTheLog() throws Exception {
        Path original = directory.resolve("original.db");
        file = original;
        create("PRAGMA journal_mode = WAL");
        try (Connection host = DriverManager.getConnection(SqliteUrl.open(original));
                Statement statement = host.createStatement()) {
            statement.execute("CREATE TABLE ff_executions (x)");
            file = directory.resolve("restored.db");
            Files.copy(original, file);
            Files.copy(directory.resolve("original.db-wal"), directory.resolve("restored.db-wal"));
        }
        assertThat(refusal()).as("the table is in the log only").hasMessageContaining("ff_executions");
    }

    static Stream<Arguments> strangeFiles() {
        byte[] noise = new byte[40_000];
        new Random(1).nextBytes(noise);
        return Stream.of(
                Arguments.of("short text", "hello\n".getBytes(StandardCharsets.UTF_8)),
                Arguments.of("long text", "hello\n".repeat(10_000).getBytes(StandardCharsets.UTF_8)),
                Arguments.of("noise, as an encrypted database looks", noise),
                Arguments.of("zeros", new byte[8192]));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strangeFiles")
    void whatIsNoDatabaseIsRefusedAndKept(String what, byte[] bytes) throws IOException {
        Files.write(file, bytes);
        EngineException refused = refusal();
        assertThat(refused.code()).as(what).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refused).hasMessageContaining("is not a SQLite database");
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void truncatedDatabaseIsRefusedAndKept(int missing) throws Exception {
        fill();
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - missing));
        assertThat(refusal().code()).isEqualTo(ErrorCode.CORRUPTION);
    }

    static Stream<Integer> cuts() {
        return Stream.of(1, 100, 4096, 5000, 40_000);
    }

    @Test
    void databaseCutToItsHeaderIsRefusedAndKept() throws Exception {
        fill();
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
        assertThat(refusal().code()).isEqualTo(ErrorCode.INVALID_INPUT);
    }

    @Test
    void damagedPageInTheMiddleIsRefusedAndKept() throws Exception {
        fill();
        byte[] bytes = Files.readAllBytes(file);
        int middle = bytes.length / 2 / 4096 * 4096;
        Arrays.fill(bytes, middle, middle + 4096, (byte) 0x5a);
        Files.write(file, bytes);
        assertThat(refusal().code()).isEqualTo(ErrorCode.CORRUPTION);
    }

    @Test
    void damagedSchemaIsRefusedAndKept() throws Exception {
        fill();
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 100, 4096, (byte) 0x5a);
        Files.write(file, bytes);
        assertThat(refusal().code()).isEqualTo(ErrorCode.CORRUPTION);
    }

    /** A table of many pages. */
    private void fill() throws SQLException {
        create(
                "CREATE TABLE orders (x INTEGER PRIMARY KEY, y)",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
                        + " INSERT INTO orders SELECT i, hex(randomblob(100)) FROM n");
    }

    @Test
    void tablesWithOurPrefixButNoLedgerAreForeign() throws Exception {
        create("CREATE TABLE ff_exec_core (x)");
        EngineException refused = refusal();
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refused).hasMessageContaining("ff_exec_core").hasMessageContaining("another program");
    }

    @Test
    void ledgerWithOtherColumnsIsForeign() throws Exception {
        create("CREATE TABLE ff_migrations (id INTEGER, hash TEXT)");
        assertThat(refusal()).hasMessageContaining("[id, hash]").hasMessageContaining("another program");
    }

    @Test
    void newerIncompatibleSchemaIsRefusedNamingBothVersions() throws Exception {
        migrate(BASE, CHANGE);
        EngineException refused = refusal();
        assertThat(refused.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        assertThat(refused).hasMessageContaining("version 2").hasMessageContaining("version 1");
    }

    @Test
    void newerCompatibleSchemaIsWelcome() throws Exception {
        migrate(BASE, ADDITION);
        assertWelcome();
    }

    @Test
    void hotJournalIsLeftForSqliteToRollBack() throws Exception {
        fill();
        // The header of a journal that no process holds: 0 records, so that rolling it back changes nothing either.
        byte[] journal = new byte[512];
        byte[] magic = {(byte) 0xd9, (byte) 0xd5, 0x05, (byte) 0xf9, 0x20, (byte) 0xa1, 0x63, (byte) 0xd7};
        System.arraycopy(magic, 0, journal, 0, magic.length);
        Files.write(directory.resolve("a.db-journal"), journal);
        assertWelcome();
    }

    @Test
    void directoryIsRefused() {
        assertThatThrownBy(() -> new SqliteInspection(runner(BASE)).inspect(directory))
                .hasMessageContaining("is a directory");
    }

    @Test
    void missingDirectoryIsRefused() throws IOException {
        file = directory.resolve("no/a.db");
        assertThat(refusal()).hasMessageContaining("does not exist");
    }

    @Test
    void linkThatLeadsNowhereIsRefused() throws IOException {
        Files.createSymbolicLink(file, directory.resolve("gone.db"));
        assertThat(refusal()).hasMessageContaining("leads nowhere");
    }

    @Test
    void unreadableFileIsRefused() throws Exception {
        create("CREATE TABLE orders (x)");
        assertThat(file.toFile().setReadable(false)).isTrue();
        assumeThat(Files.isReadable(file)).as("the superuser reads everything").isFalse();
        assertThatThrownBy(this::inspect).hasMessageContaining("may not be read");
    }
}

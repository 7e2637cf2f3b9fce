package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.Payload;
import io.flowfabric.store.jdbc.migration.Migration;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.sqlite.opening.SqliteUrl;
import io.flowfabric.store.sqlite.turn.FileTurns;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.RecordedLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are damaged, foreign or newer than the program, opened as a user would open them. */
class StrangeFileTest {

    private static final int PAGE = 4096;

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("a.db");
    }

    /** Makes a strange file at a path. */
    interface Making {
        void make(Path file) throws Exception;
    }

    static Stream<Arguments> refused() {
        byte[] noise = new byte[10 * PAGE];
        new Random(1).nextBytes(noise);
        return Stream.of(
                arguments("garbage", ErrorCode.INVALID_INPUT, "not a SQLite database", to -> Files.write(to, noise)),
                arguments(
                        "text",
                        ErrorCode.INVALID_INPUT,
                        "not a SQLite database",
                        to -> Files.writeString(to, "dear diary\n".repeat(1000))),
                arguments("a store cut short", ErrorCode.CORRUPTION, "bytes", StrangeFileTest::truncate),
                arguments("a store with a page overwritten", ErrorCode.CORRUPTION, "a.db", StrangeFileTest::overwrite),
                arguments(
                        "tables of another program",
                        ErrorCode.INVALID_INPUT,
                        "ff_exec_core",
                        to -> execute(to, "CREATE TABLE ff_exec_core (x)")),
                arguments(
                        "a store of a newer program",
                        ErrorCode.UNAVAILABLE,
                        "The schema is at version 9999, this program knows version ",
                        to -> makeNewer(to, false)));
    }

    private static Arguments arguments(String what, ErrorCode code, String says, Making making) {
        return Arguments.of(what, code, says, making);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refusedFileKeepsEveryByteAndIsLeftAlone(String what, ErrorCode code, String says, Making making)
            throws Exception {
        making.make(file);
        var before = DirectoryContents.of(directory);
        assertThat(before).as("nothing lies beside it").containsOnlyKeys("a.db");

        var refused = catchThrowable(() -> open(new SqliteStoreProvider()));

        assertThat(DirectoryContents.of(directory)).as(what).isEqualTo(before);
        assertThat(refused).isInstanceOf(EngineException.class).hasMessageContaining(says);
        assertThat(((EngineException) refused).code()).isEqualTo(code);
        assertThat(refused.getMessage()).hasLineCount(1).contains(code == ErrorCode.UNAVAILABLE ? "" : file.toString());
    }

    @Test
    void newerButCompatibleStoreIsOpenedWithAWarning() throws Exception {
        makeNewer(file, true);
        try (var client = Client.open("sqlite:" + file)) {
            assertThat(client.ids()).isNotEmpty();
            client.create();
        }
        assertThat(RecordedLogs.warnings())
                .anyMatch(said -> said.contains("at version 9999") && said.contains("knows version "));
    }

    @Test
    void hostsTablesAndNumbersAreLeftAlone() throws Exception {
        execute(
                file,
                "PRAGMA user_version = 7",
                "PRAGMA application_id = 8",
                "CREATE TABLE orders (x)",
                "INSERT INTO orders VALUES (42)");
        try (var client = Client.open("sqlite:" + file)) {
            client.create();
            client.complete(client.claim(1, Duration.ZERO).get(0));
        }
        assertThat(ask(file, "PRAGMA user_version")).isEqualTo("7");
        assertThat(ask(file, "PRAGMA application_id")).isEqualTo("8");
        assertThat(ask(file, "SELECT group_concat(x) FROM orders")).isEqualTo("42");
        assertThat(ask(file, "SELECT sql FROM sqlite_schema WHERE name = 'orders'"))
                .isEqualTo("CREATE TABLE orders (x)");
    }

    private void open(SqliteStoreProvider provider) {
        provider.open("sqlite:" + file, StoreOptions.DEFAULT).close();
    }

    /** A store as a backup leaves it: some executions in one file, and nothing beside it. */
    private static void makeStore(Path file, SqliteStoreProvider provider) throws Exception {
        try (var client = Client.of(
                provider.open("sqlite:" + file, StoreOptions.DEFAULT), EngineSettings.DEFAULT.withTimers(false))) {
            for (int i = 0; i < 50; i++) {
                client.create(Client.submission().input(Payload.of(new byte[1000])));
            }
        }
        Files.delete(FileTurns.sideFile(file));
    }

    private static void truncate(Path file) throws Exception {
        makeStore(file, new SqliteStoreProvider());
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - PAGE / 2));
    }

    private static void overwrite(Path file) throws Exception {
        makeStore(file, new SqliteStoreProvider());
        byte[] bytes = Files.readAllBytes(file);
        int middle = bytes.length / 2 / PAGE * PAGE;
        Arrays.fill(bytes, middle, middle + PAGE, (byte) 0x5a);
        Files.write(file, bytes);
    }

    private static void makeNewer(Path file, boolean compatible) throws Exception {
        List<Migration> migrations =
                new ArrayList<>(SqliteSchema.CURRENT.migrations().all());
        migrations.add(Migration.parse(
                "9999_future.sql", "-- backward_compatible: " + compatible + "\nCREATE TABLE ff_future (x)"));
        makeStore(file, new SqliteStoreProvider(new SqliteSchema(new Migrations(migrations))));
    }

    private static void execute(Path file, String... statements) throws Exception {
        try (Connection connection = DriverManager.getConnection(SqliteUrl.create(file));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String ask(Path file, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(SqliteUrl.open(file))) {
            return TestDatabase.single(connection, sql);
        }
    }
}

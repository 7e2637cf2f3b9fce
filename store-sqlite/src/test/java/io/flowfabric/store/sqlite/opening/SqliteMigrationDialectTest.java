package io.flowfabric.store.sqlite.opening;

import static io.flowfabric.store.sqlite.writer.TestDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.store.jdbc.migration.Migration;
import io.flowfabric.store.jdbc.migration.MigrationRunner;
import io.flowfabric.store.jdbc.migration.MigrationStatus;
import io.flowfabric.store.jdbc.migration.Migrations;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteMigrationDialectTest {

    private static MigrationRunner runner(String... statements) {
        List<Migration> migrations = IntStream.range(0, statements.length)
                .mapToObj(i -> Migration.parse(
                        "%04d_step.sql".formatted(i + 1), "-- backward_compatible: true\n" + statements[i]))
                .toList();
        return new MigrationRunner(new Migrations(migrations), new SqliteMigrationDialect(), InstantSource.system());
    }

    private static MigrationStatus boot(TestDatabase database, MigrationRunner runner) throws Exception {
        return get(database.submit(scope -> runner.boot(scope.connection(), true)));
    }

    @Test
    void databaseInMemoryIsMigratedThroughItsWriter() throws Exception {
        try (TestDatabase memory = TestDatabase.inMemory()) {
            assertThat(boot(memory, runner("CREATE TABLE ff_a (x)", "CREATE TABLE ff_b (x)"))
                            .ledgerVersion())
                    .isEqualTo(2);
            assertThat(memory.ask("SELECT count(*) FROM ff_migrations")).isEqualTo("2");
        }
    }

    @Test
    void storesThatOpenTogetherMigrateOnce(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("a.db");
        var runner = runner("CREATE TABLE ff_a (x)");
        try (TestDatabase one = TestDatabase.open(file);
                TestDatabase two = TestDatabase.open(file)) {
            var first = one.submit(scope -> runner.apply(scope.connection()));
            var second = two.submit(scope -> runner.apply(scope.connection()));
            assertThat(get(first).size() + get(second).size()).isEqualTo(1);
        }
    }

    @Test
    void failedMigrationLeavesNothing(@TempDir Path directory) throws Exception {
        try (TestDatabase database = TestDatabase.open(directory.resolve("a.db"))) {
            assertThatThrownBy(() -> boot(database, runner("CREATE TABLE ff_a (x); NONSENSE")))
                    .hasMessageContaining("0001_step");
            assertThat(database.ask("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'ff%'"))
                    .isEqualTo("0");
        }
    }

    @Test
    void hostsVersionNumbersAreLeftAlone(@TempDir Path directory) throws Exception {
        try (TestDatabase database = TestDatabase.open(directory.resolve("a.db"))) {
            database.write("PRAGMA user_version = 7");
            database.write("PRAGMA application_id = 8");
            boot(database, runner("CREATE TABLE ff_a (x)"));
            assertThat(database.ask("PRAGMA user_version")).isEqualTo("7");
            assertThat(database.ask("PRAGMA application_id")).isEqualTo("8");
        }
    }
}

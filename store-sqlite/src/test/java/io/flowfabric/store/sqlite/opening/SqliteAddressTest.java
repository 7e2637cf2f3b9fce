package io.flowfabric.store.sqlite.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.store.sqlite.opening.SqliteAddress.Synchronous;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqliteAddressTest {

    @ParameterizedTest
    @CsvSource({
        "sqlite:app.db, app.db, FULL",
        "sqlite:/var/lib/app.db, /var/lib/app.db, FULL",
        "sqlite:app.db?synchronous=FULL, app.db, FULL",
        "sqlite:app.db?synchronous=normal, app.db, NORMAL",
        "sqlite:a%b#c.db, a%b#c.db, FULL"
    })
    void pathAndOptionAreRead(String text, String path, Synchronous synchronous) {
        SqliteAddress address = SqliteAddress.parse(text);
        assertThat(address.file()).contains(Path.of(path));
        assertThat(address.synchronous()).isEqualTo(synchronous);
    }

    @Test
    void memoryHasNoFile() {
        assertThat(SqliteAddress.parse("sqlite::memory:").file()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql://x, does not start with sqlite:",
        "sqlite:, has no path",
        "'sqlite:  ', has no path",
        "sqlite:?synchronous=FULL, has no path",
        "sqlite::memry:, is not a path",
        "sqlite:app.db?cache=shared, unknown option \"cache\"",
        "sqlite:app.db?, unknown option \"\"",
        "sqlite:app.db?synchronous=OFF, OFF",
        "sqlite:app.db?synchronous, is not known",
        "sqlite:app.db?synchronous=FULL&mode=ro, FULL&mode=ro"
    })
    void anythingElseIsRefusedInOneLine(String text, String said) {
        assertThatThrownBy(() -> SqliteAddress.parse(text))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                .hasMessageContaining(said)
                .message()
                .hasLineCount(1);
    }

    @Test
    void unknownOptionListsTheKnownOnes() {
        assertThatThrownBy(() -> SqliteAddress.parse("sqlite:app.db?cache=shared"))
                .hasMessageContaining("Known options: synchronous=FULL|NORMAL");
    }

    @Test
    void namesOfOneFileResolveToOnePath(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("a.db"));
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), file);
        assertThat(TestDatabase.address(link).resolved())
                .isEqualTo(TestDatabase.address(file).resolved());
    }

    @Test
    void fileThatDoesNotExistYetResolvesThroughItsDirectory(@TempDir Path directory) throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("d")));
        assertThat(TestDatabase.address(link.resolve("new.db")).resolved().file())
                .contains(directory.toRealPath().resolve("d/new.db"));
    }

    @Test
    void fileWithoutADirectoryCannotBeResolved(@TempDir Path directory) {
        var address = TestDatabase.address(directory.resolve("no/new.db"));
        assertThatThrownBy(address::resolved).hasMessageContaining("cannot be found");
    }
}

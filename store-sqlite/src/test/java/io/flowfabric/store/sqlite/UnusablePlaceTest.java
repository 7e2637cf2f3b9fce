package io.flowfabric.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses at which no store can be: the refusal is typed, fits on one line, and nothing is created. */
class UnusablePlaceTest {

    @TempDir
    Path directory;

    private EngineException refusal(Path file) throws Exception {
        var before = DirectoryContents.of(directory);
        var refused = catchThrowable(() -> new SqliteStoreProvider()
                .open("sqlite:" + file, StoreOptions.DEFAULT)
                .close());
        assertThat(DirectoryContents.of(directory)).isEqualTo(before);
        assertThat(refused).isInstanceOf(EngineException.class);
        assertThat(refused.getMessage())
                .hasLineCount(1)
                .contains(file.getParent().toString());
        return (EngineException) refused;
    }

    @Test
    void missingDirectory() throws Exception {
        var refused = refusal(directory.resolve("missing/a.db"));
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refused).hasMessageContaining("does not exist");
    }

    @Test
    void directory() throws Exception {
        var refused = refusal(Files.createDirectory(directory.resolve("a.db")));
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refused).hasMessageContaining("is a directory");
    }

    @Test
    void fileInPlaceOfTheDirectory() throws Exception {
        var refused = refusal(Files.createFile(directory.resolve("file")).resolve("a.db"));
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refused).hasMessageContaining("is not a directory");
    }

    @Test
    void directoryThatMayNotBeWritten() throws Exception {
        Path closed = Files.createDirectory(directory.resolve("closed"));
        assertThat(closed.toFile().setWritable(false)).isTrue();
        assumeThat(Files.isWritable(closed))
                .as("the superuser writes everywhere")
                .isFalse();
        var refused = refusal(closed.resolve("a.db"));
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refused).hasMessageContaining("may not be written");
    }

    @Test
    void fileThatMayNotBeWritten() throws Exception {
        Path closed = Files.createFile(directory.resolve("a.db"));
        assertThat(closed.toFile().setWritable(false)).isTrue();
        assumeThat(Files.isWritable(closed))
                .as("the superuser writes everywhere")
                .isFalse();
        var refused = refusal(closed);
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refused).hasMessageContaining("may not be read and written");
    }

    @Test
    void directoryThatTakesNoFilesWhateverItsRightsSay() throws Exception {
        Path kernels = Path.of("/proc");
        assumeThat(Files.isDirectory(kernels)).as("there is such a directory").isTrue();
        var refused = refusal(kernels.resolve("flowfabric-test.db"));
        assertThat(refused.code()).isIn(ErrorCode.INVALID_INPUT, ErrorCode.TRANSPORT);
    }
}

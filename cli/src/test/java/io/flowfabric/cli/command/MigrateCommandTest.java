package io.flowfabric.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCommandTest {
    @TempDir
    Path directory;

    private Cli cli;

    @BeforeEach
    void open() {
        cli = new Cli(directory);
    }

    @Test
    void showAndPrintChangeNothing() {
        assertThat(cli.onStore("migrate", "--show").out()).contains("pending").doesNotContain("applied");
        assertThat(cli.onStore("migrate", "--print").out()).containsIgnoringCase("create table");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void applyAppliesOnce() {
        assertThat(cli.onStore("migrate", "--apply").out()).contains("applied");
        assertThat(cli.onStore("migrate", "--apply").line()).isEqualTo("The store is up to date.");
        assertThat(cli.onStore("migrate", "--show").out()).contains("applied").doesNotContain("pending");
    }

    @Test
    void stepsCanBeReadByPrograms() {
        assertThat(cli.onStore("migrate", "--show", "--json").line()).startsWith("[{\"version\":1,\"name\":");
    }
}

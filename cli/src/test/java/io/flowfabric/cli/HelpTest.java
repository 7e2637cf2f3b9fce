package io.flowfabric.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.cli.command.Cli;
import io.flowfabric.cli.command.CommandTree;
import io.flowfabric.cli.console.Terminal;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HelpTest {
    static Stream<String> commands() {
        return CommandTree.commandLine(Terminal.PLAIN).getSubcommands().values().stream()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .map(command -> command.getCommandName())
                .filter(name -> !name.equals("help"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasExamples(String command) {
        var help = Cli.run("help", command);

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("Examples:", "ff " + command);
        assertThat(Cli.run(command, "--help").out()).isEqualTo(help.out());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpFitsIntoEightyColumns(String command) {
        assertThat(Cli.run("help", command).out().lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void examplesAreNotWrapped() {
        commands()
                .forEach(command -> assertThat(Cli.run("help", command)
                                .out()
                                .lines()
                                .dropWhile(line -> !line.equals("Examples:"))
                                .skip(1)
                                .takeWhile(line -> !line.isEmpty()))
                        .isNotEmpty()
                        .allSatisfy(line -> assertThat(line).startsWith("  ").contains("ff " + command)));
    }

    @Test
    void versionIsTheOneOfTheBuild() {
        assertThat(Cli.run("--version").line()).matches("ff \\d+\\.\\d+\\.\\d+\\S* \\(Java .+\\)");
    }

    @Test
    void bareCommandShowsWhatThereIs() {
        assertThat(Cli.run().out())
                .contains("submit", "worker", "demo", "Exit codes:")
                .doesNotContain("demo-worker");
    }
}

package io.flowfabric.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example runs to its end in a process of its own, and prints what the README says. */
class ExamplesTest {
    private static final long TIMEOUT_MINUTES = 3;

    private static final Pattern SECTION =
            Pattern.compile("(?ms)^## (\\w+)$.*?^```sh\\nexamples/run ([^\\n]+)\\n```\\n\\n```text\\n(.*?)^```$");

    /** What the README says of an example. */
    private record Promise(String name, List<String> command, List<String> output) {
        @Override
        public String toString() {
            return name;
        }
    }

    @TempDir
    Path directory;

    private static List<Promise> promises() throws IOException {
        return SECTION.matcher(Files.readString(Path.of("README.md")))
                .results()
                .map(found -> new Promise(
                        found.group(1),
                        List.of(found.group(2).split(" ")),
                        found.group(3).lines().toList()))
                .toList();
    }

    @Test
    void everyExampleHasItsSection() throws IOException {
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/io/flowfabric/examples"))) {
            var names = sources.map(source -> source.getFileName().toString())
                    .filter(source -> !source.equals("package-info.java"))
                    .map(source -> source.replace(".java", ""));

            assertThat(promises()).extracting(Promise::name).containsExactlyInAnyOrderElementsOf(names.toList());
        }
    }

    @ParameterizedTest
    @MethodSource("promises")
    void exampleKeepsItsPromise(Promise promise) throws Exception {
        assertThat(promise.command().get(0)).isEqualTo(promise.name());
        assertThat(run(promise.command())).isEqualTo(promise.output());
    }

    private List<String> run(List<String> example) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.flowfabric.examples." + example.get(0)));
        command.addAll(example.subList(1, example.size()));
        // Errors apart: on newer JVMs they carry a warning about native code.
        var process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(directory.resolve("errors").toFile())
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        boolean ended = process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        var output = Files.readString(directory.resolve("output"));
        assertThat(ended).as(output).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output.lines().toList();
    }
}

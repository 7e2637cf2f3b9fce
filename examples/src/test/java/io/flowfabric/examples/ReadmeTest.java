package io.flowfabric.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README and guide show is what works: every Java snippet is a whole class that compiles, and the first one runs. */
class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");
    private static final Path GUIDE = Path.of("..", "docs", "guide.md");
    private static final Pattern SNIPPET = Pattern.compile("(?ms)^```java\\n(.*?)^```");
    private static final Pattern CLASS = Pattern.compile("(?m)^public (?:final )?(?:class|record|interface) (\\w+)");

    @TempDir
    Path directory;

    @Test
    void everyJavaSnippetCompiles() throws IOException {
        for (var page : List.of(README, GUIDE)) {
            var snippets = snippets(page);
            assertThat(snippets).as("Java snippets in %s", page).isNotEmpty();
            for (var snippet : snippets) {
                compile(snippet);
            }
        }
    }

    @Test
    void firstJavaSnippetRuns() throws IOException, InterruptedException {
        var first = snippets(README).get(0);
        compile(first);

        // In a directory of its own, where it may leave its store behind.
        var run = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        directory + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                        className(first))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(run.waitFor()).as(output).isZero();
        assertThat(output).contains("o-1");
    }

    private static List<String> snippets(Path page) throws IOException {
        assertThat(page).exists();
        return SNIPPET.matcher(Files.readString(page))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private void compile(String snippet) {
        var messages = new StringWriter();
        var task = ToolProvider.getSystemJavaCompiler()
                .getTask(
                        messages,
                        null,
                        null,
                        List.of("-proc:none", "-d", directory.toString(), "-cp", System.getProperty("java.class.path")),
                        null,
                        List.of(new Source(className(snippet), snippet)));
        assertThat(task.call()).as("%s%n%s", messages, snippet).isTrue();
    }

    private static String className(String snippet) {
        return CLASS.matcher(snippet)
                .results()
                .findFirst()
                .map(match -> match.group(1))
                .orElseThrow(() -> new AssertionError("a Java snippet of the README has no public class:\n" + snippet));
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("string:///" + className + JavaFileObject.Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}

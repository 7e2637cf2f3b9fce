package io.flowfabric.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The answer of an operation to {@code {}}: it is carried out, or the first required member is named.
 *
 * @param code of the error, or a hyphen
 * @param member what is missing, or a hyphen
 */
record EmptyCall(String operation, int status, String code, String member) {
    private static final Path SPECIFICATION = Path.of("..", "docs", "spec", "08-remote-operations.md");
    private static final Pattern ROW = Pattern.compile("\\| `(read|submit|work|admin)` \\| (.*) \\|");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");
    private static final Pattern MEMBER = Pattern.compile("(?:Unprocessable Entity|invalid_input): (\\w+): .*");
    private static final String NONE = "-";

    static EmptyCall by(String operation, HttpAnswer answer) {
        if (answer.status() == 200) {
            return new EmptyCall(operation, 200, NONE, NONE);
        }
        String said = answer.body().path("error").asText();
        var member = MEMBER.matcher(said);
        return new EmptyCall(
                operation,
                answer.status(),
                answer.body().path("code").asText(),
                member.find() ? member.group(1) : said);
    }

    /** What each operation answers, by name. */
    static List<EmptyCall> table() {
        try (var table = EmptyCall.class.getResourceAsStream("/operations-without-arguments.txt")) {
            return new String(table.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .map(cells -> new EmptyCall(cells[0], Integer.parseInt(cells[1]), cells[2], cells[3]))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The scope of every operation in the table of the specification. */
    static Map<String, String> specifiedScopes() {
        var scopes = new TreeMap<String, String>();
        try {
            ROW.matcher(Files.readString(SPECIFICATION))
                    .results()
                    .forEach(row -> NAME.matcher(row.group(2))
                            .results()
                            .forEach(name -> scopes.put(name.group(1), row.group(1))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return scopes;
    }
}

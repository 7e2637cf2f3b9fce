package io.flowfabric.bench.profile;

import java.util.regex.Pattern;

/** Names that threads of one purpose share. */
final class ThreadNames {
    private static final Pattern PATH = Pattern.compile("\\s\\S*[/\\\\].*$");
    private static final Pattern NUMBER = Pattern.compile("[-#]?\\d+");
    private static final Pattern LEFT_BEHIND = Pattern.compile("[-\\s:#]+$");

    private ThreadNames() {}

    /** Without the path at its end and without the numbers in it. */
    static String normalised(String name) {
        var shared = PATH.matcher(name).replaceAll("");
        shared = NUMBER.matcher(shared).replaceAll("");
        shared = LEFT_BEHIND.matcher(shared).replaceAll("");
        return shared.isBlank() ? "unnamed" : shared.strip();
    }
}

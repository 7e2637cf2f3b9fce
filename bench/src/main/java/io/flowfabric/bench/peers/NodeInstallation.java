package io.flowfabric.bench.peers;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;

/**
 * The programs of the Node peers with the packages they need, in the user's directory for caches. Their lock file pins
 * every package, and the Node that runs them too where npm has it for the platform; elsewhere the installed one must do.
 * Each lock file has a directory of its own, so that versions do not mix.
 */
final class NodeInstallation {
    private static final String LOCK = "package-lock.json";
    private static final List<String> FILES =
            List.of(LOCK, "package.json", "peer.mjs", "graphile-worker.mjs", "pg-boss.mjs");
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final String npm;
    private final Path directory;

    /**
     * Does nothing yet.
     *
     * @param npm the program that installs packages
     */
    NodeInstallation(String npm, Path cache) {
        this.npm = npm;
        this.directory = cache.resolve("flowfabric-bench").resolve("node-" + checksum(LOCK));
    }

    /** Where the user keeps what can be had again. */
    static Path cache(UnaryOperator<String> environment) {
        return Optional.ofNullable(environment.apply("XDG_CACHE_HOME"))
                .filter(named -> !named.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
    }

    /**
     * Installs what is not yet there. One process at a time; the others wait and find it done.
     *
     * @return what went wrong
     */
    Optional<String> install() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        try (var channel = FileChannel.open(directory.resolve("install.lock"), CREATE, WRITE)) {
            channel.lock();
            for (var file : FILES) {
                try (var program = resource(file)) {
                    Files.copy(program, directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            return installed() ? Optional.empty() : npmInstall();
        }
    }

    /** How a program is started there. Its errors go to a file beside it. */
    ProcessBuilder program(String name, Map<String, String> environment) {
        var pinned = directory.resolve("node_modules").resolve(".bin").resolve("node");
        String node = Files.exists(pinned) ? pinned.toString() : "node";
        var builder = new ProcessBuilder(node, name + ".mjs")
                .directory(directory.toFile())
                .redirectError(log(name).toFile());
        // What the user has set for databases of his own must not lead a peer there.
        builder.environment().keySet().removeIf(key -> key.startsWith("PG") || key.equals("DATABASE_URL"));
        builder.environment().putAll(environment);
        return builder;
    }

    Path log(String name) {
        return directory.resolve(name + ".log");
    }

    /** npm writes this file when everything else is in its place. */
    private boolean installed() {
        return Files.exists(directory.resolve("node_modules").resolve(".package-lock.json"));
    }

    private Optional<String> npmInstall() throws IOException, InterruptedException {
        Process installing;
        try {
            installing = new ProcessBuilder(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log("npm").toFile())
                    .start();
        } catch (IOException notFound) {
            return Optional.of("it needs " + npm + ", which was not found; install Node 22 or newer");
        }
        if (installing.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS) && installing.exitValue() == 0) {
            return Optional.empty();
        }
        installing.destroyForcibly();
        return Optional.of("npm could not install it; " + log("npm") + " says why");
    }

    private static String checksum(String file) {
        try (var content = resource(file)) {
            var sum = new CRC32();
            sum.update(content.readAllBytes());
            return HexFormat.of().toHexDigits((int) sum.getValue());
        } catch (IOException unreadable) {
            throw new IllegalStateException(file + " is not readable; build the benchmark again", unreadable);
        }
    }

    private static InputStream resource(String file) {
        var found = NodeInstallation.class.getResourceAsStream("node/" + file);
        if (found == null) {
            throw new IllegalStateException(file + " is not part of the benchmark; build it again");
        }
        return found;
    }
}

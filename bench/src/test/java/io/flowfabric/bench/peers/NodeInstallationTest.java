package io.flowfabric.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class NodeInstallationTest {
    @TempDir
    Path directory;

    @Test
    void missingNpmIsSaidInOneLine() throws Exception {
        assertThat(new NodeInstallation("no-such-npm", directory).install())
                .contains("it needs no-such-npm, which was not found; install Node 22 or newer");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void failedInstallationNamesTheLogAndIsTriedAgain() throws Exception {
        var installation = new NodeInstallation(npm("echo no network; exit 1"), directory);

        assertThat(installation.install().orElseThrow()).contains("npm could not install it", "npm.log");
        assertThat(installation.log("npm")).hasContent("no network");
        assertThat(installation.install()).isPresent();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void installsOnce() throws Exception {
        var installation = new NodeInstallation(
                npm("mkdir node_modules && echo installed > node_modules/.package-lock.json"), directory);

        assertThat(installation.install()).isEmpty();
        assertThat(installation.install()).as("a second mkdir would fail").isEmpty();
    }

    @Test
    void cacheIsWhereTheUserWantsIt() {
        assertThat(NodeInstallation.cache(Map.of("XDG_CACHE_HOME", "/elsewhere")::get))
                .isEqualTo(Path.of("/elsewhere"));
        assertThat(NodeInstallation.cache(Map.of("XDG_CACHE_HOME", "")::get))
                .isEqualTo(NodeInstallation.cache(name -> null))
                .isEqualTo(Path.of(System.getProperty("user.home"), ".cache"));
    }

    private String npm(String script) throws IOException {
        var file = directory.resolve("npm");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }
}

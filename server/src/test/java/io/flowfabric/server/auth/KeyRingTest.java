package io.flowfabric.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRingTest {
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path directory;

    private long nanos;
    private Path file;
    private boolean failing;
    private int reads;
    private KeyRing ring;

    @BeforeEach
    void openRing() throws IOException, KeyFile.Broken {
        file = directory.resolve("keys.json");
        write("first", LONG_AGO);
        ring = new KeyRing(List.of(), Optional.of(file), () -> nanos, path -> {
            reads++;
            if (failing) {
                throw new KeyFile.Broken("it cannot be read (IOException)");
            }
            return KeyFile.read(path);
        });
    }

    @Test
    void keyThatWasTakenAwayIsGoneAlsoIfTheFileCouldNotBeReadAtFirst() throws IOException {
        write("second", LONG_AGO.plusSeconds(1));
        failing = true;
        assertThat(names()).containsExactly("first");

        failing = false;
        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(names()).containsExactly("second");
    }

    @Test
    void fileThatCannotBeReadIsAskedForOnceASecond() throws IOException {
        write("second", LONG_AGO.plusSeconds(1));
        failing = true;
        for (int i = 0; i < 10; i++) {
            names();
        }
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void secondChangeInTheSameMomentIsSeen() throws IOException {
        write("second", LONG_AGO.plusSeconds(1));
        assertThat(names()).containsExactly("second");

        write("others", LONG_AGO.plusSeconds(1));
        nanos += Duration.ofSeconds(2).toNanos();
        assertThat(names()).containsExactly("others");
    }

    @Test
    void fileThatRestsIsReadOnceMore() {
        for (int i = 0; i < 3; i++) {
            nanos += Duration.ofDays(1).toNanos();
            assertThat(names()).containsExactly("first");
        }
        assertThat(reads).isEqualTo(2);
    }

    private List<String> names() {
        return ring.current().stream().map(key -> key.holder().name()).toList();
    }

    /** Names are of one length, so that the size of the file does not reveal a change. */
    private void write(String name, Instant changed) throws IOException {
        Files.writeString(
                file, "[{\"name\":\"%1$s\",\"token\":\"token-of-%1$s-----\",\"scopes\":[\"read\"]}]".formatted(name));
        Files.setLastModifiedTime(file, FileTime.from(changed));
    }
}

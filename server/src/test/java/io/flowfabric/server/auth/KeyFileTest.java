package io.flowfabric.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of a key file. */
class KeyFileTest {
    private static final int MOST_KEYS = 10_000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"max_requests", "max_parked", "max_event_streams"})
    void placesOfAKeyEndAtAMillion(String member) throws Exception {
        assertThat(KeyFile.read(file("[%s]".formatted(key(1, ",\"%s\":1000000".formatted(member))))))
                .hasSize(1);
        assertBroken(
                "[%s]".formatted(key(1, ",\"%s\":1000001".formatted(member))), "key k1: " + member, "0 to 1000000");
    }

    @Test
    void fileHasTenThousandKeysAtMost() throws Exception {
        assertThat(KeyFile.read(file(keys(MOST_KEYS)))).hasSize(MOST_KEYS);
        assertBroken(keys(MOST_KEYS + 1), "10001 keys", "10000");
    }

    @Test
    void fileHasFourMebibytesAtMost() throws Exception {
        int most = 4 << 20;
        assertThat(KeyFile.read(file("[]" + " ".repeat(most - 2)))).isEmpty();
        assertBroken("[]" + " ".repeat(most - 1), "longer than " + most);
    }

    private void assertBroken(String text, String... words) throws IOException {
        var file = file(text);
        assertThatThrownBy(() -> KeyFile.read(file))
                .isInstanceOf(KeyFile.Broken.class)
                .hasMessageContainingAll(words);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("keys.json"), text);
    }

    private static String keys(int count) {
        return IntStream.range(0, count).mapToObj(i -> key(i, "")).collect(Collectors.joining(",", "[", "]"));
    }

    private static String key(int number, String more) {
        return "{\"name\":\"k%1$d\",\"token\":\"token-of-key-number-%1$d\",\"scopes\":[\"read\"]%2$s}"
                .formatted(number, more);
    }
}

package io.flowfabric.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackgroundLoopTest {
    @Test
    void workIsBegunAgainAfterAnExceptionOrAnErrorAndCounted() {
        var failures = new ArrayDeque<Runnable>(List.of(
                () -> {
                    throw new IllegalStateException("a bug");
                },
                () -> {
                    throw new OutOfMemoryError("in a test");
                },
                () -> {}));

        new BackgroundLoop("test", () -> failures.remove().run()).run();

        assertThat(failures).isEmpty();
        assertThat(BackgroundLoop.restarts()).containsEntry("test", 2L);
    }

    @Test
    void workThatReturnsHasEnded() {
        new BackgroundLoop("ended", () -> {}).run();

        assertThat(BackgroundLoop.restarts()).containsEntry("ended", 0L);
    }
}

package io.flowfabric.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ChangedAnswerTest {
    private final CompletableFuture<String> original = new CompletableFuture<>();
    private final ChangedAnswer<String> changed = new ChangedAnswer<>(original, String::toUpperCase);

    @Test
    void itIsTheAnswerWithTheChange() {
        original.complete("page");

        assertThat(changed).isCompletedWithValue("PAGE");
    }

    @Test
    void cancellingReachesTheEngine() {
        assertThat(changed.cancel(false)).isTrue();

        assertThat(original).isCancelled();
        assertThat(changed).isCancelled();
    }

    @Test
    void whatWasAnsweredCannotBeCancelledAnyMore() {
        original.complete("page");

        assertThat(changed.cancel(false)).isFalse();
        assertThat(changed).isCompletedWithValue("PAGE");
    }

    @Test
    void failuresAreTheEngines() {
        var failure = new IllegalStateException("gone");
        original.completeExceptionally(failure);

        assertThat(changed).isCompletedExceptionally();
        assertThat(changed.handle((answer, thrown) -> thrown)).isCompletedWithValue(failure);
    }
}

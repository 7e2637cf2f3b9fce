package io.flowfabric.sdk.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.ValidationException;
import io.flowfabric.sdk.FlowFabric;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TypeTokenTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private record Line(String item, int count) {}

    @Test
    void listOfRecordsIsHandledAndAnswered() {
        var lines = new TypeToken<List<Line>>() {};
        var counts = new TypeToken<Map<String, Line>>() {};
        try (var fabric = FlowFabric.open("sqlite::memory:")) {
            fabric.worker("orders")
                    .on("pack", lines, (task, all) -> Map.of("first", all.get(0)))
                    .start();

            var packed = fabric.submit("orders", "pack", List.of(new Line("tea", 2), new Line("cups", 6)));

            assertThat(packed.await(counts, LONG)).containsExactly(Map.entry("first", new Line("tea", 2)));
            assertThat(packed.result(counts).toCompletableFuture().join().get("first"))
                    .isEqualTo(new Line("tea", 2));
        }
    }

    @Test
    void payloadThatIsNoListFailsTheAttempt() {
        try (var fabric = FlowFabric.open("sqlite::memory:")) {
            fabric.worker("orders")
                    .on("pack", new TypeToken<List<Line>>() {}, (task, all) -> all.size())
                    .start();

            var ending = fabric.submit("orders", "pack", new Line("tea", 2)).awaitEnd(LONG);

            assertThat(ending.isCompleted()).isFalse();
            assertThat(ending.reason().orElseThrow()).contains("java.util.List<");
        }
    }

    @Test
    void variableIsNoType() {
        assertThatThrownBy(TypeTokenTest::<String>ofVariable).isInstanceOf(ValidationException.class);
    }

    private static <T> TypeToken<T> ofVariable() {
        return new TypeToken<>() {};
    }
}

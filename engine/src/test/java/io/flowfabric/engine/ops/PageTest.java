package io.flowfabric.engine.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.limit.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageTest {
    private final List<Integer> asked = new ArrayList<>();

    @Test
    void aPageIsReadInPortionsAndOneFurther() {
        var page = read(5, 2, 10, 0);

        assertThat(page.items()).containsExactly(0, 1, 2, 3, 4);
        assertThat(page.next()).hasValue(4);
        assertThat(asked).containsExactly(2, 2, 2);
    }

    @Test
    void theLastPageHasNoNext() {
        var page = read(5, 3, 5, 0);

        assertThat(page.items()).hasSize(5);
        assertThat(page.next()).isEmpty();
        assertThat(asked).containsExactly(3, 3);
    }

    @Test
    void aPageEndsNearItsLimitOfBytesAndReadsNoFurther() {
        var page = read(10_000, 4, 10_000, Limits.PAYLOAD_BYTES);

        assertThat(page.items()).containsExactly(0, 1, 2);
        assertThat(page.next()).hasValue(2);
        assertThat(asked).containsExactly(4);
    }

    @Test
    void oneItemIsOnAPageWhateverItWeighs() {
        var page = read(10, 2, 3, 2 * Limits.ANSWER_BYTES);

        assertThat(page.items()).containsExactly(0);
        assertThat(page.next()).hasValue(0);
    }

    @Test
    void nothingIsAPage() {
        assertThat(read(10, 2, 0, 0)).isEqualTo(new Page<>(List.of(), Optional.empty()));
    }

    /** A page of a listing of the numbers below {@code end}. */
    private Page<Integer> read(int limit, int portion, int end, long bytes) {
        return Page.read(limit, portion, number -> bytes, (last, count) -> {
            asked.add(count);
            int from = last.map(number -> number + 1).orElse(0);
            return IntStream.range(from, Math.min(from + count, end)).boxed().toList();
        });
    }
}

package io.flowfabric.bench.contestant;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.TestArenas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FlowFabricContestantTest {
    @Test
    void severalProcessesShareTheWork() {
        try (var place = TestArenas.SQLITE.fresh();
                var contestant = new FlowFabricContestant(place, 2, 2, 7, 50)) {
            contestant.prepare();
            contestant.submit(50, new byte[8]);
            contestant.drain();

            assertThat(contestant.settings())
                    .containsEntry("processes", "2")
                    .containsEntry("handlers", "2")
                    .containsEntry("submit_batch", "7");
        }
    }
}

package io.flowfabric.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.TestStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FlowFabricRunTest {
    @Test
    void severalProcessesShareTheWork() {
        try (var benchStore = TestStores.SQLITE.fresh();
                var contestant = new FlowFabricRun(benchStore, 2, 2, 7, 50)) {
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

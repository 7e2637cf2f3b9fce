package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.StoreContract;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The largest legal inputs, from several threads at once, in a process with a heap of 64 MiB that ends at the first
 * OutOfMemoryError. A minute with {@code -Dff.long}, three seconds otherwise.
 */
@Timeout(300)
public abstract class SmallHeapContract extends StoreContract {
    private static final Duration LOAD = Duration.ofSeconds(LongRuns.rounds(60, 3));
    private static final int HEAP_MIB = 64;

    @Test
    void largestInputsDoNotExhaustASmallHeap() throws Exception {
        try (var child =
                ChildJvm.startSmall(HEAP_MIB, SmallHeapLoad.class, fixture().freshAddress(), LOAD.toMillis())) {
            String done = child.hear("done");
            child.awaitEnd();
            assertThat(done).doesNotStartWith("0 completed");
        }
    }
}

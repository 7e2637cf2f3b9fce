package io.flowfabric.sdk.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GatheredResultsTest {
    private static final int MOST = 100;

    private final GatheredResults<Integer> results = new GatheredResults<>();

    @Test
    void loneResultIsTakenAtOnce() throws Exception {
        results.add(1);

        assertThat(results.take(MOST)).containsExactly(1);
    }

    @Test
    void batchHoldsAllThatWaitInOrderUpToALimit() throws Exception {
        IntStream.rangeClosed(1, 5).forEach(results::add);

        assertThat(results.take(3)).containsExactly(1, 2, 3);
        assertThat(results.take(3)).containsExactly(4, 5);
    }

    @Test
    void waitingThreadIsWokenByTheFirstResult() throws Exception {
        var taken = CompletableFuture.supplyAsync(this::taken);
        results.add(1);

        assertThat(taken.get()).containsExactly(1);
    }

    @Test
    void asManyAsAreBeingStoredNeedNotWaitForThem() throws Exception {
        IntStream.rangeClosed(1, 3).forEach(results::add);
        results.take(MOST);
        var taken = CompletableFuture.supplyAsync(this::taken);
        IntStream.rangeClosed(4, 6).forEach(results::add);

        assertThat(taken.get()).containsSequence(4);
    }

    /** The batch under way never ends here. */
    @Test
    void fewResultsDoNotWaitForABatchThatIsStuck() throws Exception {
        IntStream.rangeClosed(1, 50).forEach(results::add);
        results.take(MOST);
        results.add(51);

        assertThat(results.take(MOST)).containsExactly(51);
    }

    @Test
    void resultsThatNothingWaitsForAreGivenBackOneByOne() {
        results.add(1);

        assertThat(results.poll()).contains(1);
        assertThat(results.poll()).isEmpty();
    }

    private List<Integer> taken() {
        try {
            return results.take(MOST);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}

package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.error.NotFoundException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.sdk.worker.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting without a thread. */
@Timeout(120)
class CompletionFollowerTest {
    /** Far less than the time after which a lost event is noticed by a poll. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private final FlowFabric fabric = FlowFabric.open("sqlite::memory:");

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void resultArrivesForEveryoneWhoWaitedBeforeAndAfterTheEnd() {
        var submitted = fabric.submit("orders", "echo", "hello");
        var first = submitted.result(String.class);
        var second = submitted.whenEnded();

        work();

        assertThat(future(first)).succeedsWithin(SOON).isEqualTo("hello");
        assertThat(future(second))
                .succeedsWithin(SOON)
                .extracting(Ending::publicState)
                .isEqualTo(PublicState.COMPLETED);
        assertThat(future(submitted.result(String.class))).succeedsWithin(SOON).isEqualTo("hello");
    }

    @Test
    void manyFuturesShareOneThread() {
        var results = new ArrayList<CompletionStage<Integer>>();
        for (int i = 0; i < 200; i++) {
            results.add(fabric.submit("orders", "echo", Integer.toString(i)).result(Integer.class));
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().equals("flowfabric-endings"))
                .hasSizeLessThanOrEqualTo(1);

        work();

        for (int i = 0; i < 200; i++) {
            assertThat(future(results.get(i))).succeedsWithin(SOON).isEqualTo(i);
        }
    }

    @Test
    void failureIsAFailureOfTheStage() {
        var result = fabric.submit("orders", "unknown kind", "x").result(String.class);

        work();

        assertThat(future(result))
                .failsWithin(SOON)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ExecutionFailedException.class);
    }

    @Test
    void unknownExecutionIsSaidToBeSo() {
        var unknown = fabric.execution(ExecutionId.solo(Samples.LANE, PartitionConfig.DEFAULT));

        assertThat(future(unknown.whenEnded()))
                .failsWithin(SOON)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void closingTheFabricEndsTheWait() {
        var submitted = fabric.submit("orders", "echo", "hello");
        var waiting = submitted.whenEnded();

        fabric.close();

        assertThat(future(waiting))
                .failsWithin(SOON)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(UnavailableException.class);
        assertThat(future(submitted.whenEnded()))
                .failsWithin(SOON)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(UnavailableException.class);
    }

    private void work() {
        fabric.worker("orders").on("echo", String.class, (task, text) -> text).start();
    }

    private static <T> CompletableFuture<T> future(CompletionStage<T> stage) {
        return stage.toCompletableFuture();
    }
}

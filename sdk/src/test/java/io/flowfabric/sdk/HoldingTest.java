package io.flowfabric.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.task.Retry;
import io.flowfabric.sdk.task.Task;
import io.flowfabric.sdk.task.TaskHandler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The leases of a worker when it dies, and when an operator revokes them. */
@Timeout(120)
class HoldingTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration TTL = Duration.ofSeconds(1);
    private static final int QUICK = 5;

    private final FlowFabric fabric = FlowFabric.open("sqlite::memory:");
    private final CutOffEngine line = new CutOffEngine(fabric.engine());
    private final FlowFabric mortal = FlowFabric.on(line, FabricOptions.DEFAULT);
    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void close() {
        mortal.close();
        fabric.close();
    }

    @Test
    void whatADeadWorkerHadNotBegunIsNotHeldAgainstIt() throws InterruptedException {
        var begun = new CountDownLatch(1);
        mortal.worker("orders")
                .concurrency(1)
                .leaseTtl(TTL)
                .on("quick", task -> Optional.empty())
                .on("stuck", task -> {
                    // Says besides that the task has begun, whether it was claimed ahead or not.
                    task.renew();
                    begun.countDown();
                    never.await();
                    return Optional.empty();
                })
                .start();
        // So that it learns how quick its handler is, and claims ahead of it.
        for (int i = 0; i < 50; i++) {
            fabric.submission("orders", "quick").submit().awaitEnd(LONG);
        }
        var stuck = submitForOneWorker("stuck");
        begun.await();
        line.claimed.drainPermits();

        var unstarted = IntStream.range(0, QUICK)
                .mapToObj(i -> submitForOneWorker("quick"))
                .toList();
        assertThat(line.claimed.tryAcquire(QUICK, LONG.toSeconds(), TimeUnit.SECONDS))
                .as("all claimed ahead")
                .isTrue();
        line.dead = true;
        fabric.worker("orders").on("quick", task -> Optional.empty()).start();

        assertThat(unstarted)
                .allSatisfy(
                        each -> assertThat(each.awaitEnd(LONG).isCompleted()).isTrue());
        assertThat(stuck.awaitEnd(LONG).reason()).contains("max_reclaims_exceeded");
    }

    @Test
    void nobodyBeginsBeforeTheTaskKnowsThatItWasRevoked() throws InterruptedException {
        var handler = new Relay();
        for (var each : List.of(mortal, fabric)) {
            each.worker("orders")
                    .leaseTtl(Duration.ofDays(1))
                    .onAnyKind(handler)
                    .start();
        }
        var submitted = fabric.submission("orders", "work").submit();
        handler.begun.await();

        fabric.engine().call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(submitted.id(), "maintenance"));

        assertThat(submitted.await(String.class, LONG)).isEqualTo("second");
        assertThat(handler.firstWasOwned).isNotEmpty().containsOnly(false);
        never.countDown();
    }

    @Test
    void nobodyBeginsBeforeTheTaskKnowsThatItsTimeIsOver() throws InterruptedException {
        var handler = new Relay();
        mortal.worker("orders").leaseTtl(Duration.ofDays(1)).onAnyKind(handler).start();
        var submitted = fabric.submission("orders", "work")
                .retry(Retry.fixed(Duration.ZERO).times(1000))
                .policy(ExecutionPolicy.builder()
                        .attemptTimeout(Duration.ofSeconds(1))
                        .build())
                .submit();
        handler.begun.await();
        // The engine cannot tell it now; it has to know by itself.
        line.dead = true;
        fabric.worker("orders").onAnyKind(handler).start();

        assertThat(submitted.await(String.class, LONG)).isEqualTo("second");
        assertThat(handler.firstWasOwned).isNotEmpty().containsOnly(false);
        never.countDown();
    }

    private Submitted submitForOneWorker(String kind) {
        return fabric.submission("orders", kind)
                .policy(ExecutionPolicy.builder().maxReclaims(0).build())
                .submit();
    }

    /** Its first task never ends, whatever it is told; every later one notes whether the first was still owned. */
    private final class Relay implements TaskHandler {
        final CountDownLatch begun = new CountDownLatch(1);
        final Queue<Boolean> firstWasOwned = new ConcurrentLinkedQueue<>();
        private final AtomicReference<Task> first = new AtomicReference<>();

        @Override
        public Optional<byte[]> handle(Task task) {
            if (first.compareAndSet(null, task)) {
                begun.countDown();
                awaitStubbornly();
                return Optional.empty();
            }
            firstWasOwned.add(first.get().isOwned());
            return Optional.of("second".getBytes(UTF_8));
        }

        /** As a handler that ignores the interrupt. */
        private void awaitStubbornly() {
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException ignored) {
                    // It goes on, and its task can tell that it should not.
                }
            }
        }
    }
}

package io.flowfabric.junit;

import static io.flowfabric.junit.FlowFabricAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@FlowFabricTest
class FaultsTest {
    private final List<String> charged = new CopyOnWriteArrayList<>();

    private Worker worker(FlowFabric fabric) {
        return fabric.worker("orders")
                .on("charge", String.class, (task, order) -> {
                    charged.add(order);
                    return "paid";
                })
                .start();
    }

    /** A worker whose handler does not end by itself; answers once it has begun. */
    private static Worker stuckWorker(FlowFabric fabric) throws InterruptedException {
        var begun = new CountDownLatch(1);
        var worker = fabric.worker("orders")
                .workerInstanceId("stuck")
                .concurrency(1)
                .on("charge", String.class, (task, order) -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return order;
                })
                .start();
        fabric.submit("orders", "charge", "held");
        begun.await();
        return worker;
    }

    @Test
    void lostAnswerOfACompletionDoesNotDoubleTheWork(FlowFabric fabric, TestClock clock, Faults faults) {
        worker(fabric);
        faults.loseAnswer(Catalogue.COMPLETE);
        var order = fabric.submit("orders", "charge", "o-1");

        clock.advance(Duration.ZERO);

        assertThat(order).completedWith("paid").retried(0);
        assertThat(charged).containsExactly("o-1");
    }

    @Test
    void lostAnswerOfAClaimIsTakenOverWhenTheLeaseHasRunOut(FlowFabric fabric, TestClock clock, Faults faults) {
        faults.loseAnswer(Catalogue.CLAIM);
        var order = fabric.submit("orders", "charge", "o-1");
        worker(fabric);

        clock.advance(Duration.ofMinutes(1));

        assertThat(order).completedWith("paid");
        assertThat(order.attempts())
                .extracting(attempt -> attempt.type())
                .containsExactly(AttemptType.INITIAL, AttemptType.RECLAIM);
    }

    @Test
    void callThatNeverArrivesHasNoEffect(FlowFabric fabric, Faults faults) {
        faults.failNext(Catalogue.CREATE_EXECUTION);

        assertThatThrownBy(() -> fabric.submission("orders", "charge")
                        .payload("x")
                        .idempotencyKey("k")
                        .submit())
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("a call never arrives");
        var second = fabric.submission("orders", "charge")
                .payload("x")
                .idempotencyKey("k")
                .submit();

        assertThat(second.isDuplicate()).isFalse();
    }

    @Test
    void submissionWhoseAnswerWasLostIsStored(FlowFabric fabric, Faults faults) {
        faults.loseAnswer(Catalogue.CREATE_EXECUTION);

        assertThatThrownBy(() -> fabric.submission("orders", "charge")
                        .payload("x")
                        .idempotencyKey("k")
                        .submit())
                .isInstanceOf(TransportException.class);

        assertThat(fabric.submission("orders", "charge")
                        .payload("x")
                        .idempotencyKey("k")
                        .submit()
                        .isDuplicate())
                .isTrue();
    }

    @Test
    void workOfAKilledWorkerIsTakenOver(FlowFabric fabric, TestClock clock, Faults faults) throws InterruptedException {
        var stuck = stuckWorker(fabric);
        faults.kill(stuck);
        worker(fabric);
        clock.advance(Duration.ofSeconds(29));
        assertThat(charged).isEmpty();

        clock.advance(Duration.ofSeconds(1));

        assertThat(charged).containsExactly("held");
    }

    @Test
    void killedWorkerDoesNotTakeItsLeave(FlowFabric fabric, Faults faults) throws InterruptedException {
        var stuck = stuckWorker(fabric);

        faults.kill(stuck);

        var page =
                fabric.engine().call(Catalogue.LIST_WORKERS, new ListWorkers(Optional.empty(), Optional.empty(), 10));
        assertThat(page.entries())
                .extracting(worker -> worker.workerInstanceId())
                .containsExactly(stuck.instanceId());
    }

    @Test
    void expiredLeaseGoesToAnotherWorker(FlowFabric fabric, TestClock clock, Faults faults)
            throws InterruptedException {
        var begun = new CountDownLatch(1);
        fabric.worker("orders")
                .workerInstanceId("slow")
                .concurrency(1)
                .on("charge", String.class, (task, order) -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return order;
                })
                .start();
        var order = fabric.submit("orders", "charge", "o-1");
        begun.await();
        worker(fabric);

        faults.expireLease(order);

        assertThat(order).completedWith("paid");
        assertThat(charged).containsExactly("o-1");
    }

    @Test
    void missingLeaseCannotExpire(FlowFabric fabric, Faults faults) {
        var order = fabric.submit("orders", "charge", "o-1");

        assertThatThrownBy(() -> faults.expireLease(order))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("execution %s is waiting", order.id());
    }
}

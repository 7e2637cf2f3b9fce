package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.followups.FollowUpDispatcher;
import io.flowfabric.engine.followups.FollowUpHandler;
import io.flowfabric.engine.followups.FollowUpStep;
import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Dispatchers of several processes, whose transactions are open at the same time. */
@Timeout(60)
class FollowUpRaceTest {
    private static final FollowUpKind WORK = new FollowUpKind("test_work");
    private static final FollowUpKind EFFECT = new FollowUpKind("test_effect");
    private static final int PROCESSES = 5;
    private static final int DISPATCHERS = 2 * PROCESSES;

    private final String address = TestPostgres.freshAddress();
    private final List<Store> stores = IntStream.range(0, PROCESSES)
            .mapToObj(i -> (Store) TestPostgres.open(address))
            .toList();

    @AfterEach
    void close() {
        stores.forEach(Store::close);
    }

    @Test
    void tenDispatchersHoldTenFollowUpsAtOnceAndCarryOutEachOnce() {
        append(IntStream.range(0, DISPATCHERS).mapToObj(Integer::toString).toList());
        var everyoneHoldsOne = new CyclicBarrier(DISPATCHERS);

        var running = new ArrayList<CompletableFuture<Void>>();
        for (int i = 0; i < DISPATCHERS; i++) {
            var dispatcher = dispatcher(stores.get(i % PROCESSES), () -> everyoneHoldsOne.await(30, TimeUnit.SECONDS));
            running.add(onItsOwnThread(dispatcher));
        }
        running.forEach(CompletableFuture::join);

        assertThat(effects())
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, DISPATCHERS)
                        .mapToObj(Integer::toString)
                        .toList());
        assertThat(stored(WORK)).isEmpty();
    }

    @Test
    void followUpThatAnotherProcessIsCarryingOutIsPassedOver() throws Exception {
        append(List.of("slow"));
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var slow = onItsOwnThread(dispatcher(stores.get(0), () -> {
            begun.countDown();
            goOn.await();
        }));
        begun.await();
        append(List.of("other"));

        dispatcher(stores.get(1), () -> {}).runDue();

        assertThat(effects()).containsExactly("other");
        goOn.countDown();
        slow.join();
        assertThat(effects()).containsExactlyInAnyOrder("other", "slow");
    }

    private interface Meanwhile {
        void happens() throws Exception;
    }

    private static CompletableFuture<Void> onItsOwnThread(FollowUpDispatcher dispatcher) {
        var done = new CompletableFuture<Void>();
        new Thread(() -> {
                    try {
                        dispatcher.runDue();
                        done.complete(null);
                    } catch (RuntimeException failed) {
                        done.completeExceptionally(failed);
                    }
                })
                .start();
        return done;
    }

    private static FollowUpDispatcher dispatcher(Store store, Meanwhile meanwhile) {
        return new FollowUpDispatcher(store, Map.of(WORK, FollowUpHandler.ofOne((tx, followUp) -> {
            tx.followUps().append(List.of(FollowUp.of(EFFECT, followUp.subject())));
            try {
                meanwhile.happens();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
            return FollowUpStep.DONE;
        })));
    }

    private void append(List<String> subjects) {
        write(tx -> {
            tx.followUps()
                    .append(subjects.stream()
                            .map(subject -> FollowUp.of(WORK, subject))
                            .toList());
            return true;
        });
    }

    private List<String> effects() {
        return stored(EFFECT);
    }

    private List<String> stored(FollowUpKind kind) {
        return write(tx -> tx.followUps().lockDue(kind, Long.MAX_VALUE, 100).stream()
                .map(each -> each.followUp().subject())
                .toList());
    }

    private <T> T write(Store.Unit<WriteTx, T> unit) {
        return stores.get(0).write(0, Deadline.in(Duration.ofSeconds(30)), unit).join();
    }
}

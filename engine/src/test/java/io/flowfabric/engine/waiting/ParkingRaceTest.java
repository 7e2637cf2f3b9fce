package io.flowfabric.engine.waiting;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Schedules;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.wakeup.Doorbell;
import io.flowfabric.engine.store.wakeup.WakeUpKey;
import io.flowfabric.engine.store.wakeup.WakeUpKeys;
import io.flowfabric.engine.store.wakeup.WakeUpSource;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.NoArguments;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Calls that wait without a thread for something which each of them takes, under many schedules. */
public class ParkingRaceTest {
    private final LongPolls longPolls =
            new LongPolls(new FallbackPoll(Duration.ofHours(1), () -> {}), new LooksAtOnce());
    private final WaitingCalls calls = new WaitingCalls();
    private final WakeUpKey key = new WakeUpKey.Work(LaneId.DEFAULT, Optional.empty());
    private final Doorbell doorbell = new Doorbell();
    private final WakeUpSource source = doorbell.forKeys(List.of(key));
    private final AtomicInteger brought = new AtomicInteger();
    private final AtomicInteger there = new AtomicInteger();
    private final AtomicInteger unwanted = new AtomicInteger();
    private final Queue<CompletableFuture<Boolean>> answers = new ConcurrentLinkedQueue<>();

    @Test
    void noCallWaitsForWhatIsThereAndNoCancelledCallKeepsAnything() {
        Schedules.explore(ParkingRaceTest.class);
    }

    @Test
    void noRingIsTakenForTheOneBefore() {
        Schedules.explore(() -> {
            var calls = new ParkingRaceTest();
            calls.park();
            calls.park();

            Schedules.atOnce(calls::bring, calls::bring);

            calls.noCallWaitsInVain();
        });
    }

    @Operation
    public void park() {
        var longPoll = longPolls.until(found -> found, 30_000, source, this::take);
        try {
            answers.add(longPolls.park(calls.watched(Catalogue.PING, NoArguments.NONE, longPoll), this::giveBack));
        } catch (UnavailableException late) {
            check(longPolls.isDismissed(), "only a late call is refused");
        }
    }

    @Operation
    public void bring() {
        brought.incrementAndGet();
        there.incrementAndGet();
        doorbell.ring(WakeUpKeys.of(key.hash()));
    }

    @Operation
    public void cancel() {
        answers.forEach(answer -> answer.cancel(false));
    }

    @Operation(runOnce = true)
    public void dismiss() {
        longPolls.dismiss();
        doorbell.ring();
    }

    @Validate
    public void noCallWaitsInVain() {
        int waiting = 0;
        int answered = 0;
        for (var answer : answers) {
            waiting += answer.isDone() ? 0 : 1;
            answered += answer.isDone() && !answer.isCancelled() && answer.join() ? 1 : 0;
        }
        check(waiting == 0 || there.get() == 0, "no call waits for what is there");
        check(waiting == 0 || !longPolls.isDismissed(), "every waiting call is dismissed");
        check(calls.list().size() == waiting, "exactly the waiting calls are listed");
        check(doorbell.isAwaited() == waiting > 0, "what waits is registered, and nothing else is");
        check(brought.get() == there.get() + answered + unwanted.get(), "everything taken is answered or given back");
    }

    private boolean take() {
        return there.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }

    private void giveBack(boolean taken) {
        unwanted.addAndGet(taken ? 1 : 0);
    }
}

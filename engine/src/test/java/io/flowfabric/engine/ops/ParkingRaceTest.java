package io.flowfabric.engine.ops;

import static io.flowfabric.engine.Schedules.check;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Schedules;
import io.flowfabric.engine.store.Doorbell;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.model.op.NoArguments;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Calls that wait without a thread for something which each of them takes, under many schedules. */
public class ParkingRaceTest {
    private final Patience patience = new Patience(Duration.ofHours(1), new LooksAtOnce());
    private final WaitingCalls calls = new WaitingCalls();
    private final Doorbell bell = new Doorbell();
    private final AtomicInteger brought = new AtomicInteger();
    private final AtomicInteger there = new AtomicInteger();
    private final AtomicInteger unwanted = new AtomicInteger();
    private final Queue<CompletableFuture<Boolean>> answers = new ConcurrentLinkedQueue<>();

    @Test
    void nobodyWaitsForWhatIsThereAndNothingIsTakenForNobody() {
        Schedules.explore(ParkingRaceTest.class);
    }

    @Test
    void noRingIsTakenForTheOneBefore() {
        Schedules.explore(() -> {
            var calls = new ParkingRaceTest();
            calls.park();
            calls.park();

            Schedules.atOnce(calls::bring, calls::bring);

            calls.nobodyWaitsInVain();
        });
    }

    @Operation
    public void park() {
        var vigil = patience.until(found -> found, 30_000, bell, this::take);
        try {
            answers.add(patience.park(calls.watched(Catalogue.PING, NoArguments.NONE, vigil), this::giveBack));
        } catch (UnavailableException late) {
            check(patience.isDismissed(), "only who comes late is refused");
        }
    }

    @Operation
    public void bring() {
        brought.incrementAndGet();
        there.incrementAndGet();
        bell.ring();
    }

    @Operation
    public void cancel() {
        answers.forEach(answer -> answer.cancel(false));
    }

    @Operation(runOnce = true)
    public void dismiss() {
        patience.dismiss();
        bell.ring();
    }

    @Validate
    public void nobodyWaitsInVain() {
        int waiting = 0;
        int answered = 0;
        for (var answer : answers) {
            waiting += answer.isDone() ? 0 : 1;
            answered += answer.isDone() && !answer.isCancelled() && answer.join() ? 1 : 0;
        }
        check(waiting == 0 || there.get() == 0, "nobody waits for what is there");
        check(waiting == 0 || !patience.isDismissed(), "whoever waited is dismissed");
        check(calls.list().size() == waiting, "those who wait are listed, and nobody else is");
        check(brought.get() == there.get() + answered + unwanted.get(), "whatever is taken is answered or given back");
    }

    private boolean take() {
        return there.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }

    private void giveBack(boolean taken) {
        unwanted.addAndGet(taken ? 1 : 0);
    }
}

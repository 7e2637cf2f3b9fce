package io.flowfabric.engine.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.wakeup.Doorbell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a parked call sets a timer for its next step. */
class WaiterAlarmTest {
    private final List<Deadline> timers = new ArrayList<>();
    private Duration pause = Duration.ZERO;
    private final RepeatingLongPoll.RepeatedQuery<String> query =
            new RepeatingLongPoll.RepeatedQuery<>(() -> "nothing", "gold"::equals, seen -> pause);
    private final FallbackPoll fallbackPoll = new FallbackPoll(Duration.ofHours(1), () -> {});
    private final ParkedCall<String> parkedCall =
            new ParkedCall<>(new RepeatingLongPoll<>(query, new Doorbell(), fallbackPoll, 30_000), unwanted -> {});

    @Test
    void timerThatIsFiringIsNotTakenForTheNext() {
        setTimer();
        pause = Duration.ofSeconds(10);
        setTimer();

        assertThat(timers).as("the first has passed and is not over yet").hasSize(2);
    }

    @Test
    void earlierTimerIsKept() {
        pause = Duration.ofSeconds(10);
        setTimer();
        pause = Duration.ofSeconds(20);
        setTimer();

        assertThat(timers).hasSize(1);
    }

    /** The task of a timer never ends. */
    private void setTimer() {
        assertThat(parkedCall.step(false)).isFalse();
        parkedCall.setTimer(at -> {
            timers.add(at);
            return new CompletableFuture<Void>();
        });
    }
}

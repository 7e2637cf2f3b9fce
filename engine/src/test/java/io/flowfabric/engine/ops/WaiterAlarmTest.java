package io.flowfabric.engine.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a parked call has itself called up. */
class WaiterAlarmTest {
    private final List<Deadline> alarms = new ArrayList<>();
    private Duration pause = Duration.ZERO;
    private final Glances.Look<String> look = new Glances.Look<>(() -> "nothing", "gold"::equals, seen -> pause);
    private final Waiter<String> waiter = new Waiter<>(new Glances<>(look, new Doorbell(), 30_000), unwanted -> {});

    @Test
    void alarmThatIsGoingOffIsNotTakenForTheNext() {
        setAlarm();
        pause = Duration.ofSeconds(10);
        setAlarm();

        assertThat(alarms).as("the first has passed and is not over yet").hasSize(2);
    }

    @Test
    void earlierAlarmWillDo() {
        pause = Duration.ofSeconds(10);
        setAlarm();
        pause = Duration.ofSeconds(20);
        setAlarm();

        assertThat(alarms).hasSize(1);
    }

    /** The task of an alarm is never over. */
    private void setAlarm() {
        assertThat(waiter.step(false)).isFalse();
        waiter.setAlarm(at -> {
            alarms.add(at);
            return new CompletableFuture<Void>();
        });
    }
}

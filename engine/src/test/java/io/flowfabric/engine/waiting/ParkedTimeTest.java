package io.flowfabric.engine.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ParkedTimeTest {
    private final AtomicLong clock = new AtomicLong();

    @Test
    void endsWhenThePollBeginsThatAnswersTheCall() {
        var parked = new ParkedTime(30_000, clock::get);
        pass(7);
        parked.look();
        pass(5);
        parked.look();
        pass(3);

        assertThat(parked.millis()).isEqualTo(12);
    }

    @Test
    void isNeverMoreThanItWas() {
        var parked = new ParkedTime(30_000, clock::get);
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(1) - 1);
        parked.look();

        assertThat(parked.millis()).isZero();
    }

    @Test
    void isNothingForACallThatDoesNotWait() {
        var parked = new ParkedTime(0, clock::get);
        pass(7);
        parked.look();

        assertThat(parked.millis()).isZero();
    }

    private void pass(long millis) {
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}

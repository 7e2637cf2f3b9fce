package io.flowfabric.engine.store.wakeup;

import static io.flowfabric.engine.rules.Given.T0;
import static io.flowfabric.engine.rules.Given.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Given;
import io.flowfabric.engine.store.Waiter;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorLease;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.cursor.SubscriberId;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.state.BlockingReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DoorbellsTest {
    private final Doorbells doorbells = new Doorbells();

    static Stream<Arguments> changes() {
        var waiting = Given.eligible();
        var leased = waiting.leasedBy("w1");
        return Stream.of(
                row("eligible", moved(waiting, waiting), true, false, OptionalLong.empty()),
                row(
                        "blocked by route",
                        moved(waiting, waiting.blockedFor(BlockingReason.WAITING_FOR_CAPABLE_WORKER)),
                        true,
                        false,
                        OptionalLong.of(T0 + 5000)),
                row(
                        "blocked by budget",
                        moved(waiting, waiting.blockedFor(BlockingReason.WAITING_FOR_BUDGET)),
                        false,
                        false,
                        OptionalLong.empty()),
                row(
                        "leased",
                        new Change.Acquired(of(waiting), of(leased), Optional.empty()),
                        false,
                        false,
                        OptionalLong.of(T0 + TTL)),
                row(
                        "lease expired",
                        new Change.LeaseExpired(of(leased), of(leased.leaseExpired())),
                        true,
                        false,
                        OptionalLong.of(T0 + TTL)),
                row(
                        "paused",
                        new Change.Released(of(leased), of(leased.pausedUntil(T0 + 70)), Optional.empty()),
                        false,
                        false,
                        OptionalLong.of(T0 + 70)),
                row(
                        "ended",
                        new Change.Ended(of(leased), of(leased.completed()), Optional.empty(), Optional.empty()),
                        false,
                        true,
                        OptionalLong.empty()),
                row("grant removed", new Change.GrantRemoved(Given.ID), false, false, OptionalLong.empty()));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aChangeRingsTheDoorbellsOfTheCallsItConcerns(Change change, boolean work, boolean ends, OptionalLong dueTime)
            throws InterruptedException {
        doorbells.ring(List.of(change));

        assertThat(doorbells.work().position()).isEqualTo(work ? 1 : 0);
        assertThat(doorbells.ends().position()).isEqualTo(ends ? 1 : 0);
        if (dueTime.isPresent()) {
            assertThat(dueTimeBefore(dueTime.getAsLong() + 1, Waiter.LONG)).isTrue();
        }
        assertThat(dueTimeBefore(dueTime.orElse(Long.MAX_VALUE), Duration.ofMillis(20)))
                .as("a due time earlier than that")
                .isFalse();
    }

    @Test
    void manyChangesOfOneCommitRingOnce() {
        var waiting = Given.eligible();

        doorbells.ring(List.of(moved(waiting, waiting), moved(waiting, waiting)));

        assertThat(doorbells.work().position()).isEqualTo(1);
    }

    @Test
    void aCursorThatMayBeFreeWakesThoseWhoWaitForIt() {
        var key = new CursorKey(new Namespace("shop"), new CursorName("billing"));
        var lease = Optional.of(new CursorLease(new SubscriberId("s1"), 9));
        doorbells.ring(List.of(
                new Change.CursorCreated(new NamedCursor(key, EventCursor.START, 1, lease, 1)),
                new Change.CursorMoved(new NamedCursor(key, EventCursor.START, 1, lease, 2))));
        assertThat(doorbells.cursors().position()).isZero();

        doorbells.ring(
                List.of(new Change.CursorMoved(new NamedCursor(key, EventCursor.START, 1, Optional.empty(), 3))));
        assertThat(doorbells.cursors().position()).isEqualTo(1);
        doorbells.ring(List.of(new Change.CursorRemoved(key)));
        assertThat(doorbells.cursors().position()).isEqualTo(2);
    }

    @Test
    void anUnknownCommitRingsThemAll() throws InterruptedException {
        doorbells.ringAll();

        assertThat(doorbells.work().position()).isEqualTo(1);
        assertThat(doorbells.ends().position()).isEqualTo(1);
        assertThat(doorbells.cursors().position()).isEqualTo(1);
        assertThat(dueTimeBefore(0, Waiter.LONG)).isTrue();
    }

    private boolean dueTimeBefore(long next, Duration atMost) throws InterruptedException {
        var deadline = Deadline.in(atMost);
        doorbells.timers().awaitEarlierThan(next, deadline);
        return !deadline.hasPassed();
    }

    private static Change moved(Given before, Given after) {
        return new Change.Moved(of(before), of(after));
    }

    private static Execution of(Given given) {
        return given.loaded().execution();
    }

    private static Arguments row(String name, Change change, boolean work, boolean ends, OptionalLong dueTime) {
        return argumentSet(name, change, work, ends, dueTime);
    }
}

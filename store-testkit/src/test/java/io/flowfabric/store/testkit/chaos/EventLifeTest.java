package io.flowfabric.store.testkit.chaos;

import static io.flowfabric.model.event.kind.LeaseEventType.ACQUIRED;
import static io.flowfabric.model.event.kind.LeaseEventType.EXPIRED;
import static io.flowfabric.model.event.kind.LeaseEventType.RECLAIMED;
import static io.flowfabric.model.event.kind.LeaseEventType.RENEWED;
import static io.flowfabric.model.event.kind.LeaseEventType.REVOKED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.chaos.EventLife.Standing;
import io.flowfabric.store.testkit.chaos.EventLife.Tenure;
import io.flowfabric.store.testkit.chaos.EventLife.Times;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fold that proves the log notices when it cannot be true. */
class EventLifeTest {
    private static final ExecutionId ID = ExecutionId.solo(Client.LANE, PartitionConfig.DEFAULT);
    private static final LeaseId LEASE = LeaseId.mint();

    @Test
    void lifeIsToldToItsEnd() {
        var life = fold(List.of(
                lease(ACQUIRED, 1, 0, 10, ""),
                lease(RENEWED, 1, 0, 11, ""),
                lease(EXPIRED, 1, 0, 12, ""),
                lease(RECLAIMED, 2, 1, 13, "lease_expired"),
                lease(REVOKED, 2, 1, 14, "failed_retry_scheduled"),
                lease(ACQUIRED, 3, 2, 15, ""),
                end(16),
                lease(REVOKED, 3, 2, 16, "completed")));

        assertThat(life)
                .isEqualTo(new EventLife(
                        new Tenure(Standing.FREE, 3),
                        Optional.of(TerminalOutcome.SUCCESS),
                        new Counters(3, 1, 0, 1),
                        new Times(OptionalLong.of(10), OptionalLong.of(16), 16)));
    }

    @Test
    void attemptThatWasPutOffGoesOn() {
        var life = fold(List.of(
                lease(ACQUIRED, 1, 0, 10, ""),
                lease(REVOKED, 1, 0, 11, EventLife.PUT_OFF),
                lease(ACQUIRED, 2, 0, 15, "claim_resumed")));

        assertThat(life.tenure()).isEqualTo(new Tenure(Standing.HELD, 2));
        assertThat(life.counters()).isEqualTo(new Counters(1, 0, 0, 0));
        assertThat(life.times().startedAt()).hasValue(10);
    }

    static Stream<List<ExecutionEvent>> contradictions() {
        var begun = lease(ACQUIRED, 1, 0, 10, "");
        return Stream.of(
                List.of(lease(ACQUIRED, 2, 0, 10, "")),
                List.of(begun, lease(ACQUIRED, 2, 1, 11, "")),
                List.of(begun, lease(RECLAIMED, 2, 1, 11, "lease_expired")),
                List.of(begun, lease(EXPIRED, 1, 0, 11, ""), lease(RECLAIMED, 1, 1, 12, "lease_expired")),
                List.of(begun, lease(EXPIRED, 1, 0, 11, ""), lease(RECLAIMED, 2, 0, 12, "lease_expired")),
                List.of(begun, lease(EXPIRED, 1, 0, 11, ""), lease(RENEWED, 1, 0, 12, "")),
                List.of(begun, lease(RENEWED, 2, 0, 11, "")),
                List.of(begun, lease(RENEWED, 1, 0, 9, "")),
                List.of(begun, lease(REVOKED, 1, 0, 11, "completed")),
                List.of(begun, end(11), lease(REVOKED, 1, 0, 11, "failed_retry_scheduled")),
                List.of(begun, lease(REVOKED, 1, 0, 11, EventLife.PUT_OFF), lease(ACQUIRED, 2, 1, 12, "claim_resumed")),
                List.of(begun, lease(REVOKED, 1, 0, 11, EventLife.PUT_OFF), lease(RENEWED, 1, 0, 12, "")),
                List.of(begun, end(11), lease(REVOKED, 1, 0, 11, EventLife.PUT_OFF)),
                List.of(end(10), end(11)),
                List.of(end(10), lease(ACQUIRED, 1, 0, 11, "")));
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void eventThatCannotFollowIsAContradiction(List<ExecutionEvent> events) {
        var before = fold(events.subList(0, events.size() - 1));
        assertThatThrownBy(() -> before.after(events.get(events.size() - 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot follow");
    }

    private static EventLife fold(List<ExecutionEvent> events) {
        var life = EventLife.UNTOLD;
        for (var event : events) {
            life = life.after(event);
        }
        return life;
    }

    private static ExecutionEvent lease(LeaseEventType type, long epoch, int attempt, long at, String reason) {
        var holder = new LeaseHolder(new WorkerId("w"), new WorkerInstanceId("w-1"), LEASE, epoch);
        var why = Optional.of(reason).filter(text -> !text.isEmpty());
        return new LeaseEvent(subject(at), type, holder, attempt, why, Optional.empty());
    }

    private static ExecutionEvent end(long at) {
        return new CompletionEvent(subject(at), Optional.empty(), TerminalOutcome.SUCCESS, true);
    }

    private static EventSubject subject(long at) {
        return new EventSubject(ID, Client.NAMESPACE, Optional.empty(), at);
    }
}

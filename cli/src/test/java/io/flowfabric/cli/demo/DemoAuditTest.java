package io.flowfabric.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptFailure;
import io.flowfabric.model.attempt.AttemptLineage;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.execution.Counters;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.TerminalOutcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoAuditTest {
    private static final DemoWork WORK = new DemoWork(5);
    private static final ExecutionId ID = ExecutionId.minted(7);
    private static final EventSubject SUBJECT = new EventSubject(ID, new Namespace("default"), Optional.empty(), 1_000);
    private static final Payload RESULT = Payload.of(WORK.result());

    private static final List<Attempt> RETRIED =
            List.of(failed(0, AttemptType.INITIAL), succeeded(1, AttemptType.RETRY));
    private static final Counters ONE_RETRY = new Counters(2, 1, 0, 0);

    @Test
    void executionThatEndedOnceIsClean() {
        var audit = audit(completed(RETRIED, List.of(leased(1), leased(2), completion())));

        assertThat(audit.isClean()).as("%s", audit).isTrue();
    }

    @Test
    void executionThatDidNotCompleteIsLost() {
        var audit = audit(new Trail(
                ID,
                Optional.of(PublicState.ACTIVE),
                ONE_RETRY,
                RETRIED,
                List.of(leased(1), leased(2)),
                Optional.empty()));

        assertThat(audit.lost()).isEqualTo(1);
        assertThat(audit.problems()).anyMatch(problem -> problem.contains("did not complete: it is active"));
    }

    @Test
    void executionTheStoreDoesNotKnowIsLost() {
        var audit = audit(new Trail(ID, Optional.empty(), Counters.ZERO, List.of(), List.of(), Optional.empty()));

        assertThat(audit.lost()).isEqualTo(1);
    }

    @Test
    void completionWithoutAnEventIsLost() {
        assertThat(audit(completed(RETRIED, List.of(leased(1), leased(2)))).lost())
                .isEqualTo(1);
    }

    @Test
    void secondCompletionEventIsADouble() {
        var events = List.of(leased(1), leased(2), completion(), completion());

        assertThat(audit(completed(RETRIED, events)).doubled()).isEqualTo(1);
    }

    @Test
    void completionByTwoAttemptsIsADouble() {
        var attempts = List.of(succeeded(0, AttemptType.INITIAL), succeeded(1, AttemptType.RETRY));

        assertThat(audit(completed(attempts, List.of(leased(1), leased(2), completion())))
                        .doubled())
                .isEqualTo(1);
    }

    @Test
    void repeatedEpochIsAProblem() {
        assertThat(audit(completed(RETRIED, List.of(leased(2), leased(2), completion())))
                        .problems())
                .singleElement()
                .asString()
                .contains("epochs that do not increase: [2, 2]");
    }

    @Test
    void uncountedAttemptIsAProblem() {
        var audit = audit(new Trail(
                ID,
                Optional.of(PublicState.COMPLETED),
                new Counters(2, 0, 0, 0),
                RETRIED,
                List.of(leased(1), leased(2), completion()),
                Optional.of(RESULT)));

        assertThat(audit.problems()).singleElement().asString().contains("attempts that do not add up");
    }

    @Test
    void wrongResultIsAProblem() {
        var audit = audit(new Trail(
                ID,
                Optional.of(PublicState.COMPLETED),
                ONE_RETRY,
                RETRIED,
                List.of(leased(1), leased(2), completion()),
                Optional.of(Payload.of(new DemoWork(6).result()))));

        assertThat(audit.problems()).singleElement().asString().endsWith("has a wrong result");
    }

    private static DemoAudit audit(Trail trail) {
        return DemoAudit.of(List.of(trail), List.of(WORK));
    }

    private static Trail completed(List<Attempt> attempts, List<Event> events) {
        return new Trail(ID, Optional.of(PublicState.COMPLETED), ONE_RETRY, attempts, events, Optional.of(RESULT));
    }

    private static Attempt started(int index, AttemptType type) {
        return Attempt.started(AttemptId.mint(), index, type, AttemptLineage.NONE, holder(index + 1), 1_000);
    }

    private static Attempt succeeded(int index, AttemptType type) {
        return started(index, type).succeeded(1_100);
    }

    private static Attempt failed(int index, AttemptType type) {
        return started(index, type).ended(AttemptStatus.ENDED_FAILURE, AttemptFailure.of("on purpose"), 1_100);
    }

    private static Event leased(long epoch) {
        return new LeaseEvent(
                SUBJECT, LeaseEventType.ACQUIRED, holder(epoch), (int) epoch - 1, Optional.empty(), Optional.empty());
    }

    private static Event completion() {
        return new CompletionEvent(SUBJECT, Optional.empty(), TerminalOutcome.SUCCESS, true);
    }

    private static LeaseHolder holder(long epoch) {
        return new LeaseHolder(new WorkerId("w"), new WorkerInstanceId("w-1"), LeaseId.mint(), epoch);
    }
}

package io.flowfabric.sdk.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.fenced.FailExecution;
import io.flowfabric.model.op.lease.CancelRequest;
import io.flowfabric.model.op.lease.CompleteBatch;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.state.LifecyclePhase;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.sdk.LossySuite;
import io.flowfabric.sdk.SubmissionBuilder;
import io.flowfabric.sdk.task.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Calls that a server has carried out and whose answers were lost on the way: 02 §7 and 08 §1, over real connections.
 */
class LostAnswerTest extends LossySuite {
    private Engine engine;

    @BeforeEach
    void reachTheEngine() {
        engine = fabric.engine();
    }

    @Test
    void completionIsMadeAgainAndHappensOnce() {
        var claim = claim(fabric.submission("orders", "work"));
        line.loseAnswerTo(Catalogue.COMPLETE);

        var answer = engine.call(Catalogue.COMPLETE, completion(claim));

        assertThat(answer).isEqualTo(Ok.OK);
        assertMade(Catalogue.COMPLETE, 2);
        assertEndedOnce(claim, TerminalOutcome.SUCCESS);
        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, ref(claim)).map(Payload::bytes))
                .contains("done".getBytes(UTF_8));
    }

    @Test
    void batchOfCompletionsIsMadeAgainAndHappensOnce() {
        var claims = List.of(claim(fabric.submission("orders", "one")), claim(fabric.submission("orders", "other")));
        line.loseAnswerTo(Catalogue.COMPLETE_BATCH);

        var answers = engine.call(
                Catalogue.COMPLETE_BATCH,
                new CompleteBatch(
                        claims.stream().map(LostAnswerTest::completion).toList()));

        assertThat(answers).containsExactly(new BatchItem.Answered<>(Ok.OK), new BatchItem.Answered<>(Ok.OK));
        assertMade(Catalogue.COMPLETE_BATCH, 2);
        claims.forEach(claim -> assertEndedOnce(claim, TerminalOutcome.SUCCESS));
    }

    @Test
    void failureIsMadeAgainAndSchedulesOneRetry() {
        var claim = claim(fabric.submission("orders", "work")
                .retry(Retry.fixed(Duration.ofHours(1)).times(3)));
        line.loseAnswerTo(Catalogue.FAIL);

        var outcome = engine.call(Catalogue.FAIL, failure(claim));

        assertMade(Catalogue.FAIL, 2);
        var after = describe(claim);
        assertThat(outcome)
                .isEqualTo(new FailOutcome.RetryScheduled(
                        after.dueTimes().delayUntil().orElseThrow(), 1));
        assertThat(after.publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(after.counters().retries()).isOne();
        assertThat(givenUp(claim)).isOne();
        assertThat(completions(claim)).isEmpty();
    }

    @Test
    void lastFailureIsMadeAgainAndHappensOnce() {
        var claim = claim(fabric.submission("orders", "work"));
        line.loseAnswerTo(Catalogue.FAIL);

        var outcome = engine.call(Catalogue.FAIL, failure(claim));

        assertThat(outcome).isEqualTo(new FailOutcome.TerminalFailed());
        assertMade(Catalogue.FAIL, 2);
        assertEndedOnce(claim, TerminalOutcome.FAILED);
    }

    @Test
    void renewalIsMadeAgainAndTheLeaseStays() {
        var claim = claim(fabric.submission("orders", "work"));
        line.loseAnswerTo(Catalogue.RENEW);

        var renewed = engine.call(Catalogue.RENEW, new RenewRequest(claim.handle()));

        assertMade(Catalogue.RENEW, 2);
        assertThat(renewed.leaseEpoch()).isEqualTo(claim.leaseEpoch());
        assertThat(describe(claim).lease().orElseThrow().expiresAt()).isEqualTo(renewed.expiresAtMs());
        assertThat(engine.call(Catalogue.COMPLETE, completion(claim))).isEqualTo(Ok.OK);
    }

    @Test
    void cancelIsMadeAgainAndHappensOnce() {
        var claim = claim(fabric.submission("orders", "work"));
        line.loseAnswerTo(Catalogue.CANCEL);

        var answer = engine.call(Catalogue.CANCEL, new CancelRequest(claim.handle(), "enough"));

        assertThat(answer).isEqualTo(Ok.OK);
        assertMade(Catalogue.CANCEL, 2);
        assertEndedOnce(claim, TerminalOutcome.CANCELLED);
    }

    @Test
    void claimIsNotMadeAgain() {
        var first = fabric.submission("orders", "work").submit();
        var second = fabric.submission("orders", "work").submit();
        line.loseAnswerTo(Catalogue.CLAIM);

        assertThatThrownBy(this::claim).isInstanceOf(TransportException.class);

        assertMade(Catalogue.CLAIM, 1);
        assertThat(phase(first.id())).as("no worker knows of its lease").isEqualTo(LifecyclePhase.ACTIVE);
        assertThat(phase(second.id())).isEqualTo(LifecyclePhase.RUNNABLE);
        assertThat(claim().executionId()).isEqualTo(second.id());
    }

    @Test
    void failureByAnOperatorDoesNotMeetTheNextAttempt() {
        var claim = claim(fabric.submission("orders", "work")
                .retry(Retry.fixed(Duration.ZERO).times(3)));
        line.loseAnswerTo(Catalogue.FAIL_EXECUTION);

        assertThatThrownBy(() -> engine.call(
                        Catalogue.FAIL_EXECUTION,
                        new FailExecution(
                                claim.executionId(),
                                "stuck",
                                Optional.empty(),
                                OptionalInt.empty(),
                                FailureClass.TRANSIENT.literal(),
                                Optional.empty(),
                                CancelSource.OPERATOR_OVERRIDE)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("may have been carried out");

        assertMade(Catalogue.FAIL_EXECUTION, 1);
        assertThat(describe(claim).counters().retries()).isOne();
    }

    private void assertMade(Operation<?, ?> operation, int times) {
        assertThat(line.answers(operation)).as("calls of %s", operation).isEqualTo(times);
    }

    private void assertEndedOnce(Claim claim, TerminalOutcome outcome) {
        assertThat(completions(claim)).containsExactly(outcome);
        assertThat(givenUp(claim)).isOne();
        assertThat(describe(claim).vector().outcome()).isEqualTo(outcome);
    }

    private List<TerminalOutcome> completions(Claim claim) {
        return events(claim, CompletionEvent.class)
                .map(CompletionEvent::outcome)
                .toList();
    }

    /** How often its lease ended. */
    private long givenUp(Claim claim) {
        return events(claim, LeaseEvent.class)
                .filter(event -> event.type() == LeaseEventType.REVOKED)
                .count();
    }

    private <E extends Event> Stream<E> events(Claim claim, Class<E> type) {
        var all = new SubscribeEvents(
                Set.of(EventFamily.LEASE, EventFamily.COMPLETION), EventCursor.START, ScannerFilter.NONE, 1000, 0);
        return engine.call(Catalogue.SUBSCRIBE_EVENTS, all).events().stream()
                .map(item -> ((EventItem.Delivered) item).event())
                .filter(event -> isAbout(claim, event))
                .filter(type::isInstance)
                .map(type::cast);
    }

    private static boolean isAbout(Claim claim, Event event) {
        return event instanceof ExecutionEvent about
                && about.subject().executionId().equals(claim.executionId());
    }

    private Execution describe(Claim claim) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, ref(claim))
                .orElseThrow()
                .execution();
    }

    private LifecyclePhase phase(ExecutionId id) {
        return engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                .orElseThrow()
                .execution()
                .vector()
                .phase();
    }

    private static ExecutionRef ref(Claim claim) {
        return new ExecutionRef(claim.executionId());
    }

    private Claim claim(SubmissionBuilder submission) {
        var submitted = submission.submit();
        var claim = claim();
        assertThat(claim.executionId()).isEqualTo(submitted.id());
        return claim;
    }

    private Claim claim() {
        var claims = engine.call(
                        Catalogue.CLAIM, Samples.settings(LONG, 1, "orders").claim(0, 1, 1, Duration.ZERO))
                .claims();
        assertThat(claims).hasSize(1);
        return claims.get(0);
    }

    private static CompleteRequest completion(Claim claim) {
        return new CompleteRequest(claim.handle(), Optional.of(Payload.of("done".getBytes(UTF_8))));
    }

    private static FailRequest failure(Claim claim) {
        return new FailRequest(claim.handle(), "boom", FailureClass.TRANSIENT, Optional.empty());
    }
}

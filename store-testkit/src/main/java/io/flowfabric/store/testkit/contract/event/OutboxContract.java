package io.flowfabric.store.testkit.contract.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.engine.store.read.EventReads.Positioned;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.timer.ExpireExecution;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * 02 §12 and 06 §11 on a store: what is committed is reported, once and in order, and trimmed from the front; what is not, is
 * not reported.
 */
public abstract class OutboxContract extends ContractSuite {
    private static final long DAY = 86_400_000;

    @Test
    public void claimRenewalAndCompletionAreReportedInOrder() {
        create();
        var claim = claimOne("w1");
        engine.call(Catalogue.RENEW, new RenewRequest(claim.handle()));
        complete(claim);

        assertThat(types()).containsExactly("acquired", "renewed", "success", "revoked");
    }

    @Test
    public void everyEndIsReportedOnceWithItsOutcome() {
        create();
        complete(claimOne("w1"));
        create();
        engine.call(Catalogue.FAIL, failure(claimOne("w1"), FailureClass.PERMANENT));
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(create(), "no longer needed"));
        engine.call(
                Catalogue.CANCEL_EXECUTION,
                new CancelExecution(
                        create(),
                        "the flow is over",
                        CancelSource.FLOW_CASCADE,
                        Optional.empty(),
                        OptionalLong.empty()));
        var mortal = create(execution().deadlineAt(START));
        for (int i = 0; i < 2; i++) {
            engine.call(Catalogue.EXPIRE_EXECUTION, new ExpireExecution(mortal, TimeoutPhase.EXECUTION_DEADLINE));
        }

        assertThat(events())
                .filteredOn(CompletionEvent.class::isInstance)
                .extracting(event -> ((CompletionEvent) event).outcome().literal())
                .containsExactly("success", "failed", "cancelled", "cancelled", "expired");
    }

    @Test
    public void unitThatFailsReportsNothing() {
        var event = new InstanceTagEvent(new EventSubject(unknown(), SHOP, Optional.empty(), START), "lost");

        assertThatThrownBy(() -> store.write(0, Deadline.in(Duration.ofSeconds(10)), tx -> {
                            tx.events().append(List.of(event));
                            throw new IllegalStateException("the unit fails after all");
                        })
                        .get())
                .isNotNull();
        assertThat(events()).isEmpty();
    }

    @Test
    public void readerThatKeepsItsPlaceSeesEachEventOnce() {
        var seen = new ArrayList<Positioned>();
        for (int i = 0; i < 3; i++) {
            create();
            complete(claimOne("w1"));
            long place = seen.isEmpty() ? 0 : seen.get(seen.size() - 1).position();
            seen.addAll(after(place, 2));
        }
        seen.addAll(after(seen.get(seen.size() - 1).position(), 100));

        assertThat(seen).extracting(Positioned::event).containsExactlyElementsOf(events());
        assertThat(seen)
                .extracting(Positioned::position)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @Test
    public void olderEventsBehindALaterOneAreTrimmedWithIt() {
        endBeforeAndAfterTheClockIsSetBack();

        assertTrimmedAfter(DAY);
    }

    @Test
    public void olderEventsBehindALaterOneOutliveTheirTimeWithIt() {
        create();
        endBeforeAndAfterTheClockIsSetBack();

        assertTrimmedAfter(RetentionRules.outlivedAfter(DAY));
    }

    private void endBeforeAndAfterTheClockIsSetBack() {
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(create(), "no longer needed"));
        advance(-1000);
        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(create(), "no longer needed"));
        advance(1000);
    }

    private void assertTrimmedAfter(long millis) {
        var told = events();
        advance(millis - 1);
        engine.call(Catalogue.TRIM_RETENTION, TrimRetention.all(DAY, 10));
        assertThat(events()).as("the first is not old enough").isEqualTo(told);
        advance(1);
        engine.call(Catalogue.TRIM_RETENTION, TrimRetention.all(DAY, 10));

        assertThat(events()).isEmpty();
    }

    private List<Positioned> after(long position, int limit) {
        return read(tx -> tx.events().after(position, limit)).stream()
                .map(Positioned.class::cast)
                .toList();
    }
}

package io.flowfabric.engine.rules.claim;

import static io.flowfabric.engine.rules.Given.eligible;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.lease.LeaseMarks;
import org.junit.jupiter.api.Test;

class AcquisitionTest {

    @Test
    void callerThatHoldsTheLeaseMeansTheAttemptItWasGivenFor() {
        var held = eligible().leasedBy("w1");
        var first = eligible().by("w1").marked(new LeaseMarks(true, false));
        var other = held.by("w1").attemptId();
        var repeated = new Acquisition(
                first.workerId(),
                first.workerInstanceId(),
                first.leaseId(),
                other,
                first.leaseTtlMs(),
                first.attemptTimeoutMs(),
                first.executionDeadlineAt(),
                first.marks());

        assertThat(first.attemptId()).isNotEqualTo(other);
        assertThat(repeated.ofAnyAttempt(held.execution())).isEqualTo(first);
    }

    @Test
    void callerThatHoldsNoLeaseOrAnotherMeansTheAttemptItNamed() {
        var held = eligible().leasedBy("w1");
        var by = held.by("w2");

        assertThat(by.ofAnyAttempt(held.execution())).isSameAs(by);
        assertThat(by.ofAnyAttempt(eligible().execution())).isSameAs(by);
    }
}

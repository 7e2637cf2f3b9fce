package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.cli.looks.EngineLooks;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.ExpiredLease;
import io.flowfabric.model.state.OwnershipState;
import java.time.Duration;
import java.util.Optional;

/** Leases that ran out and were not even marked: an engine with timers does that at once. */
final class LapsedLeaseCheck implements Check {
    private static final int SAMPLE = 100;

    private final Duration tolerated;

    LapsedLeaseCheck(Duration tolerated) {
        this.tolerated = tolerated;
    }

    @Override
    public String subject() {
        return "leases";
    }

    @Override
    public Diagnosis look(Patient patient) {
        long asOf = EngineLooks.now(patient.engine()) - tolerated.toMillis();
        var lapsed = EngineLooks.leases(patient.engine(), asOf, Optional.empty(), SAMPLE)
                .entries();
        var unmarked =
                lapsed.stream().filter(lease -> isUnmarked(patient, lease)).toList();
        if (unmarked.isEmpty()) {
            return new Fine(
                    lapsed.isEmpty()
                            ? "no lease has lapsed"
                            : Counted.of(lapsed.size(), "lapsed lease")
                                    + " marked, to be taken over by the next claimer");
        }
        return new Finding(
                "%s ran out and nobody noticed; for instance that of %s on %s"
                        .formatted(
                                Counted.of(unmarked.size(), "lease"),
                                unmarked.get(0).workerInstanceId(),
                                unmarked.get(0).executionId()),
                "No engine with timers runs on this store: lost work is not taken over, and delays, backoffs, timeouts"
                        + " and deadlines do not happen.",
                "Start a program that opens this store with timers, as any worker does: ff worker.");
    }

    private static boolean isUnmarked(Patient patient, ExpiredLease lease) {
        return patient.engine()
                .call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(lease.executionId()))
                .filter(found -> found.execution().vector().ownership() == OwnershipState.LEASED)
                .isPresent();
    }
}

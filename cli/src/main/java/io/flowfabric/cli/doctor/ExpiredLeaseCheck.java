package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.cli.query.EngineQueries;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.listing.ExpiredLease;
import io.flowfabric.model.state.OwnershipState;
import java.time.Duration;
import java.util.Optional;

/** Leases that expired and were not marked: an engine with timers marks them at once. */
final class ExpiredLeaseCheck implements Check {
    private static final int SAMPLE = 100;

    private final Duration tolerated;

    ExpiredLeaseCheck(Duration tolerated) {
        this.tolerated = tolerated;
    }

    @Override
    public String subject() {
        return "leases";
    }

    @Override
    public Diagnosis look(CheckTarget target) {
        long asOf = EngineQueries.now(target.engine()) - tolerated.toMillis();
        var expired = EngineQueries.leases(target.engine(), asOf, Optional.empty(), SAMPLE)
                .entries();
        var unmarked =
                expired.stream().filter(lease -> isUnmarked(target, lease)).toList();
        if (unmarked.isEmpty()) {
            return new Fine(
                    expired.isEmpty()
                            ? "no lease has expired"
                            : Counted.of(expired.size(), "expired lease")
                                    + " marked, to be reclaimed by the next claim");
        }
        return new Finding(
                "%s expired and not marked; for instance that of %s on %s"
                        .formatted(
                                Counted.of(unmarked.size(), "lease"),
                                unmarked.get(0).workerInstanceId(),
                                unmarked.get(0).executionId()),
                "No engine with timers runs on this store: lost work is not reclaimed, and delays, backoffs, timeouts"
                        + " and deadlines do not happen.",
                "Start a program that opens this store with timers, as any worker does: ff worker.");
    }

    private static boolean isUnmarked(CheckTarget target, ExpiredLease lease) {
        return target.engine()
                .call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(lease.executionId()))
                .filter(found -> found.execution().vector().ownership() == OwnershipState.LEASED)
                .isPresent();
    }
}

package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;

/** Executions that require what no live worker has. */
final class CapabilityCheck implements Check {
    @Override
    public String subject() {
        return "capabilities";
    }

    @Override
    public Diagnosis look(CheckTarget target) {
        var waitingGroup = WaitingGroup.first(target.waiting(), "waiting_for_capable_worker", details -> true);
        return waitingGroup
                .<Diagnosis>map(found -> new Finding(
                        "%s; for instance %s %s"
                                .formatted(
                                        Counted.of(found.count(), "execution") + " without a capable worker",
                                        found.id(),
                                        found.reason().text()),
                        "They wait until such a worker comes, however long that is.",
                        "Start a worker with these capabilities in that namespace and on that lane, or cancel them and"
                                + " submit them with requirements that exist."))
                .orElseGet(() -> new Fine("some live worker has what each waiting execution requires"));
    }
}

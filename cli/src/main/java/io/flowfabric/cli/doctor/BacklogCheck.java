package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;

/** Lanes with work and without a live worker. */
final class BacklogCheck implements Check {
    @Override
    public String subject() {
        return "backlog";
    }

    @Override
    public Diagnosis look(CheckTarget target) {
        var unserved = WaitingGroup.first(
                target.waiting(),
                "waiting_for_worker",
                details -> ((Number) details.get("live_workers")).intValue() == 0);
        return unserved.<Diagnosis>map(found -> new Finding(
                        "%s without a worker; for instance %s, since %s"
                                .formatted(
                                        Counted.of(found.count(), "execution"),
                                        found.id(),
                                        found.reason().text()),
                        "Nothing on that lane runs until a worker registers for it.",
                        "Start a worker for that lane and namespace; ff workers lists who is there."))
                .orElseGet(() -> new Fine("a live worker serves every lane with work"));
    }
}

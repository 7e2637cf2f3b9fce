package io.flowfabric.cli.doctor;

import io.flowfabric.cli.console.Durations;
import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.cli.query.EngineQueries;
import java.time.Duration;

/** The clock of this machine against that of the store. */
final class ClockCheck implements Check {
    private static final Duration TOLERATED = Duration.ofSeconds(2);

    @Override
    public String subject() {
        return "clock";
    }

    /** The store answered at some moment during the call, so only what lies outside of it counts. */
    @Override
    public Diagnosis look(CheckTarget target) {
        long before = target.here().millis();
        long there = EngineQueries.now(target.engine());
        long after = target.here().millis();
        long skew = there < before ? before - there : Math.max(0, there - after);
        String direction = there < before ? "ahead of" : "behind";
        return skew <= TOLERATED.toMillis()
                ? new Fine("this machine and the store agree")
                : new Finding(
                        "this machine is %s %s the store".formatted(Durations.describe(skew), direction),
                        "Leases and delays go by the store's clock and are safe, but times computed here, such as a"
                                + " deadline at a date or the age in a list, are off by that much.",
                        "Synchronise both machines by NTP.");
    }
}

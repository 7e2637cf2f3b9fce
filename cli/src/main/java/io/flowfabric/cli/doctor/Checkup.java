package io.flowfabric.cli.doctor;

import io.flowfabric.cli.address.EngineAddress;
import io.flowfabric.cli.address.StoreAddress;
import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.cli.doctor.Diagnosis.Skipped;
import io.flowfabric.engine.store.StoreMigrations.Step;
import io.flowfabric.sdk.FlowFabric;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Runs every check against one store, or those that a server lets through. */
public final class Checkup {
    private final List<Check> checks;

    /** @param tolerance what is not yet a problem */
    public Checkup(Tolerance tolerance) {
        checks = List.of(
                new IndexCheck(),
                new ClockCheck(),
                new CapabilityCheck(),
                new BacklogCheck(),
                new ExpiredLeaseCheck(tolerance.expiredFor()),
                new FollowUpCheck(),
                new SubscriberCheck(tolerance.behind()),
                new LongTransactionCheck(tolerance.openFor()),
                new BloatCheck(tolerance.deadRows()),
                new SettingsCheck(),
                new ListenCheck());
    }

    /** A check's subject and what it came to. */
    public record Entry(String subject, Diagnosis diagnosis) {}

    /**
     * All diagnoses. An engine is opened only on a store that is up to date, since opening another would change it.
     *
     * @param open opens the store without applying a migration; it is closed here
     */
    public List<Entry> of(EngineAddress address, Supplier<FlowFabric> open, Clock here) {
        var entries = new ArrayList<Entry>();
        var migrations = address.store()
                .map(store -> migrations(store.migrations().show()))
                .orElse(DatabaseCheck.OUT_OF_REACH);
        entries.add(new Entry("migrations", migrations));
        if (migrations instanceof Finding) {
            checks.forEach(
                    check -> entries.add(new Entry(check.subject(), new Skipped("the store is not up to date"))));
            return entries;
        }
        try (var fabric = open.get()) {
            var health = address.store().map(StoreAddress::health);
            var target = CheckTarget.of(fabric.engine(), health, here);
            checks.forEach(check -> entries.add(new Entry(check.subject(), check.look(target))));
        }
        return entries;
    }

    static Diagnosis migrations(List<Step> steps) {
        var pending = steps.stream().filter(step -> !step.applied()).toList();
        return pending.isEmpty()
                ? new Fine("all are applied")
                : new Finding(
                        (pending.size() == steps.size()
                                        ? "none is applied, so there is no store here yet: "
                                        : "missing: ")
                                + pending.stream()
                                        .map(step -> step.version() + " " + step.name())
                                        .collect(Collectors.joining(", ")),
                        "Programs of this version refuse the store, or change it when they open it.",
                        "Check the address, then run ff migrate --apply, or have an administrator run what ff migrate --print prints.");
    }
}

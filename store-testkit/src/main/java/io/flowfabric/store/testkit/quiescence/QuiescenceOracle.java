package io.flowfabric.store.testkit.quiescence;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.waiting.WaitingCall;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.op.claim.ClaimRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Fails when calls wait although there is work for one of them; see the description of this package. */
public final class QuiescenceOracle {
    /** How long a wake-up may be on its way from one process to another. */
    private static final Duration ON_ITS_WAY = Duration.ofSeconds(2);

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration READ = Duration.ofSeconds(30);
    private static final long BETWEEN_LOOKS_MS = 5;

    private final Store store;
    private final List<LocalEngine> engines;
    private final List<CountedStore> stores;
    private final ClaimableWork work;

    /**
     * An oracle for engines on one store.
     *
     * @param store read by the oracle alone, so that its own transactions do not count
     * @param stores those of the engines
     */
    public QuiescenceOracle(Store store, List<LocalEngine> engines, List<CountedStore> stores, Duration reclaimGrace) {
        this.store = store;
        this.engines = List.copyOf(engines);
        this.stores = List.copyOf(stores);
        this.work = new ClaimableWork(reclaimGrace);
    }

    /** A claim that waits, and an execution that it could have. */
    record Overlooked(ClaimRequest claim, Execution execution) {
        @Override
        public String toString() {
            var identity = execution.identity();
            return "%s in %s of %s/%s requiring %s, priority %d%n    could go to %s"
                    .formatted(
                            execution.id(),
                            execution.vector(),
                            identity.namespace(),
                            identity.lane(),
                            identity.requiredCapabilities(),
                            execution.priority(),
                            claim);
        }
    }

    /** Waits until so many calls are parked, so that what is caused next finds them waiting. */
    public void awaitParked(int calls) throws InterruptedException {
        await(() -> waiting().stream().filter(WaitingCall::parked).count() >= calls, () -> calls + " calls are parked");
    }

    /** Waits until something has happened; fails when nothing moves although there is work for a call that waits. */
    public void awaitUnlessOverlooked(BooleanSupplier happened) throws InterruptedException {
        await(happened, () -> "what the test waits for has happened");
    }

    private interface Aim {
        String text();
    }

    private void await(BooleanSupplier happened, Aim aim) throws InterruptedException {
        var timeout = Deadline.in(TIMEOUT);
        var stillness = Optional.<Deadline>empty();
        var before = List.<Overlooked>of();
        while (!happened.getAsBoolean()) {
            if (timeout.hasPassed()) {
                throw new AssertionError("After %s it is not so that %s; waiting: %s, open transactions: %d"
                        .formatted(TIMEOUT, aim.text(), waiting(), openTransactions()));
            }
            var overlooked = overlooked();
            if (overlooked.isEmpty() || !overlooked.equals(before)) {
                stillness = Optional.of(Deadline.in(ON_ITS_WAY));
            } else if (stillness.orElseThrow().hasPassed()) {
                throw new AssertionError("Every call is parked, no transaction is open, and yet%n  %s"
                        .formatted(overlooked.stream().map(Overlooked::toString).collect(Collectors.joining("\n  "))));
            }
            before = overlooked;
            TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MS);
        }
    }

    /** Fails when every call is parked beside work for one of them, and stays so for as long as a wake-up may take. */
    public void requireNothingOverlooked() throws InterruptedException {
        awaitUnlessOverlooked(() -> overlooked().isEmpty());
    }

    /** What lies idle; nothing while a call polls or a transaction is open. */
    private List<Overlooked> overlooked() {
        if (!isAtRest()) {
            return List.of();
        }
        var found = new ArrayList<Overlooked>();
        for (var call : waiting()) {
            if (call.operation() == Catalogue.CLAIM && call.arguments() instanceof ClaimRequest claim) {
                store.read(Deadline.in(READ), tx -> work.fitting(tx, claim)).stream()
                        .findFirst()
                        .ifPresent(execution -> found.add(new Overlooked(claim, execution)));
            }
        }
        return isAtRest() ? found : List.of();
    }

    private boolean isAtRest() {
        return openTransactions() == 0 && waiting().stream().allMatch(WaitingCall::parked);
    }

    private int openTransactions() {
        return stores.stream().mapToInt(each -> each.open().get()).sum();
    }

    private List<WaitingCall> waiting() {
        return engines.stream()
                .flatMap(engine -> engine.waitingCalls().stream())
                .toList();
    }
}

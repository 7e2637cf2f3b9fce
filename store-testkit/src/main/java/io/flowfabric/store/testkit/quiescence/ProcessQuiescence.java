package io.flowfabric.store.testkit.quiescence;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.op.claim.ClaimRequest;
import java.time.Duration;

/**
 * The rule of the {@link QuiescenceOracle} for other processes, which a test cannot inspect: they wait with a known
 * claim,
 * nothing has happened for long, and yet there is work for that claim. Used by one thread.
 */
public final class ProcessQuiescence {
    /** Processes that wait for work have it long before, also on a machine that is busy otherwise. */
    private static final Duration LONGEST = Duration.ofSeconds(15);

    private static final Duration READ = Duration.ofSeconds(30);

    private final Store store;
    private final ClaimRequest claim;
    private Deadline end = Deadline.in(LONGEST);

    /** @param claim what every process waits with */
    public ProcessQuiescence(Store store, ClaimRequest claim) {
        this.store = store;
        this.claim = claim;
    }

    /** Something has happened, or is not expected to happen yet. */
    public void moved() {
        end = Deadline.in(LONGEST);
    }

    /** Nothing has happened since the last check; fails when that has lasted although there is work. */
    public void requireNothingToClaim() {
        if (!end.hasPassed()) {
            return;
        }
        var work = new ClaimableWork(Duration.ZERO);
        var left = store.read(Deadline.in(READ), tx -> work.fitting(tx, claim));
        if (!left.isEmpty()) {
            throw new AssertionError("Nothing has happened for %s, every process waits with %s, and yet there is %s"
                    .formatted(LONGEST, claim, left));
        }
    }
}

package io.flowfabric.engine.followups;

import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.store.WriteTx;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Carries out the follow-ups of one kind, as an operation does: it loads, calls a rule and stores the decision, which may
 * contain follow-ups in turn. Called by several threads at once, and again for a transaction that did not commit, so it has
 * no other effects.
 */
public interface FollowUpHandler {
    /** How many follow-ups it takes in one transaction. When they fail together, each is tried in a transaction of its own. */
    default int most() {
        return 1;
    }

    /**
     * Carries out one page of each follow-up; small enough that a transaction takes milliseconds. An exception rolls the
     * transaction back.
     *
     * @param followUps locked, at least one and at most {@link #most}
     * @return a step for each, in their order
     */
    List<FollowUpStep> carryOut(WriteTx tx, List<FollowUp> followUps);

    /** A handler that takes one follow-up at a time. */
    static FollowUpHandler ofOne(BiFunction<WriteTx, FollowUp, FollowUpStep> page) {
        return (tx, followUps) -> List.of(page.apply(tx, followUps.get(0)));
    }
}

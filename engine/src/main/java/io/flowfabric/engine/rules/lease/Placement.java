package io.flowfabric.engine.rules.lease;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.util.OptionalLong;

/** The place of a runnable execution. The attempt state is never changed: it says what the next claimer has to do. */
public final class Placement {
    private Placement() {}

    /** Eligible again, in the order of its original creation. */
    public static Execution eligible(Execution e, long now) {
        return e.edit()
                .transition(StateVector.of(VectorRow.ELIGIBLE, e.vector().attemptState()), "", now)
                .dueTimes(e.dueTimes().withDelayUntil(OptionalLong.empty()))
                .done();
    }

    /** Held back for a reason. */
    public static Execution blocked(Execution e, VectorRow row, String detail, long now) {
        return e.edit()
                .transition(StateVector.of(row, e.vector().attemptState()), detail, now)
                .done();
    }
}

package io.flowfabric.engine.rules;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.util.OptionalLong;

/** Where a runnable execution stands. The attempt state is never touched: it tells the next claimer what to do. */
final class Placement {
    private Placement() {}

    /** Eligible again, in the order of its original creation. */
    static Execution eligible(Execution e, long now) {
        return e.edit()
                .transition(StateVector.of(VectorRow.ELIGIBLE, e.vector().attemptState()), "", now)
                .alarms(e.alarms().withDelayUntil(OptionalLong.empty()))
                .done();
    }

    /** Held back for a reason. */
    static Execution blocked(Execution e, VectorRow row, String detail, long now) {
        return e.edit()
                .transition(StateVector.of(row, e.vector().attemptState()), detail, now)
                .done();
    }
}

package io.flowfabric.cli.doctor;

import io.flowfabric.cli.query.EngineQueries;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.NotFoundException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.read.Explanation;
import io.flowfabric.model.state.PublicState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Asks about some of those that wait: the front of every lane, and waiting ones among the first executions of all. */
final class WaitingSample {
    private static final int OF_EACH_LANE = 20;
    private static final int OF_ALL = 500;

    private WaitingSample() {}

    static List<Explanation> of(Engine engine) {
        var explanations = new ArrayList<Explanation>();
        for (var id : ids(engine)) {
            try {
                explanations.add(engine.call(Catalogue.EXPLAIN_EXECUTION, new ExecutionRef(id)));
            } catch (NotFoundException purged) {
                // Retention removed it since it was listed.
                continue;
            }
        }
        return explanations;
    }

    private static Set<ExecutionId> ids(Engine engine) {
        var ids = new LinkedHashSet<ExecutionId>();
        for (var lane : EngineQueries.lanes(engine)) {
            ids.addAll(engine.call(
                    Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
                    new ScanEligibleExecutions(lane, OF_EACH_LANE, OptionalInt.empty())));
        }
        // What is blocked by its route is in no lane's order, so it is searched among all.
        engine
                .call(Catalogue.LIST_EXECUTIONS, new ListExecutions(OptionalInt.empty(), Optional.empty(), OF_ALL))
                .executions()
                .stream()
                .filter(id -> engine.call(Catalogue.READ_EXECUTION_STATE, new ExecutionRef(id))
                        .equals(Optional.of(PublicState.WAITING)))
                .forEach(ids::add);
        return ids;
    }
}

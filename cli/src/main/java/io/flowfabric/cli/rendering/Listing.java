package io.flowfabric.cli.rendering;

import io.flowfabric.cli.option.ListFilter;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.listing.ListExecutions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A page of executions in the order of their ids; the cursor is there when more may follow. */
public record Listing(List<ExecutionSummary> executions, Optional<ExecutionId> nextCursor) {
    private static final int PAGE = 200;

    /** Which executions to list. */
    public record Query(OptionalInt partition, Optional<ExecutionId> cursor, ListFilter filter, int limit) {}

    /** Reads page after page until the limit is reached, because the engine does not filter. */
    public static Listing read(Engine engine, Query query) {
        var found = new ArrayList<ExecutionSummary>();
        var cursor = query.cursor();
        while (true) {
            var page = engine.call(Catalogue.LIST_EXECUTIONS, new ListExecutions(query.partition(), cursor, PAGE));
            for (var id : page.executions()) {
                if (found.size() == query.limit()) {
                    return new Listing(found, cursor);
                }
                // One that retention removed in between is passed over.
                engine.call(Catalogue.DESCRIBE_EXECUTION, new ExecutionRef(id))
                        .filter(query.filter()::matches)
                        .map(ExecutionSummary::of)
                        .ifPresent(found::add);
                cursor = Optional.of(id);
            }
            if (page.nextCursor().isEmpty()) {
                return new Listing(found, Optional.empty());
            }
        }
    }
}

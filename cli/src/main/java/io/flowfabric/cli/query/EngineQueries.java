package io.flowfabric.cli.query;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.op.listing.ExpiredLeasePage;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.listing.ListLanes;
import io.flowfabric.model.op.worker.ListWorkers;
import io.flowfabric.model.op.worker.WorkerEntry;
import io.flowfabric.model.worker.WorkerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Questions that several commands ask, put together from pages where there are pages. */
public final class EngineQueries {
    private static final int PAGE = Limits.PAGE;

    private EngineQueries() {}

    /** The store's time, which every other time is compared with. */
    public static long now(Engine engine) {
        return engine.call(Catalogue.SERVER_TIME_MS, NoArguments.NONE);
    }

    /** Every live worker, of one namespace or of all. */
    public static List<WorkerEntry> workers(Engine engine, Optional<Namespace> namespace) {
        var workers = new ArrayList<WorkerEntry>();
        Optional<WorkerKey> after = Optional.empty();
        do {
            var page = engine.call(Catalogue.LIST_WORKERS, new ListWorkers(namespace, after, PAGE));
            workers.addAll(page.entries());
            after = page.cursor();
        } while (after.isPresent());
        return workers;
    }

    /** Every lane that was ever used. */
    public static List<LaneId> lanes(Engine engine) {
        var lanes = new ArrayList<LaneId>();
        Optional<LaneId> after = Optional.empty();
        do {
            var page = engine.call(Catalogue.LIST_LANES, new ListLanes(after, PAGE));
            lanes.addAll(page.lanes());
            after = page.nextCursor();
        } while (after.isPresent());
        return lanes;
    }

    /** Leases that end at or before a moment, which may lie ahead: then those that are held are among them. */
    public static ExpiredLeasePage leases(Engine engine, long asOf, Optional<Namespace> namespace, int limit) {
        return engine.call(
                Catalogue.LIST_EXPIRED_LEASES,
                new ListExpiredLeases(OptionalLong.of(asOf), Optional.empty(), limit, namespace));
    }
}

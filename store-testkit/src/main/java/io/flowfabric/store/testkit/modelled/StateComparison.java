package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.Store;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.claim.ScanEligibleExecutions;
import io.flowfabric.model.op.cursor.ListCursors;
import io.flowfabric.model.op.event.SubscribeEvents;
import io.flowfabric.model.op.listing.ListExecutions;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.model.op.listing.ListLanes;
import io.flowfabric.model.op.worker.ListWorkers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Compares everything there is: each execution, each listing, each event, and when the timers are next due. */
final class StateComparison {
    private static final int ALL = 1000;

    private final Store store;
    private final World world;
    private final Model model;
    private final Referee referee;
    private final Duration retention;

    StateComparison(Store store, World world, Model model, Referee referee, Duration retention) {
        this.store = store;
        this.world = world;
        this.model = model;
        this.referee = referee;
        this.retention = retention;
    }

    void everything() {
        referee.compareStored(
                world.executions().stream().map(each -> each.execution().id()).toList());
        listings();
        events();
        var next = store.read(Stored.deadline(), tx -> tx.due().next(retention.toMillis()));
        referee.same("What is due next", next, model.next());
    }

    private void listings() {
        referee.call(
                new Call<>(Catalogue.LIST_EXECUTIONS, new ListExecutions(OptionalInt.empty(), Optional.empty(), ALL)));
        for (var lane : world.lanes().keySet()) {
            referee.call(new Call<>(
                    Catalogue.SCAN_ELIGIBLE_EXECUTIONS, new ScanEligibleExecutions(lane, ALL, OptionalInt.empty())));
        }
        referee.call(new Call<>(Catalogue.LIST_LANES, new ListLanes(Optional.empty(), ALL)));
        referee.call(new Call<>(Catalogue.LIST_WORKERS, new ListWorkers(Optional.empty(), Optional.empty(), ALL)));
        referee.call(new Call<>(Catalogue.LIST_CURSORS, new ListCursors(Optional.empty(), Optional.empty(), ALL)));
        referee.call(new Call<>(
                Catalogue.LIST_EXPIRED_LEASES,
                new ListExpiredLeases(OptionalLong.empty(), Optional.empty(), ALL, Optional.empty())));
    }

    /** Page by page from the oldest event on, and from both sides of where the newest is gone. */
    private void events() {
        long trimmedTo = world.outbox().trimmedTo();
        referee.call(behind(trimmedTo));
        referee.call(behind(Math.max(trimmedTo - 1, 0)));
        var places = List.copyOf(world.outbox().behind(0).keySet());
        for (int page = 0; page <= places.size() / ALL; page++) {
            referee.call(behind(page == 0 ? 0 : places.get(page * ALL - 1)));
        }
    }

    private static Call<?, ?> behind(long place) {
        return new Call<>(
                Catalogue.SUBSCRIBE_EVENTS,
                new SubscribeEvents(Set.of(), EventCursor.ofNumber(place), ScannerFilter.NONE, ALL, 0));
    }
}

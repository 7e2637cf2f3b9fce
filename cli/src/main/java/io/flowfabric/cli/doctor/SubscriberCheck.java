package io.flowfabric.cli.doctor;

import io.flowfabric.cli.doctor.Diagnosis.Finding;
import io.flowfabric.cli.doctor.Diagnosis.Fine;
import io.flowfabric.cli.doctor.Diagnosis.Skipped;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.op.cursor.ListCursors;
import io.flowfabric.model.op.event.SubscribeEvents;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/** Named cursors that fall behind. */
final class SubscriberCheck implements Check {
    private static final int MOST_CURSORS = Limits.PAGE;

    private final long tolerated;

    /** @param tolerated how many events a subscriber may be behind */
    SubscriberCheck(long tolerated) {
        this.tolerated = tolerated;
    }

    /** @param distance of positions, of which some may hold no event */
    private record Lag(NamedCursor cursor, long distance) {}

    @Override
    public String subject() {
        return "subscribers";
    }

    @Override
    public Diagnosis look(CheckTarget target) {
        var end = end(target.engine());
        if (end.sealed().isPresent()) {
            return new Skipped("a key that is bound to a namespace is not told how far subscribers are behind");
        }
        long newest = end.number().orElse(0);
        return target
                .engine()
                .call(Catalogue.LIST_CURSORS, new ListCursors(Optional.empty(), Optional.empty(), MOST_CURSORS))
                .entries()
                .stream()
                .map(cursor ->
                        new Lag(cursor, newest - cursor.position().number().orElse(newest)))
                .filter(lag -> lag.distance() > tolerated)
                .sorted(Comparator.comparingLong(Lag::distance).reversed())
                .filter(lag -> isFarBehind(target.engine(), lag.cursor().position()))
                .findFirst()
                .<Diagnosis>map(this::finding)
                .orElseGet(() -> new Fine("no subscriber lags behind"));
    }

    private Finding finding(Lag lag) {
        var key = lag.cursor().key();
        return new Finding(
                "%s of namespace %s is more than %d events behind and %s"
                        .formatted(
                                key.name(),
                                key.namespace(),
                                tolerated,
                                lag.cursor().lease().isPresent() ? "held by a subscriber" : "not held"),
                "It handles events late, and once retention has trimmed what it has not read it loses them.",
                "Start a process that subscribes under that name, make its handlers faster, or forget the name: ff call"
                        + " delete_cursor.");
    }

    /** Whether more events than tolerated stand behind a position; reads no more of them than it takes to know. */
    private boolean isFarBehind(Engine engine, EventCursor position) {
        long left = tolerated;
        for (var cursor = position; left >= 0; ) {
            int limit = (int) Math.min(Limits.PAGE, left + 1);
            var page = engine.call(
                    Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(Set.of(), cursor, ScannerFilter.NONE, limit, 0));
            if (page.events().isEmpty()) {
                return false;
            }
            left -= page.events().size();
            cursor = page.cursor();
        }
        return true;
    }

    private static EventCursor end(Engine engine) {
        return engine.call(
                        Catalogue.SUBSCRIBE_EVENTS,
                        new SubscribeEvents(Set.of(), EventCursor.FROM_NOW, ScannerFilter.NONE, 1, 0))
                .cursor();
    }
}

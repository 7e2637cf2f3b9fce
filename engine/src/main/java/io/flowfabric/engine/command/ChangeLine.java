package io.flowfabric.engine.command;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.WriteTx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The changes of one record in one transaction, in order. Neighbours of one kind that writes the same columns become
 * one change from the state before the first to the state after the last, so that many calls about a record cost one
 * write. Changes that end attempts or move the state vector stay apart: each of them has a row or a wake-up of its own.
 * Not safe for use by several threads.
 */
final class ChangeLine {
    private final List<Change> changes = new ArrayList<>(1);

    void add(Change next) {
        if (changes.isEmpty()) {
            changes.add(next);
            return;
        }
        int last = changes.size() - 1;
        var before = changes.get(last);
        if (before instanceof Change.CursorCreated && next instanceof Change.CursorRemoved) {
            // Created and removed in the same transaction: there is nothing to store.
            changes.remove(last);
            return;
        }
        combined(before, next).ifPresentOrElse(both -> changes.set(last, both), () -> changes.add(next));
    }

    int size() {
        return changes.size();
    }

    Change get(int place) {
        return changes.get(place);
    }

    /**
     * Writes the changes of different records: first the first of each, then the second of each, and so on. So no list
     * that a store is given names a record twice, and each record meets its changes in order.
     *
     * @param from how many of each are written already
     */
    static void apply(WriteTx tx, Collection<ChangeLine> lines, int from) {
        var rest = lines;
        for (int written = from; !rest.isEmpty(); written++) {
            int next = written;
            rest = rest.stream().filter(line -> line.size() > next).toList();
            if (!rest.isEmpty()) {
                tx.apply(rest.stream().map(line -> line.get(next)).toList());
            }
        }
    }

    private static Optional<Change> combined(Change before, Change next) {
        if (before instanceof Change.OfExecution first) {
            return next instanceof Change.OfExecution second ? ofExecution(first, second) : Optional.empty();
        }
        if (before instanceof Change.CursorCreated && next instanceof Change.CursorMoved moved) {
            return Optional.of(new Change.CursorCreated(moved.after()));
        }
        if (before instanceof Change.CursorRemoved && next instanceof Change.CursorCreated created) {
            // The row is still there, and locked.
            return Optional.of(new Change.CursorMoved(created.cursor()));
        }
        // What a worker, a grant or a cursor that exists becomes last is all that is stored of it. Other families stay
        // apart.
        boolean lastCounts = before instanceof Change.OfWorker
                || before instanceof Change.OfGrant
                || before instanceof Change.OfCursor;
        return lastCounts ? Optional.of(next) : Optional.empty();
    }

    private static Optional<Change> ofExecution(Change.OfExecution first, Change.OfExecution second) {
        var before = first.before();
        if (first.getClass() != second.getClass()) {
            return Optional.empty();
        }
        if (second instanceof Change.Renewed renewed) {
            return Optional.of(new Change.Renewed(before, renewed.after()));
        }
        if (second instanceof Change.Progressed progressed) {
            return Optional.of(new Change.Progressed(before, progressed.after()));
        }
        if (second instanceof Change.Reprioritised moved) {
            return Optional.of(new Change.Reprioritised(before, moved.after()));
        }
        if (second instanceof Change.MismatchNoted noted) {
            return Optional.of(new Change.MismatchNoted(before, noted.after()));
        }
        return second instanceof Change.Tagged tagged
                ? Optional.of(new Change.Tagged(before, tagged.after(), tagged.tags()))
                : Optional.empty();
    }
}

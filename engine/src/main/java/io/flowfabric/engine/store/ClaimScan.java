package io.flowfabric.engine.store;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A look at the front of some queues of one lane.
 *
 * @param sources the queues
 * @param after where the last look ended; from the front when empty
 * @param limit so many are found at most
 */
public record ClaimScan(List<Source> sources, Optional<Position> after, int limit) {

    /**
     * A queue, by its number.
     *
     * @param most no more are found in it
     */
    public record Source(int queue, int most) {}

    /** A place in the order of a lane: higher priority first, then older, then smaller id. */
    public record Position(int priority, long createdAt, ExecutionId id) {
        /** The order of a lane. */
        public static final Comparator<Position> ORDER = Comparator.comparingInt(Position::priority)
                .reversed()
                .thenComparingLong(Position::createdAt)
                .thenComparing(Position::id);

        /** Where an execution stands. */
        public static Position of(Execution e) {
            return new Position(e.priority(), e.timing().createdAt(), e.id());
        }
    }

    /** A look at queues from the front, whatever the share of each. */
    public static ClaimScan of(List<Integer> queues, int limit) {
        return new ClaimScan(
                queues.stream().map(queue -> new Source(queue, limit)).toList(), Optional.empty(), limit);
    }

    /** The numbers of the queues. */
    public List<Integer> queues() {
        return sources.stream().map(Source::queue).toList();
    }

    /** The look at the same queues that goes on behind a place, whatever the share of each. */
    public ClaimScan behind(Position position, int nextLimit) {
        return new ClaimScan(of(queues(), nextLimit).sources(), Optional.of(position), nextLimit);
    }
}

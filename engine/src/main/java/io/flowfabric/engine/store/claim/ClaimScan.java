package io.flowfabric.engine.store.claim;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A scan of the front of some queues of one lane.
 *
 * @param queues their numbers
 * @param after where the last scan ended; from the front when empty
 * @param limit how many are found at most
 */
public record ClaimScan(List<Integer> queues, Optional<Position> after, int limit) {

    /** A position in the order of a lane: higher priority first, then older, then smaller id. */
    public record Position(int priority, long createdAt, ExecutionId id) {
        /** The order of a lane. */
        public static final Comparator<Position> ORDER = Comparator.comparingInt(Position::priority)
                .reversed()
                .thenComparingLong(Position::createdAt)
                .thenComparing(Position::id);

        /** The position of an execution. */
        public static Position of(Execution e) {
            return new Position(e.priority(), e.timing().createdAt(), e.id());
        }
    }

    /** A scan of queues from the front. */
    public static ClaimScan of(List<Integer> queues, int limit) {
        return new ClaimScan(queues, Optional.empty(), limit);
    }

    /** The scan that continues behind a position. */
    public ClaimScan behind(Position position, int nextLimit) {
        return new ClaimScan(queues, Optional.of(position), nextLimit);
    }
}

package io.flowfabric.store.postgres.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.lane.QueueRules;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.engine.store.write.LaneWrites;
import io.flowfabric.engine.store.write.LaneWrites.QueueCheck;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.queue.UnitQueues;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lanes and queues of a transaction. */
final class PostgresLaneWrites implements LaneWrites {
    private final PostgresScope scope;
    private final PostgresQueueTable queues;
    private final UnitClock clock;
    private final UnitQueues asked;

    PostgresLaneWrites(PostgresScope scope, PostgresQueueTable queues, UnitClock clock) {
        this.scope = scope;
        this.queues = queues;
        this.clock = clock;
        this.asked = new UnitQueues(wanted -> queues.intern(scope, wanted, clock.now()));
    }

    @Override
    public void addLanes(Collection<LaneId> lanes) {
        UncheckedSql.perform(() -> {
            for (LaneId lane : lanes) {
                PostgresQueueTable.addLane(scope, lane, clock.now());
            }
        });
    }

    @Override
    public List<Queue> queuesOf(Collection<LaneId> lanes, Optional<Namespace> namespace) {
        return UncheckedSql.run(() -> queues.ofLanes(scope, lanes, namespace));
    }

    @Override
    public Map<Integer, Integer> addQueues(List<Change.Created> created) {
        return UncheckedSql.run(() -> asked.add(created));
    }

    @Override
    public QueueCheck checkQueues(int limit) {
        return UncheckedSql.run(() -> {
            long now = clock.now();
            var due = PostgresQueueCounts.due(scope, now, limit);
            if (due.isEmpty()) {
                return new QueueCheck(0, List.of());
            }
            var empty = PostgresQueueCounts.empty(scope, due);
            PostgresQueueCounts.lookAgain(scope, due, now + QueueRules.LOOK_MS);
            PostgresQueueCounts.lookAgain(scope, empty, now + QueueRules.LOOK_AGAIN_MS);
            return new QueueCheck(due.size(), empty);
        });
    }

    @Override
    public int removeQueues(Collection<Integer> numbers) {
        return UncheckedSql.run(() -> {
            scope.afterCommit(queues::forgetNumbers);
            return PostgresQueueCounts.remove(scope, numbers);
        });
    }

    /** The numbers of the queues for executions that are created now. */
    Map<Wanted, Integer> requireQueues(List<Change.Created> created) throws SQLException {
        return asked.require(created);
    }
}

package io.flowfabric.store.sqlite.table;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.engine.store.write.LaneWrites;
import io.flowfabric.engine.store.write.LaneWrites.QueueCheck;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import io.flowfabric.store.jdbc.queue.UnitQueues;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Lanes and queues of a unit. */
final class SqliteLaneWrites implements LaneWrites {
    private final WriteScope scope;
    private final SqliteQueueTable queues;
    private final LongSupplier now;
    private final UnitQueues asked;

    SqliteLaneWrites(WriteScope scope, SqliteQueueTable queues, LongSupplier now) {
        this.scope = scope;
        this.queues = queues;
        this.now = now;
        this.asked = new UnitQueues(wanted -> queues.intern(scope, wanted, now.getAsLong()));
    }

    @Override
    public void addLanes(Collection<LaneId> lanes) {
        UncheckedSql.perform(() -> {
            for (LaneId lane : lanes) {
                SqliteQueueTable.addLane(scope, lane, now.getAsLong());
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
        return UncheckedSql.run(() -> SqliteQueueCounts.look(scope, now.getAsLong(), limit));
    }

    @Override
    public int removeQueues(Collection<Integer> numbers) {
        return UncheckedSql.run(() -> SqliteQueueCounts.remove(scope, numbers));
    }

    /** The numbers of the queues for executions that are created now. */
    Map<Wanted, Integer> requireQueues(List<Change.Created> created) throws SQLException {
        return asked.require(created);
    }
}

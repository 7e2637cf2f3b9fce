package io.flowfabric.store.jdbc.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.store.jdbc.BoundedCache;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Alike;
import io.flowfabric.store.jdbc.queue.QueueNumbers.QueueRows;
import io.flowfabric.store.jdbc.queue.QueueNumbers.Wanted;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueNumbersTest {
    private static final Namespace SHOP = new Namespace("shop");
    private static final LaneId LANE = new LaneId("main");

    private final QueueNumbers numbers = new QueueNumbers();
    private final Rows rows = new Rows();

    @Test
    void severalNewQueuesOfALaneAreReadAndLockedOnce() throws SQLException {
        numbers.intern(
                IntStream.range(0, 50).mapToObj(i -> wanted("set-" + i, "mail")).toList(), rows);

        assertThat(rows.stored).hasSize(50);
        assertThat(rows.done).containsExactly("read", "lock", "read");
    }

    @Test
    void fullLaneIsReadOnceAndNotLocked() throws SQLException {
        numbers.intern(
                IntStream.range(0, Limits.QUEUES)
                        .mapToObj(i -> wanted("set-" + i, "mail"))
                        .toList(),
                rows);
        rows.done.clear();
        var more = IntStream.range(5000, 5010)
                .mapToObj(i -> wanted("set-" + i, "mail"))
                .toList();

        var interned = numbers.intern(more, rows);

        assertThat(interned.numbers()).isEmpty();
        assertThat(interned.full()).hasSize(10).containsEntry(more.get(0), Limits.QUEUES);
        assertThat(interned.fullOf(List.of(wanted("set-1", "mail"), more.get(3))))
                .containsExactly(Map.entry(1, Limits.QUEUES));
        assertThat(rows.done).containsExactly("read");
    }

    /** Otherwise every execution of a new kind would ask the store. */
    @Test
    void kindsThatShareAQueueAreKnownWithoutAsking() throws SQLException {
        var all =
                IntStream.range(0, 65).mapToObj(i -> wanted("gpu", "kind-" + i)).toList();
        numbers.intern(all, rows);

        assertThat(numbers.of(wanted("gpu", "another")))
                .isEqualTo(numbers.of(all.get(64)))
                .isPresent();
        assertThat(numbers.of(wanted("gpu", "kind-3"))).isPresent().isNotEqualTo(numbers.of(all.get(64)));
    }

    @Test
    void kindThatMayGetAQueueOfItsOwnIsAskedFor() throws SQLException {
        numbers.intern(List.of(wanted("gpu", "mail"), wanted("gpu", "")), rows);

        assertThat(numbers.of(wanted("gpu", "charge"))).isEmpty();
        assertThat(numbers.of(wanted("gpu", "x".repeat(300)))).isPresent();
    }

    @Test
    void cacheForgetsBeyondItsBound() {
        var cache = new BoundedCache<Integer, Integer>(100);
        for (int i = 0; i < 100_000; i++) {
            cache.put(i, i);
            assertThat(cache.get(i)).hasValue(i);
        }

        assertThat(cache.size()).isLessThanOrEqualTo(100);
    }

    private static Wanted wanted(String capability, String kind) {
        return new Wanted(new Alike(SHOP, LANE, CapabilitySet.parseCsv(capability)), kind);
    }

    /** A table in memory, whose transactions are committed at once. */
    private static final class Rows implements QueueRows {
        private final Map<Wanted, Integer> stored = new HashMap<>();
        private final List<String> done = new ArrayList<>();

        @Override
        public LaneQueues of(Namespace namespace, LaneId lane) {
            done.add("read");
            var queues = new LaneQueues();
            stored.forEach((one, number) -> queues.put(one.alike(), one.kind(), number));
            return queues;
        }

        @Override
        public void lock(Namespace namespace, LaneId lane) {
            done.add("lock");
        }

        @Override
        public int add(Alike alike, String kind) {
            stored.put(new Wanted(alike, kind), stored.size() + 1);
            return stored.size();
        }

        @Override
        public void afterCommit(Runnable kept) {
            kept.run();
        }
    }
}

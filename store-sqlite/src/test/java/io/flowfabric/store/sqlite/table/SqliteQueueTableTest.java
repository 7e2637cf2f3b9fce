package io.flowfabric.store.sqlite.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.engine.rules.record.CreateRules.Existing;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SqliteQueueTableTest {

    private static final LaneId LANE = new LaneId("lane");
    private static final LaneId OTHER = new LaneId("other");

    private Store store;

    @BeforeEach
    void open() {
        store = new SqliteStoreProvider().open("sqlite::memory:", StoreOptions.DEFAULT);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void queueThatWasRolledBackIsForgotten() throws Exception {
        var lost = store.<List<Queue>>write(0, deadline(), tx -> {
            create(tx, LANE);
            assertThat(tx.lanes().queuesOf(LANE)).hasSize(1);
            throw new IllegalStateException("rolled back");
        });
        assertThatThrownBy(() -> TestDatabase.get(lost)).hasRootCauseMessage("rolled back");

        List<Queue> other = write(tx -> create(tx, OTHER));

        assertThat(other).extracting(Queue::lane).containsExactly(OTHER);
        assertThat(write(tx -> tx.lanes().queuesOf(LANE)))
                .as("the number of the lost queue now belongs to another lane")
                .isEmpty();
    }

    @Test
    void queueIsKnownFromItsCommitOn() throws Exception {
        List<Queue> created = write(tx -> create(tx, LANE));
        assertThat(write(tx -> tx.lanes().queuesOf(LANE))).isEqualTo(created).hasSize(1);
    }

    private List<Queue> write(Store.Unit<WriteTx, List<Queue>> unit) throws Exception {
        return TestDatabase.get(store.write(0, deadline(), unit));
    }

    private static List<Queue> create(WriteTx tx, LaneId lane) {
        var args = CreateExecution.of(Client.NAMESPACE, lane, "charge").build();
        tx.apply(CreateRules.create(args, ExecutionId.minted(0), Existing.NOTHING, tx.now())
                .changes());
        return tx.lanes().queuesOf(lane);
    }

    private static Deadline deadline() {
        return Deadline.in(Duration.ofSeconds(30));
    }
}

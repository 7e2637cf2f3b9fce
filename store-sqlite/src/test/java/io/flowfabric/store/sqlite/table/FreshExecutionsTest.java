package io.flowfabric.store.sqlite.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.engine.rules.record.CreateRules.Existing;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.claim.Candidate;
import io.flowfabric.engine.store.claim.ClaimScan;
import io.flowfabric.engine.store.claim.ClaimScan.Position;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.tag.Tags;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a claim reads of first submissions in one scan is what is read of any execution. */
class FreshExecutionsTest {
    private static final LaneId LANE = new LaneId("lane");

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
    void candidatesAreTheExecutionsAsTheyAreStored() throws Exception {
        var candidates = write(tx -> {
            create(tx, CreateExecution.of(Client.NAMESPACE, LANE, "charge"));
            create(tx, CreateExecution.of(Client.NAMESPACE, LANE, "charge").priority(9));
            create(tx, CreateExecution.of(Client.NAMESPACE, LANE, "charge").deadlineAt(tx.now() + 60_000));
            create(tx, CreateExecution.of(Client.NAMESPACE, LANE, "charge").tag(Tags.INSTANCE_ID, "a"));
            return claimable(tx, ClaimScan.of(queue(tx), 10));
        });

        assertThat(candidates).hasSize(4);
        assertThat(candidates.get(0).loaded().execution().priority()).isEqualTo(9);
        for (var candidate : candidates) {
            var id = candidate.loaded().execution().id();
            assertThat(write(tx -> List.of(tx.executions().lock(List.of(id)).get(id))))
                    .containsExactly(candidate.loaded());
            assertThat(write(tx -> List.of(tx.executions().contents(List.of(id)).get(id))))
                    .containsExactly(candidate.content().orElseThrow());
        }
    }

    @Test
    void scanContinuesBehindAPosition() throws Exception {
        var all = write(tx -> {
            for (int i = 0; i < 5; i++) {
                create(tx, CreateExecution.of(Client.NAMESPACE, LANE, "charge").priority(i % 2));
            }
            return claimable(tx, ClaimScan.of(queue(tx), 10));
        });
        var second = Position.of(all.get(1).loaded().execution());
        assertThat(write(tx -> claimable(tx, ClaimScan.of(queue(tx), 2).behind(second, 2))))
                .isEqualTo(all.subList(2, 4));
    }

    private static List<Integer> queue(WriteTx tx) {
        return List.of(tx.lanes().queuesOf(LANE).get(0).number());
    }

    private static List<Candidate> claimable(WriteTx tx, ClaimScan scan) {
        return tx.executions().lockClaimable(List.of(scan)).get(0).candidates();
    }

    private <T> List<T> write(Store.Unit<WriteTx, List<T>> unit) throws Exception {
        return TestDatabase.get(store.write(0, deadline(), unit));
    }

    private static ExecutionId create(WriteTx tx, CreateExecutionBuilder args) {
        var id = ExecutionId.minted(0);
        tx.apply(CreateRules.create(args.input(Payload.text("in")).build(), id, Existing.NOTHING, tx.now())
                .changes());
        return id;
    }

    private static Deadline deadline() {
        return Deadline.in(Duration.ofSeconds(30));
    }
}

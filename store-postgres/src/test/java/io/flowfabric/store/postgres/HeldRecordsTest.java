package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.write.RecordLocks;
import io.flowfabric.engine.store.write.WorkerWrites.WorkerDue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.cursor.CursorName;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.cursor.NamedCursor;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.NoArguments;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records of every family that another transaction holds are passed over where nothing shall wait for them. */
@Timeout(40)
class HeldRecordsTest {
    /** What a sweep takes at once. */
    private static final int BATCH = 256;

    private static final long START = 1_800_000_000_000L;
    private static final long LIVENESS_MS = 10;
    private static final EngineSettings SETTINGS = EngineSettings.DEFAULT.withTimers(false);

    private final String address = TestPostgres.freshAddress();
    private final ManualClock clock = new ManualClock(START);
    private final PausingStore pausing = PausingStore.on(open());
    private final Client first = Client.of(pausing, SETTINGS);
    private final Client second = Client.of(open(), SETTINGS);

    private Store open() {
        return new PostgresStoreProvider().open(address, StoreOptions.DEFAULT.withClock(clock));
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void heldWorkerIsPassedOverAndKnownToExist() {
        storeWorkers(2);

        assertPassedOver(WriteTx::workers, key(0), key(1), worker(1));
    }

    @Test
    void heldCursorIsPassedOverAndKnownToExist() {
        write(second.store(), tx -> {
            tx.apply(List.of(new Change.CursorCreated(cursor("a")), new Change.CursorCreated(cursor("b"))));
            return true;
        });

        assertPassedOver(WriteTx::cursors, cursor("a").key(), cursor("b").key(), cursor("b"));
    }

    private interface Family<K, V> {
        RecordLocks<K, V> of(WriteTx tx);
    }

    private <K, V> void assertPassedOver(Family<K, V> family, K held, K free, V freeRecord) {
        var keys = List.of(held, free);
        whileHeld(
                tx -> family.of(tx).lock(List.of(held)),
                () -> write(second.store(), tx -> {
                    assertThat(family.of(tx).tryLock(keys))
                            .containsOnlyKeys(free)
                            .containsEntry(free, freeRecord);
                    assertThat(family.of(tx).existing(keys)).containsExactlyInAnyOrder(held, free);
                    return true;
                }));
    }

    @Test
    void heldWorkerIsNotDueForOthers() {
        storeWorkers(3);
        long now = START + LIVENESS_MS + 1;

        whileHeld(
                tx -> tx.workers().lockDue(WorkerDue.LIVENESS, now, 1, List.of()),
                () -> assertThat(HeldRecordsTest.<List<WorkerKey>>write(
                                second.store(),
                                tx -> tx.workers().lockDue(WorkerDue.LIVENESS, now, 9, List.of(key(1)))))
                        .containsExactly(key(2)));
    }

    @Test
    void enginesShareTheSweepOfWorkers() throws Exception {
        int left = 5;
        storeWorkers(BATCH + left);
        clock.advance(Duration.ofMillis(LIVENESS_MS + 1));
        var underWay = pausing.pauseNext();
        var sweep = CompletableFuture.supplyAsync(() -> first.engine().call(Catalogue.SWEEP_WORKERS, NoArguments.NONE));
        underWay.awaitReached();

        int swept = second.engine().call(Catalogue.SWEEP_WORKERS, NoArguments.NONE);

        assertThat(swept).as("swept by the second, beside the first").isEqualTo(left);
        underWay.end();
        assertThat(sweep.get(20, TimeUnit.SECONDS)).isEqualTo(BATCH);
    }

    /** Does something on another thread while a transaction of the first store is open. */
    private void whileHeld(Store.Unit<WriteTx, ?> locking, Runnable action) {
        write(pausing, tx -> {
            locking.run(tx);
            CompletableFuture.runAsync(action).join();
            return true;
        });
    }

    private static <T> T write(Store store, Store.Unit<WriteTx, T> unit) {
        return store.write(0, Deadline.in(Duration.ofSeconds(20)), unit).join();
    }

    /** Each is due a moment after the one before. */
    private void storeWorkers(int count) {
        write(second.store(), tx -> {
            tx.apply(IntStream.range(0, count)
                    .<Change>mapToObj(number -> new Change.WorkerStored(worker(number)))
                    .toList());
            return true;
        });
    }

    private static WorkerKey key(int number) {
        return new WorkerKey(Client.NAMESPACE, new WorkerInstanceId("w-%03d".formatted(number)));
    }

    private static RegisteredWorker worker(int number) {
        var offer = WorkerOffer.of(List.of(Client.LANE), CapabilitySet.EMPTY, LIVENESS_MS);
        return new RegisteredWorker(key(number), new WorkerId("w"), offer, START, START - 1000 + number);
    }

    private static NamedCursor cursor(String name) {
        return new NamedCursor(
                new CursorKey(Client.NAMESPACE, new CursorName(name)),
                EventCursor.ofNumber(0),
                0,
                Optional.empty(),
                START);
    }
}

package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.read.DueReads.DueKind;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.ManualClock;
import io.flowfabric.store.testkit.StoreContract;
import io.flowfabric.store.testkit.quiescence.WatchedEngines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Very many executions fall due at the same moment, on a store that several engines with timers use: each is dealt with
 * once, workers get all of them, and other calls are served meanwhile. 10,000 with {@code -Dff.long}, 1,000 otherwise.
 */
@Timeout(600)
public abstract class RushContract extends StoreContract {
    private static final int EXECUTIONS = LongRuns.rounds(10_000, 1_000);
    private static final int ENGINES = 4;
    private static final int BATCH = 250;
    private static final long START = 1_800_000_000_000L;
    private static final Duration AHEAD = Duration.ofMillis(100);
    /** The longest there is, so that only a wake-up is in time. */
    private static final Duration WAIT = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final ManualClock clock = new ManualClock(START);
    private final AtomicInteger claimed = new AtomicInteger();
    private WatchedEngines engines;
    private ExecutorService threads;

    @BeforeEach
    void open() {
        String address = fixture().freshAddress();
        var options = StoreOptions.DEFAULT.withClock(clock);
        engines = WatchedEngines.start(ENGINES, EngineSettings.DEFAULT, () -> Client.store(address, options));
        threads = Executors.newFixedThreadPool(ENGINES);
    }

    @AfterEach
    void close() {
        engines.close();
        threads.shutdownNow();
    }

    @Test
    void delaysThatEndTogetherArePromotedOnceEach() throws Exception {
        var delayed = Client.submission().delayUntil(START + AHEAD.toMillis());
        var ids = engines.client(0).createAll(delayed, EXECUTIONS);
        assertThat(claim(engines.client(0), Duration.ZERO)).isZero();

        clock.advance(AHEAD);
        callUntilNothingIsDue();
        runAll();

        assertThat(ids).allSatisfy(id -> {
            assertThat(versionOf(id))
                    .as("created, promoted, claimed, completed")
                    .isEqualTo(4);
            assertThat(engines.client(0).attempts(id)).hasSize(1);
        });
    }

    @Test
    void leasesThatEndTogetherAreReclaimedOnceEach() throws Exception {
        var ids = engines.client(0).createAll(Client.submission(), EXECUTIONS);
        while (claimed.get() < EXECUTIONS) {
            var worker = new WorkerInstanceId("lost");
            claimed.addAndGet(
                    engines.client(0).claim(worker, BATCH, AHEAD, Duration.ZERO).size());
        }
        claimed.set(0);

        clock.advance(AHEAD);
        callUntilNothingIsDue();
        runAll();

        assertThat(ids).allSatisfy(id -> {
            assertThat(versionOf(id))
                    .as("created, claimed, marked, reclaimed, completed")
                    .isEqualTo(5);
            assertThat(engines.client(0).attempts(id)).hasSize(2);
        });
        assertThat(reported(LeaseEventType.EXPIRED)).isEqualTo(sorted(ids));
        assertThat(reported(LeaseEventType.RECLAIMED)).isEqualTo(sorted(ids));
    }

    /** Makes calls until nothing is due any more; fails with the first refusal. */
    private void callUntilNothingIsDue() {
        var caller = engines.client(0);
        do {
            var id = caller.create(Client.submission().delayUntil(Long.MAX_VALUE));
            assertThat(caller.find(id)).isPresent();
            caller.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "not needed"));
        } while (caller.store().read(Deadline.in(TIMEOUT), RushContract::isAnythingDue));
    }

    private static boolean isAnythingDue(ReadTx tx) {
        return Arrays.stream(DueKind.values())
                .anyMatch(kind -> !tx.due().due(kind, tx.now(), 1).isEmpty());
    }

    /** The workers of all engines together claim and complete what there is, until they got all of it. */
    private void runAll() throws Exception {
        var workers = new ArrayList<Future<?>>();
        for (var engine : engines.clients()) {
            workers.add(threads.submit(() -> {
                while (claimed.get() < EXECUTIONS) {
                    claim(engine, WAIT);
                }
            }));
        }
        engines.await(() -> claimed.get() >= EXECUTIONS || workers.stream().anyMatch(Future::isDone));
        for (var worker : workers) {
            if (worker.isDone()) {
                worker.get();
            }
        }
        assertThat(claimed).hasValue(EXECUTIONS);
    }

    private int claim(Client engine, Duration wait) {
        var claims = engine.claim(BATCH, wait);
        if (!claims.isEmpty()) {
            engine.completeAll(claims);
        }
        claimed.addAndGet(claims.size());
        return claims.size();
    }

    private long versionOf(ExecutionId id) {
        return engines.client(0).find(id).orElseThrow().version();
    }

    private List<ExecutionId> reported(LeaseEventType type) {
        return sorted(engines.client(0).events().stream()
                .filter(LeaseEvent.class::isInstance)
                .map(LeaseEvent.class::cast)
                .filter(event -> event.type() == type)
                .map(event -> event.subject().executionId()));
    }

    private static List<ExecutionId> sorted(List<ExecutionId> ids) {
        return sorted(ids.stream());
    }

    private static List<ExecutionId> sorted(Stream<ExecutionId> ids) {
        return ids.sorted().toList();
    }
}

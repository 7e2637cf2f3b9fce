package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.FallbackPolls;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.ClaimRequest;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.DelayRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many claimers of two engines on two lanes, in three namespaces and with two sets of capabilities, of executions that
 * are new, come back or are locked by foreign transactions for a while. Waiting calls look again after an hour, so none may
 * end in vain while something is there that it could have claimed.
 */
@Timeout(180)
class ClaimStormTest {
    private static final int EXECUTIONS = 300;
    private static final int CLAIMERS = 6;
    private static final int FOREIGN_LOCKS = 40;
    private static final long LONGEST_WAIT_MS = 30_000;
    private static final List<LaneId> LANES = List.of(new LaneId("a"), new LaneId("b"));
    private static final List<String> NAMESPACES = List.of("shop", "bank", "mail");
    private static final CapabilitySet GPU = CapabilitySet.ofWorker(List.of("gpu"));

    private final long seed = Long.getLong("ff.seed", System.nanoTime());
    private final String address = TestPostgres.freshAddress();
    private final List<Engine> engines = IntStream.range(0, 2)
            .<Engine>mapToObj(
                    i -> LocalEngine.start(TestPostgres.open(address), EngineSettings.DEFAULT, FallbackPolls.NONE))
            .toList();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<ExecutionId> open = ConcurrentHashMap.newKeySet();
    private final Set<ExecutionId> cameBack = ConcurrentHashMap.newKeySet();
    private final Queue<String> inVain = new ConcurrentLinkedQueue<>();
    private final CountDownLatch ended = new CountDownLatch(EXECUTIONS);

    @AfterEach
    void close() {
        engines.forEach(Engine::close);
        threads.shutdownNow();
    }

    @Test
    void nothingIsLeftWhileSomebodyWaitsForIt() throws Exception {
        var dice = new Random(seed);
        var created = new ArrayList<ExecutionId>();
        for (int i = 0; i < EXECUTIONS / 2; i++) {
            created.add(create(dice));
        }
        var foreign = CompletableFuture.runAsync(() -> lockAndRollBack(new Random(seed + 1), created), threads);
        var calls = new ArrayList<CompletableFuture<?>>();
        for (int i = 0; i < CLAIMERS; i++) {
            for (int lane = 0; lane < LANES.size(); lane++) {
                calls.add(claimOn(engines.get(i % engines.size()), request(i, LANES.get(lane), 1 + i % 3)));
            }
        }
        for (int i = EXECUTIONS / 2; i < EXECUTIONS; i++) {
            create(dice);
        }
        foreign.join();
        ended.await();
        assertThat(inVain).as("seed %d", seed).isEmpty();
        assertThat(open).isEmpty();
    }

    private ExecutionId create(Random dice) {
        var builder = CreateExecution.of(
                        new Namespace(NAMESPACES.get(dice.nextInt(NAMESPACES.size()))),
                        LANES.get(dice.nextInt(LANES.size())),
                        "work")
                .priority(dice.nextInt(3));
        if (dice.nextBoolean()) {
            builder.policyJson("{\"routing_requirements\":{\"required_capabilities\":[\"gpu\"]}}");
        }
        var id = engines.get(dice.nextInt(engines.size()))
                .call(Catalogue.CREATE_EXECUTION, builder.build())
                .executionId();
        open.add(id);
        return id;
    }

    /** One in three is capable of nothing in particular; the others serve every queue, so nobody waits in vain at the end. */
    private static ClaimRequest request(int claimer, LaneId lane, int limit) {
        return new ClaimRequest(
                lane,
                new WorkerId("w"),
                new WorkerInstanceId("w-" + claimer),
                claimer % 3 == 0 ? CapabilitySet.EMPTY : GPU,
                Optional.empty(),
                Duration.ofMinutes(10).toMillis(),
                LONGEST_WAIT_MS,
                limit);
    }

    /** Claims again and again until everything has ended. */
    private CompletableFuture<ClaimOutcome> claimOn(Engine engine, ClaimRequest request) {
        return CompletableFuture.supplyAsync(() -> engine.callAsync(Catalogue.CLAIM, request), threads)
                .thenCompose(call -> call)
                .thenComposeAsync(
                        outcome -> {
                            if (ended.getCount() == 0) {
                                return CompletableFuture.completedFuture(outcome);
                            }
                            if (outcome.claims().isEmpty()) {
                                inVain.add(request.workerInstanceId() + " on " + request.laneId() + " with "
                                        + open.size() + " open");
                            }
                            outcome.claims().forEach(claim -> workOn(engine, claim));
                            return claimOn(engine, request);
                        },
                        threads);
    }

    /** The first time some are handed back, so that they stand in the index of what came back. */
    private void workOn(Engine engine, Claim claim) {
        if (claim.executionId().hashCode() % 3 == 0 && cameBack.add(claim.executionId())) {
            engine.call(Catalogue.DELAY, new DelayRequest(claim.handle(), 0));
        } else {
            engine.call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty()));
            open.remove(claim.executionId());
            ended.countDown();
        }
    }

    private void lockAndRollBack(Random dice, List<ExecutionId> ids) {
        try (var connection = TestPostgres.connect(address)) {
            connection.setAutoCommit(false);
            for (int i = 0; i < FOREIGN_LOCKS; i++) {
                ForeignTransaction.lock(
                        connection, address, ids.get(dice.nextInt(ids.size())), ids.get(dice.nextInt(ids.size())));
                TimeUnit.MILLISECONDS.sleep(dice.nextInt(20));
                connection.rollback();
            }
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }
}

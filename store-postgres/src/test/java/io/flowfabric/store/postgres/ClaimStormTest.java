package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.store.testkit.quiescence.WatchedEngines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * As many claimers as executions, on two engines and two lanes, all at the same moment. The executions are of several
 * namespaces, requirements and priorities, new or returned, and a foreign transaction holds some of them until all claimers
 * have polled. No commit follows that could wake a claimer, and waiting calls poll again after an hour.
 */
@Timeout(300)
class ClaimStormTest {
    private static final int ROUNDS = 25;
    private static final int MOST = 8;
    private static final long LONGEST_WAIT_MS = 30_000;

    /** For a claimer to poll once; shorter than a call may wait. */
    private static final long LONGEST_SECONDS = 25;

    private static final List<LaneId> LANES = List.of(new LaneId("a"), new LaneId("b"));
    private static final List<String> NAMESPACES = List.of("shop", "bank", "mail");

    private final long seed = Long.getLong("ff.seed", System.nanoTime());
    private final Random dice = new Random(seed);
    private final String address = TestPostgres.freshAddress();
    private final WatchedEngines watched =
            WatchedEngines.start(2, EngineSettings.DEFAULT.withTimers(false), () -> TestPostgres.open(address));
    private final List<LocalEngine> engines = watched.engines();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        watched.close();
        threads.shutdownNow();
    }

    @Test
    void everyClaimerGetsOneHoweverTheyMeet() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var ids = prepare(LANES.get(round % LANES.size()), 2 + dice.nextInt(MOST - 1));
            var held = ids.stream().filter(id -> dice.nextInt(4) == 0).toArray(ExecutionId[]::new);
            var calls = new ArrayList<CompletableFuture<ClaimOutcome>>();
            try (var foreign = ForeignTransaction.holding(address, held)) {
                for (var call : claimAtOnce(LANES.get(round % LANES.size()), ids.size())) {
                    calls.add(call.get(LONGEST_SECONDS, TimeUnit.SECONDS));
                }
                foreign.rollback();
            }
            var claims = new ArrayList<Claim>();
            for (var answer : watched.answers(calls)) {
                claims.addAll(answer.claims());
            }
            assertThat(claims)
                    .as("round %d of seed %d", round, seed)
                    .extracting(Claim::executionId)
                    .containsExactlyInAnyOrderElementsOf(ids);
            claims.forEach(claim ->
                    engines.get(0).call(Catalogue.COMPLETE, new CompleteRequest(claim.handle(), Optional.empty())));
        }
    }

    /** Executions that can be claimed; about half of them have been claimed and handed back before. */
    private List<ExecutionId> prepare(LaneId lane, int count) {
        var ids = IntStream.range(0, count).mapToObj(i -> create(lane)).toList();
        var claimed =
                engines.get(0).call(Catalogue.CLAIM, claim(lane, count / 2, 0)).claims();
        for (var claim : claimed) {
            engines.get(0).call(Catalogue.DELAY, new DelayRequest(claim.handle(), 0));
            engines.get(0).call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(claim.executionId()));
        }
        return ids;
    }

    private ExecutionId create(LaneId lane) {
        var builder = CreateExecution.of(new Namespace(NAMESPACES.get(dice.nextInt(NAMESPACES.size()))), lane, "work")
                .priority(dice.nextInt(2));
        if (dice.nextBoolean()) {
            builder.policyJson("{\"routing_requirements\":{\"required_capabilities\":[\"gpu\"]}}");
        }
        return engines.get(0).call(Catalogue.CREATE_EXECUTION, builder.build()).executionId();
    }

    /** Each has polled once when its future is there; the call may go on. */
    private List<Future<CompletableFuture<ClaimOutcome>>> claimAtOnce(LaneId lane, int claimers) {
        var start = new CyclicBarrier(claimers);
        return IntStream.range(0, claimers)
                .mapToObj(i -> threads.submit(() -> {
                    start.await();
                    return engines.get(i % engines.size()).callAsync(Catalogue.CLAIM, claim(lane, 1, LONGEST_WAIT_MS));
                }))
                .toList();
    }

    private static ClaimRequest claim(LaneId lane, int limit, long maxWaitMs) {
        return new ClaimRequest(
                lane,
                new WorkerId("w"),
                new WorkerInstanceId("w-1"),
                CapabilitySet.ofWorker(List.of("gpu")),
                Optional.empty(),
                Duration.ofMinutes(10).toMillis(),
                maxWaitMs,
                limit);
    }
}

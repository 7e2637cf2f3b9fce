package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.StoreContract;
import io.flowfabric.store.testkit.quiescence.WatchedEngines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Claimers on one, two and three engines wait before one lane, and as much work appears as they want: of two namespaces,
 * with and without a required capability, at several priorities, fresh or given back by others. Each gets something, and
 * at no moment is there work for one that is parked. 200 rounds with {@code -Dff.long}, 12 otherwise.
 */
public abstract class ParkedClaimersContract extends StoreContract {
    private static final int ROUNDS = LongRuns.rounds(200, 12);
    private static final int MOST_CLAIMERS = 6;
    private static final int PRIORITIES = 3;
    private static final long LEASE_MS = 600_000;
    private static final long LONGEST_WAIT_MS = 30_000;
    private static final List<Namespace> NAMESPACES = List.of(Client.NAMESPACE, new Namespace("bank"));
    private static final String GPU = "gpu";
    private static final WorkerId WORKER = new WorkerId("w");

    private final long seed = Long.getLong("ff.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    public void claimerWhoWaitsGetsWhatItCanRun(int count) throws Exception {
        var settings = EngineSettings.DEFAULT.withTimers(false);
        String address = fixture().freshAddress();
        try (var engines = WatchedEngines.start(count, settings, () -> Client.store(address, StoreOptions.DEFAULT))) {
            for (int round = 0; round < ROUNDS; round++) {
                play(engines);
            }
        } catch (AssertionError failed) {
            throw new AssertionError(
                    "With -Dff.seed=%d on %d engines: %s".formatted(seed, count, failed.getMessage()), failed);
        }
    }

    private void play(WatchedEngines watched) throws Exception {
        var engines = watched.engines();
        int claimers = 2 + random.nextInt(MOST_CLAIMERS - 1);
        var given = holdSome(pick(engines), random.nextInt(claimers));
        var claims = new ArrayList<CompletableFuture<ClaimOutcome>>();
        for (int i = 0; i < claimers; i++) {
            claims.add(pick(engines).callAsync(Catalogue.CLAIM, claim(1, LONGEST_WAIT_MS)));
        }
        watched.awaitParked(claimers);

        giveBack(engines, given);
        submit(pick(engines), claimers - given.size());

        var taken = new ArrayList<ExecutionId>();
        for (var answer : watched.answers(claims)) {
            assertThat(answer.claims()).hasSize(1);
            answer.claims().forEach(each -> {
                taken.add(each.executionId());
                Client.complete(pick(engines), each);
            });
        }
        assertThat(taken).doesNotHaveDuplicates();
    }

    /** Claims some that are given back later: they stand in another index than fresh ones. */
    private List<Claim> holdSome(LocalEngine engine, int count) {
        if (count == 0) {
            return List.of();
        }
        submit(engine, count);
        return engine.call(Catalogue.CLAIM, claim(count, 0)).claims();
    }

    private void giveBack(List<LocalEngine> engines, List<Claim> claims) {
        for (var claim : claims) {
            pick(engines).call(Catalogue.DELAY, new DelayRequest(claim.handle(), 0));
            pick(engines).call(Catalogue.PROMOTE_DELAYED, new ExecutionRef(claim.executionId()));
        }
    }

    private void submit(LocalEngine engine, int count) {
        var submissions = new ArrayList<CreateExecution>();
        for (int i = 0; i < count; i++) {
            var policy = ExecutionPolicy.builder();
            submissions.add(CreateExecution.of(pick(NAMESPACES), Client.LANE, "charge")
                    .priority(random.nextInt(PRIORITIES))
                    .policy((random.nextBoolean() ? policy.requires(GPU) : policy).build())
                    .build());
        }
        engine.call(Catalogue.SUBMIT_BATCH, new SubmitBatch(submissions));
    }

    private static ClaimRequest claim(int limit, long waitMs) {
        return new ClaimRequest(
                Client.LANE,
                WORKER,
                new WorkerInstanceId("w-1"),
                CapabilitySet.ofWorker(List.of(GPU)),
                Optional.empty(),
                LEASE_MS,
                waitMs,
                limit);
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}

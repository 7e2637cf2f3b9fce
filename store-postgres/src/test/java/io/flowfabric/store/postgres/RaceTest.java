package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionOutcome;
import io.flowfabric.model.op.submit.SubmitBatch;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.quiescence.WatchedEngines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two processes on one schema want the same thing at the same moment. */
class RaceTest {
    private static final int ROUNDS = 20;
    private static final int THREADS = 8;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final String address = TestPostgres.freshAddress();
    private final WatchedEngines engines =
            WatchedEngines.start(2, EngineSettings.DEFAULT.withTimers(false), () -> TestPostgres.open(address));
    private final Client first = engines.client(0);
    private final Client second = engines.client(1);

    @AfterEach
    void close() {
        engines.close();
    }

    @Test
    void executionIsClaimedByOne() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var id = first.create();
            assertThat(both(client -> client.claim(1, Duration.ZERO)))
                    .flatMap(claims -> claims)
                    .extracting(Claim::executionId)
                    .containsExactly(id);
        }
    }

    /** Each call that waits gets one of as many, and none is left waiting beside the other's. */
    @Test
    void claimersThatWaitGetOneEach() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var claims = Stream.of(first, second, first)
                    .map(client -> begin(() -> client.claim(1, LONGEST_WAIT)))
                    .toList();
            engines.awaitParked(claims.size());
            var ids = second.create(claims.size());
            assertThat(engines.answers(claims))
                    .flatMap(each -> each)
                    .extracting(Claim::executionId)
                    .containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @Test
    void idIsCreatedByOne() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var id = ExecutionId.solo(Client.LANE, PartitionConfig.DEFAULT);
            assertOneCreated(Client.submission().id(id).build());
        }
    }

    @Test
    void idempotencyKeyIsTakenByOne() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            assertOneCreated(
                    Client.submission().idempotencyKey("order-" + round).build());
        }
    }

    @Test
    void overlappingSetsAreAllChanged() throws Exception {
        var ids = first.create(THREADS);
        var changers = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < THREADS; i++) {
            var random = new Random(i);
            var store = (i % 2 == 0 ? first : second).store();
            changers.add(() -> {
                int events = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    var shuffled = new ArrayList<>(ids);
                    Collections.shuffle(shuffled, random);
                    var some = shuffled.subList(0, THREADS / 2);
                    events += store.write(1, Deadline.in(Duration.ofMinutes(1)), PriorityChange.of(some))
                            .get();
                }
                return events;
            });
        }
        assertThat(atOnce(changers).stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(THREADS * ROUNDS * THREADS / 2);
    }

    @Test
    void everyExecutionIsClaimedOnce() throws Exception {
        int executions = 2_000;
        var all = Collections.nCopies(executions / 2, Client.submission().build());
        first.engine().call(Catalogue.SUBMIT_BATCH, new SubmitBatch(all));
        first.engine().call(Catalogue.SUBMIT_BATCH, new SubmitBatch(all));
        var claimers = IntStream.range(0, THREADS)
                .<Callable<List<ExecutionId>>>mapToObj(i -> () -> claimAll(i % 2 == 0 ? first : second, 1 + 7 * i))
                .toList();
        assertThat(atOnce(claimers))
                .flatMap(claimed -> claimed)
                .doesNotHaveDuplicates()
                .hasSize(executions);
    }

    /** Claims until nothing is left for it; what others hold locked at that moment is theirs. */
    private static List<ExecutionId> claimAll(Client client, int limit) {
        var claimed = new ArrayList<ExecutionId>();
        List<Claim> claims = client.claim(limit, Duration.ZERO);
        while (!claims.isEmpty()) {
            claims.forEach(claim -> claimed.add(claim.executionId()));
            claims = client.claim(limit, Duration.ZERO);
        }
        return claimed;
    }

    private void assertOneCreated(CreateExecution submission) throws Exception {
        var outcomes = both(client -> client.engine().call(Catalogue.CREATE_EXECUTION, submission));
        assertThat(outcomes)
                .extracting(CreateExecutionOutcome::executionId)
                .containsOnly(outcomes.get(0).executionId());
        assertThat(outcomes)
                .filteredOn(CreateExecutionOutcome.Created.class::isInstance)
                .hasSize(1);
    }

    private <T> List<T> both(Function<Client, T> call) throws Exception {
        return atOnce(List.of(() -> call.apply(first), () -> call.apply(second)));
    }

    /** Lets all begin together and collects their answers. */
    private <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
        var barrier = new CyclicBarrier(calls.size());
        return engines.answers(calls.stream()
                .map(call -> begin(() -> {
                    barrier.await();
                    return call.call();
                }))
                .toList());
    }

    private static <T> FutureTask<T> begin(Callable<T> call) {
        var task = new FutureTask<>(call);
        var thread = new Thread(task, "caller");
        thread.setDaemon(true);
        thread.start();
        return task;
    }
}

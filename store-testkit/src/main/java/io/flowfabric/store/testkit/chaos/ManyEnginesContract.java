package io.flowfabric.store.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.grant.GrantOutcome;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.store.testkit.Client;
import io.flowfabric.store.testkit.LongRuns;
import io.flowfabric.store.testkit.StoreContract;
import io.flowfabric.store.testkit.chaos.ClaimDelays.Cause;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Workers of several processes wait, and work comes to them in every way: submitted, after a retry, when its delay ends, when an
 * unused grant ends, when the holder of its lease was killed or stopped; in two namespaces and lanes, with and without a required
 * capability. No engine polls. By the times that the store has noted, each is claimed within a bound that comes from the pace of
 * the machine: a number of round trips as measured in the same run, and the second that a reclaim may take. One and
 * three
 * processes; one, three and ten, and ten times as much work, with {@code -Dff.long}.
 */
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
public abstract class ManyEnginesContract extends StoreContract {
    private static final int ROUNDS = LongRuns.rounds(100, 10);
    private static final int HELD = LongRuns.rounds(40, 4);
    private static final int GRANTED = LongRuns.rounds(40, 4);

    /**
     * So many round trips: many times what a claim takes beside its wake-up, and far less than the poll that ends a
     * wait.
     */
    private static final int ROUND_TRIPS = 300;

    /** What is promised of an expired lease, and by how much a due time may be missed. */
    private static final Duration PROMISED = Duration.ofSeconds(1);

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration PAGE_WAIT = Duration.ofMillis(200);
    private static final long BACKOFF_MS = 20;
    private static final int MOST_DELAY_MS = 150;

    /** Long enough for the workers of so many processes to be there when the first ends; what ends earlier is not judged. */
    private static final long GRANT_MS = 3_000;

    private static final long GRANT_MS_PER_ENGINE = 1_500;
    private static final int GRANTS_WITHIN_MS = 1_000;
    private static final ExecutionPolicy PLAIN = ExecutionPolicy.builder()
            .retry(RetryPolicy.of(2, new FixedBackoff(BACKOFF_MS)))
            .build();
    private static final ExecutionPolicy DEMANDING = ExecutionPolicy.builder()
            .retry(RetryPolicy.of(2, new FixedBackoff(BACKOFF_MS)))
            .requires(WaitingWorkers.GPU)
            .build();

    private final Random random = new Random(Long.getLong("ff.seed", 1));
    private final List<ChildJvm> children = new ArrayList<>();
    private final Map<ExecutionId, Long> leaseEnds = new LinkedHashMap<>();
    private final Map<ExecutionId, Long> grantEnds = new LinkedHashMap<>();
    private final Map<ExecutionId, Long> dueTimes = new LinkedHashMap<>();
    private final Map<ExecutionId, Cause> causes = new LinkedHashMap<>();
    private final List<Long> roundTrips = new ArrayList<>();
    private Client client;
    private EventLog log;

    static Stream<Integer> engines() {
        return Stream.of(1, 3, 10).limit(LongRuns.rounds(3, 2));
    }

    @AfterEach
    void close() throws IOException {
        for (var child : children) {
            child.close();
        }
        if (client != null) {
            client.close();
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    public void claimableWorkIsClaimedAtThePaceOfTheMachine(int engines) throws Exception {
        String address = fixture().freshAddress();
        client = Client.open(address);
        log = new EventLog(client);
        var killed = hold(address, "killed", Cause.HOLDER_KILLED);
        var stopped = hold(address, "stopped", Cause.HOLDER_STOPPED);
        grantSome(engines);
        long parkedAt = park(address, engines);

        rest(killed, Cause.HOLDER_KILLED);
        killed.kill();
        rest(stopped, Cause.HOLDER_STOPPED);
        stopped.stop();
        for (int round = 0; round < ROUNDS; round++) {
            play();
        }
        awaitEnds();

        judge(engines, parkedAt);
    }

    /** Starts a process that holds leases. */
    private ChildJvm hold(String address, String name, Cause cause) throws IOException {
        IntStream.range(0, HELD).forEach(i -> causes.put(create(submission(WaitingWorkers.PLAIN)), cause));
        var child = start(LeaseHolders.class, address, name, HELD);
        child.hear(LeaseHolders.HOLDING);
        return child;
    }

    /** Lets the leases of a process expire, and notes when they do. */
    private void rest(ChildJvm holder, Cause cause) throws IOException {
        holder.say("");
        holder.hear(LeaseHolders.RESTING);
        causes.forEach((id, its) -> {
            if (its == cause) {
                leaseEnds.put(
                        id, client.find(id).orElseThrow().lease().orElseThrow().expiresAt());
            }
        });
    }

    private void grantSome(int engines) {
        for (int i = 0; i < GRANTED; i++) {
            var id = create(submission(WaitingWorkers.PLAIN));
            var identity = client.find(id).orElseThrow().identity();
            var grant = new IssueClaimGrant(
                    id,
                    identity.lane(),
                    new WorkerId("absent"),
                    new WorkerInstanceId("absent-1"),
                    GRANT_MS + engines * GRANT_MS_PER_ENGINE + random.nextInt(GRANTS_WITHIN_MS),
                    List.of(WaitingWorkers.GPU));
            var granted = (GrantOutcome.Granted) client.engine().call(Catalogue.ISSUE_CLAIM_GRANT, grant);
            grantEnds.put(id, granted.expiresAtMs() + 1);
            causes.put(id, Cause.GRANT_ENDED);
        }
    }

    /** Starts the processes whose workers wait; answers when all of them did. */
    private long park(String address, int engines) throws IOException {
        var workers = new ArrayList<ChildJvm>();
        for (int i = 0; i < engines; i++) {
            workers.add(start(WaitingWorkers.class, address, "w" + i));
        }
        for (var worker : workers) {
            worker.hear(WaitingWorkers.READY);
        }
        return now();
    }

    /** The time by the store's clock. */
    private long now() {
        return client.store().read(Deadline.in(TIMEOUT), ReadTx::now);
    }

    private ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        var child = ChildJvm.start(main, arguments);
        children.add(child);
        return child;
    }

    /** Some work arrives, and is awaited, so that workers wait for the next. */
    private void play() {
        causes.put(create(submission(WaitingWorkers.PLAIN)), Cause.SUBMITTED);
        causes.put(create(submission("other")), Cause.SUBMITTED);
        causes.put(create(submission(WaitingWorkers.FLAKY)), Cause.RETRIED);
        long due = now() + 1 + random.nextInt(MOST_DELAY_MS);
        var delayed = create(submission(WaitingWorkers.PLAIN).delayUntil(due));
        causes.put(delayed, Cause.DUE);
        dueTimes.put(delayed, due);
        var awaited = causes.keySet().stream()
                .filter(id -> !leaseEnds.containsKey(id) && !grantEnds.containsKey(id))
                .toList();
        await(awaited);
    }

    private void awaitEnds() {
        await(List.copyOf(causes.keySet()));
    }

    private void await(List<ExecutionId> ids) {
        var timeout = Deadline.in(TIMEOUT);
        var open = new HashSet<>(ids);
        open.removeAll(log.completions().keySet());
        while (!open.isEmpty()) {
            if (timeout.hasPassed()) {
                throw new AssertionError("After %s there is no end of %s; the processes say %s"
                        .formatted(
                                TIMEOUT,
                                open.stream().collect(Collectors.toMap(id -> id, causes::get)),
                                children.stream().map(ChildJvm::complaints).toList()));
            }
            log.read(PAGE_WAIT);
            open.removeAll(log.completions().keySet());
        }
    }

    private CreateExecutionBuilder submission(String kind) {
        return CreateExecution.of(pick(WaitingWorkers.NAMESPACES), pick(WaitingWorkers.LANES), kind)
                .policy(random.nextBoolean() ? PLAIN : DEMANDING);
    }

    private ExecutionId create(CreateExecutionBuilder submission) {
        long begun = System.nanoTime();
        var id = client.create(submission);
        roundTrips.add(System.nanoTime() - begun);
        return id;
    }

    private void judge(int engines, long parkedAt) {
        var delays = new ClaimDelays();
        causes.forEach((id, cause) -> {
            long claimableAt = claimableAt(id, cause);
            if (claimableAt >= parkedAt) {
                delays.add(cause, claimableAt, claimedAt(id, cause));
            }
        });
        var pace = Duration.ofNanos(Quantiles.of(roundTrips, 0.5));
        var bound = pace.multipliedBy(ROUND_TRIPS).plus(PROMISED);
        System.out.println("%s, %d engines, round trip %d us, bound %d ms: %s"
                .formatted(getClass().getName(), engines, pace.toNanos() / 1000, bound.toMillis(), delays));
        assertThat(delays.seen()).as("what was measured").contains(Cause.SUBMITTED, Cause.RETRIED, Cause.DUE);
        assertThat(delays.laterThan(bound))
                .as("later than %s with %d engines: %s", bound, engines, delays)
                .isEmpty();
    }

    private long claimableAt(ExecutionId id, Cause cause) {
        return switch (cause) {
            case SUBMITTED -> client.find(id).orElseThrow().timing().createdAt();
            case RETRIED -> client.attempts(id).get(0).times().endedAt().orElseThrow() + BACKOFF_MS;
            case DUE ->
                Math.max(
                        dueTimes.get(id), client.find(id).orElseThrow().timing().createdAt());
            case GRANT_ENDED -> grantEnds.get(id);
            case HOLDER_KILLED, HOLDER_STOPPED -> leaseEnds.get(id);
        };
    }

    /** When the attempt began that the cause led to. */
    private long claimedAt(ExecutionId id, Cause cause) {
        int attempt = switch (cause) {
            case SUBMITTED, DUE, GRANT_ENDED -> 0;
            case RETRIED, HOLDER_KILLED, HOLDER_STOPPED -> 1;
        };
        return client.attempts(id).get(attempt).times().startedAt();
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}

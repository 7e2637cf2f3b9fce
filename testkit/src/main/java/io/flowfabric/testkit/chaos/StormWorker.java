package io.flowfabric.testkit.chaos;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.CancelExecution;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.CompleteRequest;
import io.flowfabric.model.op.FailOutcome;
import io.flowfabric.model.op.FailRequest;
import io.flowfabric.model.op.RenewRequest;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.FailureClass;
import io.flowfabric.model.policy.FixedBackoff;
import io.flowfabric.model.policy.RetryPolicy;
import io.flowfabric.testkit.Client;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** One thread of a process in a storm: does at random what workers do, good and bad, and says every answer. */
final class StormWorker {
    private static final int CREATIONS = 3;
    private static final int MOST_CLAIMS = 6;
    private static final int SHORTEST_LEASE_MS = 50;
    private static final int LONGEST_LEASE_MS = 500;
    private static final Duration QUIET_LEASE = Duration.ofSeconds(20);
    private static final Duration QUIET_WAIT = Duration.ofMillis(200);

    private static final ExecutionPolicy POLICY = ExecutionPolicy.builder()
            .retry(RetryPolicy.of(2, new FixedBackoff(20)))
            .build();

    /** What a worker is told who lost its lease, and a canceller who comes after the end. */
    private static final Set<ErrorCode> TOO_LATE =
            Set.of(ErrorCode.STALE_LEASE, ErrorCode.LEASE_EXPIRED, ErrorCode.EXECUTION_NOT_ACTIVE);

    private final Client client;
    private final WorkerInstanceId name;
    private final Random random;
    private final Deque<Claim> dawdled = new ArrayDeque<>();

    StormWorker(Client client, WorkerInstanceId name, Random random) {
        this.client = client;
        this.name = name;
        this.random = random;
    }

    /** One round while the storm is on. */
    void storm() {
        Optional<ExecutionId> newest = Optional.empty();
        for (int i = 0; i < CREATIONS; i++) {
            newest = create();
        }
        if (random.nextInt(6) == 0) {
            newest.ifPresent(this::cancel);
        }
        if (dawdled.size() > MOST_CLAIMS) {
            complete(dawdled.poll());
        }
        var lease = Duration.ofMillis(SHORTEST_LEASE_MS + random.nextInt(LONGEST_LEASE_MS));
        claim(1 + random.nextInt(MOST_CLAIMS), lease, Duration.ZERO).forEach(this::treat);
    }

    /** One round after the storm: whatever there is, is completed. */
    void drain() {
        claim(MOST_CLAIMS, QUIET_LEASE, QUIET_WAIT).forEach(this::complete);
    }

    private void treat(Claim claim) {
        switch (random.nextInt(10)) {
            case 0 -> {} // forgotten: its lease runs out
            case 1 -> dawdled.add(claim);
            case 2, 3 -> fail(claim);
            case 4, 5 -> {
                renew(claim);
                complete(claim);
            }
            default -> complete(claim);
        }
    }

    private Optional<ExecutionId> create() {
        var created = ask("create", () -> client.create(Client.submission().policy(POLICY)));
        created.ifPresent(id -> Journal.say(Deed.without(Deed.Kind.CREATED, id)));
        return created;
    }

    private List<Claim> claim(int limit, Duration lease, Duration wait) {
        var claims = ask("claim", () -> client.claim(name, limit, lease, wait)).orElse(List.of());
        claims.forEach(claim -> Journal.say(Deed.under(claim, Deed.Kind.CLAIMED, name)));
        return claims;
    }

    private void renew(Claim claim) {
        ask("renew", () -> client.engine().call(Catalogue.RENEW, new RenewRequest(claim.handle())))
                .ifPresent(renewed -> Journal.say(Deed.under(claim, Deed.Kind.RENEWED, name)));
    }

    private void complete(Claim claim) {
        var deed = Deed.under(claim, Deed.Kind.COMPLETED, name);
        var request = new CompleteRequest(claim.handle(), Optional.of(deed.signature()));
        ask("complete", () -> client.engine().call(Catalogue.COMPLETE, request)).ifPresent(ok -> Journal.say(deed));
    }

    private void fail(Claim claim) {
        var failure = random.nextInt(4) == 0 ? FailureClass.PERMANENT : FailureClass.TRANSIENT;
        var request = new FailRequest(claim.handle(), "stormy", failure, Optional.empty());
        ask("fail", () -> client.engine().call(Catalogue.FAIL, request)).ifPresent(outcome -> {
            boolean retried = outcome instanceof FailOutcome.RetryScheduled;
            Journal.say(Deed.under(claim, retried ? Deed.Kind.RETRIED : Deed.Kind.FAILED, name));
        });
    }

    private void cancel(ExecutionId id) {
        ask("cancel", () -> client.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "stormy")))
                .ifPresent(cancelled -> Journal.say(Deed.without(Deed.Kind.CANCELLED, id)));
    }

    /** The answer to a call, if it was not refused. */
    private static <T> Optional<T> ask(String call, Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (EngineException refused) {
            String kind = TOO_LATE.contains(refused.code()) ? Journal.REFUSED : Journal.SURPRISE;
            Journal.say(kind + call + ": " + refused);
        } catch (RuntimeException escaped) {
            Journal.say(Journal.SURPRISE + call + ": " + escaped);
        }
        return Optional.empty();
    }
}

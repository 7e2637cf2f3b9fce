package io.flowfabric.store.testkit.chaos;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.grant.ClaimExecution;
import io.flowfabric.model.op.grant.IssueClaimGrant;
import io.flowfabric.model.op.lease.CompleteRequest;
import io.flowfabric.model.op.lease.DelayRequest;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailRequest;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.ExecutionPolicyBuilder;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.store.testkit.Client;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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

    /** Longer than the storm waits for something to happen, so that a wake-up that gets lost is noticed. */
    private static final Duration QUIET_WAIT = Duration.ofSeconds(30);

    private static final int MOST_DELAY_MS = 50;
    private static final int LONGEST_GRANT_MS = 200;
    private static final int PRIORITIES = 3;
    private static final WorkerId WORKER = new WorkerId("w1");
    private static final List<Namespace> NAMESPACES = List.of(Client.NAMESPACE, new Namespace("bank"));
    private static final List<String> GPU = List.of("gpu");

    private static final ExecutionPolicyBuilder POLICY =
            ExecutionPolicy.builder().retry(RetryPolicy.of(2, new FixedBackoff(20)));
    private static final ExecutionPolicy FOR_ANY_WORKER = POLICY.build();
    private static final ExecutionPolicy FOR_THE_CAPABLE =
            POLICY.requires("gpu").build();

    /** Refusals of a worker that lost its lease or comes after another, and of a cancel that comes after the end. */
    private static final Set<ErrorCode> TOO_LATE = Set.of(
            ErrorCode.STALE_LEASE,
            ErrorCode.LEASE_EXPIRED,
            ErrorCode.EXECUTION_NOT_ACTIVE,
            ErrorCode.EXECUTION_NOT_ELIGIBLE,
            ErrorCode.EXECUTION_NOT_LEASEABLE,
            ErrorCode.GRANT_ALREADY_EXISTS,
            ErrorCode.INVALID_CLAIM_GRANT,
            ErrorCode.CLAIM_GRANT_EXPIRED);

    /** What a drainer is told that asks once more while its process ends. */
    private static final Set<ErrorCode> ENDING = Set.of(ErrorCode.UNAVAILABLE);

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
        } else if (random.nextInt(3) == 0) {
            newest.ifPresent(this::claimByGrant);
        }
        if (dawdled.size() > MOST_CLAIMS) {
            complete(dawdled.poll());
        }
        claim(someClaim(), TOO_LATE).forEach(this::treat);
    }

    /** Of one namespace or both, with the capability or without it. */
    private ClaimRequest someClaim() {
        return new ClaimRequest(
                Client.LANE,
                WORKER,
                name,
                CapabilitySet.ofWorker(random.nextBoolean() ? GPU : List.of()),
                random.nextInt(3) == 0 ? Optional.of(pick(NAMESPACES)) : Optional.empty(),
                someLease(),
                0,
                1 + random.nextInt(MOST_CLAIMS));
    }

    private long someLease() {
        return SHORTEST_LEASE_MS + random.nextInt(LONGEST_LEASE_MS);
    }

    /** The claim of a survivor: whatever there is. */
    static ClaimRequest anything() {
        return anything(new WorkerInstanceId("survivor"));
    }

    private static ClaimRequest anything(WorkerInstanceId name) {
        return new ClaimRequest(
                Client.LANE,
                WORKER,
                name,
                CapabilitySet.ofWorker(GPU),
                Optional.empty(),
                QUIET_LEASE.toMillis(),
                QUIET_WAIT.toMillis(),
                MOST_CLAIMS);
    }

    /** One round after the storm: whatever there is, is completed. */
    void drain() {
        claim(anything(name), ENDING).forEach(this::complete);
    }

    private void treat(Claim claim) {
        switch (random.nextInt(10)) {
            case 0 -> {} // forgotten: its lease expires
            case 1 -> dawdled.add(claim);
            case 2 -> putOff(claim);
            case 3, 4 -> fail(claim);
            case 5, 6 -> {
                renew(claim);
                complete(claim);
            }
            default -> complete(claim);
        }
    }

    private Optional<ExecutionId> create() {
        var submission = CreateExecution.of(pick(NAMESPACES), Client.LANE, "charge")
                .priority(random.nextInt(PRIORITIES))
                .policy(random.nextInt(3) == 0 ? FOR_THE_CAPABLE : FOR_ANY_WORKER);
        var created = ask("create", () -> client.create(submission));
        created.ifPresent(id -> Journal.say(StormAction.without(StormAction.Kind.CREATED, id)));
        return created;
    }

    /** Asks for a grant, and either uses it, perhaps too late, or forgets it. */
    private void claimByGrant(ExecutionId id) {
        long grantMs = 1 + random.nextInt(LONGEST_GRANT_MS);
        var grant = new IssueClaimGrant(id, Client.LANE, WORKER, name, grantMs, GPU);
        var granted = ask("issue_claim_grant", () -> client.engine().call(Catalogue.ISSUE_CLAIM_GRANT, grant));
        granted.ifPresent(outcome -> Journal.say(StormAction.without(StormAction.Kind.GRANTED, id)));
        if (granted.isPresent() && random.nextInt(4) != 0) {
            var claim = new ClaimExecution(
                    id,
                    Client.LANE,
                    WORKER,
                    name,
                    someLease(),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty());
            ask("claim_execution", () -> client.engine().call(Catalogue.CLAIM_EXECUTION, claim))
                    .ifPresent(outcome -> {
                        Journal.say(StormAction.under(outcome.claim(), StormAction.Kind.CLAIMED, name));
                        treat(outcome.claim());
                    });
        }
    }

    private void putOff(Claim claim) {
        var request = new DelayRequest(claim.handle(), System.currentTimeMillis() + random.nextInt(MOST_DELAY_MS));
        ask("delay", () -> client.engine().call(Catalogue.DELAY, request))
                .ifPresent(ok -> Journal.say(StormAction.under(claim, StormAction.Kind.PUT_OFF, name)));
    }

    private List<Claim> claim(ClaimRequest request, Set<ErrorCode> expected) {
        var claims = ask(
                        "claim",
                        expected,
                        () -> client.engine().call(Catalogue.CLAIM, request).claims())
                .orElse(List.of());
        claims.forEach(claim -> Journal.say(StormAction.under(claim, StormAction.Kind.CLAIMED, name)));
        return claims;
    }

    private void renew(Claim claim) {
        ask("renew", () -> client.engine().call(Catalogue.RENEW, new RenewRequest(claim.handle())))
                .ifPresent(renewed -> Journal.say(StormAction.under(claim, StormAction.Kind.RENEWED, name)));
    }

    private void complete(Claim claim) {
        var action = StormAction.under(claim, StormAction.Kind.COMPLETED, name);
        var request = new CompleteRequest(claim.handle(), Optional.of(action.signature()));
        ask("complete", () -> client.engine().call(Catalogue.COMPLETE, request)).ifPresent(ok -> Journal.say(action));
    }

    private void fail(Claim claim) {
        var failure = random.nextInt(4) == 0 ? FailureClass.PERMANENT : FailureClass.TRANSIENT;
        var request = new FailRequest(claim.handle(), "stormy", failure, Optional.empty());
        ask("fail", () -> client.engine().call(Catalogue.FAIL, request)).ifPresent(outcome -> {
            boolean retried = outcome instanceof FailOutcome.RetryScheduled;
            Journal.say(StormAction.under(claim, retried ? StormAction.Kind.RETRIED : StormAction.Kind.FAILED, name));
        });
    }

    private void cancel(ExecutionId id) {
        ask("cancel", () -> client.engine().call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "stormy")))
                .ifPresent(cancelled -> Journal.say(StormAction.without(StormAction.Kind.CANCELLED, id)));
    }

    /** The answer to a call, if it was not refused. */
    private static <T> Optional<T> ask(String call, Supplier<T> question) {
        return ask(call, TOO_LATE, question);
    }

    private static <T> Optional<T> ask(String call, Set<ErrorCode> expected, Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (EngineException refused) {
            String kind = expected.contains(refused.code()) ? Journal.REFUSED : Journal.SURPRISE;
            Journal.say(kind + call + ": " + refused);
        } catch (RuntimeException escaped) {
            Journal.say(Journal.SURPRISE + call + ": " + escaped);
        }
        return Optional.empty();
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}

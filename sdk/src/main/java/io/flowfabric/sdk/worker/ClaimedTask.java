package io.flowfabric.sdk.worker;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.Times;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.ProgressRequest;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.read.ReadExecCoreFields;
import io.flowfabric.sdk.internal.Decoding;
import io.flowfabric.sdk.internal.UndecodablePayload;
import io.flowfabric.sdk.internal.lease.HeldLease;
import io.flowfabric.sdk.internal.lease.LeaseKeeper;
import io.flowfabric.sdk.payload.PayloadCodec;
import io.flowfabric.sdk.payload.PayloadException;
import io.flowfabric.sdk.payload.TypeToken;
import io.flowfabric.sdk.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A claim as a handler sees it. */
final class ClaimedTask implements Task {
    private static final List<String> DEADLINES = List.of("execution_deadline_at", "attempt_timeout_at");

    /** After so many renewals in a row without an answer the lease counts as in danger. */
    private static final int UNHEALTHY = 3;

    private final Engine engine;
    private final HeldLease lease;
    private final OutcomeReporter reporter;
    private final ExplicitOutcome end;
    private final Claim claim;
    private final PayloadCodec codec;

    ClaimedTask(Engine engine, HeldLease lease, OutcomeReporter reporter, PayloadCodec codec) {
        this.codec = codec;
        this.engine = engine;
        this.lease = lease;
        this.reporter = reporter;
        this.end = new ExplicitOutcome(lease);
        this.claim = lease.claim();
    }

    @Override
    public ExecutionId executionId() {
        return claim.executionId();
    }

    @Override
    public String kind() {
        return claim.executionKind();
    }

    @Override
    public LaneId lane() {
        return claim.laneId();
    }

    @Override
    public int attemptIndex() {
        return claim.attemptIndex();
    }

    @Override
    public AttemptId attemptId() {
        return claim.attemptId();
    }

    @Override
    public long leaseEpoch() {
        return claim.leaseEpoch();
    }

    @Override
    public Map<String, String> tags() {
        return Map.copyOf(claim.tags());
    }

    @Override
    public byte[] payload() {
        return claim.input().bytes().clone();
    }

    @Override
    public <T> T payload(TypeToken<T> type) {
        try {
            return Decoding.as(type, codec, claim.input());
        } catch (PayloadException unreadable) {
            throw new UndecodablePayload(unreadable);
        }
    }

    @Override
    public void progress(int percent, String message) {
        end.requireBefore();
        engine.call(
                Catalogue.PROGRESS, new ProgressRequest(claim.handle(), OptionalInt.of(percent), Optional.of(message)));
    }

    @Override
    public boolean isOwned() {
        return lease.isOwned();
    }

    @Override
    public List<Attempt> history() {
        return engine.call(Catalogue.LIST_ATTEMPTS, new ExecutionRef(executionId()));
    }

    @Override
    public Optional<Instant> deadline() {
        var fields = engine.call(
                        Catalogue.READ_EXEC_CORE_FIELDS,
                        new ReadExecCoreFields(executionId(), OptionalInt.empty(), DEADLINES))
                .values();
        return DEADLINES.stream()
                .flatMap(name -> fields.getOrDefault(name, Optional.empty()).stream())
                .map(Long::valueOf)
                .min(Long::compare)
                .map(Instant::ofEpochMilli);
    }

    @Override
    public void renew() {
        end.requireBefore();
        long sentAt = lease.now();
        boolean started = lease.owesStart();
        try {
            engine.call(Catalogue.RENEW, new RenewRequest(claim.handle(), started));
        } catch (EngineException refused) {
            if (LeaseKeeper.isOver(refused.code())) {
                lease.lose();
            }
            throw refused;
        }
        if (started) {
            lease.toldStart();
        }
        lease.renewed(sentAt);
        checkOwned();
    }

    @Override
    public int consecutiveRenewalFailures() {
        return lease.failedRenewals();
    }

    @Override
    public boolean isLeaseHealthy() {
        return isOwned() && consecutiveRenewalFailures() < UNHEALTHY;
    }

    @Override
    public void delay(Duration time) {
        delayUntil(Times.plus(lease.storeTimeMs(), time.toMillis()));
    }

    @Override
    public void delay(Instant until) {
        delayUntil(until.toEpochMilli());
    }

    private void delayUntil(long untilMs) {
        end.reach("delayed", () -> {
            reporter.delay(lease, untilMs);
            return Ok.OK;
        });
    }

    @Override
    public Optional<Instant> fail(String reason, String category) {
        var outcome = end.reach("failed", () -> reporter.fail(lease, new AttemptOutcome.Failure(reason, category)));
        return outcome instanceof FailOutcome.RetryScheduled retry
                ? Optional.of(Instant.ofEpochMilli(retry.delayUntil()))
                : Optional.empty();
    }

    @Override
    public void cancel(String reason) {
        end.reach("cancelled", () -> {
            reporter.cancel(lease, reason);
            return Ok.OK;
        });
    }

    /** Whether the handler has ended the task itself. */
    boolean isEnded() {
        return end.isReached();
    }

    @Override
    public void checkOwned() {
        end.requireBefore();
        if (!isOwned()) {
            throw EngineError.of(
                            ErrorCode.STALE_LEASE,
                            "",
                            "This worker no longer owns execution %s, which it held at epoch %d. Stop the handler; its outcome will not be stored."
                                    .formatted(executionId(), leaseEpoch()))
                    .toException();
        }
    }
}

package io.flowfabric.sdk;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ProgressRequest;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A claim as a handler sees it. */
final class ClaimedTask implements Task {
    private final Engine engine;
    private final HeldLease lease;
    private final Claim claim;
    private final PayloadCodec codec;

    ClaimedTask(Engine engine, HeldLease lease, PayloadCodec codec) {
        this.codec = codec;
        this.engine = engine;
        this.lease = lease;
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
    public <T> T payload(Class<T> type) {
        try {
            return Decoding.as(type, codec, claim.input());
        } catch (PayloadException unreadable) {
            throw new UndecodablePayload(unreadable);
        }
    }

    @Override
    public void progress(int percent, String message) {
        engine.call(
                Catalogue.PROGRESS, new ProgressRequest(claim.handle(), OptionalInt.of(percent), Optional.of(message)));
    }

    @Override
    public boolean isOwned() {
        return lease.isOwned();
    }

    @Override
    public void checkOwned() {
        if (!isOwned()) {
            throw EngineError.of(
                            ErrorCode.STALE_LEASE,
                            "",
                            "This worker no longer owns execution %s, which it held at epoch %d. Stop; what is done now is not stored."
                                    .formatted(executionId(), leaseEpoch()))
                    .toException();
        }
    }
}

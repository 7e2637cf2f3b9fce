package io.flowfabric.sdk.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.LaneWeight;
import io.flowfabric.model.state.AttemptType;
import io.flowfabric.sdk.ManualTicker;
import io.flowfabric.sdk.internal.lease.HeldLease;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Sample values whose details do not matter. */
public final class Samples {
    public static final LaneId LANE = new LaneId("orders");
    public static final Duration TTL = Duration.ofSeconds(30);

    private Samples() {}

    public static Claim claim(String kind, String json) {
        return claim(kind, HandleKind.FRESH, json);
    }

    public static Claim claim(String kind, HandleKind how, String json) {
        var id = ExecutionId.solo(LANE, PartitionConfig.DEFAULT);
        return new Claim(
                new Handle(BackendTag.JAVA_SQLITE, how, id.toString().getBytes(UTF_8)),
                id,
                kind,
                new Namespace("default"),
                LANE,
                2,
                AttemptId.mint(),
                Optional.of(AttemptType.INITIAL),
                LeaseId.mint(),
                7,
                0,
                OptionalLong.empty(),
                Payload.json(json),
                Map.of("acme.customer", "c-1"));
    }

    public static Claim claim(String kind) {
        return claim(kind, "{}");
    }

    public static HeldLease lease(ManualTicker ticker) {
        return lease(claim("kind"), ticker);
    }

    /** A lease on an attempt that the store ends after that time. */
    public static HeldLease lease(Duration time, ManualTicker ticker) {
        var claim = claim("kind");
        long claimedAt = claim.leaseExpiresAt() - TTL.toMillis();
        return lease(claim.endingBy(OptionalLong.of(claimedAt + time.toMillis())), ticker);
    }

    private static HeldLease lease(Claim claim, ManualTicker ticker) {
        return new HeldLease(claim, false, TTL.toNanos(), ticker.getAsLong(), ticker);
    }

    static WorkerSettings settings(Duration ttl, int concurrency, String... lanes) {
        var identity = new WorkerIdentity(
                new WorkerId("pool"), new WorkerInstanceId("i-1"), new Namespace("default"), CapabilitySet.EMPTY);
        return new WorkerSettings(
                identity,
                Arrays.stream(lanes).map(LaneId::new).map(LaneWeight::of).toList(),
                ttl,
                concurrency,
                Map.of());
    }

    public static EngineException error(ErrorCode code) {
        return EngineError.of(code).toException();
    }
}

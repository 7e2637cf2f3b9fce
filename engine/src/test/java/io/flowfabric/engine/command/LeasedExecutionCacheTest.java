package io.flowfabric.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.policy.ExecutionPolicy;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is kept of leased executions when there is no room for all; the time is that of the changes. */
class LeasedExecutionCacheTest {
    private static final long T0 = 1_000_000;
    private static final long LONG_MS = 60_000;

    private final LeasedExecutionCache cache = new LeasedExecutionCache(2);

    @Test
    void thereIsRoomForMoreOnceLeasesHaveExpired() {
        var brief = keep(T0, 500);
        var lasting = keep(T0, LONG_MS);
        var early = keep(T0 + 499, LONG_MS);
        assertThat(isKept(early)).isFalse();

        var late = keep(T0 + 1_499, LONG_MS);

        assertThat(isKept(late)).isTrue();
        assertThat(isKept(lasting)).isTrue();
        assertThat(isKept(brief)).isFalse();
    }

    @Test
    void expiredLeasesAreSearchedForAtMostOnceASecond() {
        var brief = keep(T0, 500);
        keep(T0, LONG_MS);
        // A search, which finds that both leases are valid.
        keep(T0 + 100, LONG_MS);

        var withinTheSecond = keep(T0 + 1_099, LONG_MS);
        assertThat(isKept(withinTheSecond)).isFalse();
        assertThat(isKept(brief)).isTrue();

        var aSecondLater = keep(T0 + 1_100, LONG_MS);
        assertThat(isKept(aSecondLater)).isTrue();
        assertThat(isKept(brief)).isFalse();
    }

    @Test
    void whatIsForgottenMakesRoomAtOnce() {
        var first = keep(T0, LONG_MS);
        keep(T0, LONG_MS);
        cache.forget(first);

        assertThat(isKept(keep(T0, LONG_MS))).isTrue();
    }

    private boolean isKept(ExecutionId id) {
        return cache.of(id).isPresent();
    }

    /** A worker claims a new execution. */
    private ExecutionId keep(long now, long ttlMs) {
        var id = ExecutionId.minted(7);
        var submission = CreateExecution.of(new Namespace("tests"), new LaneId("main"), "job")
                .id(id)
                .build();
        var created = (Change.Created) CreateRules.create(submission, id, CreateRules.Existing.NOTHING, now)
                .changes()
                .get(0);
        var before = Loaded.of(created.after(), ExecutionPolicy.NONE);
        var by = Acquisition.of(
                new WorkerId("w"),
                new WorkerInstanceId("w-1"),
                new LeaseId(UUID.randomUUID()),
                new AttemptId(UUID.randomUUID()),
                ttlMs);
        var claimed = ClaimRules.claim(before, CapabilitySet.EMPTY, by, 0, now);
        cache.keep(before, (Change.OfExecution) claimed.changes().get(0));
        return id;
    }
}

package io.flowfabric.engine.rules;

import static io.flowfabric.engine.rules.Told.after;
import static io.flowfabric.engine.rules.Told.endedAttempt;
import static io.flowfabric.engine.rules.Told.events;
import static io.flowfabric.engine.rules.Told.refusesQuietly;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.PublicState;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 02 §6.7 — the holder cancels through its handle. */
class CancelByHolderTest {
    private static final Fence FIRST_HOLDER = Standing.LEASED.given().fence();
    private static final LeaseId OTHER_LEASE = new LeaseId(new UUID(8, 8));
    private static final AttemptId OTHER_ATTEMPT = new AttemptId(new UUID(9, 9));

    @ParameterizedTest
    @EnumSource(Standing.class)
    void theFirstHolderCancelsUntilItsLeaseIsReclaimed(Standing standing) {
        var decision = cancel(standing.given(), FIRST_HOLDER);

        switch (standing) {
            case LEASED, LEASE_EXPIRED_UNMARKED -> {
                assertThat(after(decision).ending().cancelledBy()).contains("worker");
                assertThat(endedAttempt(decision).status()).isEqualTo(AttemptStatus.ENDED_CANCELLED);
                assertThat(events(decision))
                        .containsExactly("completion cancelled", "lease revoked: cancelled by backend");
            }
            case LEASE_EXPIRED, SUSPENDED -> {
                assertThat(after(decision).publicState()).isEqualTo(PublicState.CANCELLED);
                assertThat(events(decision)).containsExactly("completion cancelled");
            }
            case REVOKED -> refusesQuietly(decision, ErrorCode.LEASE_REVOKED);
            case CANCELLED -> assertThat(decision.refusal()).isEmpty();
            default -> refusesQuietly(decision, ErrorCode.EXECUTION_NOT_ACTIVE);
        }
    }

    @Test
    void anotherLeaseOrEpochIsStaleWhileActive() {
        var given = Standing.LEASED.given();

        refusesQuietly(cancel(given, new Fence(OTHER_LEASE, 1, FIRST_HOLDER.attemptId())), ErrorCode.STALE_LEASE);
        refusesQuietly(
                cancel(given, new Fence(FIRST_HOLDER.leaseId(), 2, FIRST_HOLDER.attemptId())), ErrorCode.STALE_LEASE);
        assertThat(cancel(given, new Fence(FIRST_HOLDER.leaseId(), 1, OTHER_ATTEMPT))
                        .refusal())
                .isEmpty();
    }

    @Test
    void anotherEpochOrAttemptIsStaleWhileSuspended() {
        var given = Standing.SUSPENDED.given();

        refusesQuietly(
                cancel(given, new Fence(FIRST_HOLDER.leaseId(), 2, FIRST_HOLDER.attemptId())), ErrorCode.STALE_LEASE);
        refusesQuietly(cancel(given, new Fence(FIRST_HOLDER.leaseId(), 1, OTHER_ATTEMPT)), ErrorCode.STALE_LEASE);
    }

    @Test
    void theOldHolderIsStaleOnceItsLeaseWasReclaimed() {
        refusesQuietly(cancel(Standing.LEASE_EXPIRED.given().leasedBy("w2"), FIRST_HOLDER), ErrorCode.STALE_LEASE);
    }

    private static Decision<EndedOutcome> cancel(Given given, Fence fence) {
        return CancelRules.cancelByHolder(given.loaded(), fence, "stop", given.now());
    }
}

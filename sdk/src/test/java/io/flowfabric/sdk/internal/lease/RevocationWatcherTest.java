package io.flowfabric.sdk.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.sdk.FakeEngine;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.worker.Samples;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lease lasts a day, so neither its end nor the renewal in time can tell that it is lost. */
@Timeout(60)
class RevocationWatcherTest {
    private final FakeEngine engine = new FakeEngine();
    private final FlowFabric fabric = FlowFabric.on(engine, FabricOptions.DEFAULT);
    private final Claim claim = Samples.claim("charge");
    private final CountDownLatch release = new CountDownLatch(1);
    private final LinkedBlockingQueue<Boolean> owned = new LinkedBlockingQueue<>();

    @BeforeEach
    void start() {
        fabric.worker("orders")
                .leaseTtl(Duration.ofDays(1))
                .onAnyKind(task -> {
                    try {
                        release.await();
                    } catch (InterruptedException lost) {
                        owned.add(task.isOwned());
                    }
                    return Optional.empty();
                })
                .start();
    }

    @AfterEach
    void close() {
        release.countDown();
        fabric.close();
    }

    @Test
    void handlerLearnsOfARevoke() throws InterruptedException {
        engine.offer(claim);
        engine.awaitCall(Catalogue.RENEW);
        engine.happen(event(LeaseEventType.REVOKED, Optional.of(RevokedBy.OPERATOR)));

        assertThat(owned.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void handlerLearnsOfAnAttemptTimeout() throws InterruptedException {
        engine.offer(claim);
        engine.awaitCall(Catalogue.RENEW);
        engine.happen(event(LeaseEventType.EXPIRED, Optional.empty()));

        assertThat(owned.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void revokeBeforeTheWatchBeganIsLearntFromARenewal() throws InterruptedException {
        engine.answer(Catalogue.RENEW, args -> {
            throw Samples.error(ErrorCode.LEASE_REVOKED);
        });
        engine.offer(claim);

        assertThat(owned.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void watchThatFailsBeginsAgain() throws InterruptedException {
        engine.offer(claim);
        engine.awaitCall(Catalogue.RENEW);
        var broken = new CountDownLatch(1);
        var working = engine.leaseHistory();
        engine.answer(Catalogue.SUBSCRIBE_LEASE_HISTORY, args -> {
            broken.countDown();
            throw Samples.error(ErrorCode.TRANSPORT);
        });
        engine.happen(revokeOf(LeaseId.mint()));
        broken.await();
        engine.answer(Catalogue.SUBSCRIBE_LEASE_HISTORY, working);

        engine.awaitCall(Catalogue.RENEW);
        engine.happen(event(LeaseEventType.REVOKED, Optional.of(RevokedBy.RECONCILER)));
        assertThat(owned.poll(FakeEngine.TIMEOUT_SECONDS, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void whatIsTakenFromAnotherIsNoLoss() throws InterruptedException {
        engine.offer(claim);
        engine.awaitCall(Catalogue.RENEW);
        engine.happen(revokeOf(LeaseId.mint()));
        engine.awaitCall(Catalogue.SUBSCRIBE_LEASE_HISTORY);
        engine.awaitCall(Catalogue.SUBSCRIBE_LEASE_HISTORY);
        engine.awaitCall(Catalogue.SUBSCRIBE_LEASE_HISTORY);
        release.countDown();

        engine.awaitCall(Catalogue.COMPLETE);
        assertThat(owned).isEmpty();
    }

    private LeaseEvent revokeOf(LeaseId lease) {
        return event(lease, LeaseEventType.REVOKED, Optional.of(RevokedBy.OPERATOR));
    }

    private LeaseEvent event(LeaseEventType type, Optional<RevokedBy> by) {
        return event(claim.leaseId(), type, by);
    }

    private LeaseEvent event(LeaseId lease, LeaseEventType type, Optional<RevokedBy> by) {
        return new LeaseEvent(
                new EventSubject(claim.executionId(), claim.namespace(), Optional.empty(), 0),
                type,
                new LeaseHolder(new WorkerId("worker"), new WorkerInstanceId("i-1"), lease, claim.leaseEpoch()),
                claim.attemptIndex(),
                Optional.of("because"),
                by);
    }
}

package io.flowfabric.sdk;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.op.RenewRequest;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the leases of a worker: renews each a third of its time after it was claimed or renewed, and gives up those that
 * are lost. The renewals run elsewhere, side by side, so that a store that does not answer cannot keep the keeper from
 * noticing that a lease has run out.
 */
final class LeaseKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    /** Answers after which no renewal can succeed. */
    private static final Set<ErrorCode> LEASE_IS_OVER = EnumSet.of(
            ErrorCode.STALE_LEASE,
            ErrorCode.LEASE_EXPIRED,
            ErrorCode.LEASE_REVOKED,
            ErrorCode.EXECUTION_NOT_ACTIVE,
            ErrorCode.EXECUTION_NOT_FOUND);

    private final Engine engine;
    private final Executor renewals;
    private final LongSupplier clock;
    private final HeldLeases held = new HeldLeases();
    private final Alarm alarm;

    LeaseKeeper(Engine engine, Executor renewals, LongSupplier clock) {
        this.engine = engine;
        this.renewals = renewals;
        this.clock = clock;
        this.alarm = new Alarm(clock);
    }

    void hold(HeldLease lease) {
        held.add(lease);
        lease.nextMoment().ifPresent(alarm::set);
    }

    void release(HeldLease lease) {
        held.remove(lease);
    }

    HeldLeases held() {
        return held;
    }

    /** Ticks whenever something is due, until it is closed. */
    void run() {
        while (alarm.await()) {
            tick();
        }
    }

    /** Renews what is due and gives up what has run out. */
    void tick() {
        for (var lease : held) {
            if (!lease.lasts()) {
                giveUp(lease, "it ran out before a renewal was answered");
            } else if (lease.beginRenewal()) {
                beginRenewing(lease);
            }
            lease.nextMoment().ifPresent(alarm::set);
        }
    }

    private void beginRenewing(HeldLease lease) {
        try {
            renewals.execute(() -> renew(lease));
        } catch (RuntimeException | Error noThread) {
            // Whatever is short now, the keeper must live on for the sake of the other leases.
            tryLater(lease, clock.getAsLong(), noThread);
        }
    }

    void close() {
        alarm.close();
    }

    private void renew(HeldLease lease) {
        long sentAt = clock.getAsLong();
        try {
            engine.call(Catalogue.RENEW, new RenewRequest(lease.claim().handle()));
            lease.renewed(sentAt);
        } catch (EngineException refused) {
            if (LEASE_IS_OVER.contains(refused.code())) {
                giveUp(lease, refused.getMessage());
            } else {
                tryLater(lease, sentAt, refused);
            }
        } catch (RuntimeException failed) {
            tryLater(lease, sentAt, failed);
        } finally {
            lease.nextMoment().ifPresent(alarm::set);
        }
    }

    private void giveUp(HeldLease lease, String why) {
        if (lease.lose()) {
            LOG.warn(
                    "The lease on execution {} is lost and its handler is interrupted: {}",
                    lease.claim().executionId(),
                    why);
        }
    }

    private static void tryLater(HeldLease lease, long sentAt, Throwable failed) {
        lease.renewalFailed(sentAt);
        LOG.warn(
                "The lease on execution {} could not be renewed and will be tried again: {}",
                lease.claim().executionId(),
                failed.toString());
    }
}

package io.flowfabric.sdk.internal.lease;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.handle.HandleKind;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.lease.RenewBatch;
import io.flowfabric.model.op.lease.RenewOutcome;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.sdk.internal.EarliestAlarm;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the leases of a worker: renews each at the latest a third of its time after it was claimed or renewed, and
 * gives up those that are lost. When one is due, all that will be due soon are renewed in the same call, so that a
 * worker renews a few times per lease time, however many leases it holds. Other threads make the calls, so that a store
 * that does not answer cannot keep the keeper from noticing that a lease has expired.
 */
public final class LeaseKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    /** Errors after which no renewal can succeed. */
    private static final Set<ErrorCode> LEASE_IS_OVER = EnumSet.of(
            ErrorCode.STALE_LEASE,
            ErrorCode.LEASE_EXPIRED,
            ErrorCode.LEASE_REVOKED,
            ErrorCode.EXECUTION_NOT_ACTIVE,
            ErrorCode.EXECUTION_NOT_FOUND);

    /** The most leases per call. */
    private static final int MOST_AT_ONCE = Limits.BATCH;

    private final Engine engine;
    private final Executor renewals;
    private final LongSupplier clock;
    private final Consumer<HeldLease> whenRevoked;
    private final HeldLeases held = new HeldLeases();
    private final EarliestAlarm alarm;

    /**
     * A keeper of no leases yet.
     *
     * @param whenRevoked gets each revoked lease, after its task has learnt of it
     */
    public LeaseKeeper(Engine engine, Executor renewals, LongSupplier clock, Consumer<HeldLease> whenRevoked) {
        this.engine = engine;
        this.renewals = renewals;
        this.clock = clock;
        this.whenRevoked = whenRevoked;
        this.alarm = new EarliestAlarm(clock);
    }

    /** Whether no renewal can succeed after this error. */
    public static boolean isOver(ErrorCode answer) {
        return LEASE_IS_OVER.contains(answer);
    }

    public void hold(HeldLease lease) {
        held.add(lease);
        schedule(lease);
    }

    /**
     * The work under a lease begins. If it was claimed ahead, a renewal tells the engine so: before the work on a
     * reclaimed execution begins, since that work may have ended the previous worker and must not go uncounted again,
     * and otherwise a while after the work has begun, so that short work costs nothing.
     */
    public void begin(HeldLease lease) {
        lease.begin();
        if (lease.owesStart()) {
            if (lease.claim().handle().kind() == HandleKind.RECLAIMED) {
                renew(List.of(lease));
            } else {
                schedule(lease);
            }
        }
    }

    public void release(HeldLease lease) {
        held.remove(lease);
    }

    public HeldLeases held() {
        return held;
    }

    /** Ticks whenever something is due, until it is closed. */
    public void run() {
        // Ticks first: BackgroundLoop may have restarted this method after a failed tick.
        do {
            tick();
        } while (alarm.await());
    }

    /** Renews what is due and gives up expired leases. */
    void tick() {
        boolean due = false;
        for (var lease : held) {
            if (!lease.lasts()) {
                giveUp(
                        lease,
                        lease.endsByTimer()
                                ? "the attempt timeout or the execution deadline has passed"
                                : "it expired before a renewal was answered");
            }
            due |= lease.isDue();
        }
        if (due) {
            renew(HeldLease::isDueSoon);
        }
        held.forEach(this::schedule);
    }

    /** Renews every lease, due or not: the answers tell which of them are lost. */
    void renewAll() {
        renew(lease -> true);
    }

    boolean holdsForAtLeast(long nanos) {
        for (var lease : held) {
            if (lease.heldNanos() >= nanos) {
                return true;
            }
        }
        return false;
    }

    /** Gives up the revoked leases, for the reasons given. */
    void giveUp(Map<LeaseId, String> revoked) {
        for (var lease : held) {
            var reason = Optional.ofNullable(revoked.get(lease.claim().leaseId()));
            reason.ifPresent(why -> {
                giveUp(lease, "it was revoked: " + why);
                acknowledge(lease);
            });
        }
    }

    public void close() {
        alarm.close();
    }

    private void renew(Predicate<HeldLease> which) {
        List<HeldLease> together = new ArrayList<>();
        for (var lease : held) {
            if (which.test(lease) && lease.beginRenewal()) {
                together.add(lease);
            }
        }
        for (int from = 0; from < together.size(); from += MOST_AT_ONCE) {
            beginRenewing(together.subList(from, Math.min(from + MOST_AT_ONCE, together.size())));
        }
    }

    private void beginRenewing(List<HeldLease> leases) {
        try {
            renewals.execute(() -> renew(leases));
        } catch (RuntimeException | Error noThread) {
            // Even without memory or threads the keeper must go on for the sake of the other leases.
            tryLater(leases, clock.getAsLong(), noThread);
        }
    }

    private void renew(List<HeldLease> leases) {
        long sentAt = clock.getAsLong();
        var requests = leases.stream()
                .map(lease -> new RenewRequest(lease.claim().handle(), lease.owesStart()))
                .toList();
        try {
            var answers = engine.call(Catalogue.RENEW_BATCH, new RenewBatch(requests));
            for (int i = 0; i < leases.size(); i++) {
                if (requests.get(i).started() && answers.get(i) instanceof BatchItem.Answered<RenewOutcome>) {
                    leases.get(i).toldStart();
                }
                settle(leases.get(i), answers.get(i), sentAt);
            }
        } catch (RuntimeException failed) {
            tryLater(leases, sentAt, failed);
        } finally {
            leases.forEach(this::schedule);
        }
    }

    private void settle(HeldLease lease, BatchItem<RenewOutcome> answer, long sentAt) {
        if (!(answer instanceof BatchItem.Refused<RenewOutcome> refused)) {
            lease.renewed(sentAt);
        } else if (isOver(refused.error().code())) {
            giveUp(lease, refused.error().toException().getMessage());
            if (refused.error().code() == ErrorCode.LEASE_REVOKED) {
                acknowledge(lease);
            }
        } else {
            tryLater(List.of(lease), sentAt, refused.error().toException());
        }
    }

    private void schedule(HeldLease lease) {
        lease.nextMoment().ifPresent(alarm::set);
    }

    private void giveUp(HeldLease lease, String why) {
        if (lease.lose()) {
            LOG.warn(
                    "The lease on execution {} is lost and its handler is interrupted: {}",
                    lease.claim().executionId(),
                    why);
        }
    }

    private void acknowledge(HeldLease lease) {
        try {
            whenRevoked.accept(lease);
        } catch (RuntimeException | Error noThread) {
            LOG.debug(
                    "Execution {} can be reclaimed when its lease has expired",
                    lease.claim().executionId(),
                    noThread);
        }
    }

    private static void tryLater(List<HeldLease> leases, long sentAt, Throwable failed) {
        leases.forEach(lease -> lease.renewalFailed(sentAt));
        LOG.warn(
                "{} leases, among them that on execution {}, could not be renewed and will be tried again: {}",
                leases.size(),
                leases.get(0).claim().executionId(),
                failed.toString());
    }
}

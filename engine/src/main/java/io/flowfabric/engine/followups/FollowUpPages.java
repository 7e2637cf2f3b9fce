package io.flowfabric.engine.followups;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.FollowUpKind;
import io.flowfabric.engine.rules.followup.FollowUpRules;
import io.flowfabric.engine.store.HeldException;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.read.StoredFollowUp;
import io.flowfabric.model.error.EngineException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out follow-ups of one kind, one page per transaction. Safe for use by any thread. */
final class FollowUpPages {
    private static final Logger LOG = LoggerFactory.getLogger(FollowUpPages.class);
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(30);

    /** Most rows are held for milliseconds; one that is held for longer does not delay the others. */
    private static final int MOST_TRIES = 3;

    private final Store store;
    private final FollowUpKind kind;
    private final FollowUpHandler handler;

    FollowUpPages(Store store, FollowUpKind kind, FollowUpHandler handler) {
        this.store = store;
        this.kind = kind;
        this.handler = handler;
    }

    /**
     * Carries out the next page.
     *
     * @return whether there may be another that is due
     * @throws EngineException if the store cannot be reached
     */
    boolean next() throws InterruptedException {
        int taken = take(handler.most());
        // Together they failed, so each is tried in a transaction of its own.
        for (int i = 0; i < -taken; i++) {
            take(1);
        }
        return taken != 0;
    }

    /** Returns how many were carried out, or the negative number of those that failed together. */
    private int take(int limit) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return take(limit, tries == MOST_TRIES);
            } catch (HeldException briefly) {
                LOG.trace("A follow-up met a row that another transaction holds");
            }
        }
    }

    /** @param last whether a row that another transaction holds counts as a failure */
    private int take(int limit, boolean last) throws InterruptedException {
        var locked = new AtomicReference<List<StoredFollowUp>>(List.of());
        try {
            return await(store.tryWrite(0, Deadline.in(LONGEST_WRITE), tx -> {
                locked.set(tx.followUps().lockDue(kind, tx.now(), limit));
                carryOut(tx, locked.get());
                return locked.get().size();
            }));
        } catch (ExecutionException failed) {
            var page = locked.get();
            if (failed.getCause() instanceof HeldException held && !last) {
                throw held;
            }
            if (page.isEmpty()) {
                throw asStoreFailure(failed.getCause());
            }
            if (page.size() > 1) {
                return -page.size();
            }
            note(page.get(0), failed.getCause());
            return 1;
        }
    }

    private void carryOut(WriteTx tx, List<StoredFollowUp> page) {
        if (page.isEmpty()) {
            return;
        }
        var steps =
                handler.carryOut(tx, page.stream().map(StoredFollowUp::followUp).toList());
        var done = new ArrayList<StoredFollowUp>();
        var moved = new ArrayList<StoredFollowUp>();
        for (int i = 0; i < page.size(); i++) {
            if (steps.get(i) instanceof FollowUpStep.Continue step) {
                moved.add(page.get(i).movedTo(step.position()));
            } else {
                done.add(page.get(i));
            }
        }
        if (!done.isEmpty()) {
            tx.followUps().finish(done);
        }
        if (!moved.isEmpty()) {
            tx.followUps().advance(moved);
        }
    }

    /** A failure that cannot be counted either is one of the store. */
    private void note(StoredFollowUp stored, Throwable failure) throws InterruptedException {
        int failures = stored.failures() + 1;
        try {
            await(store.tryWrite(
                    0,
                    Deadline.in(LONGEST_WRITE),
                    tx -> tx.followUps().fail(stored, FollowUpRules.nextTryAt(failures, tx.now()))));
        } catch (ExecutionException uncounted) {
            if (!(uncounted.getCause() instanceof HeldException)) {
                throw asStoreFailure(uncounted.getCause());
            }
        }
        tell(stored.followUp(), failures, failure);
    }

    /** Once for each streak of failures. A row that another transaction holds is no news. */
    private static void tell(FollowUp followUp, int failures, Throwable failure) {
        boolean news = failure instanceof HeldException ? failures == FollowUpRules.KEEPS_FAILING : failures == 1;
        if (news) {
            LOG.warn(
                    "The follow-up {} of {} failed and is tried again until it succeeds, at least once a minute: {}",
                    followUp.kind(),
                    followUp.subject(),
                    failure.toString());
        } else {
            LOG.debug("The follow-up {} of {} failed {} times", followUp.kind(), followUp.subject(), failures, failure);
        }
    }

    private static <T> T await(CompletableFuture<T> written) throws InterruptedException, ExecutionException {
        return written.get();
    }

    private static RuntimeException asStoreFailure(Throwable cause) {
        return cause instanceof RuntimeException unchecked
                ? unchecked
                : new IllegalStateException("Follow-ups could not be read: " + cause, cause);
    }
}

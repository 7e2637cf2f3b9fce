package io.flowfabric.engine.ops;

import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.command.Effects;
import io.flowfabric.engine.followups.FollowUpStep;
import io.flowfabric.engine.rules.FollowUp;
import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.engine.rules.claim.WorkerRules;
import io.flowfabric.engine.rules.followup.FollowUpRules;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.read.Queue;
import io.flowfabric.engine.store.read.WorkerReads;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.worker.RegisteredWorker;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.model.worker.WorkerOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which queues live workers serve, and letting go of executions that waited for a capable worker, set by set. */
final class Routes {
    private static final Logger LOG = LoggerFactory.getLogger(Routes.class);
    private static final int BATCH = 256;
    private static final int PAGE = 1000;
    private static final Optional<String> NO_CAPABLE_WORKER =
            Optional.of(BlockingReason.WAITING_FOR_CAPABLE_WORKER.literal());

    private final CommandExecutor calls;

    Routes(CommandExecutor calls) {
        this.calls = calls;
    }

    /**
     * Unblocks a page of the executions that waited for a worker which has registered. They are no longer blocked then,
     * so the next page begins at the start as well. A worker that is gone again can run none.
     */
    static FollowUpStep release(WriteTx tx, FollowUp followUp) {
        var key = FollowUpRules.worker(followUp);
        var worker = Optional.ofNullable(tx.workers().lock(List.of(key)).get(key));
        boolean more = worker.filter(found -> WorkerRules.isAlive(found, tx.now()))
                .map(found -> release(tx, key, found.offer()))
                .orElse(false);
        return more ? new FollowUpStep.Continue(FollowUp.START) : FollowUpStep.DONE;
    }

    private static boolean release(WriteTx tx, WorkerKey key, WorkerOffer offer) {
        return release(
                tx,
                numbers(
                        tx.lanes().queuesOf(offer.lanes(), Optional.of(key.namespace())),
                        queue -> WorkerRules.serves(
                                key, offer, queue.namespace(), queue.lane(), queue.requiredCapabilities())));
    }

    /**
     * Unblocks all executions that need not wait: one may have been blocked right after the registration it waited for.
     */
    void releaseRoutable() {
        var blocked = calls.read(tx -> tx.due().unrouted());
        var queues = blocked.isEmpty() ? List.<Integer>of() : numbers(blocked, routable(blocked));
        boolean more = !queues.isEmpty();
        while (more) {
            more = calls.write(0, tx -> release(tx, queues));
        }
    }

    /** Those of these queues that no live worker serves. */
    List<Queue> unroutable(List<Queue> queues) {
        return queues.stream().filter(routable(queues).negate()).toList();
    }

    /**
     * When it is unknown whether a capable worker lives, the execution is unblocked: claims decide again, a block would
     * last.
     */
    private Predicate<Queue> routable(List<Queue> queues) {
        try {
            var live = queues.stream()
                    .map(Queue::namespace)
                    .distinct()
                    .flatMap(namespace -> liveWorkers(namespace).stream())
                    .toList();
            return queue ->
                    AdmissionRules.isRoutable(queue.namespace(), queue.lane(), queue.requiredCapabilities(), live);
        } catch (EngineException unreadable) {
            LOG.warn(
                    "The registry of workers cannot be read; no execution is blocked for a capable worker: {}",
                    unreadable.getMessage());
            return queue -> true;
        }
    }

    private List<RegisteredWorker> liveWorkers(Namespace namespace) {
        var live = new ArrayList<RegisteredWorker>();
        Optional<WorkerKey> last = Optional.empty();
        do {
            var after = last;
            var page = Page.of(
                    calls.read(tx -> tx.workers()
                            .list(new WorkerReads.Scan(Optional.of(namespace), after, tx.now(), Page.oneMore(PAGE)))),
                    PAGE);
            live.addAll(page.items());
            last = page.next().map(RegisteredWorker::key);
        } while (last.isPresent());
        return live;
    }

    private static List<Integer> numbers(List<Queue> queues, Predicate<Queue> which) {
        return queues.stream().filter(which).map(Queue::number).toList();
    }

    private static boolean release(WriteTx tx, List<Integer> queues) {
        if (queues.isEmpty()) {
            return false;
        }
        var blocked = tx.executions().lockUnrouted(queues, BATCH);
        long now = tx.now();
        var effects = new Effects();
        for (var loaded : blocked) {
            var decision = AdmissionRules.unblock(loaded.execution(), NO_CAPABLE_WORKER, now);
            decision.answer().orThrow();
            effects.add(decision);
        }
        effects.store(tx);
        return blocked.size() == BATCH;
    }
}

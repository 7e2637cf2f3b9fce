package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.AdmissionRules;
import io.flowfabric.engine.rules.WorkerRules;
import io.flowfabric.engine.store.WorkerReads;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.WriteTx.Queue;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.worker.Worker;
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

    private final Calls calls;

    Routes(Calls calls) {
        this.calls = calls;
    }

    /** Lets go of a set of executions that waited for a worker like this one; answers whether there may be more. */
    static boolean release(WriteTx tx, WorkerKey key, WorkerOffer offer) {
        return release(
                tx,
                numbers(
                        tx.queuesOf(offer.lanes(), Optional.of(key.namespace())),
                        queue -> WorkerRules.serves(
                                key, offer, queue.namespace(), queue.lane(), queue.requiredCapabilities())));
    }

    /** Lets go of all executions that need not wait: a block may have come right after the registration it waited for. */
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

    /** Whoever cannot be told that nobody is there had better go: claimers decide again, a waiter would wait for ever. */
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
                    "The registry of workers cannot be read; nothing is made to wait for a capable worker: {}",
                    unreadable.getMessage());
            return queue -> true;
        }
    }

    private List<Worker> liveWorkers(Namespace namespace) {
        var live = new ArrayList<Worker>();
        Optional<WorkerKey> last = Optional.empty();
        do {
            var after = last;
            var page = Page.of(
                    calls.read(tx -> tx.workers()
                            .list(new WorkerReads.Scan(Optional.of(namespace), after, tx.now(), Page.oneMore(PAGE)))),
                    PAGE);
            live.addAll(page.items());
            last = page.next().map(Worker::key);
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
        var blocked = tx.lockUnrouted(queues, BATCH);
        long now = tx.now();
        for (var loaded : blocked) {
            Calls.store(tx, AdmissionRules.unblock(loaded.execution(), NO_CAPABLE_WORKER, now))
                    .orThrow();
        }
        return blocked.size() == BATCH;
    }
}

package io.flowfabric.engine.ops;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.RetentionRules;
import io.flowfabric.engine.store.RetentionReads.Ended;
import io.flowfabric.engine.store.RetentionReads.Part;
import io.flowfabric.engine.store.RetentionReads.Scan;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.TrimRetention;
import io.flowfabric.model.tag.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgetting what was kept long enough. */
final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final int MOST_AT_ONCE = 500;

    private final Calls calls;

    Retention(Calls calls) {
        this.calls = calls;
    }

    /** Goes on behind what a filter or a failure left standing, so that nothing at the front keeps the rest from it. */
    int trim(TrimRetention args) {
        Calls.require(RetentionRules.checkArguments(args.retentionMs(), args.batchSize()));
        int purged = 0;
        Optional<Ended> after = Optional.empty();
        boolean more = true;
        while (more && purged < args.batchSize()) {
            int limit = Math.min(args.batchSize() - purged, MOST_AT_ONCE);
            var found = due(args, after, limit);
            purged += purge(found.stream().map(Ended::id).toList(), args);
            more = found.size() == limit;
            after = more ? Optional.of(found.get(limit - 1)) : after;
        }
        if (args.isUnrestricted()) {
            trimTheRest(args.retentionMs());
        }
        return purged;
    }

    private List<Ended> due(TrimRetention args, Optional<Ended> after, int limit) {
        var part = new Part(args.partition(), args.laneId());
        return calls.read(tx -> tx.retention().due(new Scan(tx.now(), args.retentionMs(), part, after, limit)));
    }

    private int purge(List<ExecutionId> ids, TrimRetention args) {
        if (ids.isEmpty()) {
            return 0;
        }
        try {
            return calls.write(0, tx -> purge(tx, ids, args));
        } catch (EngineException | IllegalStateException failed) {
            if (!ItemFailures.isAboutAnItem(failed)) {
                throw failed;
            }
            if (ids.size() > 1) {
                return ids.stream().mapToInt(id -> purge(List.of(id), args)).sum();
            }
            LOG.warn("Execution {} cannot be forgotten and stays for now: {}", ids.get(0), failed.getMessage());
            return 0;
        }
    }

    /** Those that others hold locked are left to them: most likely another engine is purging them. */
    private static int purge(WriteTx tx, List<ExecutionId> ids, TrimRetention args) {
        var found = tx.tryLock(ids).values();
        Map<ExecutionId, Tags> tags = args.filter()
                .instanceTag()
                .map(tag -> tx.tagsOf(ids, tag.key()))
                .orElse(Map.of());
        long now = tx.now();
        int purged = 0;
        var changes = new ArrayList<Change>();
        var events = new ArrayList<Event>();
        for (var loaded : found) {
            var e = loaded.execution();
            if (RetentionRules.concerns(args.filter(), e, tags.getOrDefault(e.id(), Tags.EMPTY))) {
                var decision = RetentionRules.purge(loaded, args.retentionMs(), now);
                changes.addAll(decision.changes());
                events.addAll(decision.events());
                purged += decision.answer().orThrow() ? 1 : 0;
            }
        }
        Calls.store(tx, changes, events);
        return purged;
    }

    private void trimTheRest(long retentionMs) {
        int most;
        do {
            var trimmed = calls.write(0, tx -> trimTheRest(tx, retentionMs));
            most = trimmed.most();
            if (!trimmed.emptyQueues().isEmpty()) {
                remove(trimmed.emptyQueues());
            }
        } while (most == MOST_AT_ONCE);
    }

    /**
     * What a step of the trim did.
     *
     * @param most the largest number of keys, events or queues
     */
    private record Trimmed(int most, List<Integer> emptyQueues) {}

    /** Looking at queues notes when to look again: each is met once, and one that cannot be removed comes again. */
    private static Trimmed trimTheRest(WriteTx tx, long retentionMs) {
        long now = tx.now();
        int forgotten = Math.max(tx.trimKeys(now, MOST_AT_ONCE), tx.trimEvents(now - retentionMs, MOST_AT_ONCE));
        var look = tx.lookAtQueues(MOST_AT_ONCE);
        return new Trimmed(Math.max(forgotten, look.looked()), look.empty());
    }

    private void remove(List<Integer> empty) {
        calls.tryWrite(tx -> tx.removeQueues(empty))
                .ifPresentOrElse(
                        removed -> LOG.debug("Removed {} of {} queues that seemed empty", removed, empty.size()),
                        () -> LOG.debug("{} queues that seem empty stay: a transaction is in the way", empty.size()));
    }
}

package io.flowfabric.engine.ops;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.command.CommandExecutor;
import io.flowfabric.engine.command.Effects;
import io.flowfabric.engine.command.ItemFailures;
import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.rules.record.PurgeSet;
import io.flowfabric.engine.rules.record.RetentionRules;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.read.RetentionReads.Ended;
import io.flowfabric.engine.store.read.RetentionReads.Part;
import io.flowfabric.engine.store.read.RetentionReads.Scan;
import io.flowfabric.engine.store.write.RetentionWrites.PurgeCandidate;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.model.tag.Tags;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgetting what was kept long enough. */
final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final int MOST_AT_ONCE = 500;

    /** Of a set that fails because of one of its executions. */
    private static final int MOST_ONE_BY_ONE = 100;

    private final CommandExecutor calls;

    Retention(CommandExecutor calls) {
        this.calls = calls;
    }

    void bindTo(Bindings bindings) {
        bindings.bind(Catalogue.TRIM_RETENTION, this::trim);
    }

    /** Continues behind executions that a filter or a failure left in place, so that they do not block the others. */
    int trim(TrimRetention args) {
        CommandExecutor.require(RetentionRules.checkArguments(args.retentionMs(), args.batchSize()));
        int purged = 0;
        Optional<Ended> after = Optional.empty();
        do {
            var set = purgeNext(args, after, args.batchSize() - purged);
            purged += set.purged();
            after = set.next();
        } while (after.isPresent() && purged < args.batchSize());
        if (args.isUnrestricted()) {
            trimTheRest(args.retentionMs());
        }
        return purged;
    }

    /**
     * The result for one set.
     *
     * @param next behind which there may be others; empty when there are none
     */
    private record PurgedSet(int purged, Optional<Ended> next) {}

    private PurgedSet purgeNext(TrimRetention args, Optional<Ended> after, int limit) {
        try {
            return calls.write(0, tx -> {
                var largest = tx.retention().largestSet();
                return purgeNext(tx, args, scan(tx.now(), args, after, Math.min(limit, largest.executions())), largest);
            });
        } catch (EngineException | IllegalStateException failed) {
            if (!ItemFailures.isAboutAnItem(failed)) {
                throw failed;
            }
            return purgeOneByOne(args, after, Math.min(limit, MOST_ONE_BY_ONE));
        }
    }

    private static Scan scan(long now, TrimRetention args, Optional<Ended> after, int limit) {
        return new Scan(now, args.retentionMs(), new Part(args.partition(), args.laneId()), after, limit);
    }

    /** Those that other transactions hold locked are left to them: most likely another engine is purging them. */
    private static PurgedSet purgeNext(WriteTx tx, TrimRetention args, Scan scan, PurgeSet largest) {
        var page = tx.retention().lockDue(scan);
        var found = page.candidates();
        int size = largest.size(found.stream().map(Retention::weight).toList());
        var set = found.subList(0, size).stream().map(PurgeCandidate::loaded).toList();
        return new PurgedSet(
                purge(tx, set, args, scan.now()),
                size < found.size() ? Optional.of(found.get(size - 1).ended()) : page.next());
    }

    private static PurgeSet.Weight weight(PurgeCandidate candidate) {
        return new PurgeSet.Weight(candidate.loaded().execution().version(), candidate.bytes());
    }

    /** So that one that cannot be purged stays alone. */
    private PurgedSet purgeOneByOne(TrimRetention args, Optional<Ended> after, int limit) {
        var found = calls.read(tx -> tx.retention().due(scan(tx.now(), args, after, limit)));
        int purged = 0;
        for (var one : found) {
            purged += purgeAlone(one.id(), args);
        }
        return new PurgedSet(purged, found.size() == limit ? Optional.of(found.get(limit - 1)) : Optional.empty());
    }

    private int purgeAlone(ExecutionId id, TrimRetention args) {
        try {
            return calls.write(
                    0, tx -> purge(tx, tx.executions().tryLock(List.of(id)).values(), args, tx.now()));
        } catch (EngineException | IllegalStateException failed) {
            if (!ItemFailures.isAboutAnItem(failed)) {
                throw failed;
            }
            LOG.warn("Execution {} cannot be purged and stays for now: {}", id, failed.getMessage());
            return 0;
        }
    }

    private static int purge(WriteTx tx, Collection<Loaded> locked, TrimRetention args, long now) {
        var tags = tags(tx, locked, args);
        int purged = 0;
        var effects = new Effects();
        for (var loaded : locked) {
            var e = loaded.execution();
            if (RetentionRules.concerns(args.filter(), e, tags.getOrDefault(e.id(), Tags.EMPTY))) {
                var decision = RetentionRules.purge(loaded, args.retentionMs(), now);
                effects.add(decision);
                purged += decision.answer().orThrow() ? 1 : 0;
            }
        }
        effects.store(tx);
        return purged;
    }

    private static Map<ExecutionId, Tags> tags(WriteTx tx, Collection<Loaded> locked, TrimRetention args) {
        return args.filter()
                .instanceTag()
                .map(tag -> tx.executions()
                        .tagsOf(locked.stream().map(one -> one.execution().id()).toList(), tag.key()))
                .orElse(Map.of());
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

    /**
     * Checking queues notes when to check again: each is visited once, and one that cannot be removed is visited later.
     */
    private static Trimmed trimTheRest(WriteTx tx, long retentionMs) {
        long now = tx.now();
        int keys = tx.retention().trimKeys(now, MOST_AT_ONCE);
        int events = tx.retention()
                .trimEvents(now - retentionMs, now - RetentionRules.outlivedAfter(retentionMs), MOST_AT_ONCE);
        int forgotten = Math.max(keys, events);
        var look = tx.lanes().checkQueues(MOST_AT_ONCE);
        return new Trimmed(Math.max(forgotten, look.looked()), look.empty());
    }

    private void remove(List<Integer> empty) {
        calls.tryWrite(tx -> tx.lanes().removeQueues(empty))
                .ifPresentOrElse(
                        removed -> LOG.debug("Removed {} of {} queues that seemed empty", removed, empty.size()),
                        () -> LOG.debug(
                                "{} queues that seem empty stay: another transaction holds them", empty.size()));
    }
}

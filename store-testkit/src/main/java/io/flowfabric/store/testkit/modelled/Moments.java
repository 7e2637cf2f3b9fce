package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.model.cursor.CursorLease;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.worker.RegisteredWorker;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The moments at which something changes by itself, where "at or before" and "before" part. */
final class Moments {
    private final World world;
    private final EngineSettings settings;

    Moments(World world, EngineSettings settings) {
        this.world = world;
        this.settings = settings;
    }

    /** The next ones, the earliest first. */
    List<Long> ahead(int most) {
        var executions = world.executions().stream().flatMapToLong(this::of);
        var workers = world.workers().values().stream().mapToLong(RegisteredWorker::livenessEndsAt);
        var keys = world.keys().values().stream().mapToLong(World.Reservation::until);
        var events = world.outbox().ofWorkers().mapToLong(event -> retainedUntil(event.occurredAt()));
        var cursors = world.cursors().values().stream()
                .flatMap(cursor -> cursor.lease().stream())
                .mapToLong(CursorLease::expiresAt);
        return Stream.of(executions, workers, keys, events, cursors)
                .flatMapToLong(moments -> moments)
                .filter(moment -> moment > world.now())
                .sorted()
                .distinct()
                .limit(most)
                .boxed()
                .toList();
    }

    private LongStream of(ModelledExecution each) {
        Execution e = each.execution();
        var lease = e.lease().stream().flatMapToLong(this::of);
        var grant = each.loaded().grant().stream().mapToLong(Grant::expiresAt);
        var retention = e.timing().completedAt().stream().map(this::retainedUntil);
        var dueTimes = Stream.of(
                        e.dueTimes().delayUntil(),
                        e.dueTimes().attemptTimeoutAt(),
                        e.dueTimes().deadlineAt())
                .flatMapToLong(OptionalLong::stream);
        return Stream.of(lease, grant, retention, dueTimes).flatMapToLong(moments -> moments);
    }

    private long retainedUntil(long moment) {
        return moment + settings.retention().toMillis();
    }

    private LongStream of(Lease lease) {
        return LongStream.concat(
                LongStream.of(lease.expiresAt()),
                lease.reclaimableSince().stream()
                        .map(expired -> expired + settings.reclaimGrace().toMillis()));
    }
}

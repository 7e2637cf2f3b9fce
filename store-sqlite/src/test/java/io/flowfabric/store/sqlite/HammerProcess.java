package io.flowfabric.store.sqlite;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.turn.CountingTurn;
import io.flowfabric.store.sqlite.turn.FileTurns;
import io.flowfabric.store.sqlite.writer.TestDatabase;
import io.flowfabric.store.testkit.Client;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A process that hammers a store for a while once it is told to, and writes a {@link HammerReport}. Arguments: the
 * database, the report, for how long.
 */
final class HammerProcess {

    private static final int THREADS = 4;
    private static final int WARM_UP_ROUNDS = 10;

    private HammerProcess() {}

    public static void main(String[] arguments) throws Exception {
        Path database = Path.of(arguments[0]);
        Path report = Path.of(arguments[1]);
        Duration load = Duration.parse(arguments[2]);
        var turn = new CountingTurn(FileTurns.open(database));
        var store = SqliteStore.open(TestDatabase.address(database), turn, SqliteSchema.CURRENT, StoreOptions.DEFAULT);
        try (var client = Client.of(store, EngineSettings.DEFAULT)) {
            var warmUp = warmUp(client);
            System.out.println("ready");
            System.in.read();
            var yardstick = new Yardstick(report.resolveSibling(report.getFileName() + ".yardstick"));
            yardstick.start();
            long before = turn.groups().get();
            List<Hammer> hammers = hammer(client, Deadline.in(load));
            long groups = turn.groups().get() - before;
            long longestNanos = hammers.stream()
                    .mapToLong(hammer -> hammer.longestNanos)
                    .max()
                    .orElseThrow();
            new HammerReport(
                            all(warmUp, hammers, hammer -> hammer.created),
                            all(warmUp, hammers, hammer -> hammer.completed),
                            all(warmUp, hammers, hammer -> hammer.failures),
                            groups,
                            Duration.ofNanos(longestNanos),
                            Duration.ofNanos(yardstick.finish()))
                    .write(report);
        }
    }

    /** Loads the classes: the waits to be measured are those for the store, not for a JVM that starts. */
    private static Hammer warmUp(Client client) {
        var rounds = new AtomicInteger(WARM_UP_ROUNDS);
        var hammer = new Hammer(client, () -> rounds.getAndDecrement() > 0);
        hammer.call();
        return hammer;
    }

    private static List<Hammer> hammer(Client client, Deadline end) throws Exception {
        var pool = Executors.newFixedThreadPool(THREADS);
        try {
            var hammers = Stream.generate(() -> new Hammer(client, () -> !end.hasPassed()))
                    .limit(THREADS)
                    .toList();
            for (var running : pool.invokeAll(hammers)) {
                running.get();
            }
            return hammers;
        } finally {
            pool.shutdown();
        }
    }

    private static <T> List<T> all(Hammer first, List<Hammer> others, Function<Hammer, List<T>> part) {
        return Stream.concat(Stream.of(first), others.stream())
                .flatMap(hammer -> part.apply(hammer).stream())
                .toList();
    }
}

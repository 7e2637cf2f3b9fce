package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.embedded.KillableServer;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.ListExpiredLeases;
import io.flowfabric.model.op.SubscribeFamily;
import io.flowfabric.testkit.LongRuns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker at work for a while, with everything against it: the PostgreSQL is killed, the SQLite file closed and opened. */
@Timeout(600)
class SoakTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @Test
    void nothingIsLostOrDoubledOrLeakedOnSqlite() throws Exception {
        soak("sqlite:" + folder.resolve("soak.db"), engine -> engine::restart);
    }

    @Test
    void nothingIsLostOrDoubledOrLeakedOnPostgres() throws Exception {
        try (var server = KillableServer.start(folder.resolve("data"))) {
            SoakedCrew.Outage death = () -> {
                server.kill();
                server.restart();
            };
            soak(server.address(), engine -> byTurns(death, engine::restart));
        }
    }

    private static SoakedCrew.Outage byTurns(SoakedCrew.Outage one, SoakedCrew.Outage other) {
        var turns = new AtomicInteger();
        return () -> (turns.getAndIncrement() % 2 == 0 ? one : other).happen();
    }

    private static void soak(String address, Function<UnreliableEngine, SoakedCrew.Outage> outage) throws Exception {
        var before = threads();
        var engine = new UnreliableEngine(address);
        try (var fabric = new FlowFabric(engine, FabricOptions.DEFAULT)) {
            var crew = new SoakedCrew(fabric, engine, outage.apply(engine));
            crew.work(LongRuns.duration(Duration.ofSeconds(60)));

            for (var id : crew.submitted()) {
                assertThat(fabric.execution(id).await(String.class, LONG))
                        .as("nothing is lost")
                        .isEqualTo(id.toString());
            }
            crew.close();
            assertThat(crew.doubled()).as("nobody runs what another owns").isEmpty();
            assertThat(completions(fabric))
                    .as("each ended once, and nothing was submitted twice")
                    .isEqualTo(crew.submitted().stream().collect(Collectors.toMap(id -> id, id -> 1)));
            assertThat(leases(fabric)).as("leaked leases").isZero();
        }
        for (var thread : threads()) {
            if (!before.contains(thread)) {
                thread.join(LONG.toMillis());
                assertThat(thread.isAlive()).as("leaked thread %s", thread).isFalse();
            }
        }
    }

    private static Map<ExecutionId, Integer> completions(FlowFabric fabric) {
        var count = new HashMap<ExecutionId, Integer>();
        var cursor = EventCursor.START;
        boolean more = true;
        while (more) {
            var page = fabric.engine()
                    .call(Catalogue.SUBSCRIBE_COMPLETION, new SubscribeFamily(cursor, ScannerFilter.NONE, 1000, 0));
            for (var item : page.events()) {
                var ended = (CompletionEvent) ((EventItem.Delivered) item).event();
                count.merge(ended.subject().executionId(), 1, Integer::sum);
            }
            cursor = page.cursor();
            more = !page.events().isEmpty();
        }
        return count;
    }

    /** Leases that end at any time, which a worker that has closed holds none of. */
    private static int leases(FlowFabric fabric) {
        return fabric.engine()
                .call(
                        Catalogue.LIST_EXPIRED_LEASES,
                        new ListExpiredLeases(OptionalLong.of(Long.MAX_VALUE), Optional.empty(), 10, Optional.empty()))
                .entries()
                .size();
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("flowfabric"))
                .collect(Collectors.toSet());
    }
}

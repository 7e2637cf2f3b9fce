package io.flowfabric.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.SubscribeFamily;
import io.flowfabric.model.op.listing.ListExpiredLeases;
import io.flowfabric.sdk.config.FabricOptions;
import io.flowfabric.sdk.internal.UnreliableEngine;
import io.flowfabric.store.testkit.LongRuns;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A worker at work for a while, with faults of all kinds. Nothing is lost, doubled or leaked. */
final class Soak {
    private static final Duration LONG = Duration.ofMinutes(2);

    private Soak() {}

    /** @param outage makes the store unavailable for a moment under the engine */
    static void run(String address, Function<UnreliableEngine, SoakedWorkers.Outage> outage) throws Exception {
        var before = threads();
        var engine = new UnreliableEngine(address);
        try (var fabric = FlowFabric.on(engine, FabricOptions.DEFAULT)) {
            var crew = new SoakedWorkers(fabric, engine, outage.apply(engine));
            crew.work(LongRuns.duration(Duration.ofSeconds(60)));

            for (var id : crew.submitted()) {
                assertThat(fabric.execution(id).await(String.class, LONG))
                        .as("nothing is lost")
                        .isEqualTo(id.toString());
            }
            crew.close();
            assertThat(crew.doubled())
                    .as("no worker runs an execution that another owns")
                    .isEmpty();
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

    /** Leases that end at any time; a closed worker holds none. */
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

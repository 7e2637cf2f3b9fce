package io.flowfabric.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.read.EventReads;
import io.flowfabric.model.cursor.EventCursor;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.kind.OperatorEventType;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.event.SubscribeEvents;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A subscriber with a filter on an outbox to which another namespace appends faster than the subscriber reads. */
@Timeout(60)
class EventFloodTest {
    private static final Namespace SHOP = new Namespace("shop");
    private static final Namespace FLOODING = new Namespace("flooding");

    /** One in so many events belongs to the subscriber, so that most queries find one and a page is never full soon. */
    private static final long SHARE = 200;

    /** A few queries, of which each takes milliseconds on a store. */
    private static final int FEW = 10;

    private final FloodedStore store = new FloodedStore();
    private final LocalEngine engine = LocalEngine.start(store, EngineSettings.DEFAULT.withTimers(false));

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void subscriberGetsWhatWasFoundAlthoughTheOutboxDoesNotEnd() {
        assertThat(positions(follow(EventCursor.START))).startsWith(SHARE, 2 * SHARE);
        assertThat(store.looks).as("queries of the outbox").isLessThanOrEqualTo(FEW);
    }

    @Test
    void pagesThatEndEarlyLeaveNothingOutAndRepeatNothing() {
        var seen = new ArrayList<Long>();
        var cursor = EventCursor.START;
        for (int i = 0; i < FEW; i++) {
            var page = follow(cursor);
            seen.addAll(positions(page));
            cursor = page.cursor();
        }
        assertThat(seen)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, seen.size())
                        .mapToObj(number -> number * SHARE)
                        .toList());
    }

    private EventPage follow(EventCursor cursor) {
        var filter = new ScannerFilter(Optional.of(SHOP), Optional.empty());
        return engine.call(Catalogue.SUBSCRIBE_EVENTS, new SubscribeEvents(Set.of(), cursor, filter, 1000, 30_000));
    }

    private static List<Long> positions(EventPage page) {
        return page.events().stream()
                .map(item -> item.cursor().number().getAsLong())
                .toList();
    }

    /** Its outbox has no end. */
    private static final class FloodedStore extends SilentStore implements EventReads {
        private final ExecutionId execution = ExecutionId.parse("{fp:1}:01900000-0000-7000-8000-000000000000");
        private volatile int looks;

        @Override
        public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
            return unit.run((ReadTx) Proxy.newProxyInstance(
                    ReadTx.class.getClassLoader(), new Class<?>[] {ReadTx.class}, (tx, method, none) -> this));
        }

        @Override
        public long settled() {
            return Long.MAX_VALUE;
        }

        @Override
        public long newest() {
            return Long.MAX_VALUE;
        }

        @Override
        public long trimmedTo() {
            return 0;
        }

        @Override
        public List<Entry> after(long position, int limit) {
            looks++;
            return Stream.iterate(position + 1, next -> next + 1)
                    .limit(limit)
                    .map(at -> (Entry) new Positioned(at, event(at % SHARE == 0 ? SHOP : FLOODING)))
                    .toList();
        }

        @Override
        public List<Entry> takenAwayAfter(long position, int limit) {
            throw new UnsupportedOperationException();
        }

        private Event event(Namespace namespace) {
            var subject = new EventSubject(execution, namespace, Optional.empty(), 0);
            return new OperatorEvent(subject, OperatorEventType.REPLAYED, Map.of());
        }
    }
}

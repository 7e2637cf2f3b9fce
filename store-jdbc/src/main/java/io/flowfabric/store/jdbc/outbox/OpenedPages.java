package io.flowfabric.store.jdbc.outbox;

import io.flowfabric.store.jdbc.outbox.PageReader.PageEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pages that are trimmed although executions of which they tell may be kept. Used by one thread. */
public final class OpenedPages {
    private final List<PageEvent> events = new ArrayList<>();
    private final Map<ByteBuffer, Long> kept = new HashMap<>();

    /** Adds a page; pages come in their order. */
    public void add(long page, byte[] content) {
        events.addAll(PageReader.read(page, content));
    }

    /** The keys of the executions that they tell of. */
    public byte[][] executions() {
        Set<ByteBuffer> keys = new LinkedHashSet<>();
        for (var event : events) {
            if (execution(event) != null) {
                keys.add(ByteBuffer.wrap(execution(event)));
            }
        }
        return keys.stream().map(ByteBuffer::array).toArray(byte[][]::new);
    }

    /** Says that an execution is kept. */
    public void keep(byte[] execution, long seq) {
        kept.put(ByteBuffer.wrap(execution), seq);
    }

    /** The first position of an event of some executions. */
    public OptionalLong firstOf(List<byte[]> executions) {
        var keys = executions.stream().map(ByteBuffer::wrap).toList();
        return events.stream()
                .filter(event -> execution(event) != null && keys.contains(ByteBuffer.wrap(execution(event))))
                .mapToLong(PageEvent::position)
                .findFirst();
    }

    /** The rows of the events that are kept, up to a position: the position, the columns of an event, and the row number. */
    public List<@Nullable Object[]> rows(long upTo) {
        var rows = new ArrayList<@Nullable Object[]>();
        for (var event : events) {
            Long seq = seq(event);
            if (seq != null && event.position() <= upTo) {
                var values = event.values();
                var row = new @Nullable Object[values.length + 2];
                row[0] = event.position();
                System.arraycopy(values, 0, row, 1, values.length);
                row[values.length + 1] = seq;
                rows.add(row);
            }
        }
        return rows;
    }

    /** The newest event up to a position that is not kept; 0 when all are. */
    public long newestGone(long upTo) {
        return events.stream()
                .filter(event -> event.position() <= upTo && seq(event) == null)
                .mapToLong(PageEvent::position)
                .max()
                .orElse(0);
    }

    private @Nullable Long seq(PageEvent event) {
        byte[] execution = execution(event);
        return execution == null ? null : kept.get(ByteBuffer.wrap(execution));
    }

    private static byte @Nullable [] execution(PageEvent event) {
        return (byte[]) event.values()[PageColumns.EXECUTION_ID];
    }
}

package io.flowfabric.store.postgres.table;

import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.worker.WorkerKey;
import io.flowfabric.store.jdbc.column.ColumnType;
import io.flowfabric.store.jdbc.outbox.OutboxPage;
import io.flowfabric.store.jdbc.outbox.PageWriter;
import io.flowfabric.store.postgres.transaction.PipelinedStatement;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Appends to the outbox. */
final class PostgresEventPages {
    private static final BulkInsert APPEND = new BulkInsert(
            "ff.event_pages",
            List.of("events", "newest_at", "newest_seq", "taken_away"),
            List.of(ColumnType.BYTES, ColumnType.BIGINT, ColumnType.BIGINT, ColumnType.INTEGER),
            "");

    private static final List<ColumnType> WORKER_EVENT =
            List.of(ColumnType.BIGINT, ColumnType.TEXT, ColumnType.TEXT, ColumnType.TEXT, ColumnType.BYTES);

    /** The same worker event twice is one, by the key of {@code worker_event_keys}. Each has a page of its own. */
    static final String APPEND_ONCE = """
            WITH worker_events AS (
                SELECT * FROM unnest($arrays) WITH ORDINALITY
                    AS u (occurred_at, namespace, worker_instance_id, event_type, events, place)
            ), told AS (
                INSERT INTO ff.worker_event_keys (occurred_at, namespace, worker_instance_id, event_type)
                SELECT occurred_at, namespace, worker_instance_id, event_type FROM worker_events
                ON CONFLICT DO NOTHING RETURNING occurred_at, namespace, worker_instance_id, event_type)
            INSERT INTO ff.event_pages (events, newest_at, newest_seq)
            SELECT events, occurred_at, 0 FROM worker_events
            WHERE (occurred_at, namespace, worker_instance_id, event_type) IN (
                SELECT occurred_at, namespace, worker_instance_id, event_type FROM told)
            ORDER BY place""".replace("$arrays", ArrayRows.parameters(WORKER_EVENT));

    private PostgresEventPages() {}

    /** Appends after the rows are locked. {@code unnest} keeps the order, and each page draws its number in turn. */
    static void append(PostgresScope scope, List<Event> events, Map<ExecutionId, Long> seqs) throws SQLException {
        scope.later(new PipelinedStatement(
                PostgresEventTable.ANNOUNCE,
                (statement, first) -> {
                    statement.setLong(first, PostgresEventTable.announced(scope, 0));
                    return first + 1;
                },
                rows -> {}));
        var ofWorkers = new LinkedHashMap<WorkerEventKey, WorkerEvent>();
        var others = new ArrayList<Event>(events.size());
        for (Event event : events) {
            if (event instanceof WorkerEvent worker) {
                ofWorkers.putIfAbsent(new WorkerEventKey(worker.occurredAt(), worker.worker(), worker.kind()), worker);
            } else {
                others.add(event);
            }
        }
        if (!ofWorkers.isEmpty()) {
            appendOnce(scope, List.copyOf(ofWorkers.values()));
        }
        var pages = PageWriter.write(others, seqs::get);
        if (!pages.isEmpty()) {
            append(scope, pages);
        }
    }

    private record WorkerEventKey(long occurredAt, WorkerKey worker, WorkerEventKind kind) {}

    private static void appendOnce(PostgresScope scope, List<WorkerEvent> events) throws SQLException {
        var rows = new ArrayRows(WORKER_EVENT);
        for (var event : events) {
            rows.add(
                    event.occurredAt(),
                    event.namespace().value(),
                    event.worker().workerInstanceId().value(),
                    event.kind().literal(),
                    PageWriter.alone(event).events());
        }
        scope.later(new PipelinedStatement(APPEND_ONCE, rows::bind));
    }

    private static void append(PostgresScope scope, List<OutboxPage> pages) {
        var rows = APPEND.rows();
        for (var page : pages) {
            rows.add(page.events(), page.newestAt(), page.newestSeq(), page.takenAway() ? 1 : null);
        }
        scope.later(APPEND.step(rows));
    }
}

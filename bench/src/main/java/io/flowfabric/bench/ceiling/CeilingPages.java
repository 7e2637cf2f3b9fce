package io.flowfabric.bench.ceiling;

import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventSubject;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.state.TerminalOutcome;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import io.flowfabric.store.jdbc.column.Uuids;
import io.flowfabric.store.jdbc.outbox.OutboxPage;
import io.flowfabric.store.jdbc.outbox.PageWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The pages of the outbox that tell of a batch, as the engine writes them. */
final class CeilingPages {
    private static final Namespace NAMESPACE = new Namespace(CeilingBatches.NAMESPACE);
    private static final WorkerId WORKER = new WorkerId(CeilingBatches.WORKER);
    private static final WorkerInstanceId INSTANCE = new WorkerInstanceId(CeilingBatches.INSTANCE);

    private CeilingPages() {}

    /** Of a batch that was claimed. */
    static List<OutboxPage> acquired(Claimed batch, long now) throws SQLException {
        var events = new ArrayList<Event>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            events.add(lease(batch, i, now, LeaseEventType.ACQUIRED, Optional.empty(), Optional.empty()));
        }
        return pages(batch, events);
    }

    /** Of a batch that was completed: two events each. */
    static List<OutboxPage> ended(Claimed batch, long now) throws SQLException {
        var events = new ArrayList<Event>(2 * batch.size());
        for (int i = 0; i < batch.size(); i++) {
            events.add(new CompletionEvent(subject(batch, i, now), Optional.empty(), TerminalOutcome.SUCCESS, true));
            events.add(lease(
                    batch, i, now, LeaseEventType.REVOKED, Optional.of("completed"), Optional.of(RevokedBy.BACKEND)));
        }
        return pages(batch, events);
    }

    private static List<OutboxPage> pages(Claimed batch, List<Event> events) throws SQLException {
        // Which execution has the highest number is the same for every page of a batch, near enough.
        long newest = batch.size() == 0 ? 0 : Collections.max(batch.seqs());
        return PageWriter.write(events, id -> newest);
    }

    private static LeaseEvent lease(
            Claimed batch, int i, long now, LeaseEventType type, Optional<String> reason, Optional<RevokedBy> by) {
        var lease = new LeaseId(Uuids.of(batch.leases().get(i)));
        return new LeaseEvent(subject(batch, i, now), type, new LeaseHolder(WORKER, INSTANCE, lease, 1), 0, reason, by);
    }

    private static EventSubject subject(Claimed batch, int i, long now) {
        ExecutionId id = ExecutionKey.decode(batch.ids().get(i));
        return new EventSubject(id, NAMESPACE, Optional.empty(), now);
    }
}

package io.flowfabric.store.testkit.chaos;

import io.flowfabric.model.event.CompletionEvent;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.state.TerminalOutcome;
import java.util.Locale;
import java.util.Optional;

/**
 * What was done to an execution: as a worker was answered it, or as the log reports it. The two have to be equal.
 *
 * @param epoch the epoch of the lease it was done under; 0 when there was none
 * @param worker the instance that held the lease; {@link #NO_WORKER} when there was none
 */
record StormAction(Kind kind, ExecutionId id, long epoch, String worker) {

    static final String NO_WORKER = "-";

    /** The log is silent about creations and grants. */
    enum Kind {
        CREATED,
        GRANTED,
        CLAIMED,
        RENEWED,
        PUT_OFF,
        COMPLETED,
        RETRIED,
        FAILED,
        CANCELLED
    }

    /** Something that needs no lease. */
    static StormAction without(Kind kind, ExecutionId id) {
        return new StormAction(kind, id, 0, NO_WORKER);
    }

    /** Something done under the lease of a claim. */
    static StormAction under(Claim claim, Kind kind, WorkerInstanceId worker) {
        return new StormAction(kind, claim.executionId(), claim.leaseEpoch(), worker.value());
    }

    /** What an event reports. */
    static Optional<StormAction> reportedBy(Event event) {
        if (event instanceof CompletionEvent completion && completion.outcome() == TerminalOutcome.CANCELLED) {
            return Optional.of(without(Kind.CANCELLED, completion.subject().executionId()));
        }
        return event instanceof LeaseEvent lease
                ? kind(lease)
                        .map(kind -> new StormAction(
                                kind,
                                lease.subject().executionId(),
                                lease.holder().epoch(),
                                lease.holder().workerInstanceId().value()))
                : Optional.empty();
    }

    private static Optional<Kind> kind(LeaseEvent lease) {
        return switch (lease.type()) {
            case ACQUIRED, RECLAIMED -> Optional.of(Kind.CLAIMED);
            case RENEWED -> Optional.of(Kind.RENEWED);
            case REVOKED ->
                switch (lease.reason().orElse("")) {
                    case "completed" -> Optional.of(Kind.COMPLETED);
                    case "failed_retry_scheduled" -> Optional.of(Kind.RETRIED);
                    case "failed_terminal" -> Optional.of(Kind.FAILED);
                    case EventLife.PUT_OFF -> Optional.of(Kind.PUT_OFF);
                    default -> Optional.empty();
                };
            case EXPIRED -> Optional.empty();
        };
    }

    /** The result by which a completion can be told from one by another holder. */
    Payload signature() {
        return Payload.json("\"%d %s\"".formatted(epoch, worker));
    }

    static StormAction parse(String text) {
        String[] words = text.split(" ");
        return new StormAction(
                Kind.valueOf(words[0].toUpperCase(Locale.ROOT)),
                ExecutionId.parse(words[1]),
                Long.parseLong(words[2]),
                words[3]);
    }

    /** One line, which {@link #parse} reads back. */
    @Override
    public String toString() {
        return "%s %s %d %s".formatted(kind.name().toLowerCase(Locale.ROOT), id, epoch, worker);
    }
}

package io.flowfabric.engine.rules.record;

import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.event.ExecutionEvent;
import io.flowfabric.model.event.InstanceTagEvent;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.OperatorEvent;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.LeaseEventType;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.tag.Tags;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** 06 §6 — which events a subscriber is shown, and from where. */
public final class EventRules {
    /** How many events of the outbox are read at a time; other readers get their turn in between. */
    public static final int BATCH = 256;

    private static final int MORE_BATCHES_WITH_NEWS = 4;

    private EventRules() {}

    /** Refuses a page of no events or of too many, before anything is read. */
    public static Optional<EngineError> checkLimit(int limit) {
        return Limits.named("SubscribeEvents.limit").check("limit", limit);
    }

    /**
     * Refuses a position that the outbox has not reached: a subscription from there would miss everything before it.
     * The refusal names no positions, which count the events of all namespaces.
     */
    public static Optional<EngineError> checkPlace(long position, long newest) {
        return position >= 0 && position <= newest
                ? Optional.empty()
                : Optional.of(EngineError.of(
                        ErrorCode.INVALID_INPUT,
                        "event_cursor: beyond the newest event",
                        "The cursor is not from this outbox as it is now; was the store restored from an older"
                                + " backup? Start again from the oldest event kept or from now."));
    }

    /** Whether events behind a place are gone, be it the place before all of them. */
    public static boolean hasGap(long position, long trimmedTo) {
        return trimmedTo > position;
    }

    /**
     * Whether another batch is read for a page that has something to return. The outbox may grow faster than it is read; what
     * was found would then be kept back until the page is full or the deadline of the call.
     *
     * @param batchesWithNews full batches after which there was something to return
     */
    public static boolean readsOn(int batchesWithNews) {
        return batchesWithNews <= MORE_BATCHES_WITH_NEWS;
    }

    /** Whether the filter names a tag that events do not carry, so that the tags of the execution have to be read. */
    public static boolean needsTags(ScannerFilter filter) {
        return filter.instanceTag()
                .filter(tag -> !tag.key().equals(Tags.INSTANCE_ID))
                .isPresent();
    }

    /**
     * Whether a subscriber is shown an event.
     *
     * @param families none means all
     * @param tagsOf finds the tags of an execution; asked only if {@link #needsTags} and the namespace fits
     */
    public static boolean shows(
            Set<EventFamily> families,
            ScannerFilter filter,
            Event event,
            Function<ExecutionId, Optional<Tags>> tagsOf) {
        if (!families.isEmpty() && !families.contains(event.family())) {
            return false;
        }
        return filter.isNoOp() || filter.matches(Optional.of(event.namespace()), key -> tagOf(event, key, tagsOf));
    }

    /** Whether the holder of a lease lost it; the holder's own outcome ends it by the backend. */
    public static boolean isTakenAway(Event event) {
        return event instanceof LeaseEvent lease
                && (lease.type() == LeaseEventType.EXPIRED
                        || lease.type() == LeaseEventType.REVOKED
                                && lease.revokedBy()
                                        .filter(RevokedBy.BACKEND::equals)
                                        .isEmpty());
    }

    /**
     * Whether a subscriber gets a damaged event. Its execution is unknown, so subscribers that filter by it do not.
     *
     * @param family empty when it is unknown as well, so that it may concern any
     */
    public static boolean showsDamage(Set<EventFamily> families, ScannerFilter filter, String family) {
        return filter.isNoOp()
                && (families.isEmpty()
                        || family.isEmpty()
                        || families.stream().anyMatch(wanted -> wanted.literal().equals(family)));
    }

    /** The bytes of the texts of an event in a page. */
    public static long contentBytes(Event event) {
        long bytes = length(event.instanceTag());
        if (event instanceof LeaseEvent lease) {
            bytes += length(lease.reason());
        } else if (event instanceof WorkerEvent worker) {
            bytes += length(worker.reason());
        } else if (event instanceof InstanceTagEvent tag) {
            bytes += tag.value().length();
        } else if (event instanceof OperatorEvent operator) {
            for (var detail : operator.details().entrySet()) {
                bytes += detail.getKey().length() + detail.getValue().toString().length();
            }
        }
        return bytes;
    }

    private static int length(Optional<String> text) {
        return text.map(String::length).orElse(0);
    }

    private static Optional<String> tagOf(Event event, String key, Function<ExecutionId, Optional<Tags>> tagsOf) {
        if (key.equals(Tags.INSTANCE_ID)) {
            return event.instanceTag();
        }
        return event instanceof ExecutionEvent about
                ? tagsOf.apply(about.subject().executionId())
                        .flatMap(tags -> Optional.ofNullable(tags.asMap().get(key)))
                : Optional.empty();
    }
}

package io.flowfabric.server.ops;

import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.limit.AnswerRules;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.submit.AwaitResultOutcome;
import io.flowfabric.server.http.limit.AnswerMemory;
import java.util.Map;

/** The memory that answers hold. */
public final class AnswerWeight {
    /** A payload or a result, tags, and the copies of a payload while it is written. */
    private static final long ONE_EXECUTION = 4L * Limits.PAYLOAD_BYTES;

    /** Ids, names, and outcomes of arguments that had 1 MiB at most. */
    private static final long SHORT_ITEMS = Limits.PAYLOAD_BYTES;

    private AnswerWeight() {}

    /** How many bytes are reserved before the operation is called; 0 for small answers, and for claims. */
    public static long reservedFor(Operation<?, ?> operation) {
        return switch (operation.answerSize()) {
            case SMALL, WEIGHED_BY_ENGINE -> 0;
            case SHORT_ITEMS -> SHORT_ITEMS;
            case PAYLOAD -> ONE_EXECUTION;
            case PAGE -> AnswerMemory.WHOLE;
        };
    }

    /** The weight of an answer for which nothing was reserved. */
    static long of(Object answer) {
        if (answer instanceof ClaimOutcome outcome) {
            return outcome.claims().stream().mapToLong(AnswerWeight::of).sum();
        }
        if (answer instanceof AwaitResultOutcome.Ended ended) {
            return ended.result().map(Payload::size).orElse(0);
        }
        return answer instanceof EventPage page
                ? page.events().stream().mapToLong(AnswerWeight::of).sum()
                : 0;
    }

    private static long of(Claim claim) {
        return AnswerRules.weight(claim.input().size() + texts(claim.tags()));
    }

    private static long of(EventItem item) {
        return AnswerRules.weight(
                item instanceof EventItem.Delivered delivered ? EventRules.contentBytes(delivered.event()) : 0);
    }

    private static long texts(Map<String, String> tags) {
        long length = 0;
        for (var tag : tags.entrySet()) {
            length += tag.getKey().length() + tag.getValue().length();
        }
        return length;
    }
}

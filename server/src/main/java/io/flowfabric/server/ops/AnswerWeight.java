package io.flowfabric.server.ops;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.rules.AnswerRules;
import io.flowfabric.engine.rules.EventRules;
import io.flowfabric.engine.rules.Limits;
import io.flowfabric.model.op.AwaitResultOutcome;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.EventPage;
import io.flowfabric.model.op.Payload;
import io.flowfabric.server.http.AnswerMemory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What answers hold in memory. */
public final class AnswerWeight {
    /** An input or a result, tags, and what is made of a payload while it is written. */
    private static final long ONE_EXECUTION = 4L * Limits.PAYLOAD_BYTES;

    /** Ids, names, and outcomes of arguments that had 1 MiB at most. */
    private static final long SHORT_ITEMS = Limits.PAYLOAD_BYTES;

    /** What the answers of operations hold at most, except for claims: the engine asks before it makes these. */
    private static final Map<Operation<?, ?>, Long> MOST = most();

    private AnswerWeight() {}

    private static Map<Operation<?, ?>, Long> most() {
        var most = new HashMap<Operation<?, ?>, Long>();
        for (var pages : List.of(
                Catalogue.LIST_ATTEMPTS,
                Catalogue.LIST_CURSORS,
                Catalogue.LIST_EXPIRED_LEASES,
                Catalogue.LIST_WORKERS,
                Catalogue.SUBSCRIBE_COMPLETION,
                Catalogue.SUBSCRIBE_EVENTS,
                Catalogue.SUBSCRIBE_INSTANCE_TAGS,
                Catalogue.SUBSCRIBE_LEASE_HISTORY,
                Catalogue.SUBSCRIBE_SIGNAL_DELIVERY)) {
            most.put(pages, AnswerMemory.WHOLE);
        }
        for (var ofOne : List.of(
                Catalogue.AWAIT_RESULT,
                Catalogue.CLAIM_EXECUTION,
                Catalogue.CLAIM_FROM_RESUME_GRANT,
                Catalogue.CLAIM_RESUMED_EXECUTION,
                Catalogue.DESCRIBE_EXECUTION,
                Catalogue.GET_EXECUTION_RESULT,
                Catalogue.READ_EXECUTION_CONTEXT,
                Catalogue.RECLAIM_EXECUTION)) {
            most.put(ofOne, ONE_EXECUTION);
        }
        for (var ofShortItems : List.of(
                Catalogue.COMPLETE_BATCH,
                Catalogue.LIST_EXECUTIONS,
                Catalogue.LIST_LANES,
                Catalogue.READ_EXEC_CORE_FIELDS,
                Catalogue.RENEW_BATCH,
                Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
                Catalogue.SUBMIT_BATCH)) {
            most.put(ofShortItems, SHORT_ITEMS);
        }
        return Map.copyOf(most);
    }

    /** How many bytes are reserved before the operation is called; 0 for one whose answer is small, and for claims. */
    public static long reservedFor(Operation<?, ?> operation) {
        return MOST.getOrDefault(operation, 0L);
    }

    /** What an answer weighs for which nothing was reserved. */
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

package io.flowfabric.server.ops;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.rules.AnswerRules;
import io.flowfabric.engine.rules.EventRules;
import io.flowfabric.model.op.AwaitResultOutcome;
import io.flowfabric.model.op.Claim;
import io.flowfabric.model.op.ClaimOutcome;
import io.flowfabric.model.op.EventItem;
import io.flowfabric.model.op.EventPage;
import io.flowfabric.model.op.Payload;
import java.util.Map;
import java.util.Set;

/** What answers hold in memory. */
public final class AnswerWeight {
    /** Those whose answers carry payloads, tags or lists, except for claims: the engine asks before it makes these. */
    private static final Set<Operation<?, ?>> LARGE = Set.of(
            Catalogue.AWAIT_RESULT,
            Catalogue.CLAIM_EXECUTION,
            Catalogue.CLAIM_FROM_RESUME_GRANT,
            Catalogue.CLAIM_RESUMED_EXECUTION,
            Catalogue.COMPLETE_BATCH,
            Catalogue.DESCRIBE_EXECUTION,
            Catalogue.GET_EXECUTION_RESULT,
            Catalogue.LIST_ATTEMPTS,
            Catalogue.LIST_CURSORS,
            Catalogue.LIST_EXECUTIONS,
            Catalogue.LIST_EXPIRED_LEASES,
            Catalogue.LIST_LANES,
            Catalogue.LIST_WORKERS,
            Catalogue.READ_EXEC_CORE_FIELDS,
            Catalogue.READ_EXECUTION_CONTEXT,
            Catalogue.RECLAIM_EXECUTION,
            Catalogue.RENEW_BATCH,
            Catalogue.SCAN_ELIGIBLE_EXECUTIONS,
            Catalogue.SUBMIT_BATCH,
            Catalogue.SUBSCRIBE_COMPLETION,
            Catalogue.SUBSCRIBE_EVENTS,
            Catalogue.SUBSCRIBE_INSTANCE_TAGS,
            Catalogue.SUBSCRIBE_LEASE_HISTORY,
            Catalogue.SUBSCRIBE_SIGNAL_DELIVERY);

    private AnswerWeight() {}

    /** Whether room for a whole answer is reserved before the operation is called. */
    public static boolean isReserved(Operation<?, ?> operation) {
        return LARGE.contains(operation);
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

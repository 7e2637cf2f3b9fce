package io.flowfabric.server.auth;

import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.id.LeaseId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Hides the leases of other callers. With the id of a lease, its epoch and its attempt a caller could end the work of
 * its holder, so only administrators see the id; other callers see zeros in its place, except in answers that hand out
 * a lease ({@link Operation#handsOutLeases}).
 */
final class FenceMask {
    private static final LeaseId HIDDEN = new LeaseId(new UUID(0, 0));
    private static final String FIELD = "current_lease_id";
    private static final Optional<String> SHOWN = Optional.of(HIDDEN.toString());

    private FenceMask() {}

    static boolean concerns(Operation<?, ?> operation) {
        return !operation.handsOutLeases();
    }

    static <R> R hide(R answer) {
        return RecordRewriter.change(answer, (type, part) -> {
            if (part instanceof LeaseId) {
                return HIDDEN;
            }
            return part instanceof Map<?, ?> fields && fields.containsKey(FIELD) ? masked(fields) : part;
        });
    }

    /** The fields of an execution, by name. */
    private static Map<?, ?> masked(Map<?, ?> fields) {
        var masked = new LinkedHashMap<Object, Object>(fields);
        masked.computeIfPresent(FIELD, (name, value) -> value.equals(Optional.empty()) ? value : SHOWN);
        return masked;
    }
}

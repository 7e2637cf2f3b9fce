package io.flowfabric.server.auth;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.id.LeaseId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Hides the leases of others. With the id of a lease, its epoch and its attempt anybody could end the work of its holder,
 * so only administrators are shown the id; all others see zeros in its place, except in what hands them a lease of their
 * own. An operation that nobody thought of hides it.
 */
final class FenceMask {
    private static final LeaseId HIDDEN = new LeaseId(new UUID(0, 0));
    private static final String FIELD = "current_lease_id";
    private static final Optional<String> SHOWN = Optional.of(HIDDEN.toString());

    /** Those that hand a lease to their caller. */
    private static final Set<Operation<?, ?>> HANDING_OUT = Set.of(
            Catalogue.CLAIM,
            Catalogue.CLAIM_FOR_WORKER,
            Catalogue.CLAIM_EXECUTION,
            Catalogue.CLAIM_RESUMED_EXECUTION,
            Catalogue.CLAIM_FROM_RESUME_GRANT,
            Catalogue.ISSUE_GRANT_AND_CLAIM,
            Catalogue.RECLAIM_EXECUTION);

    private FenceMask() {}

    static boolean concerns(Operation<?, ?> operation) {
        return !HANDING_OUT.contains(operation);
    }

    static <R> R hide(R answer) {
        return Components.change(answer, (type, part) -> {
            if (part instanceof LeaseId) {
                return HIDDEN;
            }
            return part instanceof Map<?, ?> fields && fields.containsKey(FIELD) ? masked(fields) : part;
        });
    }

    /** Fields of an execution by their names. */
    private static Map<?, ?> masked(Map<?, ?> fields) {
        var masked = new LinkedHashMap<Object, Object>(fields);
        masked.computeIfPresent(FIELD, (name, value) -> value.equals(Optional.empty()) ? value : SHOWN);
        return masked;
    }
}

package io.flowfabric.engine.rules;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.policy.ExecutionPolicy;
import java.util.Optional;

/**
 * What a rule about one execution needs to know, loaded together and locked.
 *
 * @param grant the stored grant, expired or not
 */
public record Loaded(Execution execution, ExecutionPolicy policy, Optional<Grant> grant, Membership membership) {

    /** A standalone execution without a grant. */
    public static Loaded of(Execution execution, ExecutionPolicy policy) {
        return new Loaded(execution, policy, Optional.empty(), Membership.STANDALONE);
    }

    /** The same surroundings around a later version of the execution. */
    public Loaded with(Execution later) {
        return new Loaded(later, policy, grant, membership);
    }

    /** The grant, unless it has expired. */
    public Optional<Grant> liveGrant(long now) {
        return grant.filter(held -> !held.isExpiredAt(now));
    }
}

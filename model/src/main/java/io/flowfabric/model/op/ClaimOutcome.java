package io.flowfabric.model.op;

import java.util.List;

/** The executions that {@code claim} handed out, in the order of their lane; none when there is no work. */
public record ClaimOutcome(List<Claim> claims) {
    public ClaimOutcome {
        claims = List.copyOf(claims);
    }
}

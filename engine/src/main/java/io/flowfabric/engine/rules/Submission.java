package io.flowfabric.engine.rules;

import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import java.util.Optional;

/** What a new execution brings along besides its state: the wide things that only workers and readers look at. */
public record Submission(
        String executionKind,
        String creatorIdentity,
        Payload input,
        ExecutionPolicy policy,
        Tags tags,
        Optional<KeyReservation> reservation) {

    /** An idempotency key and the moment until which it stands for this execution. */
    public record KeyReservation(IdempotencyKey key, long until) {}
}

package io.flowfabric.engine.rules;

import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.tag.Tags;
import java.util.Optional;

/** What a new execution has besides its state: the wide parts that only workers and readers use. */
public record Submission(
        String executionKind,
        String creatorIdentity,
        Payload input,
        ExecutionPolicy policy,
        Tags tags,
        Optional<KeyReservation> reservation) {

    /** An idempotency key and the time until which it stands for this execution. */
    public record KeyReservation(IdempotencyKey key, long until) {}
}

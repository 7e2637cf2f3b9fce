package io.flowfabric.model.op.submit;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.IdempotencyKey;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Builds {@link CreateExecution}. Not thread-safe. */
public final class CreateExecutionBuilder {
    private final Namespace namespace;
    private final LaneId lane;
    private final String kind;
    private final Map<String, String> tags = new LinkedHashMap<>();
    private Optional<ExecutionId> id = Optional.empty();
    private Payload input = Payload.EMPTY;
    private int priority;
    private String creator = "";
    private Optional<IdempotencyKey> idempotencyKey = Optional.empty();
    private String policy = "";
    private OptionalLong delayUntil = OptionalLong.empty();
    private OptionalLong deadlineAt = OptionalLong.empty();

    CreateExecutionBuilder(Namespace namespace, LaneId lane, String kind) {
        this.namespace = namespace;
        this.lane = lane;
        this.kind = kind;
    }

    public CreateExecutionBuilder id(ExecutionId value) {
        id = Optional.of(value);
        return this;
    }

    public CreateExecutionBuilder input(Payload value) {
        input = value;
        return this;
    }

    /** Clamped to 0…9000 by the engine; higher goes first. */
    public CreateExecutionBuilder priority(int value) {
        priority = value;
        return this;
    }

    public CreateExecutionBuilder creator(String identity) {
        creator = identity;
        return this;
    }

    public CreateExecutionBuilder idempotencyKey(String key) {
        idempotencyKey = Optional.of(new IdempotencyKey(key));
        return this;
    }

    public CreateExecutionBuilder tag(String key, String value) {
        tags.put(key, value);
        return this;
    }

    public CreateExecutionBuilder tags(Map<String, String> values) {
        tags.putAll(values);
        return this;
    }

    public CreateExecutionBuilder policy(ExecutionPolicy value) {
        return policyJson(PolicyJson.write(value));
    }

    public CreateExecutionBuilder policyJson(String json) {
        policy = json;
        return this;
    }

    public CreateExecutionBuilder delayUntil(long epochMs) {
        delayUntil = OptionalLong.of(epochMs);
        return this;
    }

    public CreateExecutionBuilder deadlineAt(long epochMs) {
        deadlineAt = OptionalLong.of(epochMs);
        return this;
    }

    public CreateExecution build() {
        return new CreateExecution(
                id,
                namespace,
                lane,
                kind,
                input,
                priority,
                creator,
                idempotencyKey,
                tags,
                policy,
                delayUntil,
                deadlineAt);
    }
}

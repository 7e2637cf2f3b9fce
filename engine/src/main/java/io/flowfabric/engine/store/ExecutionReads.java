package io.flowfabric.engine.store;

import io.flowfabric.model.execution.Attempt;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.op.Payload;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reading executions without locking them. */
public interface ExecutionReads {
    Optional<Execution> find(ExecutionId id);

    Optional<ExecutionContent> content(ExecutionId id);

    /** The stored result; empty when there is none. */
    Optional<Payload> result(ExecutionId id);

    /** Every attempt, the open one included, by index. */
    List<Attempt> attempts(ExecutionId id);

    /** Ids of eligible executions in the order of their lane, of one partition or of all. */
    List<ExecutionId> eligible(LaneId lane, OptionalInt partition, int limit);

    /** Ids in the order of their text, of one partition or of all. */
    List<ExecutionId> list(OptionalInt partition, Optional<ExecutionId> after, int limit);
}

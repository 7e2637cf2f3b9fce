package io.flowfabric.model.op.submit;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.Waiting;

/**
 * Arguments of {@code await_result}.
 *
 * @param maxWaitMs how long to park until the execution ends, 0 to 30000
 */
public record AwaitResultRequest(
        ExecutionId executionId, @JsonMember(omitted = "0") long maxWaitMs) implements Waiting {
    @Override
    public AwaitResultRequest withoutWaiting() {
        return new AwaitResultRequest(executionId, 0);
    }
}

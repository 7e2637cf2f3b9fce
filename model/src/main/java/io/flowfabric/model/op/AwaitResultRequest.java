package io.flowfabric.model.op;

import io.flowfabric.model.id.ExecutionId;

/**
 * Arguments of {@code await_result}.
 *
 * @param maxWaitMs how long to park until the execution ends, 0 to 30000
 */
public record AwaitResultRequest(ExecutionId executionId, long maxWaitMs) implements Waiting {
    @Override
    public AwaitResultRequest withoutWaiting() {
        return new AwaitResultRequest(executionId, 0);
    }
}

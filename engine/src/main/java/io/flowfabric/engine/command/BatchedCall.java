package io.flowfabric.engine.command;

import io.flowfabric.engine.Deadline;
import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A call that waits for its transaction to begin or to end.
 *
 * @param subject what it is about
 * @param begun when it arrived, on the monotonic clock of this process
 */
record BatchedCall<C extends Weighed, A>(
        C call, Object subject, Deadline deadline, long begun, CompletableFuture<A> answer) {

    static <C extends Weighed, A> BatchedCall<C, A> of(C call, Object subject, Deadline deadline) {
        return new BatchedCall<>(call, subject, deadline, System.nanoTime(), new CompletableFuture<>());
    }

    long bytes() {
        return Weighed.ROW_WEIGHT + call.weight();
    }

    /** Fails the call: its deadline has passed while another transaction still held what it needs. */
    void giveUp() {
        answer.completeExceptionally(OperationTimeoutException.heldUp(
                "write",
                subject instanceof ExecutionId id ? "execution " + id : "a record of the call",
                Duration.ofNanos(System.nanoTime() - begun)));
    }
}

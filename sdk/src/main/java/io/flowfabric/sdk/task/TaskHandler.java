package io.flowfabric.sdk.task;

import java.util.Optional;

/** Works on executions in terms of bytes. The rules for a {@link Handler} apply to it. */
@FunctionalInterface
public interface TaskHandler {
    /**
     * Does the work and answers its result, if there is one.
     *
     * @throws TaskFailure to fail the attempt with a category of its own
     * @throws PermanentFailure to fail the execution without a retry
     * @throws Exception anything else fails the attempt with category {@code handler_error}
     */
    Optional<byte[]> handle(Task task) throws Exception;
}

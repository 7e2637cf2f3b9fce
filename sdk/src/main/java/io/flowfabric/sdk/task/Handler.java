package io.flowfabric.sdk.task;

import org.jspecify.annotations.Nullable;

/**
 * Works on executions of one kind. It is called by several threads at once, and again after a failure or the loss of a
 * worker, so its effects must be safe to repeat.
 *
 * @param <P> what the payload is read as, see {@link Task#payload(Class)}
 * @param <R> the result: a {@code byte[]} as it is, a {@code String} as UTF-8, anything else as JSON
 */
@FunctionalInterface
public interface Handler<P, R extends @Nullable Object> {
    /**
     * Does the work and answers its result; a handler of {@link Void} has none and answers null.
     *
     * @throws TaskFailure to fail the attempt with a category of its own
     * @throws PermanentFailure to fail the execution without a retry
     * @throws Exception anything else fails the attempt with category {@code handler_error}
     */
    R handle(Task task, P payload) throws Exception;
}

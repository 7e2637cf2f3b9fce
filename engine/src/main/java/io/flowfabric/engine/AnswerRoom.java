package io.flowfabric.engine;

import io.flowfabric.engine.rules.limit.Limits;

/**
 * Says how many bytes an engine may answer now. An engine asks before it reads large content, so that it claims nothing
 * that its process has no memory to deliver. Called by any thread, often, and must not block.
 */
@FunctionalInterface
public interface AnswerRoom {
    /** As much as one answer carries, always. */
    AnswerRoom UNBOUNDED = () -> Limits.ANSWER_BYTES;

    /** How many bytes of content the next answer may carry; {@link Limits#ANSWER_BYTES} or more for a whole one. */
    long bytes();

    /** Whether there is room for a whole answer. */
    default boolean isFree() {
        return bytes() >= Limits.ANSWER_BYTES;
    }
}

package io.flowfabric.model.op.lease;

import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.policy.retry.FailureClass;
import java.util.Optional;

/**
 * Arguments of {@code fail}.
 *
 * @param category the caller's own name for the failure, by which retry policies may choose; the name of a class means
 *     that class
 */
public record FailRequest(
        Handle handle,
        @JsonMember(name = "reason", format = Format.REASON) String message,

        @JsonMember(name = "class", omitted = "\"transient\"")
        FailureClass failureClass,

        Optional<String> category) {

    /** The class that counts: neither a class nor a category that is never retried is made up for by the other. */
    public FailureClass decidingClass() {
        return failureClass.isRetryable()
                ? category.map(FailureClass::ofCategory).orElse(failureClass)
                : failureClass;
    }
}

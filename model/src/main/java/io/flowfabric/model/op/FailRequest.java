package io.flowfabric.model.op;

import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.policy.FailureClass;
import java.util.Optional;

/**
 * Arguments of {@code fail}.
 *
 * @param category the caller's own word for the failure, which takes the place of the class when given
 */
public record FailRequest(Handle handle, String message, FailureClass failureClass, Optional<String> category) {}

package io.flowfabric.model.op.lease;

import io.flowfabric.model.handle.Handle;
import java.util.Optional;
import java.util.OptionalInt;

/** Arguments of {@code progress}; what is absent stays as it is. */
public record ProgressRequest(Handle handle, OptionalInt percent, Optional<String> message) {}

package io.flowfabric.model.op.lease;

import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.op.JsonMember;

/**
 * Arguments of {@code renew}: the lease goes on for as long as it was claimed for.
 *
 * @param started says of a lease that was claimed ahead that the work has begun; says nothing of any other
 */
public record RenewRequest(
        Handle handle, @JsonMember(omitted = "false") boolean started) {
    /** A renewal that says nothing besides. */
    public RenewRequest(Handle handle) {
        this(handle, false);
    }
}

package io.flowfabric.model.op.lease;

import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.op.Payload;
import java.util.Optional;

/** Arguments of {@code complete}. */
public record CompleteRequest(
        Handle handle,

        @JsonMember(name = "payload", format = Format.PAYLOAD, encoding = "payload_encoding")
        Optional<Payload> result) {}

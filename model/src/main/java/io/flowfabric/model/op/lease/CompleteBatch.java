package io.flowfabric.model.op.lease;

import java.util.List;

/** Arguments of {@code complete_batch}: 1 to 1000 of what the single call takes. */
public record CompleteBatch(List<CompleteRequest> items) {
    public CompleteBatch {
        items = List.copyOf(items);
    }
}

package io.flowfabric.model.op.lease;

import java.util.List;

/** Arguments of {@code renew_batch}: 1 to 1000 of what the single call takes. */
public record RenewBatch(List<RenewRequest> items) {
    public RenewBatch {
        items = List.copyOf(items);
    }
}

package io.flowfabric.model.op.listing;

import java.util.List;
import java.util.Optional;

/** A page of expired leases, the longest expired first; the cursor is there when more remain. */
public record ExpiredLeasePage(List<ExpiredLease> entries, Optional<ExpiredLeaseCursor> cursor) {
    public static final ExpiredLeasePage EMPTY = new ExpiredLeasePage(List.of(), Optional.empty());

    public ExpiredLeasePage {
        entries = List.copyOf(entries);
    }
}

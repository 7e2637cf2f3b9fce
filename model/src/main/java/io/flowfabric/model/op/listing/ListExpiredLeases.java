package io.flowfabric.model.op.listing;

import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.JsonMember;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Arguments of {@code list_expired_leases}.
 *
 * @param asOf leases that end at or before this moment; the store's time when absent
 * @param after the cursor of the page before
 * @param limit at most 10000; 0 answers an empty page
 * @param namespace only executions of this one, when given
 */
public record ListExpiredLeases(
        OptionalLong asOf,
        Optional<ExpiredLeaseCursor> after,
        @JsonMember(omitted = "1000") int limit,
        Optional<Namespace> namespace) {}

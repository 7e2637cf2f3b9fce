package io.flowfabric.model.op.worker;

import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.JsonMember;
import io.flowfabric.model.op.JsonMember.Format;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Optional;

/**
 * Arguments of {@code list_workers}.
 *
 * @param namespace only workers of this one, when given
 * @param after the cursor of the page before
 * @param limit 0 answers an empty page
 */
public record ListWorkers(
        Optional<Namespace> namespace,
        @JsonMember(format = Format.WORKER) Optional<WorkerKey> after,
        @JsonMember(omitted = "1000") int limit) {}

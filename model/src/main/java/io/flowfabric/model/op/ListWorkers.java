package io.flowfabric.model.op;

import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.worker.WorkerKey;
import java.util.Optional;

/**
 * Arguments of {@code list_workers}.
 *
 * @param namespace only workers of this one, when given
 * @param after the cursor of the page before
 * @param limit 0 answers an empty page
 */
public record ListWorkers(Optional<Namespace> namespace, Optional<WorkerKey> after, int limit) {}

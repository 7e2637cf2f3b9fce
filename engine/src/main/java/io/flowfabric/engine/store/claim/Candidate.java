package io.flowfabric.engine.store.claim;

import io.flowfabric.engine.rules.Loaded;
import io.flowfabric.engine.store.read.ExecutionContent;
import io.flowfabric.engine.store.write.ExecutionWrites;
import java.util.Optional;

/**
 * An execution that may be claimed.
 *
 * @param contentBytes what its input and its tags weigh
 * @param content what its worker will need to run it; empty when it weighs more than {@link
 *     io.flowfabric.engine.rules.limit.AnswerRules#ALONG_BYTES}, and then {@link ExecutionWrites#contents} reads it
 */
public record Candidate(Loaded loaded, String executionKind, long contentBytes, Optional<ExecutionContent> content) {}

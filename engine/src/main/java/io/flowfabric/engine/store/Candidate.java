package io.flowfabric.engine.store;

import io.flowfabric.engine.rules.Loaded;
import java.util.Optional;

/**
 * An execution that may be claimed.
 *
 * @param contentBytes what its input and its tags weigh
 * @param content what its worker will need to run it; empty when it weighs more than {@link
 *     io.flowfabric.engine.rules.AnswerRules#ALONG_BYTES}, and then {@link WriteTx#contents} reads it
 */
public record Candidate(Loaded loaded, String executionKind, long contentBytes, Optional<ExecutionContent> content) {}

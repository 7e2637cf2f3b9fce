package io.flowfabric.engine.timers;

import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * What the timers know about taking over from lost workers.
 *
 * @param grace how long a lapsed lease is left alone
 * @param endIfCapReached begins to end an execution that was taken over as often as its policy allows; does nothing
 *     otherwise. Whoever has several begins them all, so that they share transactions
 */
public record Takeovers(Duration grace, Function<ExecutionId, CompletableFuture<?>> endIfCapReached) {}

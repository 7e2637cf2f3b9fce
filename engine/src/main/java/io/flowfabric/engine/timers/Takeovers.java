package io.flowfabric.engine.timers;

import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What the timers know about taking over from lost workers.
 *
 * @param grace how long a lapsed lease is left alone
 * @param endAtCap ends those executions that were taken over as often as their policy allows, and neither changes nor locks
 *     the others; answers those it could not end, because another transaction holds them
 */
public record Takeovers(Duration grace, Function<List<ExecutionId>, Set<ExecutionId>> endAtCap) {}

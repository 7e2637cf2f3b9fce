package io.flowfabric.engine.timers;

import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * How the timers treat leases that can be reclaimed.
 *
 * @param grace how long an expired lease is not reclaimed
 * @param endAtCap ends those executions that were reclaimed as often as their policy allows, and neither changes nor
 *     locks the others; returns those it could not end, because another transaction holds them
 */
public record ReclaimSettings(Duration grace, Function<List<ExecutionId>, Set<ExecutionId>> endAtCap) {}

package io.flowfabric.engine.timers;

import io.flowfabric.model.id.ExecutionId;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What the timers know about taking over from lost workers.
 *
 * @param grace how long a lapsed lease is left alone
 * @param endIfCapReached ends an execution that was taken over as often as its policy allows; does nothing otherwise
 */
public record Takeovers(Duration grace, Consumer<ExecutionId> endIfCapReached) {}

package io.flowfabric.engine.store;

import io.flowfabric.model.id.ExecutionId;
import java.util.List;
import java.util.OptionalLong;

/** What the timers ask: which executions are due, and when the next one will be. */
public interface DueReads {

    /** The alarms a store keeps in order of their time. */
    enum Alarm {
        LEASE_EXPIRY,
        DELAY,
        ATTEMPT_TIMEOUT,
        DEADLINE
    }

    /** Executions whose alarm has gone off by {@code now}, earliest first, behind those already seen. */
    List<ExecutionId> due(Alarm alarm, long now, int limit);

    /** When the earliest alarm of all goes off. */
    OptionalLong next();
}

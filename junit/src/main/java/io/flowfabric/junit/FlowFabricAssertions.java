package io.flowfabric.junit;

import io.flowfabric.sdk.ExecutionReference;

/** Entry point of the assertions; to be imported statically beside those of AssertJ. */
public final class FlowFabricAssertions {
    private FlowFabricAssertions() {}

    /** Begins assertions on an execution. */
    public static ExecutionAssert assertThat(ExecutionReference execution) {
        return new ExecutionAssert(execution);
    }
}

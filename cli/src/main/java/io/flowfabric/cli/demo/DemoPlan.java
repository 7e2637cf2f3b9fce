package io.flowfabric.cli.demo;

import io.flowfabric.cli.address.StoreAddress;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * What the demo is going to do.
 *
 * @param lane of its own, so that it disturbs no other program on an existing store
 */
record DemoPlan(StoreAddress store, LaneId lane, List<DemoWork> work) {

    static DemoPlan of(StoreAddress store, int executions) {
        var lane = new LaneId("demo-" + UUID.randomUUID().toString().substring(0, 8));
        return new DemoPlan(
                store,
                lane,
                IntStream.rangeClosed(1, executions).mapToObj(DemoWork::new).toList());
    }

    List<ExecutionId> mintIds() {
        return work.stream()
                .map(each -> ExecutionId.solo(lane, EngineSettings.DEFAULT.partitions()))
                .toList();
    }

    /** Short, so that its running out can be watched. */
    Duration lease() {
        return Duration.ofSeconds(2);
    }

    /** How many executions a worker runs, and so loses, at once. */
    int concurrency() {
        return 6;
    }

    Duration backoff() {
        return Duration.ofMillis(200);
    }

    /** How many executions have ended when the worker is killed. */
    int killAfter() {
        return work.size() * 2 / 5;
    }
}

package io.flowfabric.bench.contestant;

import io.flowfabric.bench.place.Place;
import io.flowfabric.engine.Catalogue;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.SubmitBatch;
import io.flowfabric.sdk.FlowFabric;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** FlowFabric as a program would use it: executions submitted in batches, one worker with several handlers. */
public final class FlowFabricContestant implements Contestant {
    /** How reports call it. */
    public static final String NAME = "flowfabric";

    private static final String LANE = "bench";
    private static final String KIND = "noop";
    private static final byte[] RESULT = {'o', 'k'};
    private static final int BATCH = 1000;
    private static final long LOOK_NANOS = 500_000;

    private final Place place;
    private final int workers;
    private int submitted;
    private @Nullable FlowFabric fabric;

    /** A run in a place, with this many handlers. */
    public FlowFabricContestant(Place place, int workers) {
        this.place = place;
        this.workers = workers;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, String> settings() {
        var settings = new TreeMap<String, String>();
        settings.put("handlers", Integer.toString(workers));
        settings.put("submit_batch", Integer.toString(BATCH));
        return settings;
    }

    @Override
    public void prepare() {
        fabric = FlowFabric.open(place.address());
    }

    @Override
    public void submit(int count, byte[] payload) {
        var execution = CreateExecution.of(new Namespace("default"), new LaneId(LANE), KIND)
                .input(Payload.of(payload))
                .build();
        for (int left = count; left > 0; left -= BATCH) {
            var batch = new SubmitBatch(Collections.nCopies(Math.min(left, BATCH), execution));
            opened().engine().call(Catalogue.SUBMIT_BATCH, batch).forEach(BatchItem::orThrow);
        }
        submitted += count;
    }

    @Override
    public void drain() {
        try (var worker = opened().worker(LANE)
                .concurrency(workers)
                .on(KIND, task -> Optional.of(RESULT))
                .start()) {
            while (worker.completed() < submitted) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    @Override
    public void close() {
        if (fabric != null) {
            fabric.close();
        }
    }

    private FlowFabric opened() {
        if (fabric == null) {
            throw new IllegalStateException("prepare() comes first");
        }
        return fabric;
    }
}

package io.flowfabric.bench.ceiling;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.TimeOrderedUuid;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import java.util.Map;
import java.util.TreeMap;

/** What the two ceilings have in common: names, sizes, and ids as the engine would mint them. */
final class CeilingBatches {
    static final String NAME = "sql";
    static final String NAMESPACE = "default";
    static final String LANE = "bench";
    static final String WORKER = "worker";
    static final String INSTANCE = "1000-00000000-0000-4000-8000-000000000000";
    static final byte[] RESULT = {'o', 'k'};
    static final long LEASE_MS = 30_000;

    /** As many as FlowFabric submits at once. */
    static final int SUBMIT = 1000;

    /** As many as one claim may hand out, and as are completed together thereafter. */
    static final int DRAIN = 256;

    private static final LaneId LANE_ID = new LaneId(LANE);

    private CeilingBatches() {}

    static Map<String, String> settings() {
        var settings = new TreeMap<String, String>();
        settings.put("submit_batch", Integer.toString(SUBMIT));
        settings.put("claim_batch", Integer.toString(DRAIN));
        settings.put("complete_batch", Integer.toString(DRAIN));
        return settings;
    }

    static byte[][] mintIds(int count) {
        var ids = new byte[count][];
        for (int i = 0; i < count; i++) {
            ids[i] = ExecutionKey.encode(ExecutionId.deterministicSolo(
                    LANE_ID, EngineSettings.DEFAULT.partitions(), TimeOrderedUuid.mint()));
        }
        return ids;
    }
}

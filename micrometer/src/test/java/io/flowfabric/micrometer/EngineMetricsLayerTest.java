package io.flowfabric.micrometer;

import io.flowfabric.engine.layer.Layer;
import io.flowfabric.engine.layer.LayerContract;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;

class EngineMetricsLayerTest extends LayerContract {
    @Override
    protected List<Layer> layers() {
        return List.of(new EngineMetrics(new SimpleMeterRegistry()));
    }
}

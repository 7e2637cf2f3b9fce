package io.flowfabric.opentelemetry;

import io.flowfabric.engine.layer.Layer;
import io.flowfabric.engine.layer.LayerContract;
import java.util.List;

class EngineTracingLayerTest extends LayerContract {
    @Override
    protected List<Layer> layers() {
        return List.of(new EngineTracing(new RecordedSpans().openTelemetry()));
    }
}

package io.flowfabric.opentelemetry;

import io.flowfabric.sdk.layer.Layer;
import io.flowfabric.sdk.layer.LayerContract;
import java.util.List;

class EngineTracingLayerTest extends LayerContract {
    @Override
    protected List<Layer> layers() {
        return List.of(new EngineTracing(new RecordedSpans().openTelemetry()));
    }
}

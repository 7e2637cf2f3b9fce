package io.flowfabric.engine.layer;

import io.flowfabric.engine.Engine;
import java.util.List;

/** Puts layers around an engine. */
public final class Layers {
    private Layers() {}

    /** The engine as seen through these layers; the last is the outermost. Closing it closes the engine. */
    public static Engine around(Engine engine, List<Layer> layers) {
        var outermost = engine;
        for (Layer layer : layers) {
            outermost = new LayeredEngine(layer, outermost);
        }
        return outermost;
    }
}

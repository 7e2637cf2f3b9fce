package io.flowfabric.sdk.config;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.payload.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How to open a {@link FlowFabric}.
 *
 * @param namespace the namespace of submitted executions; workers claim only from it
 * @param engine how the engine behaves
 * @param store how the store is opened
 * @param codec how payloads and results become bytes and come back
 * @param layers the layers around the engine, the innermost first
 */
public record FabricOptions(
        Namespace namespace, EngineSettings engine, StoreSettings store, PayloadCodec codec, List<Layer> layers) {

    /** The namespace {@code default}, the defaults of engine and store, {@link PayloadCodec#json()}, and no layers. */
    public static final FabricOptions DEFAULT = new FabricOptions(
            new Namespace("default"), EngineSettings.DEFAULT, StoreSettings.DEFAULT, PayloadCodec.json(), List.of());

    public FabricOptions {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(codec, "codec");
        layers = List.copyOf(layers);
    }

    /** The same with another namespace; fails with {@code invalid_input} if it is not a valid name. */
    public FabricOptions withNamespace(String value) {
        return new FabricOptions(
                new Namespace(Objects.requireNonNull(value, "namespace")), engine, store, codec, layers);
    }

    /** The same with other settings of the engine. */
    public FabricOptions withEngine(EngineSettings value) {
        return new FabricOptions(namespace, value, store, codec, layers);
    }

    /** The same with other settings of the store. */
    public FabricOptions withStore(StoreSettings value) {
        return new FabricOptions(namespace, engine, value, codec, layers);
    }

    /** The same with another codec. Readers need the codec that the writer used. */
    public FabricOptions withCodec(PayloadCodec value) {
        return new FabricOptions(namespace, engine, store, value, layers);
    }

    /** The same with one more layer, outside the others. */
    public FabricOptions withLayer(Layer layer) {
        var more = new ArrayList<>(layers);
        more.add(Objects.requireNonNull(layer, "layer"));
        return new FabricOptions(namespace, engine, store, codec, more);
    }
}

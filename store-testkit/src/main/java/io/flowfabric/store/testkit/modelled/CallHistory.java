package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.EngineSettings;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.store.testkit.modelled.ModelTrial.Made;
import java.util.ArrayList;
import java.util.List;

/** The calls so far in an order that explains them, by which a model is brought to the same state as often as needed. */
final class CallHistory {
    private final BackendTag backend;
    private final EngineSettings settings;
    private final List<Made<?, ?>> calls = new ArrayList<>();

    CallHistory(BackendTag backend, EngineSettings settings) {
        this.backend = backend;
        this.settings = settings;
    }

    void add(Made<?, ?> made) {
        calls.add(made);
    }

    /** A model in the state of now. */
    ModelTrial replay() {
        var rehearsal = new ModelTrial(backend, settings);
        calls.forEach(made -> {
            rehearsal.make(made);
            rehearsal.takeNews();
        });
        rehearsal.world().takeTouched();
        return rehearsal;
    }
}

package io.flowfabric.engine.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.op.NoArguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayersTest extends LayerContract {
    private final ScriptedEngine engine = new ScriptedEngine();
    private final List<String> passed = new ArrayList<>();

    private final class Named implements Layer {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
            passed.add(name);
            return next.call(operation, arguments);
        }
    }

    @Override
    protected List<Layer> layers() {
        return List.of(RateLimit.perSecond(10), new CircuitBreaker(1, Duration.ofHours(1)), CallLogging.atInfo());
    }

    @Test
    void lastLayerIsOutermost() {
        Trial.ping(Layers.around(engine, List.of(new Named("first"), new Named("second"), new Named("last"))));

        assertThat(passed).containsExactly("last", "second", "first");
    }

    @Test
    void layerThatKnowsOnlyCallsWaitsForWhatIsBegun() {
        var layered = Layers.around(engine, List.of(new Named("one")));

        var begun = layered.callAsync(Catalogue.BACKEND_LABEL, NoArguments.NONE);

        assertThat(begun).isCompletedWithValue("answered");
        assertThat(passed).containsExactly("one");
        assertThat(engine.begun).as("made on the calling thread").isEmpty();
    }

    @Test
    void closingPassesTheLayersBy() {
        var layered = Layers.around(engine, List.of(new Named("one"), new Named("two")));

        layered.close();

        assertThat(engine.closed).isEqualTo(1);
        assertThat(passed).isEmpty();
    }
}

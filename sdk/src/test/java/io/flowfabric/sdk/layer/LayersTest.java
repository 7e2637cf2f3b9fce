package io.flowfabric.sdk.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LayersTest {
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

    @Test
    void lastLayerIsOutermost() {
        Trial.ping(Layers.around(engine, List.of(new Named("first"), new Named("second"), new Named("last"))));

        assertThat(passed).containsExactly("last", "second", "first");
    }

    @ParameterizedTest
    @MethodSource("operations")
    @SuppressWarnings("unchecked") // the engine only passes them on
    void everyOperationPassesUnchanged(Operation<?, ?> operation) {
        var layered = Layers.around(
                engine,
                List.of(
                        RateLimit.perSecond(10),
                        new CircuitBreaker(1, Duration.ofHours(1)),
                        CallLogging.atInfo(),
                        new Named("own")));
        var arguments = new Object();
        var answer = new Object();
        engine.answers(() -> answer);

        Object answered = layered.call((Operation<Object, Object>) operation, arguments);

        assertThat(answered).isSameAs(answer);
        assertThat(engine.asked).containsExactly(new ScriptedEngine.Asked(operation, arguments));
    }

    static Stream<Operation<?, ?>> operations() {
        return Catalogue.all().stream();
    }

    @Test
    void closingPassesTheLayersBy() {
        var layered = Layers.around(engine, List.of(new Named("one"), new Named("two")));

        layered.close();

        assertThat(engine.closed).isEqualTo(1);
        assertThat(passed).isEmpty();
    }
}

package io.flowfabric.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.VirtualThreads;
import org.junit.jupiter.api.Test;

/** The threads on which a server calls its engine. */
class HandlerThreadTest extends SqliteSuite {
    private static final boolean MODERN = Runtime.version().feature() >= 21;

    private final Set<Boolean> virtual = ConcurrentHashMap.newKeySet();

    @Test
    void handlersRunOnVirtualThreadsWhereTheRuntimeHasThem() {
        var watched = anotherOn(engine -> new Watching(engine, virtual));
        var caller = new HttpCaller(watched.address());

        for (int i = 0; i < 50; i++) {
            assertThat(caller.call("ping", "{}").status()).isEqualTo(200);
        }

        assertThat(virtual).containsExactly(MODERN);
    }

    private record Watching(Engine engine, Set<Boolean> virtual) implements EngineInFront {
        @Override
        public <A, R> R call(Operation<A, R> operation, A arguments) {
            if (operation.equals(Catalogue.PING)) {
                virtual.add(VirtualThreads.isVirtualThread());
            }
            return engine.call(operation, arguments);
        }
    }
}

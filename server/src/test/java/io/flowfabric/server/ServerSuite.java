package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.waiting.FallbackPolls;
import io.flowfabric.server.http.connection.HttpTimeouts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shared by the tests of a running server; the store is that of the class that lists the test, or of a subclass.
 */
abstract class ServerSuite {
    /** After a test, nothing is sent any more over the connections that its callers keep. */
    static final HttpTimeouts BRIEF = HttpTimeouts.DEFAULT.withLingering(Duration.ofMillis(20));

    @TempDir
    Path keys;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private Optional<String> address = Optional.empty();

    FlowFabricServer server;
    HttpCaller http;

    /** The same store each time within a test, and another one for each test. */
    Store openStore() {
        return TestStores.open(address(), StoreOptions.DEFAULT);
    }

    /** The address of this test's store. */
    final String address() {
        if (address.isEmpty()) {
            var store = getClass().getEnclosingClass().getAnnotation(ServedFrom.class);
            address = Optional.of(store.value().freshAddress(keys));
        }
        return address.get();
    }

    /** Switches to a new store. */
    final void forgetStore() {
        address = Optional.empty();
    }

    /** The configuration of the server of every test. */
    ServerConfig config() throws IOException {
        return ServerConfig.LOOPBACK;
    }

    /** A server with one of these keys; see {@link KeyFiles#key}. */
    ServerConfig withKeys(String... each) throws IOException {
        return KeyFiles.in(keys, each).config();
    }

    @BeforeEach
    void startServer() throws IOException {
        server = another(config(), BRIEF);
        http = caller(server);
    }

    /** The client of the server of every test. */
    HttpCaller caller(FlowFabricServer of) {
        return new HttpCaller(of.address());
    }

    /** One more server, on an engine of its own on the same store. */
    FlowFabricServer another(ServerConfig config) {
        return another(config, EngineSettings.DEFAULT);
    }

    FlowFabricServer another(ServerConfig config, EngineSettings settings) {
        return another(config, settings, HttpTimeouts.DEFAULT);
    }

    /** One more server with other timeouts. */
    FlowFabricServer another(ServerConfig config, HttpTimeouts timeouts) {
        return another(config, EngineSettings.DEFAULT, timeouts);
    }

    /** One more server, on a wrapped engine. */
    FlowFabricServer anotherOn(UnaryOperator<Engine> around) {
        return anotherOn(around, ServerConfig.LOOPBACK, HttpTimeouts.DEFAULT);
    }

    FlowFabricServer anotherOn(UnaryOperator<Engine> around, ServerConfig config, HttpTimeouts timeouts) {
        return another(config, around.apply(startEngine(EngineSettings.DEFAULT)), timeouts);
    }

    private FlowFabricServer another(ServerConfig config, EngineSettings settings, HttpTimeouts timeouts) {
        return another(config, startEngine(settings), timeouts);
    }

    /** An engine without fallback polls: a lost wake-up is not made up for. */
    private LocalEngine startEngine(EngineSettings settings) {
        return LocalEngine.start(openStore(), settings, FallbackPolls.NONE);
    }

    private FlowFabricServer another(ServerConfig config, Engine engine, HttpTimeouts timeouts) {
        opened.push(engine);
        var started = FlowFabricServer.start(config, engine, timeouts);
        opened.push(started);
        return started;
    }

    @AfterEach
    void stopServers() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    /** Submits an execution to the lane {@code main}; answers its id. */
    String submit() {
        return submit("'input_payload':{'text':'hello'}");
    }

    String submit(String more) {
        return http.call(
                        "create_execution",
                        "{'namespace':'shop','execution_kind':'charge','lane_id':'main',%s}".formatted(more))
                .variant("Created")
                .get("execution_id")
                .textValue();
    }

    /** The arguments of a claim on the lane {@code main}. */
    static String claim(String more) {
        return "{'lane_id':'main','worker_id':'w','worker_instance_id':'w-1'%s}".formatted(more);
    }
}

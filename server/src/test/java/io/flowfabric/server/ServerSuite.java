package io.flowfabric.server;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.ops.FallbackPolls;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.engine.store.Store;
import io.flowfabric.server.http.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of a running server share; a subclass brings the store. */
abstract class ServerSuite {
    /** When a test is over, nobody asks anything any more over the connections that its callers keep. */
    static final Patience BRIEF = Patience.DEFAULT.withLingering(Duration.ofMillis(20));

    @TempDir
    Path keys;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    FlowFabricServer server;
    HttpCaller http;

    /** The same store each time within a test, and another one for each test. */
    abstract Store openStore();

    /** What the server of every test is like. */
    ServerConfig config() throws IOException {
        return ServerConfig.LOOPBACK;
    }

    /** A server that asks for one of these keys; see {@link KeyFiles#key}. */
    ServerConfig withKeys(String... each) throws IOException {
        return KeyFiles.in(keys, each).config();
    }

    @BeforeEach
    void startServer() throws IOException {
        server = another(config(), BRIEF);
        http = caller(server);
    }

    /** What calls the server of every test. */
    HttpCaller caller(FlowFabricServer of) {
        return new HttpCaller(of.address());
    }

    /** One more server, on an engine of its own on the same store. */
    FlowFabricServer another(ServerConfig config) {
        return another(config, EngineSettings.DEFAULT);
    }

    FlowFabricServer another(ServerConfig config, EngineSettings settings) {
        return another(config, settings, Patience.DEFAULT);
    }

    /** One more server with less patience. */
    FlowFabricServer another(ServerConfig config, Patience patience) {
        return another(config, EngineSettings.DEFAULT, patience);
    }

    /** One more server, on an engine with something around it. */
    FlowFabricServer anotherOn(UnaryOperator<Engine> around) {
        return anotherOn(around, ServerConfig.LOOPBACK, Patience.DEFAULT);
    }

    FlowFabricServer anotherOn(UnaryOperator<Engine> around, ServerConfig config, Patience patience) {
        return another(config, around.apply(startEngine(EngineSettings.DEFAULT)), patience);
    }

    private FlowFabricServer another(ServerConfig config, EngineSettings settings, Patience patience) {
        return another(config, startEngine(settings), patience);
    }

    /** An engine that looks for nothing unless it is woken: a wake-up that gets lost is not made up for. */
    private LocalEngine startEngine(EngineSettings settings) {
        return LocalEngine.start(openStore(), settings, FallbackPolls.NONE);
    }

    private FlowFabricServer another(ServerConfig config, Engine engine, Patience patience) {
        opened.push(engine);
        var started = FlowFabricServer.start(config, engine, patience);
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

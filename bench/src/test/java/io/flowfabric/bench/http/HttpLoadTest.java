package io.flowfabric.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.bench.TestStores;
import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.sdk.remote.RemoteEngine;
import io.flowfabric.sdk.remote.RemoteSettings;
import io.flowfabric.store.testkit.LongRuns;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many clients of a real server process, also when it is killed under them. */
@Timeout(300)
class HttpLoadTest {
    private static final int CLIENTS = 200;
    private static final Duration LENGTH = Duration.ofSeconds(LongRuns.rounds(30, 2));

    /** A claim is cut off, or a lease ends before the server is back and another client takes the work over. */
    private static final Set<ErrorCode> OF_A_KILLED_SERVER =
            Set.of(ErrorCode.TRANSPORT, ErrorCode.LEASE_EXPIRED, ErrorCode.STALE_LEASE, ErrorCode.EXECUTION_NOT_ACTIVE);

    static List<BenchStores> benchStores() {
        return TestStores.all();
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void everyCallOfManyClientsIsAnswered(BenchStores stores) throws InterruptedException {
        var printed = new StringWriter();
        try (var benchStore = stores.fresh()) {
            boolean clean = new HttpBench(benchStore.address(), CLIENTS, LENGTH).run(new PrintWriter(printed));

            assertThat(clean).as(printed.toString()).isTrue();
            assertThat(printed.toString()).contains("executions/s", " 0 left, 0 errors");
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("benchStores")
    void nothingIsLostWhenTheServerIsKilled(BenchStores stores) throws InterruptedException {
        try (var benchStore = stores.fresh()) {
            killUnderClients(benchStore.address());
        }
    }

    private static void killUnderClients(String store) throws InterruptedException {
        var killed = ServerProcess.start(store, 0);
        var settings = RemoteSettings.DEFAULT.withPatience(Duration.ofMinutes(1));
        try (var engine = RemoteEngine.connect(killed.address(), settings)) {
            var fleet = new HttpClients(engine, CLIENTS, Duration.ofSeconds(5));
            var settled = new AtomicBoolean();
            var time = HttpClients.during(LENGTH);
            // On a thread of its own: in the common pool it would keep a small machine from learning of the server's
            // end.
            var run = CompletableFuture.supplyAsync(
                    () -> running(fleet, () -> !settled.get() || time.getAsBoolean()),
                    clients -> new Thread(clients, "clients").start());
            awaitCompleted(fleet, CLIENTS);
            killed.kill();
            try (var again = ServerProcess.start(store, killed.port())) {
                awaitCompleted(fleet, fleet.tally().completed() + CLIENTS);
                settled.set(true);
                run.join();
                assertThat(fleet.tally().open())
                        .as("accepted and never completed")
                        .isEmpty();
                assertThat(fleet.tally().errors())
                        .allSatisfy(error -> assertThat(error)
                                .isInstanceOfSatisfying(
                                        EngineException.class,
                                        refused -> assertThat(refused.code()).isIn(OF_A_KILLED_SERVER)));
                assertThat(again.port()).isEqualTo(killed.port());
            }
        }
    }

    private static void awaitCompleted(HttpClients fleet, long count) throws InterruptedException {
        while (fleet.tally().completed() < count) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static Duration running(HttpClients fleet, BooleanSupplier more) {
        try {
            return fleet.run(more);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}

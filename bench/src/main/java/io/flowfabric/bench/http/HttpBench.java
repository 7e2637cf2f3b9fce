package io.flowfabric.bench.http;

import io.flowfabric.bench.measure.Latencies;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.store.Addresses;
import io.flowfabric.sdk.remote.RemoteEngine;
import io.flowfabric.sdk.remote.RemoteSettings;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * {@code ff bench --http}.
 *
 * @param store where the server keeps what it is given
 * @param clients how many there are at once
 * @param length for how long they submit
 */
public record HttpBench(String store, int clients, Duration length) {
    /** Long enough for every call on the slowest machine. */
    private static final Duration LEASE = Duration.ofMinutes(5);

    /** Runs and prints what came of it; answers whether every call was answered and nothing is left. */
    public boolean run(PrintWriter out) throws InterruptedException {
        try (var server = ServerProcess.start(store, 0);
                var engine = RemoteEngine.connect(server.address(), RemoteSettings.DEFAULT)) {
            out.println("%d clients for %d s over HTTP, ff server on %s"
                    .formatted(clients, length.toSeconds(), Addresses.withoutSecrets(store)));
            out.flush();
            fleet(engine).run(HttpClients.during(warmUp()));
            var fleet = fleet(engine);
            var before = ProcessorTimes.now(server);
            var took = fleet.run(HttpClients.during(length));
            print(fleet.tally(), took, out);
            out.println(
                    ProcessorTimes.now(server).since(before).line(fleet.tally().calls()));
            out.flush();
            return fleet.tally().errors().isEmpty() && fleet.tally().open().isEmpty();
        }
    }

    private HttpClients fleet(Engine engine) {
        return new HttpClients(engine, clients, LEASE);
    }

    /** Two fresh JVMs spend their first seconds compiling; what they do then is not counted. */
    private Duration warmUp() {
        return length.dividedBy(2);
    }

    private static void print(HttpTally tally, Duration took, PrintWriter out) {
        double seconds = took.toNanos() / 1e9;
        out.println("%,10.0f executions/s submitted, claimed and completed".formatted(tally.completed() / seconds));
        out.println("%,10.0f calls/s".formatted(tally.calls() / seconds));
        line("submit", tally.submits(), out);
        line("claim", tally.claims(), out);
        line("complete", tally.completes(), out);
        out.println("%,10d accepted, %,d completed, %,d left, %,d errors"
                .formatted(
                        tally.submitted(),
                        tally.completed(),
                        tally.open().size(),
                        tally.errors().size()));
        tally.errors().stream()
                .map(Throwable::getMessage)
                .distinct()
                .limit(3)
                .forEach(error -> out.println("           " + error));
        out.flush();
    }

    private static void line(String call, Latencies latencies, PrintWriter out) {
        if (latencies.count() > 0) {
            out.println("%10s p50 %.1f ms, p99 %.1f ms, longest %.0f ms"
                    .formatted(call, latencies.median(), latencies.percentile(0.99), latencies.percentile(1)));
        }
    }
}

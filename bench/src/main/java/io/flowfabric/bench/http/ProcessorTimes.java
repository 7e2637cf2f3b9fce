package io.flowfabric.bench.http;

import java.time.Duration;

/**
 * How much processor time was used: what a call costs, also on a machine that does something else besides.
 *
 * @param server by the server
 * @param clients by all clients together
 */
record ProcessorTimes(Duration server, Duration clients) {

    static ProcessorTimes now(ServerProcess server) {
        return new ProcessorTimes(
                server.processorTime(),
                ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO));
    }

    ProcessorTimes since(ProcessorTimes before) {
        return new ProcessorTimes(server.minus(before.server), clients.minus(before.clients));
    }

    String line(long calls) {
        return "%10.0f µs of processor time a call in the server, %.0f µs in the clients"
                .formatted(server.toNanos() / 1e3 / calls, clients.toNanos() / 1e3 / calls);
    }
}

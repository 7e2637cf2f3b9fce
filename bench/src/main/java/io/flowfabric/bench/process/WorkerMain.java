package io.flowfabric.bench.process;

import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.Worker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** The process of a {@link WorkerProcess}: store, lane and lease in milliseconds are its arguments. */
public final class WorkerMain {
    private final FlowFabric fabric;
    private final String lane;
    private final Duration lease;
    private Optional<Worker> worker = Optional.empty();

    private WorkerMain(FlowFabric fabric, String lane, Duration lease) {
        this.fabric = fabric;
        this.lane = lane;
        this.lease = lease;
    }

    /** Works until standard input ends. */
    public static void main(String[] args) throws IOException {
        try (var fabric = FlowFabric.open(args[0]);
                var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            var main = new WorkerMain(fabric, args[1], Duration.ofMillis(Long.parseLong(args[2])));
            for (var line = commands.readLine(); line != null; line = commands.readLine()) {
                System.out.println(main.obey(line.split(" ")));
            }
        }
    }

    private String obey(String[] command) {
        return switch (command[0]) {
            case "work" -> work(Integer.parseInt(command[1]));
            case "completed" -> Long.toString(worker.map(Worker::completed).orElse(0L));
            case "running" -> Integer.toString(worker.map(Worker::running).orElse(0));
            default -> throw new IllegalArgumentException("\"" + command[0] + "\" is not a command");
        };
    }

    private String work(int handlers) {
        worker = Optional.of(Kinds.handledBy(fabric.worker(lane))
                .concurrency(handlers)
                .leaseTtl(lease)
                .start());
        return "working";
    }
}

package io.flowfabric.bench.process;

import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.sdk.Worker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The process of a {@link WorkerProcess}: store, lane and lease in milliseconds are its arguments. */
public final class WorkerMain {
    private static final int WARM_UP = 10_000;
    private static final int BATCH = 500;
    private static final long LOOK_NANOS = 1_000_000;

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
            case "warm" -> warm();
            case "work" -> work(Integer.parseInt(command[1]));
            case "completed" -> Long.toString(worker.map(Worker::completed).orElse(0L));
            case "running" -> Integer.toString(worker.map(Worker::running).orElse(0));
            default -> throw new IllegalArgumentException("\"" + command[0] + "\" is not a command");
        };
    }

    /** Submits and does no-ops on a lane of its own. */
    private String warm() {
        String own = "%s-warm-%d".formatted(lane, ProcessHandle.current().pid());
        try (var warming = Kinds.handledBy(fabric.worker(own)).start()) {
            for (int done = 0; done < WARM_UP; done += BATCH) {
                fabric.submitAll(Stream.generate(() -> fabric.submission(own, Kinds.NOOP))
                        .limit(BATCH)
                        .toList());
            }
            while (warming.completed() < WARM_UP) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        return "warm";
    }

    private String work(int handlers) {
        worker = Optional.of(Kinds.handledBy(fabric.worker(lane))
                .concurrency(handlers)
                .leaseTtl(lease)
                .start());
        return "working";
    }
}

package io.flowfabric.bench.process;

import io.flowfabric.sdk.FlowFabric;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The process of a {@link BenchWorkerProcess}: the lease in milliseconds is its argument, the store is in its environment. */
public final class WorkerMain {
    static final String STORE_VARIABLE = "FF_STORE";

    private static final int BATCH = 500;
    private static final long LOOK_NANOS = 1_000_000;

    private final FlowFabric fabric;
    private final OwnProcess host;

    private WorkerMain(FlowFabric fabric, Duration lease) {
        this.fabric = fabric;
        this.host = new OwnProcess(fabric, lease);
    }

    /** Works until standard input ends. */
    public static void main(String[] args) throws IOException {
        try (var fabric = FlowFabric.open(System.getenv(STORE_VARIABLE));
                var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            var main = new WorkerMain(fabric, Duration.ofMillis(Long.parseLong(args[0])));
            for (var line = commands.readLine(); line != null; line = commands.readLine()) {
                System.out.println(main.obey(line.split(" ")));
            }
        }
    }

    private String obey(String[] command) {
        return switch (command[0]) {
            case "warm" -> warm(Integer.parseInt(command[1]));
            case "work" -> {
                host.work(Integer.parseInt(command[1]), lanes(command));
                yield "working";
            }
            case "hold" -> {
                host.hold(Integer.parseInt(command[1]), lanes(command));
                yield "holding";
            }
            case "rest" -> {
                host.rest();
                yield "resting";
            }
            case "completed" -> Long.toString(host.completed());
            case "running" -> Integer.toString(host.running());
            default -> throw new IllegalArgumentException("\"" + command[0] + "\" is not a command");
        };
    }

    /** Submits and does no-ops on a lane of its own. */
    private String warm(int executions) {
        String own = "warm-" + ProcessHandle.current().pid();
        try (var warming = Kinds.handledBy(fabric.worker(own)).start()) {
            for (int left = executions; left > 0; left -= BATCH) {
                fabric.submitAll(Stream.generate(() -> fabric.submission(own, Kinds.NOOP))
                        .limit(Math.min(left, BATCH))
                        .toList());
            }
            while (warming.completed() < executions) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        return "warm";
    }

    private static List<String> lanes(String[] command) {
        return Arrays.asList(command).subList(2, command.length);
    }
}

package io.flowfabric.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The processes of a PostgreSQL server on this machine, as {@code /proc} shows them. Safe for use by any thread. */
final class ServerProcesses {
    private static final Path PROC = Path.of("/proc");

    /** The unit of time in {@code /proc}, which is the same on every Linux. */
    private static final long TICK_NANOS = 10_000_000;

    /** Where, behind the name of the program, the times of a process stand, and behind them those of its ended children. */
    private static final int USER = 11;

    private static final int ENDED_USER = 13;

    private final Path data;

    ServerProcesses(Path data) {
        this.data = data;
    }

    /** The processor time of all of them, those included that have ended. Empty where it cannot be told. */
    OptionalLong cpuNanos() {
        try {
            long postmaster = Long.parseLong(
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
            long ended;
            long ticks;
            // A child that ends meanwhile moves from one sum to the other.
            do {
                ended = ticks(postmaster, ENDED_USER);
                ticks = ended + ticks(postmaster, USER) + ticksOfChildren(postmaster);
            } while (ended != ticks(postmaster, ENDED_USER));
            return OptionalLong.of(ticks * TICK_NANOS);
        } catch (IOException | UncheckedIOException | NumberFormatException notThere) {
            return OptionalLong.empty();
        }
    }

    private static long ticksOfChildren(long postmaster) {
        return ProcessHandle.of(postmaster).stream()
                .flatMap(ProcessHandle::children)
                .mapToLong(child -> ticksOfChild(child.pid()))
                .sum();
    }

    private static long ticksOfChild(long pid) {
        try {
            return ticks(pid, USER);
        } catch (IOException ended) {
            return 0;
        }
    }

    private static long ticks(long pid, int first) throws IOException {
        var status = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
        // The name stands in parentheses and may hold anything, blanks too.
        var fields = status.substring(status.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1]);
    }
}

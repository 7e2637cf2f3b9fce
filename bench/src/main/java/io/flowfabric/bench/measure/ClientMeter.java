package io.flowfabric.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads what processor time is spent on this side of the store: by this process, thread by thread, and by those that it
 * has started. The thread that starts it is the one that submits. Read it while all threads of a run still live: who ends
 * takes its count along.
 */
public final class ClientMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final long submitter = Thread.currentThread().getId();
    // Finding processes costs time, which is not to be found in what is read next.
    private final Map<Long, Long> processesBefore = processes();
    private final Reading before = Reading.now();

    private ClientMeter() {}

    /** Begins to measure. */
    public static ClientMeter start() {
        return new ClientMeter();
    }

    /** Microseconds of processor time since the start, by execution. All roles together are what was spent. */
    public Map<ThreadRole, Double> perExecution(long executions) {
        var nanos = new EnumMap<ThreadRole, Long>(ThreadRole.class);
        for (var role : ThreadRole.values()) {
            nanos.put(role, 0L);
        }
        var after = Reading.now();
        long named = 0;
        for (var thread : after.threads.entrySet()) {
            long spent = thread.getValue() - before.threads.getOrDefault(thread.getKey(), 0L);
            nanos.merge(roleOf(thread.getKey()), spent, Long::sum);
            named += spent;
        }
        // The process counts in coarser steps than its threads do.
        nanos.put(ThreadRole.JVM, Math.max(0, after.process - before.process - named));
        processes()
                .forEach((pid, spent) ->
                        nanos.merge(ThreadRole.PROCESSES, spent - processesBefore.getOrDefault(pid, 0L), Long::sum));
        var micros = new EnumMap<ThreadRole, Double>(ThreadRole.class);
        nanos.forEach((role, spent) -> micros.put(role, spent / 1e3 / executions));
        return micros;
    }

    private ThreadRole roleOf(long thread) {
        if (thread == submitter) {
            return ThreadRole.SUBMITTERS;
        }
        var info = THREADS.getThreadInfo(thread);
        return info == null ? ThreadRole.OTHERS : ThreadRole.of(info.getThreadName());
    }

    /** The nanoseconds of the processes that this one has started, by their ids. */
    private static Map<Long, Long> processes() {
        var nanos = new HashMap<Long, Long>();
        ProcessHandle.current()
                .descendants()
                .forEach(process -> process.info()
                        .totalCpuDuration()
                        .map(Duration::toNanos)
                        .ifPresent(spent -> nanos.put(process.pid(), spent)));
        return nanos;
    }

    /** The nanoseconds of this process, and of its threads by their ids. */
    private record Reading(long process, Map<Long, Long> threads) {
        static Reading now() {
            long process = SYSTEM.getProcessCpuTime();
            var threads = new HashMap<Long, Long>();
            for (long thread : THREADS.getAllThreadIds()) {
                long spent = THREADS.getThreadCpuTime(thread);
                // It is less than 0 for one that has just ended.
                if (spent >= 0) {
                    threads.put(thread, spent);
                }
            }
            return new Reading(process, threads);
        }
    }
}

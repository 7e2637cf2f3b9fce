package io.flowfabric.bench.measure;

import java.util.List;

/** What the processor time of a run of FlowFabric is spent on, by the threads that spend it. */
public enum ThreadRole {
    /** The thread that submits, and then asks how far the workers are. */
    SUBMITTERS("submitters"),
    /** Claims for all handlers. */
    CLAIMER("claimer", "flowfabric-claimer"),
    /** Stores what the handlers answered. */
    COMPLETIONS("completions", "flowfabric-completions"),
    /** Run the tasks. Virtual threads are counted with those that carry them. */
    HANDLERS("handlers", "flowfabric-task", "ForkJoinPool-1-worker"),
    /** Own the connections through which is written. */
    WRITERS("writers", "flowfabric-sqlite-writer", "flowfabric-postgres-writer"),
    /** Do what is due. */
    TIMERS("timers", "flowfabric-timers"),
    /** Other Java threads: leases are renewed, deadlines and doorbells waited for. */
    OTHERS("others"),
    /** What no Java thread accounts for: the compiler, the collector, threads that have ended. */
    JVM("jvm"),
    /** Processes that this one has started, if workers run there. */
    PROCESSES("processes");

    private final String key;
    private final List<String> threads;

    ThreadRole(String key, String... threads) {
        this.key = key;
        this.threads = List.of(threads);
    }

    /** The name of the detail that tells its processor time. */
    public String detail() {
        return key + "_cpu_micros_per_execution";
    }

    static ThreadRole of(String thread) {
        for (var role : values()) {
            if (role.threads.stream().anyMatch(thread::startsWith)) {
                return role;
            }
        }
        return OTHERS;
    }
}

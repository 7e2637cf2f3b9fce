package io.flowfabric.bench.process;

import java.util.List;

/** A process with an engine and, while it works, a worker: this process, or another. Belongs to one thread. */
public interface WorkerHost extends AutoCloseable {

    /** Begins to claim from some lanes, with this many handlers. Returns when it does. */
    void work(int handlers, List<String> lanes);

    /** Ends what {@link #work} began, after the handlers that run. Its engine stays open. */
    void rest();

    /** How many executions the worker has completed. */
    long completed();

    /** Rests, and ends what belongs to the host. */
    @Override
    void close();
}

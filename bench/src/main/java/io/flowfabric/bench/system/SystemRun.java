package io.flowfabric.bench.system;

import java.util.Map;

/** One run of one system on one store. Belongs to one thread. */
public interface SystemRun extends AutoCloseable {

    /** How reports call it. */
    String name();

    /**
     * What was set, by name: versions, sizes, intervals. Known after {@link #prepare()}; after {@link #drain()} it may also
     * say what was measured.
     */
    Map<String, String> settings();

    /** Creates its tables and whatever else is needed before the first submission. Not timed. */
    void prepare() throws Exception;

    /** Stores {@code count} pieces of work with this payload, in bulk. Returns when all are committed. */
    void submit(int count, byte[] payload) throws Exception;

    /** Does all that was submitted. Returns when the end of every piece is committed. */
    void drain() throws Exception;

    /** Stops what it has started. Closing the store removes what it has stored. */
    @Override
    void close();
}

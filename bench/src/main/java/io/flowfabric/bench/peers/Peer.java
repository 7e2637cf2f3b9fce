package io.flowfabric.bench.peers;

import java.util.Map;

/** What is peculiar to a peer that was prepared for one run. Belongs to one thread. */
interface Peer extends AutoCloseable {

    /** What was set, by name. */
    Map<String, String> settings();

    /** Stores one chunk. Returns when it is committed. */
    void submit(int count, String payload) throws Exception;

    /** Lets its workers begin. Does not wait for them. */
    void start() throws Exception;

    /** A query for the number of pieces whose end is not yet committed. */
    String unfinished();

    /** Stops its workers and gives its connections back. */
    @Override
    void close();

    /** Prepares a peer on an empty store. */
    @FunctionalInterface
    interface Preparation {
        Peer prepare(PeerStore peerStore) throws Exception;
    }
}

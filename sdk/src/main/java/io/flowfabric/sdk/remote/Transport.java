package io.flowfabric.sdk.remote;

import java.io.IOException;
import java.time.Duration;

/** Carries requests to the server and its answers back. Safe for use by any thread. */
interface Transport extends AutoCloseable {

    /**
     * A request for an operation.
     *
     * @param body JSON in UTF-8
     * @param timeout how long the whole exchange may take
     */
    record Request(String operation, byte[] body, Duration timeout) {}

    /** An answer of the server, whole. */
    record Reply(int status, byte[] body) {}

    /**
     * Sends a request and waits for its answer.
     *
     * @throws java.net.http.HttpTimeoutException if the answer was not whole in time
     * @throws java.net.ConnectException if the server was not reached; the request was not sent
     * @throws AnswerTooLong if the answer is longer than any valid one
     * @throws InterruptedException if the thread was interrupted; the connection is closed, which the server notices
     */
    Reply exchange(Request request) throws IOException, InterruptedException;

    /** Closes idle connections, and those in use as soon as they are idle. */
    @Override
    void close();
}

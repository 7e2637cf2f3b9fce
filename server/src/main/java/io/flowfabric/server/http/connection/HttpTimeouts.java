package io.flowfabric.server.http.connection;

import java.time.Duration;

/**
 * How long the server waits for clients, and for its own shutdown.
 *
 * @param silence how long a connection may be idle in both directions before it is closed; longer than the longest wait
 *     of a request and the keep-alive interval of a feed
 * @param head how long a TLS handshake may take, and the head of a request from its first byte on, however steadily
 *     they arrive
 * @param body how long a body may take to arrive, however steadily, since a thread waits for it
 * @param answer how long a client may take to read an answer, however steadily, for the same reason; not for feeds
 * @param farewell how long active requests may take when the server stops
 * @param lingering how long a connection without a request stays open when the server stops
 */
public record HttpTimeouts(
        Duration silence, Duration head, Duration body, Duration answer, Duration farewell, Duration lingering) {
    /**
     * 65 seconds idle, 30 seconds for a head, 30 seconds for a body, 5 minutes for an answer, 15 seconds for the
     * shutdown, 200 milliseconds for idle connections during it.
     */
    public static final HttpTimeouts DEFAULT = new HttpTimeouts(
            Duration.ofSeconds(65),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofSeconds(15),
            Duration.ofMillis(200));

    /** The same with another idle timeout. */
    public HttpTimeouts withSilence(Duration value) {
        return new HttpTimeouts(value, head, body, answer, farewell, lingering);
    }

    /** The same with another timeout for a head. */
    public HttpTimeouts withHead(Duration value) {
        return new HttpTimeouts(silence, value, body, answer, farewell, lingering);
    }

    /** The same with another timeout for a body. */
    public HttpTimeouts withBody(Duration value) {
        return new HttpTimeouts(silence, head, value, answer, farewell, lingering);
    }

    /** The same with another timeout for an answer. */
    public HttpTimeouts withAnswer(Duration value) {
        return new HttpTimeouts(silence, head, body, value, farewell, lingering);
    }

    /** The same with another timeout for the shutdown. */
    public HttpTimeouts withFarewell(Duration value) {
        return new HttpTimeouts(silence, head, body, answer, value, lingering);
    }

    /** The same with another timeout for idle connections during the shutdown. */
    public HttpTimeouts withLingering(Duration value) {
        return new HttpTimeouts(silence, head, body, answer, farewell, value);
    }
}

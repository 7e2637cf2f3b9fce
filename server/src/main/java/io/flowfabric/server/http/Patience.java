package io.flowfabric.server.http;

import java.time.Duration;

/**
 * How long the server waits for a client, and for its own end.
 *
 * @param silence how long a connection may be without a byte in either direction before it is closed; longer than the
 *     longest wait of a request and the pulse of a feed
 * @param head how long a TLS handshake may take, and the head of a request from its first byte on, however steadily they
 *     trickle
 * @param body how long a body may take to arrive, however steadily it trickles, since a thread waits for it
 * @param answer how long a client may take to read an answer, however steadily, for the same reason; a feed has all the time
 * @param farewell how long requests under way may take when the server stops
 * @param lingering how long a connection without a request is left open when the server stops
 */
public record Patience(
        Duration silence, Duration head, Duration body, Duration answer, Duration farewell, Duration lingering) {
    /**
     * 65 seconds of silence, 30 seconds for a head, 30 seconds for a body, 5 minutes for an answer, 15 seconds for a
     * farewell, 200 milliseconds of lingering.
     */
    public static final Patience DEFAULT = new Patience(
            Duration.ofSeconds(65),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofSeconds(15),
            Duration.ofMillis(200));

    /** The same with another silence. */
    public Patience withSilence(Duration value) {
        return new Patience(value, head, body, answer, farewell, lingering);
    }

    /** The same with another time for a head. */
    public Patience withHead(Duration value) {
        return new Patience(silence, value, body, answer, farewell, lingering);
    }

    /** The same with another time for a body. */
    public Patience withBody(Duration value) {
        return new Patience(silence, head, value, answer, farewell, lingering);
    }

    /** The same with another time for an answer. */
    public Patience withAnswer(Duration value) {
        return new Patience(silence, head, body, value, farewell, lingering);
    }

    /** The same with another time for a farewell. */
    public Patience withFarewell(Duration value) {
        return new Patience(silence, head, body, answer, value, lingering);
    }

    /** The same with another lingering. */
    public Patience withLingering(Duration value) {
        return new Patience(silence, head, body, answer, farewell, value);
    }
}

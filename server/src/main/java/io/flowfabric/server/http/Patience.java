package io.flowfabric.server.http;

import java.time.Duration;

/**
 * How long the server waits for a client.
 *
 * @param silence how long a connection may be without a byte in either direction before it is closed; longer than the
 *     longest wait of a request and the pulse of a feed
 * @param head how long the head of a request may take from its first byte on, however steadily it trickles
 * @param body how long a body may take to arrive, however steadily it trickles, since a thread waits for it
 * @param farewell how long a connection without a request is left open when the server stops
 */
public record Patience(Duration silence, Duration head, Duration body, Duration farewell) {
    /** 65 seconds of silence, 30 seconds for a head, 30 seconds for a body, 200 milliseconds when the server stops. */
    public static final Patience DEFAULT = new Patience(
            Duration.ofSeconds(65), Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMillis(200));

    /** The same with another farewell. */
    public Patience withFarewell(Duration other) {
        return new Patience(silence, head, body, other);
    }
}

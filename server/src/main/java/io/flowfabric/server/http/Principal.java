package io.flowfabric.server.http;

import io.flowfabric.model.id.Namespace;
import java.util.Optional;

/**
 * Who makes a request.
 *
 * @param name the name of the key, for logs and audit; never the key itself
 * @param namespace the only one it sees and touches; empty for all
 * @param maxParked how many of its requests may wait at once, besides the limit of the process
 * @param maxEventStreams how many feeds it may have open, besides the limit of the process
 */
public record Principal(String name, Optional<Namespace> namespace, int maxParked, int maxEventStreams) {
    /** Whoever comes to a server without keys. */
    public static final Principal ANYBODY =
            new Principal("anybody", Optional.empty(), Integer.MAX_VALUE, Integer.MAX_VALUE);
}

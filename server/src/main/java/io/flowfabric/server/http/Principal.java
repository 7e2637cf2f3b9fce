package io.flowfabric.server.http;

import io.flowfabric.engine.Scope;
import io.flowfabric.model.id.Namespace;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who makes a request.
 *
 * @param name the name of the key, for logs and audit; never the key itself
 * @param scopes what it may do
 * @param namespace the only one it sees and touches; empty for all
 * @param maxParked how many of its requests may wait at once, besides the limit of the process
 * @param maxEventStreams how many feeds it may have open, besides the limit of the process
 */
public record Principal(
        String name, Set<Scope> scopes, Optional<Namespace> namespace, int maxParked, int maxEventStreams) {
    /** Whoever comes to a server without keys. */
    public static final Principal ANYBODY =
            new Principal("anybody", EnumSet.of(Scope.ADMIN), Optional.empty(), Integer.MAX_VALUE, Integer.MAX_VALUE);

    public Principal {
        scopes = Set.copyOf(scopes);
    }

    /** Whether it may do what needs a scope: admin includes all, and every scope includes read. */
    public boolean allows(Scope scope) {
        return scopes.contains(Scope.ADMIN) || scopes.contains(scope) || scope == Scope.READ && !scopes.isEmpty();
    }
}

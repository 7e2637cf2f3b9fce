package io.flowfabric.server.http;

import io.flowfabric.engine.Scope;
import io.flowfabric.model.id.Namespace;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Who makes a request.
 *
 * @param name the name of the key, for logs and audit; never the key itself
 * @param submitter in whose name it submits, so that a key and the one that replaces it are the same submitter
 * @param scopes what it may do
 * @param namespace the only one it sees and touches; empty for all
 * @param limits how much it may have at once
 */
public record Principal(
        String name, String submitter, Set<Scope> scopes, Optional<Namespace> namespace, Limits limits) {
    /** Whoever comes to a server without keys. */
    public static final Principal ANYBODY = administrator("anybody");

    /**
     * How much a principal may have at once, besides what the process has.
     *
     * @param requests requests that are worked on
     * @param parked requests that wait
     * @param eventStreams feeds
     */
    public record Limits(Limit requests, Limit parked, Limit eventStreams) {
        /** As much as the process. */
        public static final Limits NONE = new Limits(Limit.NONE, Limit.NONE, Limit.NONE);
    }

    /** How many of something one principal may have, of those that the process may have. */
    public record Limit(OptionalInt number, boolean usual) {
        /** As many as the process. */
        public static final Limit NONE = new Limit(OptionalInt.empty(), false);

        /** A quarter of what the process may have, so that no one takes the places of all. */
        public static final Limit USUAL = new Limit(OptionalInt.empty(), true);

        private static final int SHARE = 4;

        /** So many. */
        public static Limit of(int number) {
            return new Limit(OptionalInt.of(number), false);
        }

        int of(Quota whole) {
            return number.orElse(usual ? Math.max(1, whole.most() / SHARE) : Integer.MAX_VALUE);
        }
    }

    public Principal {
        scopes = Set.copyOf(scopes);
    }

    /** Somebody who may do everything. */
    public static Principal administrator(String name) {
        return new Principal(name, name, EnumSet.of(Scope.ADMIN), Optional.empty(), Limits.NONE);
    }

    /** Whether it may do what needs a scope: admin includes all, and every scope includes read. */
    public boolean allows(Scope scope) {
        return scopes.contains(Scope.ADMIN) || scopes.contains(scope) || scope == Scope.READ && !scopes.isEmpty();
    }
}

package io.flowfabric.server.http;

import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.model.id.Namespace;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The caller of a request.
 *
 * @param name the name of the key, for logs and audit; never the key itself
 * @param submitter the name under which it submits, so that a key and its replacement are the same submitter
 * @param scopes what it may do
 * @param namespace the only namespace it may use; empty for all
 * @param limits how much it may use at once
 */
public record Principal(
        String name, String submitter, Set<Scope> scopes, Optional<Namespace> namespace, Limits limits) {
    /** The caller of a server without keys. */
    public static final Principal ANYBODY = administrator("anybody");

    /**
     * How much a principal may use at once, within the limits of the process.
     *
     * @param requests active requests
     * @param parked parked requests
     * @param eventStreams event feeds
     */
    public record Limits(Limit requests, Limit parked, Limit eventStreams) {
        /** Only the limits of the process. */
        public static final Limits NONE = new Limits(Limit.NONE, Limit.NONE, Limit.NONE);
    }

    /** How many of something one principal may have, within the limit of the process. */
    public record Limit(OptionalInt number, boolean usual) {
        /** As many as the process. */
        public static final Limit NONE = new Limit(OptionalInt.empty(), false);

        /** A quarter of the limit of the process, so that one principal leaves room for others. */
        public static final Limit USUAL = new Limit(OptionalInt.empty(), true);

        private static final int SHARE = 4;

        /** A fixed number. */
        public static Limit of(int number) {
            return new Limit(OptionalInt.of(number), false);
        }

        int of(ConcurrencyQuota whole) {
            return number.orElse(usual ? Math.max(1, whole.most() / SHARE) : Integer.MAX_VALUE);
        }
    }

    public Principal {
        scopes = Set.copyOf(scopes);
    }

    /** A principal with all scopes. */
    public static Principal administrator(String name) {
        return new Principal(name, name, EnumSet.of(Scope.ADMIN), Optional.empty(), Limits.NONE);
    }

    /** Whether it has a scope: admin includes all, and every scope includes read. */
    public boolean allows(Scope scope) {
        return scopes.contains(Scope.ADMIN) || scopes.contains(scope) || scope == Scope.READ && !scopes.isEmpty();
    }
}

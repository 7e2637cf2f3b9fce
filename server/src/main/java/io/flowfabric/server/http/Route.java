package io.flowfabric.server.http;

import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import java.util.Optional;

/**
 * A method and a path, and the endpoint for them.
 *
 * @param template the path with its variables in braces, as metrics and error bodies name it
 * @param access which callers may use it
 * @param bodyLimit the longest body, in bytes
 * @param style the format of its errors
 */
public record Route(String method, String template, Access access, int bodyLimit, Style style, Endpoint endpoint) {

    /** The format of the errors of a route. */
    public enum Style {
        /** Always with kind, code and retryable. */
        REMOTE,
        /** As in the Rust FlowFabric: kind and retryable only where it has them. */
        CLASSIC
    }

    /**
     * Which callers may use a route.
     *
     * @param open whether no key is needed
     * @param scope the scope that a key needs; empty when any key will do
     * @param operation the operation behind it, for checks beyond the scope
     * @param wholeProcess whether it concerns all namespaces, so that keys bound to one may not use it
     */
    public record Access(
            boolean open, Optional<Scope> scope, Optional<Operation<?, ?>> operation, boolean wholeProcess) {
        /** No key is needed. */
        public static final Access OPEN = new Access(true, Optional.empty(), Optional.empty(), false);

        /** Any key. */
        public static final Access ANY_KEY = new Access(false, Optional.empty(), Optional.empty(), false);

        /** The access that an operation needs. */
        public static Access to(Operation<?, ?> operation) {
            return new Access(false, Optional.of(operation.scope()), Optional.of(operation), false);
        }

        /** A key with a scope. */
        public static Access of(Scope scope) {
            return new Access(false, Optional.of(scope), Optional.empty(), false);
        }

        /** A key with a scope that is not bound to a namespace. */
        public static Access toProcess(Scope scope) {
            return new Access(false, Optional.of(scope), Optional.empty(), true);
        }
    }

    /** A route that reads, with a small body limit. */
    public static Route get(String template, Access access, Style style, Endpoint endpoint) {
        return new Route("GET", template, access, BodyLimit.CONTROL, style, endpoint);
    }

    /** The same route with another endpoint. */
    public Route with(Endpoint other) {
        return new Route(method, template, access, bodyLimit, style, other);
    }
}

package io.flowfabric.server.http;

import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Scope;
import java.util.Optional;

/**
 * Where requests of one method and path lead.
 *
 * @param template the path with its variables in braces, as metrics and error bodies name it
 * @param access who may use it
 * @param bodyLimit how many bytes its body may have
 * @param style how its errors look
 */
public record Route(String method, String template, Access access, int bodyLimit, Style style, Endpoint endpoint) {

    /** How the errors of a route look. */
    public enum Style {
        /** With kind, code and whether to retry, always. */
        REMOTE,
        /** As FlowFabric's clients know them: kind and retryable where there is one. */
        CLASSIC
    }

    /**
     * Who may use a route.
     *
     * @param open whether even those without a key may
     * @param scope what a key must allow; empty when any key will do
     * @param operation the operation behind it, for those who decide by more than the scope
     * @param wholeProcess whether it is about all namespaces, and so not for those bound to one
     */
    public record Access(
            boolean open, Optional<Scope> scope, Optional<Operation<?, ?>> operation, boolean wholeProcess) {
        /** Everybody. */
        public static final Access OPEN = new Access(true, Optional.empty(), Optional.empty(), false);

        /** Whoever has a key. */
        public static final Access ANY_KEY = new Access(false, Optional.empty(), Optional.empty(), false);

        /** Whoever may call an operation. */
        public static Access to(Operation<?, ?> operation) {
            return new Access(false, Optional.of(operation.scope()), Optional.of(operation), false);
        }

        /** Whoever has a key with a scope. */
        public static Access of(Scope scope) {
            return new Access(false, Optional.of(scope), Optional.empty(), false);
        }

        /** Whoever has a key with a scope that is bound to no namespace. */
        public static Access toProcess(Scope scope) {
            return new Access(false, Optional.of(scope), Optional.empty(), true);
        }
    }

    /** A route that reads and has no body to speak of. */
    public static Route get(String template, Access access, Style style, Endpoint endpoint) {
        return new Route("GET", template, access, BodyLimit.CONTROL, style, endpoint);
    }

    /** The same route with another endpoint. */
    public Route with(Endpoint other) {
        return new Route(method, template, access, bodyLimit, style, other);
    }
}

package io.flowfabric.server.http.pipeline;

import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.http.Route;
import java.util.Optional;

/** Finds the principal of a request and checks its access. Called by many threads at once, before a body is read. */
@FunctionalInterface
public interface Authenticator {
    /** Gives every caller all scopes. */
    Authenticator OPEN = (authorization, route) -> Principal.ANYBODY;

    /**
     * The principal of a request.
     *
     * @param authorization the header of that name
     * @throws Problem unauthorized or forbidden, see {@link Problem#unauthorized} and {@link Problem#forbidden}
     */
    Principal admit(Optional<String> authorization, Route route);
}

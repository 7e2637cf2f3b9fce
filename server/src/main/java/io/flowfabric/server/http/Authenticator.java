package io.flowfabric.server.http;

import java.util.Optional;

/** Decides who may come in. Called by many threads at once, before a body is read. */
@FunctionalInterface
public interface Authenticator {
    /** Lets everybody do everything. */
    Authenticator OPEN = (authorization, route) -> Principal.ANYBODY;

    /**
     * Who makes a request.
     *
     * @param authorization the header of that name
     * @throws Problem unauthorized or forbidden, see {@link Problem#unauthorized} and {@link Problem#forbidden}
     */
    Principal admit(Optional<String> authorization, Route route);
}

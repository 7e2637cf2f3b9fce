package io.flowfabric.server.auth;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.engine.Scope;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** The engine in the hands of somebody. */
record PrincipalEngine(Engine engine, Principal principal, Predicate<Principal> inForce) implements Engine {

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return Audit.concerns(operation, arguments)
                ? Audit.of(
                        principal,
                        operation,
                        arguments,
                        () -> allowed(operation, arguments).call(operation, arguments))
                : allowed(operation, arguments).call(operation, arguments);
    }

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        // Nothing that is written down waits for anything.
        if (Audit.concerns(operation, arguments)) {
            return Engine.super.callAsync(operation, arguments);
        }
        try {
            return allowed(operation, arguments).callAsync(operation, arguments);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private Engine allowed(Operation<?, ?> operation, Object arguments) {
        if (!inForce.test(principal)) {
            throw Problem.unauthorized();
        }
        if (Audit.isOverride(operation, arguments) && !principal.allows(Scope.ADMIN)) {
            throw Problem.scopeRequired(principal.name(), Scope.ADMIN);
        }
        return engine;
    }

    /** Closes nothing. */
    @Override
    public void close() {}
}

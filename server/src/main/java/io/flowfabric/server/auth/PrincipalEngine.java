package io.flowfabric.server.auth;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** The engine as one principal may use it. */
record PrincipalEngine(Engine engine, Principal principal, Predicate<Principal> inForce) implements Engine {

    @Override
    public <A, R> R call(Operation<A, R> operation, A arguments) {
        return Audit.concerns(operation, arguments)
                ? Audit.of(principal, operation, arguments, () -> made(operation, arguments))
                : made(operation, arguments);
    }

    private <A, R> R made(Operation<A, R> operation, A arguments) {
        check(operation, arguments);
        if (isAdministrator()) {
            return engine.call(operation, arguments);
        }
        R answer = engine.call(operation, Submitter.sign(arguments, principal));
        return FenceMask.concerns(operation) ? FenceMask.hide(answer) : answer;
    }

    @Override
    public <A, R> CompletableFuture<R> callAsync(Operation<A, R> operation, A arguments) {
        // Audited operations never wait.
        if (Audit.concerns(operation, arguments)) {
            return Engine.super.callAsync(operation, arguments);
        }
        try {
            check(operation, arguments);
            if (isAdministrator()) {
                return engine.callAsync(operation, arguments);
            }
            var answer = engine.callAsync(operation, Submitter.sign(arguments, principal));
            return FenceMask.concerns(operation) ? new ChangedAnswer<>(answer, FenceMask::hide) : answer;
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private boolean isAdministrator() {
        return principal.allows(Scope.ADMIN);
    }

    private void check(Operation<?, ?> operation, Object arguments) {
        if (!inForce.test(principal)) {
            throw Problem.unauthorized();
        }
        if (isAdministrator() || !Audit.isOverride(operation, arguments)) {
            return;
        }
        var cancelled = Audit.cancelled(operation, arguments);
        if (cancelled.isEmpty() || Submitter.isAnother(principal, cancelled.get(), engine)) {
            throw Problem.scopeRequired(principal.name(), Scope.ADMIN);
        }
    }

    /** Does not close the engine. */
    @Override
    public void close() {}
}

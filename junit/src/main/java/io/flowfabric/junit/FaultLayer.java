package io.flowfabric.junit;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.layer.Layer;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.model.op.claim.ClaimOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Injects the configured faults into calls. */
final class FaultLayer implements Layer {
    private final WorkerTracker workers;
    private final List<Fault> ordered = new ArrayList<>();
    private final Set<String> called = new TreeSet<>();

    FaultLayer(WorkerTracker workers) {
        this.workers = workers;
    }

    synchronized void order(Fault fault) {
        ordered.add(fault);
    }

    @Override
    public <A, R> R around(Operation<A, R> operation, A arguments, Engine next) {
        requireAlive(arguments);
        var fault = meet(operation);
        if (fault.isEmpty()) {
            return next.call(operation, arguments);
        }
        if (fault.get().kind() == Fault.Kind.ANSWER_LOST) {
            lose(next.call(operation, arguments));
        }
        throw fault.get().exception();
    }

    @Override
    public <A, R> CompletableFuture<R> aroundAsync(Operation<A, R> operation, A arguments, Engine next) {
        try {
            requireAlive(arguments);
        } catch (TransportException killed) {
            return CompletableFuture.failedFuture(killed);
        }
        var fault = meet(operation);
        if (fault.isEmpty()) {
            return next.callAsync(operation, arguments);
        }
        if (fault.get().kind() != Fault.Kind.ANSWER_LOST) {
            return CompletableFuture.failedFuture(fault.get().exception());
        }
        var lost = new CompletableFuture<R>();
        next.callAsync(operation, arguments).whenComplete((answer, failure) -> {
            if (failure == null) {
                lose(answer);
            }
            lost.completeExceptionally(failure == null ? fault.get().exception() : failure);
        });
        return lost;
    }

    private void requireAlive(Object arguments) {
        if (Callers.of(arguments).filter(workers::isDead).isPresent()) {
            throw new TransportException(
                    "fault-injector", TransportKind.TRANSPORT, new IOException("this worker was killed"));
        }
    }

    private void lose(Object answer) {
        if (answer instanceof ClaimOutcome outcome) {
            outcome.claims().forEach(workers::lose);
        }
    }

    private synchronized Optional<Fault> meet(Operation<?, ?> operation) {
        called.add(operation.name());
        var fault = ordered.stream().filter(each -> each.hits(operation)).findFirst();
        fault.ifPresent(ordered::remove);
        return fault;
    }

    synchronized void requireAllMet() {
        if (!ordered.isEmpty()) {
            throw new AssertionError(
                    "These faults were never hit by a call: %s. Configure a fault before the call that it is to hit; the calls were %s."
                            .formatted(ordered, called));
        }
    }
}

package io.flowfabric.store.testkit.modelled;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.RetrySafety;
import io.flowfabric.engine.catalogue.Scope;
import io.flowfabric.engine.rules.Answer;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.worker.RegisterWorker;
import io.flowfabric.model.op.worker.RegisterWorkerOutcome;
import java.util.Optional;

/**
 * Follow-ups as calls of their own: each takes effect after its cause, and other calls may come between. The engines of these
 * tests have no threads of their own, so a call carries out what it has caused before it returns.
 */
final class FollowUpCalls {
    /** What a registration causes; no operation of the catalogue. */
    static final Operation<RegisterWorker, Ok> RELEASE_ROUTES = Operation.one(
                    "release_routes", RegisterWorker.class, Ok.class)
            .needs(Scope.ADMIN)
            .concerns(Operation.Subject.NAMESPACE)
            .repeated(RetrySafety.ALWAYS)
            .answers(Operation.AnswerSize.SMALL)
            .describedAs("Unblock what a registered worker can run.");

    static final Answer<Ok> CARRIED_OUT = new Answer.Given<>(Ok.OK);

    private FollowUpCalls() {}

    /** The follow-up that a call has caused. */
    static Optional<Call<RegisterWorker, Ok>> of(Call<?, ?> call, Answer<?> actual) {
        return call.operation() == Catalogue.REGISTER_WORKER && actual instanceof Answer.Given<?>
                ? Optional.of(new Call<>(RELEASE_ROUTES, (RegisterWorker) call.arguments()))
                : Optional.empty();
    }

    /** The call that caused a follow-up; empty for one that is no follow-up. */
    static Optional<Call<RegisterWorker, RegisterWorkerOutcome>> causeOf(Call<?, ?> call) {
        return call.operation() == RELEASE_ROUTES
                ? Optional.of(new Call<>(Catalogue.REGISTER_WORKER, (RegisterWorker) call.arguments()))
                : Optional.empty();
    }
}

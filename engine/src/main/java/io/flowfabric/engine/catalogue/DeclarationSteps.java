package io.flowfabric.engine.catalogue;

import io.flowfabric.engine.catalogue.Operation.AnswerSize;
import io.flowfabric.engine.catalogue.Operation.Subject;

/**
 * How an operation is declared, step by step. No step can be left out: only the last one answers the operation, and each
 * offers nothing but the next. The defaults of what is optional are the safe ones: leases are hidden, and a caller's
 * transaction is refused.
 */
public final class DeclarationSteps {
    private DeclarationSteps() {}

    /** The first step. */
    public interface WithoutScope<A, R> {
        /** It changes something, which takes this scope. */
        WithoutSubject<A, R> needs(Scope scope);

        /** It reads: scope {@code read} is enough, and it may always be repeated. */
        WithoutAnswerSize<A, R> reads(Subject subject);
    }

    /** The step after the scope. */
    public interface WithoutSubject<A, R> {
        WithoutRepetition<A, R> concerns(Subject subject);
    }

    /** The step after the subject. */
    public interface WithoutRepetition<A, R> {
        WithoutAnswerSize<A, R> repeated(RetrySafety<? super A> repetition);
    }

    /** The step after the repetition. */
    public interface WithoutAnswerSize<A, R> {
        WithoutDescription<A, R> answers(AnswerSize size);
    }

    /** The last step, and what is optional. */
    public interface WithoutDescription<A, R> {
        WithoutDescription<A, R> handsOutLeases();

        WithoutDescription<A, R> audited();

        WithoutDescription<A, R> inCallersTransaction();

        /** @param line one sentence for people */
        Operation<A, R> describedAs(String line);
    }
}

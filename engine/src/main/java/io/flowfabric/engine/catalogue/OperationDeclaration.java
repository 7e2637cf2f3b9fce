package io.flowfabric.engine.catalogue;

import io.flowfabric.engine.catalogue.DeclarationSteps.WithoutAnswerSize;
import io.flowfabric.engine.catalogue.DeclarationSteps.WithoutDescription;
import io.flowfabric.engine.catalogue.DeclarationSteps.WithoutRepetition;
import io.flowfabric.engine.catalogue.DeclarationSteps.WithoutScope;
import io.flowfabric.engine.catalogue.DeclarationSteps.WithoutSubject;
import io.flowfabric.engine.catalogue.Operation.AnswerSize;
import io.flowfabric.engine.catalogue.Operation.Shape;
import io.flowfabric.engine.catalogue.Operation.Subject;

/** What was said about an operation in the {@link DeclarationSteps}. The values before a step are the most careful ones. */
final class OperationDeclaration<A, R>
        implements WithoutScope<A, R>,
                WithoutSubject<A, R>,
                WithoutRepetition<A, R>,
                WithoutAnswerSize<A, R>,
                WithoutDescription<A, R> {
    private final String name;
    private final Class<A> arguments;
    private final Class<?> outcome;
    private final Shape shape;
    private Scope scope = Scope.ADMIN;
    private Subject subject = Subject.DEPLOYMENT;
    private RetrySafety<? super A> repetition = RetrySafety.NEVER;
    private AnswerSize answerSize = AnswerSize.SMALL;
    private String description = "";
    private boolean handingOutLeases;
    private boolean audited;
    private boolean inCallersTransaction;

    OperationDeclaration(String name, Class<A> arguments, Class<?> outcome, Shape shape) {
        this.name = name;
        this.arguments = arguments;
        this.outcome = outcome;
        this.shape = shape;
    }

    @Override
    public WithoutSubject<A, R> needs(Scope needed) {
        scope = needed;
        return this;
    }

    @Override
    public WithoutAnswerSize<A, R> reads(Subject read) {
        scope = Scope.READ;
        subject = read;
        repetition = RetrySafety.ALWAYS;
        return this;
    }

    @Override
    public WithoutRepetition<A, R> concerns(Subject concerned) {
        subject = concerned;
        return this;
    }

    @Override
    public WithoutAnswerSize<A, R> repeated(RetrySafety<? super A> safety) {
        repetition = safety;
        return this;
    }

    @Override
    public WithoutDescription<A, R> answers(AnswerSize size) {
        answerSize = size;
        return this;
    }

    @Override
    public WithoutDescription<A, R> handsOutLeases() {
        handingOutLeases = true;
        return this;
    }

    @Override
    public WithoutDescription<A, R> audited() {
        audited = true;
        return this;
    }

    @Override
    public WithoutDescription<A, R> inCallersTransaction() {
        inCallersTransaction = true;
        return this;
    }

    @Override
    public Operation<A, R> describedAs(String line) {
        description = line;
        return new Operation<>(this);
    }

    String name() {
        return name;
    }

    Class<A> arguments() {
        return arguments;
    }

    Class<?> outcome() {
        return outcome;
    }

    Shape shape() {
        return shape;
    }

    Scope scope() {
        return scope;
    }

    Subject subject() {
        return subject;
    }

    AnswerSize answerSize() {
        return answerSize;
    }

    String description() {
        return description;
    }

    boolean isSafeToRepeat(Object given) {
        return repetition == RetrySafety.ALWAYS
                || arguments.isInstance(given) && repetition.isSafe(arguments.cast(given));
    }

    boolean isHandingOutLeases() {
        return handingOutLeases;
    }

    boolean isAudited() {
        return audited;
    }

    boolean isRunInCallersTransaction() {
        return inCallersTransaction;
    }
}

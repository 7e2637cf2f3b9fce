package io.flowfabric.engine.catalogue;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.DeclarationSteps.WithoutScope;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.Waiting;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One operation of the engine, as declared in the {@link Catalogue}: everything that a surface must know of it to
 * carry, confine, repeat and describe a call. An operation is equal to itself alone.
 *
 * @param <A> its arguments
 * @param <R> what it answers
 */
public final class Operation<A, R> {

    /** How many an operation answers. */
    public enum Shape {
        ONE,
        OPTIONAL,
        LIST,
        /** As many as there are items in the arguments, in their order, each an answer or a refusal. */
        BATCH
    }

    /** What an operation is about, which decides how a key that is bound to a namespace may call it. */
    public enum Subject {
        /** Executions that the arguments name, by id or by handle; one of another namespace is treated as unknown. */
        EXECUTION,
        /** A namespace that the arguments name: that of the key is filled in, and another is refused. */
        NAMESPACE,
        /** A namespace that the arguments name, and positions in the outbox, which are sealed. */
        EVENTS,
        /** New executions of a namespace that the arguments name; an id that another namespace has is refused. */
        SUBMISSION,
        /** Something that belongs to no namespace and may be shown to every caller. */
        PUBLIC,
        /** The deployment as a whole, or an execution of any namespace: closed to bound keys. */
        DEPLOYMENT
    }

    /** How much an answer may hold, which decides how much memory a server reserves before the call. */
    public enum AnswerSize {
        SMALL,
        /** Up to a page or a batch of ids, names or short outcomes. */
        SHORT_ITEMS,
        /** The payload and the tags of one execution. */
        PAYLOAD,
        /** A page whose items have texts of their own. */
        PAGE,
        /** Payloads whose size the engine checks before it returns them; the server reserves nothing. */
        WEIGHED_BY_ENGINE
    }

    private final OperationDeclaration<A, R> declared;
    private final boolean waits;
    private final boolean takesMuch;

    Operation(OperationDeclaration<A, R> declared) {
        this.declared = declared;
        waits = Waiting.class.isAssignableFrom(declared.arguments());
        takesMuch = declared.shape() == Shape.BATCH || takesPayload(declared.arguments());
    }

    /** Declares an operation that answers one. Engines carry out those of the catalogue only. */
    public static <A, R> WithoutScope<A, R> one(String name, Class<A> arguments, Class<R> outcome) {
        return new OperationDeclaration<>(name, arguments, outcome, Shape.ONE);
    }

    static <A, R> WithoutScope<A, Optional<R>> optional(String name, Class<A> arguments, Class<R> outcome) {
        return new OperationDeclaration<>(name, arguments, outcome, Shape.OPTIONAL);
    }

    static <A, R> WithoutScope<A, List<R>> list(String name, Class<A> arguments, Class<R> outcome) {
        return new OperationDeclaration<>(name, arguments, outcome, Shape.LIST);
    }

    static <A, R> WithoutScope<A, List<BatchItem<R>>> batch(String name, Class<A> arguments, Class<R> outcome) {
        return new OperationDeclaration<>(name, arguments, outcome, Shape.BATCH);
    }

    /** How every surface calls it, in lower snake case. */
    public String name() {
        return declared.name();
    }

    /** The record it takes. */
    public Class<A> arguments() {
        return declared.arguments();
    }

    /** The type of what it answers, or of each item of it. */
    public Class<?> outcome() {
        return declared.outcome();
    }

    /** Whether it answers one, perhaps one, or many. */
    public Shape shape() {
        return declared.shape();
    }

    /** What its caller must be allowed to do. */
    public Scope scope() {
        return declared.scope();
    }

    /** What it is about. */
    public Subject subject() {
        return declared.subject();
    }

    /** How much its answer may hold. */
    public AnswerSize answerSize() {
        return declared.answerSize();
    }

    /** One line for people. */
    public String description() {
        return declared.description();
    }

    /** Whether a call may be made again when its answer was lost; with arguments of another type it may not. */
    public boolean isSafeToRepeat(Object given) {
        return declared.isSafeToRepeat(given);
    }

    /** Whether it waits until there is something to answer, as long as its arguments say. */
    public boolean waits() {
        return waits;
    }

    /** Whether its arguments carry a payload or many items; all others fit into a small request. */
    public boolean takesMuch() {
        return takesMuch;
    }

    /** Whether it gives its caller a lease, or the right to one, so that the caller must see its id. */
    public boolean handsOutLeases() {
        return declared.isHandingOutLeases();
    }

    /** Whether its calls are recorded for auditors although they need no scope {@code admin}. */
    public boolean isAudited() {
        return declared.isAudited();
    }

    /** Whether {@link Engine#callIn} carries it out. */
    public boolean runsInCallersTransaction() {
        return declared.isRunInCallersTransaction();
    }

    @Override
    public String toString() {
        return name();
    }

    private static boolean takesPayload(Class<?> arguments) {
        return Arrays.stream(arguments.getRecordComponents())
                .anyMatch(component -> component.getGenericType().getTypeName().contains(Payload.class.getName()));
    }
}

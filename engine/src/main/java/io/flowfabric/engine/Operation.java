package io.flowfabric.engine;

import io.flowfabric.model.op.BatchItem;
import java.util.List;
import java.util.Optional;

/**
 * One operation of the engine, as declared in the {@link Catalogue}.
 *
 * @param name how every surface calls it, in lower snake case
 * @param arguments the record it takes
 * @param outcome the type of what it answers, or of each item of it
 * @param shape whether it answers one, perhaps one, or many
 * @param scope what its caller must be allowed to do
 * @param description one line for people
 */
public record Operation<A, R>(
        String name, Class<A> arguments, Class<?> outcome, Shape shape, Scope scope, String description) {

    /** How many an operation answers. */
    public enum Shape {
        ONE,
        OPTIONAL,
        LIST,
        /** As many as there are items in the arguments, in their order, each an answer or a refusal. */
        BATCH
    }

    static <A, R> Operation<A, R> one(
            String name, Class<A> arguments, Class<R> outcome, Scope scope, String description) {
        return new Operation<>(name, arguments, outcome, Shape.ONE, scope, description);
    }

    static <A, R> Operation<A, Optional<R>> optional(
            String name, Class<A> arguments, Class<R> outcome, Scope scope, String description) {
        return new Operation<>(name, arguments, outcome, Shape.OPTIONAL, scope, description);
    }

    static <A, R> Operation<A, List<R>> list(
            String name, Class<A> arguments, Class<R> outcome, Scope scope, String description) {
        return new Operation<>(name, arguments, outcome, Shape.LIST, scope, description);
    }

    static <A, R> Operation<A, List<BatchItem<R>>> batch(
            String name, Class<A> arguments, Class<R> outcome, Scope scope, String description) {
        return new Operation<>(name, arguments, outcome, Shape.BATCH, scope, description);
    }

    @Override
    public String toString() {
        return name;
    }
}

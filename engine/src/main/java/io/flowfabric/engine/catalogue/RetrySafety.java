package io.flowfabric.engine.catalogue;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Whether a call may be made again when its answer was lost, because a call that was carried out and one that was not
 * end the same way.
 *
 * <p>{@code complete} and {@code fail} are known again by their handle. {@code complete_execution} and {@code
 * fail_execution} are not: a repeat of theirs is refused, and one without a fence could end the next attempt.
 *
 * @param <A> the arguments of the call
 */
public final class RetrySafety<A> {
    /** Repeating the call sets the same value again, reads again, or is answered that it was done. */
    public static final RetrySafety<Object> ALWAYS = new RetrySafety<>(arguments -> true);

    /** A second call would do something else, or be refused by what the first one did. */
    public static final RetrySafety<Object> NEVER = new RetrySafety<>(arguments -> false);

    private final Predicate<A> safe;

    private RetrySafety(Predicate<A> safe) {
        this.safe = safe;
    }

    /** The engine recognises a repeat by something that the arguments may name. */
    static <A> RetrySafety<A> when(Predicate<A> named) {
        return new RetrySafety<>(named);
    }

    /** The engine recognises a repeat by this argument, where it is given. */
    static <A> RetrySafety<A> whenGiven(Function<A, Optional<?>> name) {
        return when(arguments -> name.apply(arguments).isPresent());
    }

    boolean isSafe(A arguments) {
        return safe.test(arguments);
    }
}

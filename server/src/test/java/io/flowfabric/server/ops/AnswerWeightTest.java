package io.flowfabric.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Operation.AnswerSize;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.tag.Tags;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An operation whose answer carries a payload, tags or a list reserves memory before it is called; new ones included.
 */
class AnswerWeightTest {
    /** Their lists have a fixed length, or are bounded by the limits of submissions. */
    private static final Set<Operation<?, ?>> SHORT_LISTS = Set.of(Catalogue.CAPABILITIES, Catalogue.EXPLAIN_EXECUTION);

    static Collection<Operation<?, ?>> operations() {
        return Catalogue.all();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void whatMayBeLargeIsReserved(Operation<?, ?> operation) {
        boolean large = operation.shape() == Operation.Shape.LIST
                || operation.shape() == Operation.Shape.BATCH
                || carries(operation.outcome(), new HashSet<>());
        if (large && operation.answerSize() != AnswerSize.WEIGHED_BY_ENGINE && !SHORT_LISTS.contains(operation)) {
            assertThat(AnswerWeight.reservedFor(operation)).as(operation.name()).isPositive();
        }
    }

    private static boolean carries(Type type, Set<Type> seen) {
        if (!seen.add(type)) {
            return false;
        }
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                if (carries(argument, seen)) {
                    return true;
                }
            }
            return carries(generic.getRawType(), seen);
        }
        var known = (Class<?>) type;
        if (known == Payload.class
                || known == Tags.class
                || Collection.class.isAssignableFrom(known)
                || Map.class.isAssignableFrom(known)) {
            return true;
        }
        if (known.isSealed()) {
            for (Class<?> variant : known.getPermittedSubclasses()) {
                if (carries(variant, seen)) {
                    return true;
                }
            }
        }
        if (known.isRecord()) {
            for (RecordComponent component : known.getRecordComponents()) {
                if (carries(component.getGenericType(), seen)) {
                    return true;
                }
            }
        }
        return false;
    }
}

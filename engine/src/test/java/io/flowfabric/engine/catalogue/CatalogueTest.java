package io.flowfabric.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.EngineSettings;
import io.flowfabric.engine.SilentStore;
import io.flowfabric.engine.ops.LocalEngine;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Ok;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
    private static final EngineSettings WITHOUT_TIMERS = EngineSettings.DEFAULT.withTimers(false);

    static List<Operation<?, ?>> operations() {
        return Catalogue.all();
    }

    @Test
    void namesAreUniqueAndSorted() {
        assertThat(Catalogue.all())
                .extracting(Operation::name)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @Test
    void everyDeclaredOperationIsListed() {
        List<Operation<?, ?>> declared = Arrays.stream(Catalogue.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == Operation.class)
                .<Operation<?, ?>>map(CatalogueTest::value)
                .toList();

        assertThat(declared).isNotEmpty().containsExactlyInAnyOrderElementsOf(Catalogue.all());
    }

    @ParameterizedTest
    @MethodSource("operations")
    void anOperationIsNamedInSnakeCaseTakesARecordAndHasALineForPeople(Operation<?, ?> operation) {
        assertThat(operation.name()).matches("[a-z]+(_[a-z]+)*");
        assertThat(operation.arguments().isRecord()).isTrue();
        assertThat(operation.description()).endsWith(".").doesNotContain("\n");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyOperationIsBoundToAHandlerOfItsArguments(Operation<?, ?> operation) {
        try (var engine = LocalEngine.start(new SilentStore(), WITHOUT_TIMERS)) {
            assertThatThrownBy(() -> callWithAStranger(engine, operation))
                    .as("a handler that reads its arguments")
                    .isInstanceOf(ClassCastException.class);
        }
    }

    @Test
    void anOperationOutsideTheCatalogueIsRefusedByName() {
        var unknown = Operation.one("make_coffee", ExecutionRef.class, Ok.class)
                .reads(Operation.Subject.PUBLIC)
                .answers(Operation.AnswerSize.SMALL)
                .describedAs("Makes coffee.");

        try (var engine = LocalEngine.start(new SilentStore(), WITHOUT_TIMERS)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> callWithAStranger(engine, unknown))
                    .withMessageContaining("make_coffee");
        }
    }

    @Test
    void anEngineClosesTheStoreItOwns() {
        var store = new SilentStore();

        LocalEngine.start(store, WITHOUT_TIMERS).close();

        assertThat(store.isClosed()).isTrue();
    }

    @SuppressWarnings("unchecked") // the point is that the handler refuses arguments of another type
    private static void callWithAStranger(Engine engine, Operation<?, ?> operation) {
        engine.call((Operation<Object, Object>) operation, new Object());
    }

    private static Operation<?, ?> value(Field constant) {
        try {
            return (Operation<?, ?>) constant.get(null);
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        }
    }
}

package io.flowfabric.store.jdbc.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.rules.Change;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChangeColumnsTest {
    @Test
    void everyKindOfUpdateHasItsColumns() {
        assertThat(ChangeColumns.kinds())
                .containsExactlyInAnyOrderElementsOf(kindsOf(Change.OfExecution.class)
                        .<Class<? extends Change.OfExecution>>map(kind -> kind.asSubclass(Change.OfExecution.class))
                        .toList());
    }

    private static Stream<Class<?>> kindsOf(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(ChangeColumnsTest::kindsOf)
                : Stream.of(type);
    }
}

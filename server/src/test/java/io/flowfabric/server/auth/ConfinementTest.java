package io.flowfabric.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfinementTest {
    @Test
    void everyOperationSaysHowItIsConfinedToANamespace() {
        assertThat(Catalogue.all())
                .as("add the operation to Confinement, and say what a key that is bound to a namespace may do with it")
                .allMatch(Confinement::isKnownOf);
    }

    @Test
    void nothingThatNamesAnExecutionOrANamespaceIsShared() {
        for (Operation<?, ?> operation : Catalogue.all()) {
            var confinement = Confinement.of(operation);
            if (takes(operation, ExecutionId.class) || takes(operation, Handle.class)) {
                assertThat(confinement).as(operation.name()).isNotEqualTo(Confinement.SHARED);
            }
            boolean namespaced = takes(operation, Namespace.class) || takes(operation, ScannerFilter.class);
            assertThat(EnumSet.of(Confinement.OWN_NAMESPACE, Confinement.OWN_EVENTS, Confinement.OWN_CREATIONS)
                            .contains(confinement))
                    .as(operation.name())
                    .isEqualTo(namespaced && confinement != Confinement.CLOSED
                            || operation.equals(Catalogue.SUBMIT_BATCH));
        }
    }

    private static boolean takes(Operation<?, ?> operation, Class<?> part) {
        return Arrays.stream(operation.arguments().getRecordComponents())
                .anyMatch(
                        component -> List.of(part.getTypeName(), "java.util.Optional<%s>".formatted(part.getTypeName()))
                                .contains(component.getGenericType().getTypeName()));
    }
}

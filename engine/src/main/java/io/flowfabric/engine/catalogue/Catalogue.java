package io.flowfabric.engine.catalogue;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Every operation, declared once. Layers, routes and commands are derived from this list. The operations are declared
 * in the interfaces of their families; all of them are constants of this class.
 */
public final class Catalogue
        implements SubmissionOperations,
                TagOperations,
                ClaimOperations,
                LeaseOperations,
                OperatorOperations,
                TimerOperations,
                ReadOperations,
                WorkerOperations,
                EventOperations,
                CursorOperations,
                StoreOperations {

    /** Read from the constants, so that an operation cannot be declared and left out. */
    private static final List<Operation<?, ?>> ALL = Arrays.stream(Catalogue.class.getFields())
            .filter(constant -> constant.getType() == Operation.class)
            .<Operation<?, ?>>map(Catalogue::valueOf)
            .sorted(Comparator.comparing(Operation::name))
            .toList();

    private Catalogue() {}

    /** All operations, by name. */
    public static List<Operation<?, ?>> all() {
        return ALL;
    }

    private static Operation<?, ?> valueOf(Field constant) {
        try {
            return (Operation<?, ?>) constant.get(null);
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException("%s is declared where it cannot be read".formatted(constant), hidden);
        }
    }
}

package io.flowfabric.engine;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every operation, declared once. Layers, routes and commands are derived from this list. The operations stand in the
 * interfaces of their families; all of them are constants of this class.
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

    private static final List<Operation<?, ?>> ALL = Stream.of(
                    SubmissionOperations.all(),
                    TagOperations.all(),
                    ClaimOperations.all(),
                    LeaseOperations.all(),
                    OperatorOperations.all(),
                    TimerOperations.all(),
                    ReadOperations.all(),
                    WorkerOperations.all(),
                    EventOperations.all(),
                    CursorOperations.all(),
                    StoreOperations.all())
            .flatMap(List::stream)
            .sorted(Comparator.comparing(Operation::name))
            .toList();

    private Catalogue() {}

    /** All operations, by name. */
    public static List<Operation<?, ?>> all() {
        return ALL;
    }
}

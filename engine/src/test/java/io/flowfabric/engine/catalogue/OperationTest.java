package io.flowfabric.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Operation.Subject;
import io.flowfabric.model.filter.ScannerFilter;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.Namespace;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What declarations say agrees with the arguments; what is derived from the arguments is what it was meant to be. */
class OperationTest {
    private static final Set<Subject> NAMESPACED = EnumSet.of(Subject.NAMESPACE, Subject.EVENTS, Subject.SUBMISSION);

    static List<Operation<?, ?>> operations() {
        return Catalogue.all();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void subjectIsNamedByTheArguments(Operation<?, ?> operation) {
        switch (operation.subject()) {
            case EXECUTION ->
                assertThat(takes(operation, ExecutionId.class) || takes(operation, Handle.class))
                        .as("%s names an execution", operation)
                        .isTrue();
            case NAMESPACE, EVENTS, SUBMISSION ->
                assertThat(takesNamespace(operation))
                        .as("%s names a namespace", operation)
                        .isTrue();
            case PUBLIC ->
                assertThat(takes(operation, ExecutionId.class) || takes(operation, Handle.class))
                        .as("%s names an execution, which belongs to a namespace", operation)
                        .isFalse();
            case DEPLOYMENT ->
                assertThat(operation.scope())
                        .as("%s is closed to bound keys, so that it is for administrators", operation)
                        .isEqualTo(Scope.ADMIN);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void whatNamesANamespaceIsConfinedToIt(Operation<?, ?> operation) {
        assertThat(NAMESPACED.contains(operation.subject()))
                .as(operation.name())
                .isEqualTo(takesNamespace(operation) && operation.subject() != Subject.DEPLOYMENT);
    }

    @Test
    void payloadsAndBatchesMayBeLarge() {
        assertThat(names(Operation::takesMuch))
                .containsExactly(
                        "complete",
                        "complete_batch",
                        "complete_execution",
                        "create_execution",
                        "renew_batch",
                        "submit_batch");
    }

    @Test
    void whatTakesAWaitingTimeWaits() {
        assertThat(names(Operation::waits))
                .containsExactly(
                        "acquire_cursor",
                        "await_result",
                        "claim",
                        "subscribe_completion",
                        "subscribe_events",
                        "subscribe_instance_tags",
                        "subscribe_lease_history",
                        "subscribe_signal_delivery");
    }

    @Test
    void onlyWhatIsDeclaredSoShowsLeasesOrIsAuditedOrRunsInCallersTransactions() {
        assertThat(names(Operation::handsOutLeases))
                .containsExactly(
                        "claim",
                        "claim_execution",
                        "claim_for_worker",
                        "claim_from_resume_grant",
                        "claim_resumed_execution",
                        "issue_grant_and_claim",
                        "reclaim_execution");
        assertThat(names(Operation::isAudited)).containsExactly("cancel", "cancel_execution");
        assertThat(names(Operation::runsInCallersTransaction)).containsExactly("create_execution", "submit_batch");
    }

    private static List<String> names(Predicate<Operation<?, ?>> which) {
        return Catalogue.all().stream().filter(which).map(Operation::name).toList();
    }

    private static boolean takesNamespace(Operation<?, ?> operation) {
        return takes(operation, Namespace.class) || takes(operation, ScannerFilter.class);
    }

    private static boolean takes(Operation<?, ?> operation, Class<?> part) {
        return holds(operation.arguments(), part);
    }

    /** Whether a type is the part, or holds it in a record, an optional or a list, however deep. */
    private static boolean holds(Type type, Class<?> part) {
        if (type instanceof ParameterizedType generic) {
            return Arrays.stream(generic.getActualTypeArguments()).anyMatch(inner -> holds(inner, part));
        }
        return type == part
                || type instanceof Class<?> known
                        && known.isRecord()
                        && Arrays.stream(known.getRecordComponents())
                                .anyMatch(component -> holds(component.getGenericType(), part));
    }
}

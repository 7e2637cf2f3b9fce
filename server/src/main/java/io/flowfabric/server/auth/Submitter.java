package io.flowfabric.server.auth;

import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.read.ReadExecCoreFields;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.server.http.Principal;
import java.util.List;
import java.util.OptionalInt;

/**
 * The submitter of an execution, as a server with keys stores it: appended to the creator that the caller names, after
 * the last {@code @}. A key without scope {@code admin} cannot choose it.
 */
final class Submitter {
    private static final String FIELD = "creator_identity";
    private static final String ID = "execution_id";

    private Submitter() {}

    /** Arguments with the submitter in all submissions among them. */
    static <A> A sign(A arguments, Principal principal) {
        return RecordRewriter.change(
                arguments,
                (type, part) -> part instanceof CreateExecution submission ? signed(submission, principal) : part);
    }

    /** Whether another submitter submitted an execution; false for an unknown one. */
    static boolean isAnother(Principal principal, ExecutionId id, Engine engine) {
        var fields = new ReadExecCoreFields(id, OptionalInt.empty(), List.of(ID, FIELD));
        var values = engine.call(Catalogue.READ_EXEC_CORE_FIELDS, fields).values();
        return values.get(ID).isPresent()
                && values.get(FIELD)
                        .filter(creator -> creator.endsWith(suffix(principal)))
                        .isEmpty();
    }

    private static String suffix(Principal principal) {
        return "@" + principal.submitter();
    }

    private static CreateExecution signed(CreateExecution submission, Principal principal) {
        String suffix = suffix(principal);
        return submission.creatorIdentity().endsWith(suffix)
                ? submission
                : submission.withCreatorIdentity(submission.creatorIdentity() + suffix);
    }
}

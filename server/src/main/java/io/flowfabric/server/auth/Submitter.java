package io.flowfabric.server.auth;

import io.flowfabric.engine.Catalogue;
import io.flowfabric.engine.Engine;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.ReadExecCoreFields;
import io.flowfabric.server.http.Principal;
import java.util.List;
import java.util.OptionalInt;

/**
 * Who submitted an execution, as a server with keys writes it down: behind what the caller says of its creator, and behind
 * the last {@code @}, in whose name the key submits. A key without scope {@code admin} can write nothing else there.
 */
final class Submitter {
    private static final String FIELD = "creator_identity";
    private static final String ID = "execution_id";

    private Submitter() {}

    /** Arguments with the submitter in all submissions among them. */
    static <A> A sign(A arguments, Principal principal) {
        return Components.change(
                arguments,
                (type, part) -> part instanceof CreateExecution submission ? signed(submission, principal) : part);
    }

    /** Whether somebody else submitted an execution; an unknown one nobody did. */
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

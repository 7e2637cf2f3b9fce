package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import java.util.function.Consumer;

/**
 * A variable of the path.
 *
 * @param variable its name in the template
 * @param member the argument that it carries
 * @param check throws if the text is invalid, unless the operation checks it
 */
record PathPart(String variable, String member, Consumer<String> check) implements ArgumentPart {
    /** The execution that the path names. */
    static final PathPart EXECUTION = new PathPart("id", "execution_id", ExecutionId::parse);

    /** A name that the operation checks. */
    static PathPart name(String member) {
        return new PathPart(member, member, any -> {});
    }

    @Override
    public void read(Exchange exchange, ObjectNode arguments) {
        String text = exchange.pathVariable(variable);
        try {
            check.accept(text);
        } catch (EngineException unreadable) {
            throw Problem.invalidRequest(
                    400,
                    unreadable.code().literal(),
                    "invalid %s: %s".formatted(member, unreadable.error().message()));
        }
        arguments.put(member, text);
    }
}

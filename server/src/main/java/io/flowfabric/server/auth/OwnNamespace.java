package io.flowfabric.server.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.server.http.Principal;
import io.flowfabric.server.http.Problem;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;

/** Fills in the namespace of a bound key where arguments have none, and refuses another. */
public final class OwnNamespace {
    private static final String MEMBER = "namespace";

    private OwnNamespace() {}

    /**
     * The JSON arguments of an operation before they are read: a principal that is bound to a namespace may omit it.
     *
     * @throws Problem forbidden, when the arguments name another namespace
     */
    public static JsonNode fill(Principal principal, Operation<?, ?> operation, JsonNode arguments) {
        if (principal.namespace().isEmpty()
                || !(arguments instanceof ObjectNode members)
                || !takesNamespace(operation)) {
            return arguments;
        }
        var own = principal.namespace().get();
        if (members.hasNonNull(MEMBER)) {
            if (!members.get(MEMBER).asText().equals(own.value())) {
                throw Audit.refused(principal, operation, forbidden(own));
            }
            return arguments;
        }
        ObjectNode filled = members.objectNode().setAll(members);
        return filled.put(MEMBER, own.value());
    }

    private static boolean takesNamespace(Operation<?, ?> operation) {
        return Arrays.stream(operation.arguments().getRecordComponents())
                .anyMatch(component -> component.getName().equals(MEMBER));
    }

    /** Arguments restricted to a namespace, wherever they name one. */
    static <A> A within(A arguments, Namespace own) {
        return RecordRewriter.change(arguments, (type, part) -> {
            if (part instanceof Namespace named && !named.equals(own)) {
                throw forbidden(own);
            }
            return isOptionalNamespace(type) && part.equals(Optional.empty()) ? Optional.of(own) : part;
        });
    }

    private static boolean isOptionalNamespace(Type type) {
        return type instanceof ParameterizedType generic
                && generic.getRawType() == Optional.class
                && generic.getActualTypeArguments()[0] == Namespace.class;
    }

    private static Problem forbidden(Namespace own) {
        return Problem.forbidden(
                "namespace_forbidden",
                "forbidden: the key is bound to namespace %s. Omit the namespace, or name that one."
                        .formatted(own.value()));
    }
}

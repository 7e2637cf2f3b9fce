package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.server.ops.JsonBody;
import io.flowfabric.wire.ArgumentSchemas;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A JSON object in the body: its members, and the rules that are stricter than those of the operation. Other members
 * are ignored, even if the operation knows them.
 */
final class BodyPart implements ArgumentPart {
    private final Set<String> required;
    private final Set<String> known;
    private final Map<String, MemberRule> rules = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Consumer<String>> judged = new LinkedHashMap<>();
    private final List<String> repeated = new ArrayList<>();

    private BodyPart(Set<String> required) {
        this.required = required;
        this.known = new TreeSet<>(required);
    }

    /** A body that must have these members. */
    static BodyPart with(String... required) {
        return new BodyPart(new TreeSet<>(List.of(required)));
    }

    /** Optional members, whose type the operation defines. */
    BodyPart optional(String... members) {
        known.addAll(List.of(members));
        return this;
    }

    /** The rule for members when they are present. */
    BodyPart where(MemberRule rule, String... members) {
        for (String member : members) {
            rules.put(member, rule);
        }
        return optional(members);
    }

    /** A member that has another name in the operation. */
    BodyPart named(String member, String argument) {
        names.put(member, argument);
        return this;
    }

    /** A text that is invalid input, rather than of the wrong type, when this throws. */
    BodyPart judged(String member, Consumer<String> check) {
        judged.put(member, check);
        return this;
    }

    /** A member that repeats an argument of an earlier part, and must equal it. */
    BodyPart repeating(String member) {
        repeated.add(member);
        return this;
    }

    @Override
    public void read(Exchange exchange, ObjectNode arguments) throws IOException {
        JsonNode body = JsonBody.required(exchange);
        if (!(body instanceof ObjectNode members)) {
            throw mismatch("", "a JSON object is required");
        }
        for (String member : required) {
            if (!members.hasNonNull(member)) {
                throw mismatch(member, "it is required");
            }
        }
        rules.forEach((member, rule) -> {
            if (members.has(member) && !rule.admits().test(members.get(member))) {
                throw mismatch(member, rule.expectation());
            }
        });
        judged.forEach((member, check) -> {
            if (members.path(member).isTextual()) {
                check.accept(members.get(member).textValue());
            }
        });
        repeated.forEach(member -> {
            if (!members.get(member).equals(arguments.get(member))) {
                throw Problem.invalidRequest(
                        400, "invalid_input", "path %1$s does not match body %1$s".formatted(member));
            }
        });
        known.forEach(member -> {
            String argument = names.getOrDefault(member, member);
            if (members.has(member) && !arguments.has(argument)) {
                arguments.set(argument, members.get(member));
            }
        });
    }

    private static Problem mismatch(String member, String expectation) {
        return Problem.invalidRequest(
                422,
                "invalid_arguments",
                "invalid JSON: Unprocessable Entity: " + (member.isEmpty() ? "" : member + ": ") + expectation);
    }

    @Override
    public void describe(Operation<?, ?> operation, ObjectNode description) {
        ObjectNode schema = ArgumentSchemas.of(operation);
        ObjectNode properties = schema.withObjectProperty("properties");
        names.forEach((member, argument) -> properties.set(member, properties.remove(argument)));
        rules.forEach((member, rule) -> rule.schema().ifPresent(own -> properties.set(member, own)));
        properties.retain(known);
        schema.remove("required");
        var members = schema.putArray("required");
        required.forEach(members::add);
        var body = description.putObject("requestBody");
        body.put("required", true);
        body.putObject("content").putObject("application/json").set("schema", schema);
    }
}

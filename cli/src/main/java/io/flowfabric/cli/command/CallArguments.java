package io.flowfabric.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.cli.option.OptionValues;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.wire.ArgumentSchemas;
import io.flowfabric.wire.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Makes one JSON object, as a request to {@code /v1/ops} has it, of the arguments on a command line. */
final class CallArguments {
    /** Types whose values are written without quotes in JSON. */
    private static final Set<String> BARE = Set.of("integer", "boolean");

    private final CommandLine command;
    private final Operation<?, ?> operation;
    private final JsonNode schema;

    CallArguments(CommandLine command, Operation<?, ?> operation) {
        this.command = command;
        this.operation = operation;
        this.schema = ArgumentSchemas.of(operation);
    }

    /** The names of the arguments as they are written, those in brackets that may be left out. */
    static String usage(Operation<?, ?> operation) {
        var schema = ArgumentSchemas.of(operation);
        var required = required(schema);
        var names = new ArrayList<>(required);
        schema.path("properties").fieldNames().forEachRemaining(name -> {
            if (!required.contains(name)) {
                names.add("[" + name + "]");
            }
        });
        return String.join(" ", names);
    }

    /** The arguments together; refuses those that the operation does not have, and the lack of those that it needs. */
    ObjectNode parse(List<String> given, Optional<String> object) {
        var all = object.map(this::object).orElseGet(CallArguments::empty);
        given.forEach(argument -> add(argument, all));
        all.fieldNames().forEachRemaining(this::requireKnown);
        var missing = required(schema);
        missing.removeIf(all::hasNonNull);
        if (!missing.isEmpty()) {
            throw refused(
                    "%s needs %s; it takes %s.".formatted(operation, String.join(", ", missing), usage(operation)));
        }
        return all;
    }

    private ObjectNode object(String text) {
        return json(text)
                .filter(JsonNode::isObject)
                .map(ObjectNode.class::cast)
                .orElseThrow(() -> refused("--json-args: " + OptionValues.quoted(text) + " is no JSON object."));
    }

    private void add(String argument, ObjectNode all) {
        int equals = argument.indexOf('=');
        if (equals < 1) {
            throw refused("--arg: " + OptionValues.quoted(argument) + " is no argument; write NAME=VALUE.");
        }
        String name = argument.substring(0, equals);
        String value = argument.substring(equals + 1);
        var structured = json(value).filter(node -> isMeant(name, node));
        if (structured.isPresent()) {
            all.set(name, structured.get());
        } else {
            all.put(name, value);
        }
    }

    /** Whether a value that happens to be JSON is meant as such: 5 may be a text. */
    private boolean isMeant(String name, JsonNode value) {
        return value.isContainerNode() || value.isTextual() || mayBeBare(name) && !value.isNull();
    }

    private boolean mayBeBare(String name) {
        var described = schema.path("properties").path(name);
        for (JsonNode choice : described.path("oneOf")) {
            if (BARE.contains(choice.path("type").asText())) {
                return true;
            }
        }
        return BARE.contains(described.path("type").asText());
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Arguments.tree(text));
        } catch (JsonProcessingException plain) {
            return Optional.empty();
        }
    }

    private static ObjectNode empty() {
        return (ObjectNode) json("{}").orElseThrow();
    }

    private void requireKnown(String name) {
        if (!schema.path("properties").has(name)) {
            String usage = usage(operation);
            throw refused("%s: %s is not an argument; it takes %s."
                    .formatted(operation, OptionValues.quoted(name), usage.isEmpty() ? "no arguments" : usage));
        }
    }

    private static List<String> required(JsonNode schema) {
        var names = new ArrayList<String>();
        schema.path("required").forEach(name -> names.add(name.textValue()));
        return names;
    }

    private ParameterException refused(String message) {
        return new ParameterException(command, message);
    }
}

package io.flowfabric.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.json.FlowFabricJson;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Makes the arguments of an operation from texts, in the encoding of the engine's operations. */
final class CallArguments {
    private static final SnakeCaseStrategy SNAKE_CASE = new SnakeCaseStrategy();

    private final CommandLine command;
    private final Operation<?, ?> operation;

    CallArguments(CommandLine command, Operation<?, ?> operation) {
        this.command = command;
        this.operation = operation;
    }

    /** The names of the arguments, as they are written. */
    static List<String> names(Operation<?, ?> operation) {
        return Arrays.stream(operation.arguments().getRecordComponents())
                .map(RecordComponent::getName)
                .map(SNAKE_CASE::translate)
                .toList();
    }

    Object parse(List<String> given, Optional<String> object) {
        var all =
                object.map(this::object).orElseGet(() -> FlowFabricJson.mapper().createObjectNode());
        given.forEach(argument -> add(argument, all));
        all.fieldNames().forEachRemaining(this::requireKnown);
        try {
            return FlowFabricJson.mapper().treeToValue(all, operation.arguments());
        } catch (JsonProcessingException malformed) {
            throw refused(describe(malformed));
        }
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
        String value = argument.substring(equals + 1);
        var structured = json(value).filter(node -> node.isContainerNode() || node.isTextual());
        String name = argument.substring(0, equals);
        if (structured.isPresent()) {
            all.set(name, structured.get());
        } else {
            all.put(name, value);
        }
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.ofNullable(FlowFabricJson.mapper().readTree(text));
        } catch (JsonProcessingException plain) {
            return Optional.empty();
        }
    }

    private void requireKnown(String name) {
        if (!names(operation).contains(name)) {
            String known = names(operation).isEmpty() ? "no arguments" : String.join(", ", names(operation));
            throw refused(
                    "%s: %s is not an argument; it takes %s.".formatted(operation, OptionValues.quoted(name), known));
        }
    }

    private String describe(JsonProcessingException malformed) {
        for (Throwable cause = malformed; cause != null; cause = cause.getCause()) {
            if (cause instanceof EngineException refused) {
                return operation + ": " + refused.getMessage();
            }
        }
        String where = malformed instanceof JsonMappingException mapping
                ? mapping.getPath().stream()
                        .map(JsonMappingException.Reference::getFieldName)
                        .filter(name -> name != null)
                        .collect(Collectors.joining("."))
                : "";
        return "%s: the argument %s is missing or malformed; it takes %s."
                .formatted(operation, OptionValues.quoted(where), String.join(", ", names(operation)));
    }

    private ParameterException refused(String message) {
        return new ParameterException(command, message);
    }
}

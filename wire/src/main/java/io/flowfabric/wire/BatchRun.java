package io.flowfabric.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.Operation;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.ErrorCode;
import io.flowfabric.model.op.BatchItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Carries out batches as they come from outside: an entry that cannot be read is an error of its own, and the others are
 * carried out.
 */
public final class BatchRun {
    private final Arguments arguments;
    private final Engine engine;
    private final Function<RuntimeException, Object> errors;

    /** @param errors how the refusal of one entry looks outside */
    public BatchRun(Arguments arguments, Engine engine, Function<RuntimeException, Object> errors) {
        this.arguments = arguments;
        this.engine = engine;
        this.errors = errors;
    }

    /**
     * The entries in the arguments of a batch.
     *
     * @throws InvalidArguments if there is no list of them
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if there are none, or too many
     */
    public static JsonNode items(BatchKind<?, ?, ?> kind, JsonNode body) {
        JsonNode items = body.path(kind.items());
        if (!items.isArray()) {
            throw new InvalidArguments(kind.items(), "a list of 1 to %d is needed".formatted(BatchKind.MOST));
        }
        if (items.isEmpty() || items.size() > BatchKind.MOST) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "%s: %d".formatted(kind.items(), items.size()),
                            "A batch has 1 to %d entries.".formatted(BatchKind.MOST))
                    .toException();
        }
        return items;
    }

    /**
     * Carries out those that can be read, and answers for each of them in their order.
     *
     * @param completion makes an entry what its caller means by it, before it is read; what it throws refuses the entry
     */
    public <B, A, R> Map<String, List<Object>> run(
            BatchKind<B, A, R> kind, JsonNode items, UnaryOperator<JsonNode> completion) {
        var results = new Object[items.size()];
        var readable = new ArrayList<A>();
        var places = new ArrayList<Integer>();
        for (int i = 0; i < items.size(); i++) {
            try {
                readable.add(arguments.read(kind.single(), completion.apply(items.get(i))));
                places.add(i);
            } catch (RuntimeException refused) {
                results[i] = error(refused);
            }
        }
        if (!readable.isEmpty()) {
            var answers = engine.call(kind.batch(), kind.pack().apply(readable));
            for (int i = 0; i < answers.size(); i++) {
                results[places.get(i)] = result(kind.single(), readable.get(i), answers.get(i));
            }
        }
        return Map.of("results", Arrays.asList(results));
    }

    private <R> Object result(Operation<?, R> single, Object given, BatchItem<R> item) {
        if (item instanceof BatchItem.Refused<R> refused) {
            return error(refused.error().toException());
        }
        return Answers.outside(single, given, item.orThrow());
    }

    private Map<String, Object> error(RuntimeException refused) {
        return Map.of("Error", errors.apply(refused));
    }
}

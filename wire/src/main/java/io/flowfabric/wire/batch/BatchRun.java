package io.flowfabric.wire.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.ArgumentTree;
import io.flowfabric.wire.Arguments;
import io.flowfabric.wire.InvalidArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Carries out batches from JSON: an entry that cannot be read is refused on its own, and the others are carried out.
 */
public final class BatchRun {
    /** A placeholder for an answer. */
    private static final Object UNANSWERED = "";

    private final Arguments arguments;
    private final Engine engine;
    private final Function<RuntimeException, Object> errors;

    /** @param errors the JSON of the refusal of one entry */
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
        require(kind, items.isArray() ? items.size() : -1);
        return items;
    }

    private static void require(BatchKind<?, ?, ?> kind, int count) {
        if (count < 0) {
            throw new InvalidArguments(kind.items(), "a list of 1 to %d entries is required".formatted(BatchKind.MOST));
        }
        if (count == 0 || count > BatchKind.MOST) {
            throw EngineError.of(
                            ErrorCode.INVALID_INPUT,
                            "%s: %d".formatted(kind.items(), count),
                            "A batch has 1 to %d entries.".formatted(BatchKind.MOST))
                    .toException();
        }
    }

    /**
     * Carries out the readable entries, and answers each in its place.
     *
     * @param completion completes an entry before it is read; an exception refuses the entry
     */
    public <B, A, R> Map<String, List<Object>> run(
            BatchKind<B, A, R> kind, JsonNode items, UnaryOperator<JsonNode> completion) {
        var entries = new Entries<>(kind, completion);
        items.forEach(entries::read);
        return entries.carryOut();
    }

    /**
     * As above, with the entries in the body of a request, of which one at a time is parsed to a tree.
     *
     * @throws JsonProcessingException if it is not JSON; then nothing is carried out
     * @throws InvalidArguments if there is no list of entries
     * @throws io.flowfabric.model.error.EngineException {@code invalid_input} if there are none, or too many
     */
    public <B, A, R> Map<String, List<Object>> run(
            BatchKind<B, A, R> kind, byte[] body, UnaryOperator<JsonNode> completion) throws JsonProcessingException {
        var entries = new Entries<>(kind, completion);
        require(kind, ArgumentTree.items(body, kind.items(), entries::read));
        return entries.carryOut();
    }

    /** The entries of one batch: the readable ones, and the results of all. */
    private final class Entries<B, A, R> {
        private final BatchKind<B, A, R> kind;
        private final UnaryOperator<JsonNode> completion;
        private final List<Object> results = new ArrayList<>();
        private final List<A> readable = new ArrayList<>();
        private final List<Integer> places = new ArrayList<>();

        Entries(BatchKind<B, A, R> kind, UnaryOperator<JsonNode> completion) {
            this.kind = kind;
            this.completion = completion;
        }

        void read(JsonNode item) {
            try {
                readable.add(arguments.read(kind.single(), completion.apply(item)));
                places.add(results.size());
                results.add(UNANSWERED);
            } catch (RuntimeException refused) {
                results.add(error(refused));
            }
        }

        Map<String, List<Object>> carryOut() {
            if (!readable.isEmpty()) {
                var answers = engine.call(kind.batch(), kind.pack().apply(readable));
                for (int i = 0; i < answers.size(); i++) {
                    results.set(places.get(i), result(kind.single(), readable.get(i), answers.get(i)));
                }
            }
            return Map.of("results", results);
        }
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

package io.flowfabric.server.routes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowfabric.server.http.Exchange;
import io.flowfabric.server.http.Problem;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.BytesForm;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * How an outcome is answered.
 *
 * @param statuses the statuses of success
 */
record Reply<R>(List<Integer> statuses, Sending<R> sending) {

    /** Writes an outcome. */
    interface Sending<R> {
        void send(Exchange exchange, R outcome, Answers answers) throws IOException;
    }

    void send(Exchange exchange, R outcome, Answers answers) throws IOException {
        sending.send(exchange, outcome, answers);
    }

    /** The outcome in the format of {@code /v1/ops}. */
    static <R> Reply<R> outcome() {
        return outcome(any -> 200, 200);
    }

    /** The outcome in the format of {@code /v1/ops}, with a status that depends on it. */
    static <R> Reply<R> outcome(ToIntFunction<R> status, Integer... statuses) {
        return new Reply<>(
                List.of(statuses),
                (exchange, outcome, answers) ->
                        exchange.answer(status.applyAsInt(outcome), answers.body(outcome, BytesForm.ARRAY)));
    }

    /** The outcome in a format of the route's own. */
    static <R> Reply<R> json(Function<R, JsonNode> form) {
        return new Reply<>(List.of(200), (exchange, outcome, answers) -> exchange.answer(200, form.apply(outcome)));
    }

    /** The value, or 404. */
    static <T> Reply<Optional<T>> found(String what, Sending<T> sending) {
        String code = what.replace(' ', '_') + "_not_found";
        return new Reply<>(List.of(200), (exchange, outcome, answers) -> {
            if (outcome.isEmpty()) {
                throw Problem.notFound(code, "%s not found: %s".formatted(what, exchange.pathVariable("id")));
            }
            sending.send(exchange, outcome.get(), answers);
        });
    }

    void describe(ObjectNode responses) {
        responses.remove("200");
        for (int status : statuses) {
            responses.putObject(Integer.toString(status)).put("description", "The answer.");
        }
    }
}

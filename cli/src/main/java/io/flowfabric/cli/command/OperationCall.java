package io.flowfabric.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.Engine;
import io.flowfabric.engine.UndeliveredAnswers;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.PartitionConfig;
import io.flowfabric.server.http.Problem;
import io.flowfabric.wire.Answers;
import io.flowfabric.wire.Arguments;
import io.flowfabric.wire.BytesForm;
import io.flowfabric.wire.batch.BatchKind;
import io.flowfabric.wire.batch.BatchRun;
import io.flowfabric.wire.handle.HandleText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/** Calls an operation as a request to {@code /v1/ops} does: by the same arguments, for the same answer. */
final class OperationCall {
    private final Engine engine;
    private final Arguments arguments;
    private final Answers answers;

    /** @param handles how the handles of this engine are written */
    OperationCall(Engine engine, HandleText handles) {
        this.engine = engine;
        this.arguments = arguments(handles);
        this.answers = new Answers(handles);
    }

    /**
     * Refuses what cannot be the arguments of an operation, before there is an engine.
     *
     * @throws io.flowfabric.wire.InvalidArguments if they cannot be read
     * @throws io.flowfabric.model.error.EngineException if the engine has a word of its own for what is wrong
     */
    static void check(Operation<?, ?> operation, JsonNode body) {
        if (isBatch(operation)) {
            BatchRun.items(BatchKind.of(operation), body);
        } else {
            arguments(HandleText.carried()).read(operation, body);
        }
    }

    /** Calls the operation and prints its answer. When that cannot be printed, what it gave is given back. */
    void run(Operation<?, ?> operation, JsonNode body, PrintWriter out) {
        if (isBatch(operation)) {
            var kind = BatchKind.of(operation);
            var batch = new BatchRun(arguments, engine, Problem::ofEntry);
            var results = batch.run(kind, BatchRun.items(kind, body), UnaryOperator.identity());
            print(answers.write(results, BytesForm.ARRAY), out);
        } else {
            single(operation, body, out);
        }
    }

    private <A, R> void single(Operation<A, R> operation, JsonNode body, PrintWriter out) {
        A given = arguments.read(operation, body);
        R answer = engine.call(operation, given);
        try {
            print(answers.write(operation, given, answer, BytesForm.ARRAY), out);
        } catch (RuntimeException unprinted) {
            try {
                UndeliveredAnswers.begin(engine, given, answer).join();
            } catch (CompletionException kept) {
                unprinted.addSuppressed(kept);
            }
            throw unprinted;
        }
    }

    private static void print(byte[] answer, PrintWriter out) {
        out.println(new String(answer, StandardCharsets.UTF_8));
        if (out.checkError()) {
            throw EngineError.of(
                            ErrorCode.UNAVAILABLE,
                            "standard output",
                            "The answer cannot be written to it. What a claim took is free again, at the latest when its lease ends.")
                    .toException();
        }
    }

    private static Arguments arguments(HandleText handles) {
        return new Arguments(handles, PartitionConfig.DEFAULT);
    }

    private static boolean isBatch(Operation<?, ?> operation) {
        return operation.shape() == Operation.Shape.BATCH;
    }
}

package io.flowfabric.sdk.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.rules.limit.Limits;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.op.BatchItem;
import io.flowfabric.wire.batch.BatchKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A batch as one request, or as several when one would be longer than the server's limit. They are sent one after the
 * other, because items take effect in order.
 */
final class BatchCall {
    /** The server's limit is 1 MiB; some of it is needed around the items. */
    private static final int MOST_BYTES = Limits.REQUEST_BYTES - 1024;

    private final Requests requests;
    private final Delivery delivery;
    private final InFlightCall inFlight;

    BatchCall(Requests requests, Delivery delivery, InFlightCall inFlight) {
        this.requests = requests;
        this.delivery = delivery;
        this.inFlight = inFlight;
    }

    /** An item that is ready to be sent. */
    private record Item<A>(RepeatableArguments<A> minted, byte[] json) {}

    List<?> send(Operation<?, ?> operation, Object arguments) {
        return send(BatchKind.of(operation), arguments);
    }

    private <B, A, R> List<BatchItem<R>> send(BatchKind<B, A, R> kind, Object arguments) {
        var parts = parts(kind, kind.unpack().apply(kind.batch().arguments().cast(arguments)));
        if (parts.size() == 1) {
            return send(kind, parts.get(0));
        }
        var answers = new ArrayList<BatchItem<R>>();
        for (var part : parts) {
            try {
                answers.addAll(send(kind, part));
            } catch (EngineException refused) {
                // Other parts may have been carried out, so the batch as a whole cannot fail.
                answers.addAll(Collections.nCopies(part.size(), new BatchItem.Refused<>(refused.error())));
            }
        }
        return answers;
    }

    private <A> List<List<Item<A>>> parts(BatchKind<?, A, ?> kind, List<A> items) {
        var parts = new ArrayList<List<Item<A>>>();
        var part = new ArrayList<Item<A>>();
        int bytes = 0;
        for (A arguments : items) {
            var item = item(kind, arguments);
            int size = item.json().length + 1;
            if (!part.isEmpty() && bytes + size > MOST_BYTES) {
                parts.add(part);
                part = new ArrayList<>();
                bytes = 0;
            }
            part.add(item);
            bytes += size;
        }
        // Also for an empty batch: the server refuses it.
        parts.add(part);
        return parts;
    }

    private <A> Item<A> item(BatchKind<?, A, ?> kind, A arguments) {
        var minted = requests.minted(kind.single(), arguments);
        return new Item<>(minted, requests.json(kind.single(), minted.arguments()));
    }

    private <B, A, R> List<BatchItem<R>> send(BatchKind<B, A, R> kind, List<Item<A>> items) {
        var body = new ByteArrayOutputStream();
        body.writeBytes("{\"%s\":[".formatted(kind.items()).getBytes(StandardCharsets.UTF_8));
        var arguments = new ArrayList<A>();
        for (var item : items) {
            if (!arguments.isEmpty()) {
                body.write(',');
            }
            body.writeBytes(item.json());
            arguments.add(item.minted().arguments());
        }
        body.write(']');
        body.write('}');
        var call = new PreparedCall<>(
                kind.batch(),
                requests.request(kind.batch(), body.toByteArray(), Duration.ZERO),
                kind.batch().isSafeToRepeat(kind.pack().apply(arguments)),
                answer -> read(kind, items, answer));
        return delivery.send(call, inFlight);
    }

    private <A, R> List<BatchItem<R>> read(BatchKind<?, A, R> kind, List<Item<A>> items, byte[] body)
            throws IOException {
        JsonNode results = requests.reader().tree(body).path("results");
        if (results.size() != items.size()) {
            throw new IOException("%d items have %d answers".formatted(items.size(), results.size()));
        }
        var answers = new ArrayList<BatchItem<R>>();
        for (int i = 0; i < items.size(); i++) {
            JsonNode result = results.get(i);
            answers.add(
                    result.has("Error")
                            ? new BatchItem.Refused<>(requests.error(result.get("Error")))
                            : new BatchItem.Answered<>(items.get(i)
                                    .minted()
                                    .answer(requests.reader().read(kind.single(), result))));
        }
        return answers;
    }
}

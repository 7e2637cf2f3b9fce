package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.model.json.FlowFabricJson;
import io.flowfabric.model.op.claim.ClaimOutcome;
import io.flowfabric.model.op.claim.ClaimRequest;
import io.flowfabric.model.op.event.EventPage;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.timer.PromoteOutcome;
import io.flowfabric.wire.handle.HandleText;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Writes the answers of operations. Safe for use by any thread. */
public final class Answers {
    private final Map<BytesForm, ObjectWriter> writers = new EnumMap<>(BytesForm.class);

    /** @param handles how handles are written */
    public Answers(HandleText handles) {
        for (BytesForm form : BytesForm.values()) {
            var module = form == BytesForm.RECORD ? new RecordModule(handles) : new AnswerWriters(handles, form);
            writers.put(
                    form,
                    FlowFabricJson.mapper()
                            .copy()
                            .registerModule(module)
                            .writer()
                            .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET));
        }
    }

    /** The answer to a call with these arguments, as JSON that is ready to be sent. */
    public AnswerBody body(Operation<?, ?> operation, Object arguments, Object answer, BytesForm form) {
        return body(form == BytesForm.RECORD ? answer : outside(operation, arguments, answer), form);
    }

    /** Any value as JSON that is ready to be sent. The value must not change. */
    public AnswerBody body(Object value, BytesForm form) {
        var writer = writers.get(form);
        try {
            return AnswerBody.of(out -> writer.writeValue(out, value));
        } catch (IOException unwritable) {
            throw new IllegalStateException("An answer cannot be written", unwritable);
        }
    }

    /** The answer to a call with these arguments, as JSON. */
    public byte[] write(Operation<?, ?> operation, Object arguments, Object answer, BytesForm form) {
        return write(form == BytesForm.RECORD ? answer : outside(operation, arguments, answer), form);
    }

    /** Any value as JSON. */
    public byte[] write(Object value, BytesForm form) {
        try {
            return writers.get(form).writeValueAsBytes(value);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalStateException("An answer cannot be written", unwritable);
        }
    }

    /** The public form of an answer, where it differs from its record. */
    public static Object outside(Operation<?, ?> operation, Object arguments, Object answer) {
        if (answer instanceof ClaimOutcome claimed) {
            return claim((ClaimRequest) arguments, claimed);
        }
        if (answer instanceof EventPage page) {
            return EventJson.page(page);
        }
        if (answer instanceof PromoteOutcome promoted) {
            return promoted == PromoteOutcome.PROMOTED
                    ? "Promoted"
                    : Map.of("AlreadySatisfied", Map.of("reason", promoted.literal()));
        }
        if (operation.equals(Catalogue.FAIL) && answer instanceof FailOutcome.RetryScheduled retry) {
            return Map.of("RetryScheduled", Map.of("delay_until", retry.delayUntil()));
        }
        return answer;
    }

    private static Object claim(ClaimRequest request, ClaimOutcome outcome) {
        var claims = outcome.claims();
        if (claims.isEmpty()) {
            return "NoWork";
        }
        return request.limit() > 1 ? Map.of("ClaimedMany", List.copyOf(claims)) : Map.of("Claimed", claims.get(0));
    }
}

package io.flowfabric.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.partition.PartitionKey;
import io.flowfabric.wire.handle.HandleText;
import java.io.IOException;

/** Writes the types whose public JSON differs from their record. */
final class AnswerWriters extends SimpleModule {

    private static final long serialVersionUID = 1L;

    AnswerWriters(HandleText handles, BytesForm form) {
        super("flowfabric-answers-" + form);
        add(Handle.class, (handle, out, provider) -> out.writeString(handles.write(handle)));
        add(byte[].class, (bytes, out, provider) -> form.write(bytes, out));
        add(Payload.class, (payload, out, provider) -> form.write(payload.bytes(), out));
        add(PartitionKey.class, (key, out, provider) -> out.writeString(key.toString()));
        add(Claim.class, (claim, out, provider) -> writeClaim(claim, out, provider));
        add(Attempt.class, (attempt, out, provider) -> provider.defaultSerializeValue(AttemptJson.of(attempt), out));
    }

    private interface Writing<T> {
        void write(T value, JsonGenerator out, SerializerProvider provider) throws IOException;
    }

    private <T> void add(Class<T> type, Writing<T> writing) {
        addSerializer(type, new JsonSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                writing.write(value, out, provider);
            }
        });
    }

    private static void writeClaim(Claim claim, JsonGenerator out, SerializerProvider provider) throws IOException {
        out.writeStartObject();
        provider.defaultSerializeField("handle", claim.handle(), out);
        out.writeStringField("kind", claim.handle().kind().literal());
        out.writeStringField("execution_id", claim.executionId().toString());
        out.writeStringField("execution_kind", claim.executionKind());
        out.writeStringField("namespace", claim.namespace().value());
        out.writeStringField("lane_id", claim.laneId().value());
        out.writeNumberField("attempt_index", claim.attemptIndex());
        out.writeStringField("attempt_id", claim.attemptId().toString());
        if (claim.attemptType().isPresent()) {
            out.writeStringField("attempt_type", claim.attemptType().get().literal());
        }
        out.writeStringField("lease_id", claim.leaseId().toString());
        out.writeNumberField("lease_epoch", claim.leaseEpoch());
        out.writeNumberField("lease_expires_at", claim.leaseExpiresAt());
        if (claim.mustEndBy().isPresent()) {
            out.writeNumberField("must_end_by", claim.mustEndBy().getAsLong());
        }
        provider.defaultSerializeField("input_payload", claim.input(), out);
        if (claim.input().encoding().isPresent()) {
            out.writeStringField("payload_encoding", claim.input().encoding().get());
        }
        provider.defaultSerializeField("tags", claim.tags(), out);
        out.writeEndObject();
    }
}

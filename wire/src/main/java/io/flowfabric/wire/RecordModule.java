package io.flowfabric.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.handle.Handle;
import io.flowfabric.model.op.Ok;
import io.flowfabric.model.op.event.EventItem;
import io.flowfabric.model.op.read.ExecCoreFields;
import io.flowfabric.model.op.read.ExecutionSnapshot;
import io.flowfabric.model.partition.PartitionKey;
import io.flowfabric.wire.handle.HandleText;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Answers as the records of the model, written and read back without a loss. Most follow from the record; the
 * exceptions are here: types with a shorter public form, and interfaces whose implementation must be named.
 */
final class RecordModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    RecordModule(HandleText handles) {
        super("flowfabric-records");
        add(
                Handle.class,
                (handle, out, provider) -> out.writeString(handles.write(handle)),
                (in, context) -> handles.read(context.readValue(in, String.class)));
        add(
                PartitionKey.class,
                (key, out, provider) -> out.writeString(key.toString()),
                (in, context) -> PartitionKey.parse(context.readValue(in, String.class)));
        add(
                ExecutionSnapshot.class,
                (snapshot, out, provider) -> provider.defaultSerializeValue(Snapshot.of(snapshot), out),
                (in, context) -> context.readValue(in, Snapshot.class).toModel());
        addSerializer(byte[].class, new Writer<>((bytes, out, provider) -> BytesForm.BASE64.write(bytes, out)));
        addDeserializer(byte[].class, new BytesReader());
        addDeserializer(Ok.class, new Reader<>((in, context) -> {
            in.skipChildren();
            return Ok.OK;
        }));
        addDeserializer(
                ExecCoreFields.class,
                new Reader<>((in, context) -> new ExecCoreFields(
                        in.getCodec().readValue(in, new TypeReference<Map<String, Optional<String>>>() {}))));
    }

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        for (Class<?> union : new Class<?>[] {Event.class, EventItem.class}) {
            context.setMixInAnnotations(union, NamedByItsClass.class);
            registerVariants(context, union);
        }
    }

    private static void registerVariants(SetupContext context, Class<?> union) {
        for (Class<?> permitted : union.getPermittedSubclasses()) {
            if (permitted.isSealed()) {
                registerVariants(context, permitted);
            } else {
                context.registerSubtypes(permitted);
            }
        }
    }

    private <T> void add(Class<T> type, Writing<T> writing, Reading<T> reading) {
        addSerializer(type, new Writer<>(writing));
        addDeserializer(type, new Reader<>(reading));
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
    private interface NamedByItsClass {}

    /** A snapshot with the full record, of which the public form shows a part. */
    private record Snapshot(Execution execution, String executionKind, Map<String, String> tags) {
        static Snapshot of(ExecutionSnapshot snapshot) {
            return new Snapshot(snapshot.execution(), snapshot.executionKind(), snapshot.tags());
        }

        ExecutionSnapshot toModel() {
            return new ExecutionSnapshot(execution, executionKind, tags);
        }
    }

    private interface Writing<T> {
        void write(T value, JsonGenerator out, SerializerProvider provider) throws IOException;
    }

    private interface Reading<T> {
        T read(JsonParser in, DeserializationContext context) throws IOException;
    }

    private static final class Writer<T> extends JsonSerializer<T> {
        private final Writing<T> writing;

        Writer(Writing<T> writing) {
            this.writing = writing;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
            writing.write(value, out, provider);
        }
    }

    private static final class Reader<T> extends JsonDeserializer<T> {
        private final Reading<T> reading;

        Reader(Reading<T> reading) {
            this.reading = reading;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return reading.read(in, context);
        }
    }
}

package io.flowfabric.model.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.error.EngineException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Capabilities as a list of tokens. They are read as a worker's: what an execution requires arrives in its policy. */
final class CapabilityJson {

    private CapabilityJson() {}

    static final class Writer extends StdSerializer<CapabilitySet> {

        private static final long serialVersionUID = 1L;

        Writer() {
            super(CapabilitySet.class);
        }

        @Override
        public void serialize(CapabilitySet set, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeStartArray();
            for (String token : set.tokens()) {
                out.writeString(token);
            }
            out.writeEndArray();
        }
    }

    static final class Reader extends StdDeserializer<CapabilitySet> implements ContextualDeserializer {

        private static final long serialVersionUID = 1L;

        private final transient Optional<JsonDeserializer<?>> tokens;

        Reader() {
            this(Optional.empty());
        }

        private Reader(Optional<JsonDeserializer<?>> tokens) {
            super(CapabilitySet.class);
            this.tokens = tokens;
        }

        /** Resolved once, since Jackson creates a new reader of lists for each request. */
        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property)
                throws JsonMappingException {
            var texts = context.constructType(String[].class);
            return new Reader(Optional.of(context.findContextualValueDeserializer(texts, property)));
        }

        @Override
        public CapabilitySet deserialize(JsonParser in, DeserializationContext context) throws IOException {
            var texts = (String[])
                    (tokens.isPresent()
                            ? tokens.get().deserialize(in, context)
                            : context.readValue(in, String[].class));
            try {
                return CapabilitySet.ofWorker(List.of(texts));
            } catch (EngineException refused) {
                throw JsonMappingException.from(in, refused.getMessage(), refused);
            }
        }
    }
}
